import { badGateway, notFound } from '../../base/errors.ts'
import { isObject } from '../../base/json-object.ts'
import { at, text } from '../../base/lenient-json.ts'
import { requiredFields } from '../../upstream/http/required-fields.ts'
import type { Connection } from './connection.ts'

/** The attachments of a bundle (contract 4.1, rule 1). */
export const ATTACHMENTS = ['transcript', 'summary', 'share', 'audio_url'] as const
export type Attachment = (typeof ATTACHMENTS)[number]

const required = requiredFields('recorder', 'temp_url', 'data')

const LINKS = [['temp_url'], ['temp_url_opus'], ['data', 'temp_url'], ['data', 'temp_url_opus']]

/**
 * Fetches a signed URL of the original audio, valid for an hour (recorder facts, 6.7). Tries the usual format, then the
 * other one. Throws 404 without audio.
 */
export async function fetchAudioUrl(connection: Connection, fileId: string): Promise<string> {
  const { body, stated } = await connection.call({ path: `/file/temp-url/${fileId}` })
  const values = LINKS.map((path) => at(body, ...path)).filter((value) => value !== undefined && value !== null)
  const links = values.flatMap((value) => text(value) ?? [])
  const url = links.find((link) => link.startsWith('https://'))
  if (url !== undefined) return url
  if (links.length > 0) throw badGateway('the recorder service answered with an unsafe link', 'foreign address')
  // The product signals "no audio" with an empty or missing URL. A value of another type says nothing about the audio.
  if (!stated || values.some((value) => value !== '')) return required<string | null>('temp_url', null)
  throw notFound('this recording has no audio')
}

export interface ShareStates {
  private: Record<string, unknown>
  public: Record<string, unknown>
}

/** Fetches both share states in the product's format (contract 2.9). */
export async function fetchShare(connection: Connection, fileId: string): Promise<ShareStates> {
  const [privateShare, publicShare] = await Promise.all([
    fetchShareState(connection, 'private', fileId),
    fetchShareState(connection, 'public', fileId),
  ])
  return { private: privateShare, public: publicShare }
}

async function fetchShareState(connection: Connection, side: 'private' | 'public', fileId: string) {
  // Known clients use two different keys for the id, so both are sent (recorder facts, 6.11).
  const body = { file_id: fileId, object_id: fileId, object_type: 'file' }
  const answer = await connection.call({ method: 'POST', path: `/share/${side}/get`, body, reads: true })
  const { data } = answer.body
  // The response for an unshared recording has a status and no data (recorder facts, 6.11).
  const isUnshared = answer.stated && (data === undefined || data === null)
  return required('data', isUnshared ? {} : isObject(data) ? data : null)
}
