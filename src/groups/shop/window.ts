import { badInput } from '../../base/errors.ts'
import { DAY_MS, isoInstant, KOREA_MS } from '../../base/time.ts'

const FORM = /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/

/** All dates of callers are in Korean time. */
const OFFSET = '+09:00'

/** A range of days is read in pages, a range of minutes with one call. */
export interface KoreanWindow {
  form: 'day' | 'minute'
  /** `YYYY-MM-DD`, or `YYYY-MM-DDTHH:mm`; Korean time, both included */
  from: string
  to: string
}

export interface CreatedAtWindow {
  /** `YYYY-MM-DD`, `YYYY-MM-DDTHH:mm`, or ISO 8601 with an offset */
  createdAtFrom: string
  createdAtTo: string
}

export interface UpstreamWindow {
  /** Day windows are paged. Minute windows return all rows at once and accept no `maxPerPage`. */
  form: 'day' | 'minute'
  /** Query parameters, not yet escaped. */
  parameters: [name: string, value: string][]
}

/**
 * The product's query for a window, both ends included. Throws 400 for invalid dates, mixed forms, an end before the
 * start, and windows of more than 30 days or of a full 24 h.
 */
export function upstreamWindow(window: CreatedAtWindow): UpstreamWindow {
  const createdAtFrom = koreanTime(window.createdAtFrom)
  const createdAtTo = koreanTime(window.createdAtTo)
  const from = epochMs('createdAtFrom', createdAtFrom)
  const to = epochMs('createdAtTo', createdAtTo)
  if (createdAtFrom.length !== createdAtTo.length)
    throw badInput('createdAtTo: must have the same form as createdAtFrom, YYYY-MM-DD or YYYY-MM-DDTHH:mm')
  if (to < from) throw badInput('createdAtTo: must not be before createdAtFrom')

  const form = createdAtFrom.includes('T') ? 'minute' : 'day'
  if (form === 'day' && to - from > 30 * DAY_MS)
    throw badInput('createdAtTo: must be at most 30 days after createdAtFrom')
  if (form === 'minute' && to - from >= DAY_MS)
    throw badInput(
      'createdAtTo: must be less than 24 hours after createdAtFrom; for a longer window send both as YYYY-MM-DD',
    )

  const parameters: UpstreamWindow['parameters'] = [
    ['createdAtFrom', createdAtFrom + OFFSET],
    ['createdAtTo', createdAtTo + OFFSET],
  ]
  if (form === 'minute') parameters.push(['searchType', 'timeFrame'])
  return { form, parameters }
}

/** Converts a time with an offset to a minute in Korean time. Other text is not changed. */
function koreanTime(text: string): string {
  const timestamp = isoInstant(text)
  return timestamp === undefined
    ? text
    : new Date(timestamp + KOREA_MS).toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length)
}

function epochMs(field: keyof CreatedAtWindow, text: string): number {
  const timestamp = FORM.test(text) ? Date.parse(text.length === 10 ? text : `${text}Z`) : Number.NaN
  // Date.parse reads 30 February as 2 March.
  if (Number.isNaN(timestamp) || !new Date(timestamp).toISOString().startsWith(text))
    throw badInput(
      `${field}: must be a date as YYYY-MM-DD or YYYY-MM-DDTHH:mm, Korean time, or ISO 8601 with an offset`,
    )
  return timestamp
}
