import { printJson } from '../../test/upstreams/shop/bare-json.ts'
import { orderSheet } from '../../test/upstreams/shop/index.ts'
import { sheetView } from '../../test/upstreams/shop/seller/sheet-view.ts'
import type { PreparedAnswer } from './prepared.ts'

const PER_PAGE = 50
const TOKEN = 'second'

/** A page of the seller's order sheets. Those with the status FINAL_DELIVERY fill two pages, the other lists are empty. */
export function sheetPage(parameters: URLSearchParams): PreparedAnswer {
  const [isFull, isSecond] = [parameters.get('status') === 'FINAL_DELIVERY', parameters.get('nextToken') === TOKEN]
  const first = isSecond ? PER_PAGE : 0
  const data = Array.from({ length: isFull ? PER_PAGE : 0 }, (_, at) => sheet(first + at))
  const body = printJson({ code: 200, message: 'OK', data, nextToken: isFull && !isSecond ? TOKEN : '' })
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
