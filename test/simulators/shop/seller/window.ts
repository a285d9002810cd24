import type { OrderSheet } from './sheet.ts'
import type { Version } from './sheet-view.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

const PATTERNS = {
  day: { v4: /^\d{4}-\d\d-\d\d$/, v5: /^\d{4}-\d\d-\d\d[+-]\d\d:\d\d$/ },
  minute: { v4: /^\d{4}-\d\d-\d\dT\d\d:\d\d$/, v5: /^\d{4}-\d\d-\d\dT\d\d:\d\d[+-]\d\d:\d\d$/ },
}

interface Window {
  minutes: boolean
  covers: (sheet: OrderSheet) => boolean
}

/** The window of the query, or the message of the 400. It includes the whole last day or the whole last minute. */
export function readWindow(query: URLSearchParams, version: Version): Window | string {
  const from = query.get('createdAtFrom')
  const to = query.get('createdAtTo')
  if (!from || !to) return 'required parameters are missing: createdAtFrom, createdAtTo'

  const minutes = query.get('searchType') === 'timeFrame'
  const pattern = PATTERNS[minutes ? 'minute' : 'day'][version]
  const start = moment(from, pattern)
  const last = moment(to, pattern)
  if (start === undefined) return 'createdAtFrom format is invalid.'
  if (last === undefined) return 'createdAtTo format is invalid.'
  if (last < start) return 'endTime should not be before startTime.'

  // The documents say at most 31 days. 30 days between the two dates are accepted (facts 2.4).
  if (!minutes && last - start > 30 * DAY_MS) return 'endTime-startTime range should less than31.'
  if (minutes && last - start >= DAY_MS) return 'endTime-startTime range should less than 1 day.'

  const end = last + (minutes ? MINUTE_MS : DAY_MS)
  return { minutes, covers: ({ orderedAt }) => start <= orderedAt && orderedAt < end }
}

function moment(text: string, pattern: RegExp): number | undefined {
  if (!pattern.test(text)) return undefined
  const date = text.slice(0, 10)
  const time = text[10] === 'T' ? text.slice(11, 16) : '00:00'
  const offset = /[+-]\d\d:\d\d$/.exec(text.slice(10))?.[0] ?? '+09:00'
  const epochMs = Date.parse(`${date}T${time}:00${offset}`)
  return Number.isNaN(epochMs) ? undefined : epochMs
}
