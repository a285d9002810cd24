import { isObject } from './json-object.ts'

/** SHA-256 of the UTF-8 of a text, in lower-case hex. */
export async function sha256Hex(text: string): Promise<string> {
  return [...(await sha256(text))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** SHA-256 of the UTF-8 of a text, as 32 bytes. */
export const sha256 = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))

/**
 * Compares digests in constant time. They have equal lengths, so the duration shows neither content nor length of the
 * key.
 */
export async function sameText(a: string, b: string): Promise<boolean> {
  const [digestA, digestB] = await Promise.all([sha256(a), sha256(b)])
  return crypto.subtle.timingSafeEqual(digestA, digestB)
}

/** A digest that is the same for two bodies with the same meaning. */
export const bodyDigest = (body: unknown): Promise<string> => sha256Hex(sortedJson(body))

/** JSON with the fields of every object in one order, so that two bodies with the same meaning have the same text. */
export const sortedJson = (value: unknown): string => JSON.stringify(value, (_, inner: unknown) => sorted(inner))

const sorted = (value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value
