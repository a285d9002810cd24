import { afterAll, expect, it } from 'vitest'
import { runningClock } from '../../simulators/clock.ts'
import {
  createCoupangSeller,
  SELLER_ACCESS_KEY,
  SELLER_SECRET_KEY,
  SELLER_VENDOR_ID,
} from '../../simulators/shop/index.ts'
import { LIVE_KEY, type LiveRuntime, startGateways } from './gateways.ts'

/**
 * A seller's day on the real runtime, while the product loses answers, answers 503 and refuses too many calls: each order is
 * acknowledged and sent, and nothing is acknowledged or sent twice.
 */

/** `ORDERS=500` plays a whole day. */
const ORDERS = Number(process.env.ORDERS ?? 30)
const BATCH = 25

let runtime: LiveRuntime | undefined
afterAll(() => runtime?.stop())

/** The same chances in each run. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

it('each order of a day is acknowledged once and sent once', { timeout: 1_800_000 }, async () => {
  const shop = createCoupangSeller({ clock: runningClock })
  shop.state.sheets = []
  const sheets = Array.from({ length: ORDERS }, () => shop.sell())
  const random = dice(23)
  const { fetch } = shop
  const faults = new Map<string, number>()
  const count = (fault: string) => void faults.set(fault, (faults.get(fault) ?? 0) + 1)
  shop.fetch = async (request) => {
    const chance = random()
    if (chance < 0.1) {
      count('503 before the work')
      return Response.json({ code: 'ERROR', message: 'unavailable' }, { status: 503 })
    }
    if (chance < 0.15) {
      count('429')
      return Response.json({ code: 'ERROR', message: 'Too Many Requests' }, { status: 429 })
    }
    const answer = await fetch(request)
    if (request.method !== 'GET' && chance < 0.45) {
      count('lost after the work')
      return new Response('{"code": 2', { status: 200, headers: { 'Content-Type': 'application/json' } })
    }
    return answer
  }
  runtime = await startGateways([
    {
      name: 'shop',
      settings: {
        ...{ SHOP_VENDOR_ID: SELLER_VENDOR_ID, SHOP_ACCESS_KEY: SELLER_ACCESS_KEY, SHOP_SECRET_KEY: SELLER_SECRET_KEY },
        SUBREQUESTS: '200',
      },
      productAt: (host) => (shop.answersFor(host) ? shop : undefined),
    },
  ])

  /** Sends until it is answered, as an honest client with a key does. Returns the result of each item. */
  const send = async (route: string, body: object, key: string): Promise<string[]> => {
    for (let tries = 0; tries < 200; tries++) {
      const answer = await runtime?.ask('shop', `/api/v1/shop/ordersheets/${route}`, {
        method: 'POST',
        headers: { 'X-API-KEY': LIVE_KEY, 'Content-Type': 'application/json', 'Idempotency-Key': key },
        body: JSON.stringify(body),
      })
      if (answer?.status === 200) return answer.json.result.items.map(({ status }: { status: string }) => status)
    }
    throw new Error(`${key} was never answered`)
  }

  const results = new Set<string>()
  for (let at = 0; at < ORDERS; at += BATCH) {
    const batch = sheets.slice(at, at + BATCH)
    const shipment_box_ids = batch.map(({ shipmentBoxId }) => shipmentBoxId)
    for (const status of await send('acknowledge', { shipment_box_ids }, `acknowledge-${at}`)) results.add(status)
    const items = batch.map(({ shipmentBoxId, orderId, lines }, n) => ({
      ...{ shipment_box_id: shipmentBoxId, order_id: String(orderId), carrier: 'CJGLS' },
      ...{ vendor_item_id: String(lines[0]?.vendorItemId), invoice_number: String(651_300_000_000 + at + n) },
    }))
    for (const status of await send('invoices', { items }, `invoices-${at}`)) results.add(status)
  }

  const twice = (boxes: readonly string[]) => boxes.length - new Set(boxes).size
  const { acknowledged, invoiced } = shop.state
  expect(faults.get('lost after the work')).toBeGreaterThan(0)
  expect(results).toEqual(new Set(['done']))
  expect(sheets.every(({ status }) => status === 'DEPARTURE')).toBe(true)
  expect([twice(acknowledged), twice(invoiced)]).toEqual([0, 0])
})
