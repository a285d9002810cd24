/** 32 characters, so that each random byte maps to one with equal probability. None looks like another. */
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 26

/** A new id with 130 random bits, such as `evt_` and 26 characters. */
export const newId = (prefix: 'evt' | 'sub'): string =>
  `${prefix}_${Array.from(crypto.getRandomValues(new Uint8Array(LENGTH)), (byte) => SIGNS[byte % SIGNS.length]).join('')}`
