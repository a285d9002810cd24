import { instant, PERIODS, period, span } from './dates.ts'

/** A date is compared by its start; one without a time is the first moment of its day in UTC. */
export function matchDate(start: string | null, operator: string, value: unknown, now: number): boolean {
  if (operator === 'is_empty') return start === null
  if (start === null) return false
  if (operator === 'is_not_empty') return true
  const at = instant(start)
  const named = PERIODS.find((one) => one === operator)
  const [from, to] = named ? period(named, now) : span(String(value), now)
  switch (operator) {
    case 'before':
      return at < from
    case 'after':
      return at >= to
    case 'on_or_before':
      return at < to
    case 'on_or_after':
      return at >= from
    default:
      return at >= from && at < to
  }
}
