/** An empty value is neither more nor less than any number, and differs from each. */
export function matchNumber(number: number | null, operator: string, value: unknown): boolean {
  if (operator === 'is_empty') return number === null
  if (operator === 'is_not_empty') return number !== null
  if (operator === 'does_not_equal') return number !== value
  if (number === null) return false
  const other = Number(value)
  switch (operator) {
    case 'equals':
      return number === other
    case 'greater_than':
      return number > other
    case 'less_than':
      return number < other
    case 'greater_than_or_equal_to':
      return number >= other
    default:
      return number <= other
  }
}
