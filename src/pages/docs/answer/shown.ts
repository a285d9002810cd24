/** An answer as it is read: JSON with its lines indented, other text as it came. */
export function shown(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
