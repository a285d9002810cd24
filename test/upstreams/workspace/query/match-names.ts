/** Names or ids that a cell holds, against one or several; a negative operator asks for none of them. */
export function matchNames(held: readonly string[], operator: string, value: unknown): boolean {
  if (operator === 'is_empty') return held.length === 0
  if (operator === 'is_not_empty') return held.length > 0
  const isAmong = [value].flat().some((one) => held.includes(String(one)))
  return operator.startsWith('does_not') ? !isAmong : isAmong
}
