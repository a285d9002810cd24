/** Compared exactly, or without regard to case: the facts do not say. */
export function matchText(held: string, operator: string, value: unknown, foldsCase: boolean): boolean {
  const [text = '', other = ''] = [held, String(value)].map((one) => (foldsCase ? one.toLowerCase() : one))
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
/** Names or ids in a cell, compared with one or several. A negative operator matches none of them. */
export function matchNames(held: readonly string[], operator: string, value: unknown): boolean {
  if (operator === 'is_empty') return held.length === 0
  if (operator === 'is_not_empty') return held.length > 0
  const isAmong = [value].flat().some((one) => held.includes(String(one)))
  return operator.startsWith('does_not') ? !isAmong : isAmong
}
