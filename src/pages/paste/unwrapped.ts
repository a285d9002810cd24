/** What surrounds a copied value: spaces, quotes, `Bearer`, the name of a header or setting. */
const AROUND: readonly RegExp[] = [
  /^(["'`])(.*)\1[,;]?$/s,
  /^()(?:authorization\s*:\s*)?bearer\s+(.*)$/is,
  /^()(?:authorization)\s*:\s*(.*)$/is,
  /^()(?:export\s+|set\s+|\$env:)?[A-Za-z_]{2,40}\s*=\s*(\S.*)$/s,
  /^()"?(?:(?:pld_|plaud_)?tokenstr|(?:api_?key|token))"?\s*[:\t]\s*(.*)$/is,
]

/** A value without what people copy along with it. */
export function unwrapped(pasted: string): string {
  const text = pasted.replaceAll(/[\u200B\uFEFF]/g, '').trim()
  for (const wrapping of AROUND) {
    const inner = wrapping.exec(text)?.[2]
    if (inner !== undefined && !isPadding(inner)) return unwrapped(inner)
  }
  return text
}

/** `name==` is the end of a base64 value, not a name with a value. */
const isPadding = (inner: string) => /^=*$/.test(inner)
