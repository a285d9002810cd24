const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PREFIX = 'lk_'
/** 62^43 > 2^256 and 62^6 > 2^32: 32 bytes and a CRC-32. */
const RANDOM_LENGTH = 43
const CHECKSUM_LENGTH = 6
export const NAMED_KEY_LENGTH = PREFIX.length + RANDOM_LENGTH + CHECKSUM_LENGTH
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`)

/**
 * A named key: `lk_`, 32 random bytes in base62, and a checksum, which detects a mistyped key without reading STORE.
 */
export function formatKey(random: Uint8Array): string {
  const number = random.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  const body = base62(number, RANDOM_LENGTH)
  return PREFIX + body + checksum(body)
}

/** The first characters of a key. Its owner recognizes it by them, and the rest is as hard to guess as before. */
export const getPrefix = (key: string): string => key.slice(0, PREFIX.length + 5)

/** Whether the text has the format of a named key with a valid checksum. */
export function isNamedKey(text: string): boolean {
  if (!FORM.test(text)) return false
  const body = text.slice(PREFIX.length, -CHECKSUM_LENGTH)
  return text.endsWith(checksum(body))
}

const checksum = (body: string) => base62(BigInt(crc32(new TextEncoder().encode(body))), CHECKSUM_LENGTH)

function base62(number: bigint, length: number): string {
  let text = ''
  for (let rest = number; rest > 0n; rest /= 62n) text = ALPHABET.charAt(Number(rest % 62n)) + text
  return text.padStart(length, '0')
}

/** CRC-32 of ISO 3309, as in gzip and PNG. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
