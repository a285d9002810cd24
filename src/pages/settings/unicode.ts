/** The parameters of RFC 3492, section 5. */
const [BASE, T_MIN, T_MAX, SKEW, DAMP, FIRST_BIAS, FIRST_CODE] = [36, 1, 26, 38, 700, 72, 128]

/** The letters of a host in Punycode, such as `가게.example` for `xn--o39akk.example`. The host itself if it has none. */
export function toUnicode(host: string): string {
  const letters = host
    .split('.')
    .map((label) => (label.startsWith('xn--') ? decode(label.slice(4)) : label))
    .join('.')
  // A text that is no Punycode stays as it is.
  return URL.parse(`https://${letters}`)?.hostname === host ? letters : host
}

/** RFC 3492, section 6.2. */
function decode(text: string): string {
  const end = text.lastIndexOf('-')
  const output = [...text.slice(0, Math.max(0, end))]
  let [code, index, bias] = [FIRST_CODE, 0, FIRST_BIAS]
  for (let at = end + 1; at < text.length; ) {
    const before = index
    for (let weight = 1, k = BASE; at < text.length; k += BASE) {
      const digit = Number.parseInt(text[at++] ?? '', BASE)
      // The digits of Punycode are a to z, then 0 to 9.
      const value = digit < 10 ? digit + 26 : digit - 10
      index += value * weight
      const threshold = Math.min(T_MAX, Math.max(T_MIN, k - bias))
      if (value < threshold) break
      weight *= BASE - threshold
    }
    const count = output.length + 1
    bias = adapt(index - before, count, before === 0)
    code += Math.floor(index / count)
    index %= count
    if (code > 0x10ffff || Number.isNaN(code)) return text
    output.splice(index++, 0, String.fromCodePoint(code))
  }
  return output.join('')
}

/** RFC 3492, section 6.1. */
function adapt(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2))
  rest += Math.floor(rest / count)
  let k = 0
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - T_MIN))
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW))
}
