/** Compared as they stand: facts are silent on case. */
export function matchText(text: string, operator: string, value: unknown): boolean {
  const other = String(value)
  switch (operator) {
    case 'equals':
      return text === other
    case 'does_not_equal':
      return text !== other
    case 'contains':
      return text.includes(other)
    case 'does_not_contain':
      return !text.includes(other)
    case 'starts_with':
      return text.startsWith(other)
    case 'ends_with':
      return text.endsWith(other)
    case 'is_empty':
      return text === ''
    default:
      return text !== ''
  }
}
