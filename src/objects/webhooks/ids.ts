import { sha256 } from '../../base/digest.ts'

/** 32 characters, so that each random byte maps to one with equal probability. None looks like another. */
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 26

/** A new id with 130 random bits, such as `evt_` and 26 characters. */
export const newId = (prefix: 'evt' | 'sub'): string => toId(prefix, crypto.getRandomValues(new Uint8Array(LENGTH)))

/** An id in the same format that is the same for the same text. */
export const stableId = async (prefix: 'sub', text: string): Promise<string> =>
  toId(prefix, (await sha256(text)).subarray(0, LENGTH))

const toId = (prefix: string, bytes: Uint8Array): string =>
  `${prefix}_${Array.from(bytes, (byte) => SIGNS[byte % SIGNS.length]).join('')}`
