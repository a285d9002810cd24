const DAY = 86_400_000
const DATE = /^\d{4}-\d{2}-\d{2}$/
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/

export const RELATIVE = [
  'today',
  'tomorrow',
  'yesterday',
  'one_week_ago',
  'one_week_from_now',
  'one_month_ago',
  'one_month_from_now',
] as const
export const PERIODS = [
  'this_week',
  'past_week',
  'past_month',
  'past_year',
  'next_week',
  'next_month',
  'next_year',
] as const

/** An ISO-8601 date of the calendar, with a time or without. */
export function isDate(value: unknown): value is string {
  if (typeof value !== 'string') return false
  const day = DATE.test(value) ? value : DATE_TIME.exec(value)?.[1]
  if (day === undefined || Number.isNaN(instant(value))) return false
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}

/** Epoch milliseconds; without a zone, UTC (facts 4). */
export function instant(date: string): number {
  if (DATE.test(date)) return Date.parse(`${date}T00:00:00Z`)
  return Date.parse(/(Z|[+-]\d{2}:\d{2})$/.test(date) ? date : `${date}Z`)
}

/** From when until before when. */
type Span = [from: number, to: number]

/** What a date in a filter covers: the whole day, or with a time one millisecond (facts 4). */
export function span(date: string, now: number): Span {
  const day = relativeDay(date, now)
  if (day !== undefined) return [day, day + DAY]
  const from = instant(date)
  return [from, from + (DATE.test(date) ? DAY : 1)]
}

function relativeDay(word: string, now: number): number | undefined {
  const today = startOfDay(now)
  switch (word) {
    case 'today':
      return today
    case 'tomorrow':
      return today + DAY
    case 'yesterday':
      return today - DAY
    case 'one_week_ago':
      return today - 7 * DAY
    case 'one_week_from_now':
      return today + 7 * DAY
    case 'one_month_ago':
      return addMonths(today, -1)
    case 'one_month_from_now':
      return addMonths(today, 1)
    default:
      return undefined
  }
}

/** A period consists of whole days, including today. A week starts on Sunday. */
export function period(name: (typeof PERIODS)[number], now: number): Span {
  const today = startOfDay(now)
  const sunday = today - new Date(today).getUTCDay() * DAY
  const ends: Record<typeof name, Span> = {
    this_week: [sunday, sunday + 7 * DAY],
    past_week: [today - 7 * DAY, today + DAY],
    past_month: [addMonths(today, -1), today + DAY],
    past_year: [addMonths(today, -12), today + DAY],
    next_week: [today, today + 8 * DAY],
    next_month: [today, addMonths(today, 1) + DAY],
    next_year: [today, addMonths(today, 12) + DAY],
  }
  return ends[name]
}

const startOfDay = (now: number) => Math.floor(now / DAY) * DAY

/** The same day of another month, or that month's last. */
function addMonths(day: number, months: number): number {
  const date = new Date(day)
  const target = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1))
  const last = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate()
  return target.setUTCDate(Math.min(date.getUTCDate(), last))
}
