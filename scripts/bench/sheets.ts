import { printJson } from '../../test/upstreams/shop/bare-json.ts'
import { orderSheet } from '../../test/upstreams/shop/index.ts'
import { sheetView } from '../../test/upstreams/shop/seller/sheet-view.ts'
import type { PreparedAnswer } from './prepared.ts'

const PER_LIST = 50
/** The statuses whose lists are full in November. All other lists are empty, so that every week takes the same calls. */
const FULL = ['DELIVERING', 'FINAL_DELIVERY']

/** The only page of the seller's order sheets with a status. */
export function sheetPage(parameters: URLSearchParams): PreparedAnswer {
  const list = FULL.indexOf(parameters.get('status') ?? '')
  const isFull = list >= 0 && parameters.get('createdAtFrom')?.startsWith('2026-11')
  const data = Array.from({ length: isFull ? PER_LIST : 0 }, (_, at) => sheet(list * PER_LIST + at))
  const body = printJson({ code: 200, message: 'OK', data, nextToken: '' })
  return { status: 200, type: 'application/json', body: Buffer.from(body) }
}

const sheet = (at: number) =>
  sheetView(
    orderSheet({
      shipmentBoxId: String(642_538_971_006_401_431n + BigInt(at)),
      orderId: 24_000_000_000_000 + at,
      orderedAt: Date.parse('2026-11-01T03:00:00Z') + at * 3_600_000,
      status: 'FINAL_DELIVERY',
    }),
    'v5',
  )
