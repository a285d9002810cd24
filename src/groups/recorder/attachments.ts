import { badGateway, notFound } from '../../base/errors.ts'
import { isObject, text } from '../../base/json.ts'
import type { Connection } from './connection.ts'
import { required } from './detail.ts'

/** The attachments of a bundle. */
export const ATTACHMENTS = ['transcript', 'summary', 'share', 'audio_url'] as const
export type Attachment = (typeof ATTACHMENTS)[number]

/**
 * Fetches a signed URL of the original audio, valid for an hour. Prefers the usual format. Throws 404 only when a known
 * place says that there is no audio: any other answer without a link is 502.
 */
export async function fetchAudioUrl(connection: Connection, fileId: string): Promise<string> {
  const { body, stated } = await connection.call({ path: `/file/temp-url/${fileId}` })
  const places = [...linkPlaces(body)].sort((a, b) => Number(isOpus(a)) - Number(isOpus(b)))
  const links = places.flatMap(({ value }) => text(value) ?? [])
  // Without a path it is the address of a region.
  const url = links.find((link) => /^https:\/\/[^/]+\/./.test(link))
  if (url !== undefined) return url
  if (links.length > 0) throw badGateway('the recorder service answered with an unsafe link', 'foreign address')
  // A value of another type, or an answer without a status, says nothing about the audio.
  const saysNone = stated && places.length > 0 && places.every(({ value }) => value === '' || value === null)
  if (!saysNone) return required<string | null>('temp_url', null)
  throw notFound('this recording has no audio')
}

interface LinkPlace {
  name: string
  value: unknown
}

/**
 * The names under which clients found the link, without `_`: `temp_url`, `tempUrl`, `url`, `downloadUrl`, and `data`
 * itself.
 */
const LINK_NAME = /^(data|(temp|download|audio|file|original|signed|presigned)?(url|link|mp3|opus|ogg|wav|m4a){1,2})$/i
/** The answers of all regions are flat, or have one or two levels. */
const DEEPEST_LINK = 4

function* linkPlaces(answer: unknown, name: string = '', level: number = 0): Generator<LinkPlace> {
  if (typeof answer === 'object' && answer !== null) {
    const inner = Array.isArray(answer) ? answer.map((item) => [name, item] as const) : Object.entries(answer)
    if (level < DEEPEST_LINK) for (const [key, value] of inner) yield* linkPlaces(value, key, level + 1)
  } else if (LINK_NAME.test(name.replaceAll('_', ''))) yield { name, value: answer }
}

const isOpus = ({ name }: LinkPlace) => /opus/i.test(name)

export interface ShareStates {
  private: Record<string, unknown>
  public: Record<string, unknown>
}

/** Fetches both share states in the product's format. */
export async function fetchShare(connection: Connection, fileId: string): Promise<ShareStates> {
  const [privateShare, publicShare] = await Promise.all([
    fetchShareState(connection, 'private', fileId),
    fetchShareState(connection, 'public', fileId),
  ])
  return { private: privateShare, public: publicShare }
}

async function fetchShareState(connection: Connection, side: 'private' | 'public', fileId: string) {
  // Known clients use two different keys for the id, so both are sent.
  const body = { file_id: fileId, object_id: fileId, object_type: 'file' }
  const answer = await connection.call({ method: 'POST', path: `/share/${side}/get`, body, reads: true })
  const { data } = answer.body
  // The response for an unshared recording has a status and no data.
  const isUnshared = answer.stated && (data === undefined || data === null)
  return required('data', isUnshared ? {} : isObject(data) ? data : null)
}
