import { Hono } from 'hono'
import { jsonResponse } from '../answers.ts'
import { gatewayError, openApiError } from './errors.ts'
import { type OrderSheet, SHEET_STATUSES } from './sheet.ts'
import { sheetView } from './sheet-view.ts'
import type { Vendor } from './signature.ts'
import type { SellerSwitches } from './switches.ts'

const MAX_PER_PAGE = 50
const DEFAULT_WAIT_MS = 3000

/** Order sheets (facts 2.4), in version 5 and in the one before. */
export function ordersheets(state: { vendor: Vendor; sheets: OrderSheet[] }, switches: SellerSwitches): Hono {
  const app = new Hono()
  for (const version of ['v5', 'v4'] as const) {
    app.get(`/v2/providers/openapi/apis/api/${version}/vendors/:vendorId/ordersheets`, (c) => {
      if (c.req.param('vendorId') !== state.vendor.id) return openApiError(switches.wrongVendor, 'Invalid vendor ID')
      const wait = Number(c.req.header('x-extended-timeout')) || DEFAULT_WAIT_MS
      const isTooSlow = (span: number) => switches.windowMs > wait || span > switches.widestMs
      return list(state.sheets, new URL(c.req.url).searchParams, version, isTooSlow)
    })
  }
  return app
}

function list(
  sheets: OrderSheet[],
  query: URLSearchParams,
  version: 'v5' | 'v4',
  isTooSlow: (span: number) => boolean,
): Response {
  const status = query.get('status')
  if (!status) return openApiError(400, 'required parameters are missing: status')
  if (!SHEET_STATUSES.some((known) => known === status)) return openApiError(400, `invalid status: ${status}`)

  const window = readWindow(query, version)
  if (typeof window === 'string') return openApiError(400, window)
  const perPage = Number(query.get('maxPerPage') || MAX_PER_PAGE)
  if (!Number.isInteger(perPage) || perPage < 1) return openApiError(400, 'invalid maxPerPage')
  const token = query.get('nextToken')
  const last = token ? sheets.find(({ shipmentBoxId }) => shipmentBoxId === token) : undefined
  if (token && !last) return openApiError(400, 'invalid nextToken')
  if (isTooSlow(window.span)) return gatewayError(504, 'Gateway Timeout')

  const found = sheets.filter((sheet) => sheet.status === status && !sheet.isEnded && window.covers(sheet)).sort(byTime)
  const page = (rows: OrderSheet[], nextToken: string) =>
    jsonResponse({ code: 200, message: 'OK', data: rows.map((sheet) => sheetView(sheet, version)), nextToken })
  if (window.minutes) return page(found, '')

  const rest = last ? found.filter((sheet) => byTime(last, sheet) < 0) : found
  const rows = rest.slice(0, Math.min(perPage, MAX_PER_PAGE))
  // The token names the last returned sheet, so that a sheet which changes its status loses no other.
  return page(rows, rest.length > rows.length ? (rows.at(-1)?.shipmentBoxId ?? '') : '')
}

const byTime = (a: OrderSheet, b: OrderSheet) =>
  a.orderedAt - b.orderedAt || Number(BigInt(a.shipmentBoxId) - BigInt(b.shipmentBoxId))

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

const PATTERNS = {
  v5: {
    day: /^\d{4}-\d\d-\d\d[+-]\d\d:\d\d$/,
    minute: /^\d{4}-\d\d-\d\dT\d\d:\d\d[+-]\d\d:\d\d$/,
  },
  v4: { day: /^\d{4}-\d\d-\d\d$/, minute: /^\d{4}-\d\d-\d\dT\d\d:\d\d$/ },
}

interface Window {
  minutes: boolean
  /** Milliseconds. */
  span: number
  covers: (sheet: OrderSheet) => boolean
}

/** The window of the query, or the message of the 400. It includes the whole last day or the whole last minute. */
function readWindow(query: URLSearchParams, version: 'v5' | 'v4'): Window | string {
  const from = query.get('createdAtFrom')
  const to = query.get('createdAtTo')
  if (!from || !to) return 'required parameters are missing: createdAtFrom, createdAtTo'

  const minutes = query.get('searchType') === 'timeFrame'
  const pattern = PATTERNS[version][minutes ? 'minute' : 'day']
  const start = moment(from, pattern)
  const last = moment(to, pattern)
  if (start === undefined) return 'createdAtFrom format is invalid.'
  if (last === undefined) return 'createdAtTo format is invalid.'
  if (last < start) return 'endTime should not be before startTime.'

  // The documents say at most 31 days. 30 days between the two dates are accepted (facts 2.4).
  if (!minutes && last - start > 30 * DAY_MS) return 'endTime-startTime range should less than31.'
  if (minutes && last - start >= DAY_MS) return 'endTime-startTime range should less than 1 day.'

  const end = last + (minutes ? MINUTE_MS : DAY_MS)
  return { minutes, span: end - start, covers: ({ orderedAt }) => start <= orderedAt && orderedAt < end }
}

function moment(text: string, pattern: RegExp): number | undefined {
  if (!pattern.test(text)) return undefined
  const date = text.slice(0, 10)
  const time = text[10] === 'T' ? text.slice(11, 16) : '00:00'
  const offset = /[+-]\d\d:\d\d$/.exec(text.slice(10))?.[0] ?? '+09:00'
  const epochMs = Date.parse(`${date}T${time}:00${offset}`)
  return Number.isNaN(epochMs) ? undefined : epochMs
}
