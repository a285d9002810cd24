import * as z from 'zod'
import { badGateway, notFound } from '../../base/errors.ts'
import { isObject } from '../../base/json-object.ts'
import { once } from '../../base/once.ts'
import { unreadable } from '../../upstream/failures.ts'
import type { Connection } from './connection.ts'

/** The attachments of a bundle (contract 4.1, rule 1). */
export const ATTACHMENTS = ['transcript', 'summary', 'share', 'audio_url'] as const
export type Attachment = (typeof ATTACHMENTS)[number]

const audioLink = once(() =>
  z
    .object({
      temp_url: z.string().nullish(),
      data: z.object({ temp_url: z.string() }).nullish().catch(undefined),
    })
    .catch({ temp_url: null }),
)

/** Fetches a signed link to the original audio, which lives an hour (recorder facts, 6.7). Throws 404 without audio. */
export async function fetchAudioUrl(connection: Connection, fileId: string): Promise<string> {
  const { body, stated } = await connection.call({ path: `/file/temp-url/${fileId}` })
  const { temp_url, data } = audioLink().parse(body)
  const url = temp_url || data?.temp_url
  if (!url) throw stated ? notFound('this recording has no audio') : unreadable('recorder')
  if (!url.startsWith('https://'))
    throw badGateway('the recorder service answered with an unsafe link', 'foreign address')
  return url
}

export interface ShareStates {
  private: Record<string, unknown>
  public: Record<string, unknown>
}

/** Fetches both share states as the product sends them (contract 2.9). */
export async function fetchShare(connection: Connection, fileId: string): Promise<ShareStates> {
  const [privateShare, publicShare] = await Promise.all([
    fetchShareState(connection, 'private', fileId),
    fetchShareState(connection, 'public', fileId),
  ])
  return { private: privateShare, public: publicShare }
}

const share = once(() => z.looseObject({}).catch({}))

async function fetchShareState(connection: Connection, side: 'private' | 'public', fileId: string) {
  // Known clients use two different keys for the id, so it is sent under both (recorder facts, 6.11).
  const body = { file_id: fileId, object_id: fileId, object_type: 'file' }
  const answer = await connection.call({ method: 'POST', path: `/share/${side}/get`, body, reads: true })
  const { data } = answer.body
  // The answer for an unshared recording has a status and no data (recorder facts, 6.11).
  if (!answer.stated && !isObject(data)) throw unreadable('recorder')
  return share().parse(data)
}
