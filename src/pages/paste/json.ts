/** The value of a JSON text. Undefined for invalid JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** JSON that may follow a name or be inside quotes, as consoles show it. */
export function jsonWithin(text: string): unknown {
  const whole = parsedJson(text)
  if (typeof whole === 'string' && /^\s*[[{]/.test(whole)) return jsonWithin(whole)
  if (typeof whole === 'object' && whole !== null) return whole
  const start = text.search(/[[{]/)
  const end = Math.max(text.lastIndexOf(']'), text.lastIndexOf('}'))
  const inner = start >= 0 && end > start ? parsedJson(text.slice(start, end + 1)) : undefined
  return typeof inner === 'object' && inner !== null ? inner : undefined
}
