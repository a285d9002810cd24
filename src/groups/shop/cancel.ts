import { Hono } from 'hono'
import * as z from 'zod/mini'
import { failed, GatewayError } from '../../base/errors.ts'
import { at, count, identifier, isObject, type JsonObject, items as readList, text } from '../../base/json.ts'
import { type Answer, RECENT_MS } from '../../base/once.ts'
import { countDone, isRefusal, requireDone } from '../../gateway/batch.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { checkTwice, choice } from '../../gateway/http/fields.ts'
import { reply } from '../../gateway/http/respond.ts'
import { type OnceRun, once, readAnswer, type Sent } from '../../gateway/once.ts'
import { type CallDetails, pro } from '../../gateway/operation-type.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { publicMessage } from '../../upstream/failures.ts'
import type { cancelledItem } from './claims.outputs.ts'
import { connect } from './coupang.ts'
import { boundedList, exactDigits, MOST_ITEMS, nameItems, wingId, write, writingHeader } from './group.ts'
import { isOpen, toKnown, unknownFor, type Writer } from './item-writes.ts'
import type { OrderSheet } from './orders.outputs.ts'
import { paceSeller } from './pace.ts'
import { fetchOrderSheets } from './sheets.ts'

type CancelledItem = z.output<ReturnType<typeof cancelledItem>>

/** The product's codes of the reasons, all of which are the seller's fault. */
const REASONS = { out_of_stock: 'CCTTER', wrong_address: 'CCPNER', wrong_price: 'CCPRER' } as const
const REASON_NAMES = Object.keys(REASONS) as [keyof typeof REASONS, ...(keyof typeof REASONS)[]]

const MOST_PIECES = 9_999

const saleToCancel = () => ({
  header: writingHeader(),
  json: z.strictObject({
    order_id: exactDigits('orderId of the order sheets').check(z.meta({ examples: ['24000123456789'] })),
    items: boundedList(
      z.strictObject({
        vendor_item_id: exactDigits('Its vendorItemId'),
        quantity: z
          .int('must be a whole number of pieces')
          .check(z.gte(1, 'must be at least 1'), z.lte(MOST_PIECES, `must be at most ${MOST_PIECES}`))
          .check(z.meta({ description: 'Pieces to cancel' })),
      }),
    )
      .check(z.superRefine(checkTwice(isSameOption)))
      .check(
        z.meta({
          description: `What to cancel of the order, at most ${MOST_ITEMS}`,
          examples: [[{ vendor_item_id: '85071234501', quantity: 1 }]],
        }),
      ),
    reason: choice(REASON_NAMES).check(
      z.meta({
        description: 'Why the seller cancels: out_of_stock, wrong_address (it cannot be delivered) or wrong_price',
        examples: ['out_of_stock'],
      }),
    ),
    wing_id: wingId('The id with which the seller signs in at WING, which the service asks for'),
  }),
})

const isSameOption = (one: { vendor_item_id: string }, other: { vendor_item_id: string }) =>
  one.vendor_item_id === other.vendor_item_id

type Sale = z.output<ReturnType<typeof saleToCancel>['json']>
type SaleItem = Sale['items'][number]

/** What is cancelled of one box. The product takes one box at a time. */
interface BoxCall {
  box: string
  parts: { id: string; quantity: number }[]
}

const CANCELLABLE: readonly (string | null)[] = ['ACCEPT', 'INSTRUCT']

interface Line {
  box: string
  status: string | null
  /** Pieces that are left. */
  left: number
  /** Pieces that are cancelled, or about to be. */
  taken: number
}

/** Where an option is in the boxes of an order. */
const findLines = (sheets: readonly OrderSheet[], id: string): Line[] =>
  sheets.flatMap(({ shipmentBoxId, status, orderItems }) =>
    readList(orderItems, (item) => {
      if (identifier(at(item, 'vendorItemId')) !== id) return undefined
      const counted = (name: string) => count(at(item, name)) ?? 0
      const taken = counted('cancelCount') + counted('holdCountForCancel')
      const left = at(item, 'canceled') === true ? 0 : Math.max(0, counted('shippingCount') - taken)
      return { box: String(shipmentBoxId), status, left, taken }
    }),
  )

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
const countTaken = (sheets: readonly OrderSheet[], id: string) => sum(findLines(sheets, id).map(({ taken }) => taken))

/**
 * What cannot be cancelled, with its reason, and the calls for the rest.
 *
 * @param cancelled the pieces of each option that are cancelled already
 */
function planCalls(sheets: readonly OrderSheet[], items: readonly SaleItem[], cancelled: ReadonlyMap<string, number>) {
  const refused = new Map<string, string>()
  const calls = new Map<string, BoxCall>()
  for (const { vendor_item_id: id, quantity: asked } of items) {
    const quantity = asked - (cancelled.get(id) ?? 0)
    const lines = findLines(sheets, id)
    const open = lines.filter(({ status, left }) => CANCELLABLE.includes(status) && left > 0)
    const left = sum(open.map((line) => line.left))
    if (left < quantity) {
      const sent = lines.find(({ status }) => !CANCELLABLE.includes(status))
      refused.set(
        id,
        lines.length === 0
          ? 'the order has no item with this id'
          : left === 0 && sent
            ? `it was sent already: its box is ${sent.status ?? 'without a status'}`
            : `only ${left} of it can be cancelled`,
      )
      continue
    }
    let rest = quantity
    for (const { box, left: most } of open) {
      const part = Math.min(rest, most)
      if (part === 0) break
      const call = calls.get(box) ?? { box, parts: [] }
      call.parts.push({ id, quantity: part })
      calls.set(box, call)
      rest -= part
    }
  }
  return { refused, calls: [...calls.values()] }
}

const cancelPath = (vendorId: string, order: string) =>
  `/v2/providers/openapi/apis/api/v5/vendors/${encodeURIComponent(vendorId)}/orders/${order}/cancel`

/** Ids are numbers of up to 19 digits, which JSON.stringify cannot write. */
function toBody(vendorId: string, { order_id, reason, wing_id }: Sale, { parts }: BoxCall): string {
  const rest = JSON.stringify({
    bigCancelCode: 'CANERR',
    middleCancelCode: REASONS[reason],
    userId: wing_id,
    vendorId,
  })
  const ids = parts.map(({ id }) => id).join(',')
  const counts = parts.map(({ quantity }) => quantity).join(',')
  return `{"orderId":${order_id},"vendorItemIds":[${ids}],"receiptCounts":[${counts}],${rest.slice(1)}`
}

/** Whether an answer says what became of the items, whatever its code. */
const hasReceipts = (body: JsonObject): boolean =>
  isObject(at(body, 'data', 'receiptMap')) || Array.isArray(readFailed(body))

const readFailed = (body: unknown) => at(body, 'data', 'failedVendorItemIds') ?? at(body, 'data', 'failedItemIds')

type Receipt = CancelledItem['receipts'][number]

function readReceipts(body: unknown): { receipt: Receipt; ids: string[] }[] {
  const map = at(body, 'data', 'receiptMap')
  // An older page shows the only receipt without its id around it.
  const found = isObject(map) && map.receiptId !== undefined ? [map] : Object.values(isObject(map) ? map : {})
  return readList(found, (one) => {
    const receipt_id = identifier(at(one, 'receiptId'))
    if (receipt_id === null) return undefined
    return {
      receipt: { receipt_id, type: text(at(one, 'receiptType')) },
      ids: readList(at(one, 'vendorItemIds'), identifier),
    }
  })
}

/** The words about an item in `[request] ... [1, 2]<= words`. The whole message where it has no such place. */
function readReason(message: string, id: string): string {
  for (const [, ids = '', words = ''] of message.matchAll(/\[([\d, ]{1,2000})\] ?<= ?([^[\r\n]{1,300})/g))
    if (ids.split(/[, ]+/).includes(id)) return words.trim()
  return message.replace(/^\[[^\]]{1,20}\] ?[\da-f-]{36}\s*/i, '').trim()
}

/** What a run keeps: the pieces that were cancelled before it, by option. */
const readSteps = (steps: string | undefined): Readonly<Record<string, number>> => JSON.parse(steps ?? '{}')

const isOpenEnd = ({ status }: CancelledItem) => status === 'unknown' || status === 'not_tried'

const readItems = (json = '[]'): CancelledItem[] => JSON.parse(json)

const toReport = (items: readonly CancelledItem[]) => ({ ...countDone(items), items: [...items] })

/** Cancels items of one order, each at most once. */
async function cancelSale(writer: Writer, sale: Sale, key: string | undefined) {
  const { state, connection } = writer
  const { answer, replayed } = await once(state, {
    account: [await connection.vendorId()],
    key,
    body: sale,
    isPrepared: true,
    send: (run) => sendCancels(writer, sale, run),
    // A later one wants more to be cancelled.
    ...(key === undefined && {
      isOver: async (answered: Answer) =>
        state.platform.now() - Number(answered.ok ? answered.value.at : 0) >= RECENT_MS,
    }),
  })
  const { fields, headers } = readAnswer({ answer, replayed: replayed && key !== undefined })
  const items = readItems(fields.items).map(
    (item): CancelledItem =>
      replayed && key === undefined && item.status === 'done' ? { ...item, status: 'already' } : item,
  )
  return reply({ ...SUCCESS.shop, result: toReport(items) }, 200, headers)
}

async function sendCancels({ state, connection }: Writer, sale: Sale, run: OnceRun): Promise<Sent> {
  const { order_id: order } = sale
  const awaitSlot = paceSeller(connection.upstream)
  const readOrder = async () => {
    await awaitSlot()
    return fetchOrderSheets(connection, order)
  }
  const earlier = run.before?.answer?.ok ? readItems(run.before.answer.value.items) : []
  const results = new Map(earlier.filter((item) => !isOpenEnd(item)).map((item) => [item.vendor_item_id, item]))
  const failures: GatewayError[] = []
  const note = (item: SaleItem, outcome: Pick<CancelledItem, 'status' | 'error'>, receipts: Receipt[] = []) =>
    void results.set(item.vendor_item_id, { ...item, ...outcome, receipts })
  const done = { status: 'done', error: null } as const
  const open = () => sale.items.filter(({ vendor_item_id }) => !results.has(vendor_item_id))
  /** Pieces that are cancelled since the first run, by option: of an item in several boxes it may be a part. */
  const cancelled = new Map<string, number>()
  /** Notes why an item was not cancelled, or the rest of it was not. */
  const noteFailed = (item: SaleItem, status: 'refused' | 'not_tried', error: string, receipts?: Receipt[]) => {
    const part = cancelled.get(item.vendor_item_id)
    note(item, { status, error: part ? `${part} of ${item.quantity} were cancelled: ${error}` : error }, receipts)
  }
  /** Notes what the order shows as cancelled since the first run. */
  const noteTaken = (sheets: readonly OrderSheet[] | undefined, taken: Readonly<Record<string, number>>) => {
    for (const item of open()) {
      const { vendor_item_id: id, quantity } = item
      const since = sheets && countTaken(sheets, id) - (taken[id] ?? 0)
      // The product has no sheets of an order that is cancelled as a whole.
      if (since === undefined || since >= quantity) note(item, done)
      else if (since > 0) cancelled.set(id, since)
    }
  }
  /** Undefined for an order that is cancelled as a whole, where a call may have done that. */
  const readAfter = async (mayBeSent: boolean) => {
    try {
      return await readOrder()
    } catch (error) {
      if (mayBeSent && error instanceof GatewayError && ENDED.test(error.message)) return undefined
      throw error
    }
  }

  const sheets = await readAfter(run.before !== undefined)
  const taken = run.before
    ? readSteps(run.steps ?? run.before.steps)
    : Object.fromEntries(sale.items.map(({ vendor_item_id: id }) => [id, countTaken(sheets ?? [], id)]))
  if (run.before) noteTaken(sheets, taken)
  const { refused, calls } = planCalls(sheets ?? [], open(), cancelled)
  for (const item of open()) {
    const error = refused.get(item.vendor_item_id)
    if (error !== undefined) noteFailed(item, 'refused', error)
  }
  const end = (): Sent => {
    const items = sale.items.flatMap(({ vendor_item_id }) => results.get(vendor_item_id) ?? [])
    const lost = items.filter(({ status }) => status === 'unknown').length
    // Where a part was cancelled, the request is not as unsent.
    if (lost === 0 && cancelled.size === 0) requireDone(items, toReport(items), failures)
    const { successful } = countDone(items)
    const failure = failures.find(isOpen)
    const answer: Answer =
      failure && lost > 0 && successful === 0
        ? failed(unknownFor(failure, lost))
        : { ok: true, value: { items: JSON.stringify(items), at: String(state.platform.now()) } }
    return { state: items.some(isOpenEnd) ? 'unknown' : 'done', answer }
  }
  if (calls.length === 0) return end()

  await run.startSending(true, JSON.stringify(taken))
  const vendorId = await connection.vendorId()
  const receipts = new Map(earlier.map((item) => [item.vendor_item_id, item.receipts]))
  const outcomes = new Map<string, { status: 'refused' | 'unknown' | 'not_tried'; error: string }>()
  let stop: GatewayError | undefined
  for (const call of calls) {
    const fail = (status: 'refused' | 'unknown' | 'not_tried', error: string) => {
      // What is not known of one box is not known of the item, whatever another box says.
      for (const { id } of call.parts) if (outcomes.get(id)?.status !== 'unknown') outcomes.set(id, { status, error })
    }
    if (stop) {
      fail('not_tried', stop.message)
      continue
    }
    let body: JsonObject
    try {
      await awaitSlot()
      body = await connection.callAsSeller({
        path: () => cancelPath(vendorId, order),
        body: toBody(vendorId, sale, call),
        changes: true,
        isAnswer: hasReceipts,
      })
    } catch (error) {
      const failure = toKnown(error)
      failures.push(failure)
      if (isOpen(failure)) fail('unknown', unknownFor(failure, call.parts.length).message)
      else if (isRefusal(failure)) fail('refused', failure.message)
      else {
        stop = failure
        fail('not_tried', failure.message)
      }
      continue
    }
    const message = publicMessage(connection.upstream, at(body, 'message'))
    const failedIds = new Set(readList(readFailed(body), identifier))
    for (const { receipt, ids } of readReceipts(body))
      for (const id of ids) receipts.set(id, [...(receipts.get(id) ?? []), receipt])
    for (const { id, quantity } of call.parts) {
      if (!failedIds.has(id)) cancelled.set(id, (cancelled.get(id) ?? 0) + quantity)
      else if (outcomes.get(id)?.status !== 'unknown')
        outcomes.set(id, { status: 'refused', error: readReason(message, id) || 'the shop service does not say why' })
    }
  }
  for (const item of open()) {
    const outcome = outcomes.get(item.vendor_item_id)
    const own = receipts.get(item.vendor_item_id) ?? []
    if (!outcome) note(item, done, own)
    // What has no answer is looked up in the order.
    else if (outcome.status !== 'unknown') noteFailed(item, outcome.status, outcome.error, own)
  }
  if (open().length > 0) {
    try {
      noteTaken(await readAfter(true), taken)
    } catch (error) {
      toKnown(error)
    }
    for (const item of open()) note(item, outcomes.get(item.vendor_item_id) ?? done, receipts.get(item.vendor_item_id))
  }
  return end()
}

/** The words about an order that is cancelled or given back as a whole. */
const ENDED = /취소 또는 반품/

/** What a person reads of the items before they agree: an id says nothing to them. */
const describeItems: CallDetails = async (c, { order_id, items }) => {
  const sheets = await fetchOrderSheets(connect(c), String(order_id))
  const lines = sheets.flatMap(({ orderItems }) => orderItems)
  const findName = (id: unknown) =>
    text(
      at(
        lines.find((line) => identifier(at(line, 'vendorItemId')) === id),
        'vendorItemName',
      ),
    )
  return nameItems(
    readList(items, (item) => ({ name: findName(at(item, 'vendor_item_id')), quantity: count(at(item, 'quantity')) })),
  )
}

export const cancelRoutes = new Hono<AppEnv>().post(
  '/shop/ordersheets/cancel',
  write('shop_cancel_sale', {
    summary: 'Cancel items of an order that the seller cannot ship',
    description:
      'The customer is refunded, and the score of the seller falls. Items of ACCEPT are cancelled at once, of INSTRUCT the shipment is stopped. Each is reported as done, already, or refused with the reason; all refused is 400. 409: the same request is still at work.',
    ko: '판매자가 주문 취소(품절 등)',
    title: 'Cancel an order as the seller',
    search:
      'cancel the order of a customer, we cannot deliver, sold out so cancel it, cancel a sale, seller cancels, order cannot be fulfilled, call off an order, wrong price so cancel, take the order back, 주문 취소해, 판매자 취소, 품절이라 취소, 재고 없어서 취소, 주문 못 보내, 취소 처리, 품절 취소, 주문 취소 처리, 손님 주문 취소',
    tool: {
      account: 'shop-seller',
    },
    effect: 'payment',
    details: describeItems,
    idempotent: true,
    input: saleToCancel,
    handle: async (c) => {
      const writer = { state: c.get('state'), connection: connect(c) }
      return cancelSale(writer, c.req.valid('json'), c.req.valid('header')['Idempotency-Key'])
    },
    access: pro,
  }),
)
