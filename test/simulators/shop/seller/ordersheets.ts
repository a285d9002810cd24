import { Hono } from 'hono'
import { jsonResponse } from '../answers.ts'
import { gatewayError, openApiError } from './errors.ts'
import { type OrderSheet, SHEET_STATUSES } from './sheet.ts'
import { sheetView, type Version } from './sheet-view.ts'
import { SELLER_VENDOR_ID } from './signature.ts'
import type { SellerSwitches } from './switches.ts'
import { readWindow } from './window.ts'

const MAX_PER_PAGE = 50
const DEFAULT_WAIT_MS = 3000

/** Order sheets of both versions (facts 2.4). */
export function ordersheets(state: { sheets: OrderSheet[] }, switches: SellerSwitches): Hono {
  const app = new Hono()
  for (const version of ['v4', 'v5'] as const) {
    app.get(`/v2/providers/openapi/apis/api/${version}/vendors/:vendorId/ordersheets`, (c) => {
      if (c.req.param('vendorId') !== SELLER_VENDOR_ID) return openApiError(switches.wrongVendor, 'Invalid vendor ID')
      const wait = Number(c.req.header('x-extended-timeout')) || DEFAULT_WAIT_MS
      return list(state.sheets, new URL(c.req.url).searchParams, version, () => switches.windowMs > wait)
    })
  }
  return app
}

function list(sheets: OrderSheet[], query: URLSearchParams, version: Version, tooSlow: () => boolean): Response {
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
  if (tooSlow()) return gatewayError(504, 'Gateway Timeout')

  const found = sheets.filter((sheet) => sheet.status === status && window.covers(sheet)).sort(byTime)
  if (window.minutes) return page(found, version, version === 'v5' ? '' : undefined)

  const rest = last ? found.filter((sheet) => byTime(last, sheet) < 0) : found
  const rows = rest.slice(0, Math.min(perPage, MAX_PER_PAGE))
  // The token names the last returned sheet, so that a sheet which changes its status loses no other.
  return page(rows, version, rest.length > rows.length ? (rows.at(-1)?.shipmentBoxId ?? '') : '')
}

const page = (rows: OrderSheet[], version: Version, nextToken: string | undefined) =>
  jsonResponse({ code: 200, message: 'OK', data: rows.map((sheet) => sheetView(sheet, version)), nextToken })

const byTime = (a: OrderSheet, b: OrderSheet) =>
  a.orderedAt - b.orderedAt || Number(BigInt(a.shipmentBoxId) - BigInt(b.shipmentBoxId))
