/** 32 signs, so that each random byte makes one without any being likelier; none is read as another. */
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 26

/** A new id of 130 random bits, such as `evt_` and 26 signs. */
export const newId = (prefix: 'evt' | 'sub'): string =>
  `${prefix}_${Array.from(crypto.getRandomValues(new Uint8Array(LENGTH)), (byte) => SIGNS[byte % SIGNS.length]).join('')}`
