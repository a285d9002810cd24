import { isObject } from './json.ts'

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

/** Bytes as base64url without padding (RFC 4648, section 5). */
export const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Decodes such text. Undefined for any other text. */
export function fromBase64Url(text: string): Uint8Array | undefined {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
}

/** This many random bytes as base64url. */
export const randomText = (bytes: number): string => toBase64Url(crypto.getRandomValues(new Uint8Array(bytes)))

const OFFSET = 0xcbf29ce484222325n
const PRIME = 0x100000001b3n

/**
 * 16 hex digits that detect changes of a short text (64-bit FNV-1a). They offer no protection: for anything that must
 * not be guessed or forged use base/crypto.ts, which is asynchronous.
 */
export function fingerprint(text: string): string {
  let hash = OFFSET
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME)
  return hash.toString(16).padStart(16, '0')
}
