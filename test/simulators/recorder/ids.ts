/** 32 hex digits that always come out the same for the same text: the product's ids, keys and signatures are of this form. */
export function hexId(text: string): string {
  let digits = ''
  for (let part = 0; part < 4; part += 1) {
    let hash = 0x811c9dc5 ^ (part * 0x9e3779b1)
    for (let at = 0; at < text.length; at += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
      hash ^= hash >>> 15
    }
    digits += (hash >>> 0).toString(16).padStart(8, '0')
  }
  return digits
}

/** The short middle part of the product's data ids, such as `auto_sum:1a2b3c4d:<file id>`. */
export const shortHex = (text: string): string => hexId(text).slice(0, 8)
