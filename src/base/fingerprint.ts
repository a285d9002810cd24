const OFFSET = 0xcbf29ce484222325n
const PRIME = 0x100000001b3n

/**
 * 16 hex digits that detect changes of a short text (64-bit FNV-1a). They offer no protection: for anything that must
 * not be guessed or forged use base/digest.ts, which is asynchronous.
 */
export function fingerprint(text: string): string {
  let hash = OFFSET
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME)
  return hash.toString(16).padStart(16, '0')
}
