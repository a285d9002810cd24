const OFFSET = 0xcbf29ce484222325n
const PRIME = 0x100000001b3n

/**
 * 16 hex digits by which a change of a short text is noticed (FNV-1a of 64 bits). It is no protection: for what must not be
 * guessed or forged there is base/digest.ts, which has to be awaited.
 */
export function fingerprint(text: string): string {
  let hash = OFFSET
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME)
  return hash.toString(16).padStart(16, '0')
}
