/** A response for reading: indented JSON, other text unchanged. */
export function shown(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
