import { badInput } from '../../gateway/errors.ts'

const DAY_MS = 86_400_000
const FORM = /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/

/** Every date of a caller is Korean time (decisions.md section 6). */
const OFFSET = '+09:00'

export interface CreatedAtWindow {
  /** `YYYY-MM-DD`, or `YYYY-MM-DDTHH:mm` */
  createdAtFrom: string
  createdAtTo: string
}

export interface UpstreamWindow {
  /** Day windows are paged; minute windows give all rows at once and take no `maxPerPage` (shop facts 2.4). */
  form: 'day' | 'minute'
  /** Query parameters, not yet escaped. */
  parameters: [name: string, value: string][]
}

/**
 * The product's query for a window, both ends included.
 * Throws 400 for what is not a date, mixed forms, an end before the start, and more than 30 days apart or a full 24 h.
 */
export function upstreamWindow({ createdAtFrom, createdAtTo }: CreatedAtWindow): UpstreamWindow {
  const from = epochMs('createdAtFrom', createdAtFrom)
  const to = epochMs('createdAtTo', createdAtTo)
  if (createdAtFrom.length !== createdAtTo.length)
    throw badInput('createdAtTo: must have the same form as createdAtFrom, YYYY-MM-DD or YYYY-MM-DDTHH:mm')
  if (to < from) throw badInput('createdAtTo: must not be before createdAtFrom')

  const form = createdAtFrom.includes('T') ? 'minute' : 'day'
  if (form === 'day' && to - from > 30 * DAY_MS)
    throw badInput('createdAtTo: must be at most 30 days after createdAtFrom')
  if (form === 'minute' && to - from >= DAY_MS)
    throw badInput('createdAtTo: must be less than 24 hours after createdAtFrom')

  const parameters: UpstreamWindow['parameters'] = [
    ['createdAtFrom', createdAtFrom + OFFSET],
    ['createdAtTo', createdAtTo + OFFSET],
  ]
  if (form === 'minute') parameters.push(['searchType', 'timeFrame'])
  return { form, parameters }
}

function epochMs(field: keyof CreatedAtWindow, text: string): number {
  const moment = FORM.test(text) ? Date.parse(text.length === 10 ? text : `${text}Z`) : Number.NaN
  // Date.parse takes 30 February for 2 March.
  if (Number.isNaN(moment) || !new Date(moment).toISOString().startsWith(text))
    throw badInput(`${field}: must be a date as YYYY-MM-DD or YYYY-MM-DDTHH:mm, Korean time`)
  return moment
}
