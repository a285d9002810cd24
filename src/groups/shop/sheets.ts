import { Hono } from 'hono'
import * as z from 'zod/mini'
import { at, isObject, items, list, text } from '../../base/json.ts'
import { checkTwice, choice, openObject } from '../../gateway/http/fields.ts'
import { pro } from '../../gateway/operation-type.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { type CallLimits, type Connection, connect, exactId } from './coupang.ts'
import { boundedList, exactDigits, MOST_ITEMS, read, success, write, writingHeader } from './group.ts'
import { hasResults, type ItemWrite, type WriteItem, type Writer, writeItems } from './item-writes.ts'
import { type FetchListPage, readLists, readPage } from './lists.ts'
import type { OrderSheet } from './orders.outputs.ts'
import { paceSeller } from './pace.ts'
import { type CreatedAtWindow, type KoreanWindow, parseTime, readCreatedAt } from './window.ts'

const WINDOW =
  'YYYY-MM-DD, or YYYY-MM-DDTHH:mm for a window under 24 hours; Korean time, included. ISO 8601 with an offset is converted'

const orderSheets = () => ({
  json: openObject({
    createdAtFrom: z
      .string()
      .check(z.meta({ description: `Start of the window: ${WINDOW}`, examples: ['2026-11-01'], narrows: 'amount' })),
    createdAtTo: z.string().check(
      z.meta({
        description: `End of the window, at most 30 days later: ${WINDOW}`,
        examples: ['2026-11-21'],
        narrows: 'amount',
      }),
    ),
    status: z
      .optional(choice(orderSheetStatuses))
      .check(z.meta({ description: 'Only sheets of this status; all six when absent' })),
    ship_by: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, 'must be a day, YYYY-MM-DD'))).check(
      z.meta({
        description: 'Only what is to be shipped on this day or earlier, and was not',
        examples: ['2030-12-31'],
      }),
    ),
  }),
})

const boxesToAcknowledge = () => ({
  header: writingHeader(),
  json: z.strictObject({
    shipment_box_ids: boundedList(exactDigits('shipmentBoxId of an order sheet'))
      .check(z.superRefine(checkTwice((box: string, other: string) => box === other)))
      .check(
        z.meta({
          description: `The boxes to acknowledge, at most ${MOST_ITEMS}, as strings`,
          examples: [['642538971006401431']],
        }),
      ),
  }),
})

/** Version 5 returns amounts as objects with a currency, version 4, the one before, as numbers. */
type Version = 'v5' | 'v4'

/** A path below the vendor, in one version. */
const below = (version: Version, path: string) => (vendorId: string) =>
  `/v2/providers/openapi/apis/api/${version}/vendors/${encodeURIComponent(vendorId)}/${path}`

/** The sheet of a box; undefined where the answer holds none. @param box digits */
const fetchSheet = async ({ callAsSeller }: Connection, box: string): Promise<OrderSheet | undefined> =>
  readSheets(
    await callAsSeller({
      path: below('v5', `ordersheets/${box}`),
      earlier: { of: 'sheet', path: below('v4', `ordersheets/${box}`) },
    }),
  )[0]

/** The sheets of all boxes of an order. @param order digits */
export const fetchOrderSheets = async (
  { callAsSeller }: Connection,
  order: string,
  limits?: CallLimits,
): Promise<OrderSheet[]> =>
  readSheets(
    await callAsSeller({
      path: below('v5', `${order}/ordersheets`),
      earlier: { of: 'order', path: below('v4', `${order}/ordersheets`) },
      ...(limits && { limits }),
    }),
  )

/** `data` is one sheet or a list. */
function readSheets(envelope: unknown): OrderSheet[] {
  const data = at(envelope, 'data')
  return mergeSheets([Array.isArray(data) ? list(data) : [data]])
}

/** The six statuses, in the order of a sheet's life. The product has a separate list for each. */
export const orderSheetStatuses = [
  'ACCEPT',
  'INSTRUCT',
  'DEPARTURE',
  'DELIVERING',
  'FINAL_DELIVERY',
  'NONE_TRACKING',
] as const

export type OrderSheetStatus = (typeof orderSheetStatuses)[number]

/** Undefined for anything but a sheet. */
const readSheet = (value: unknown): OrderSheet | undefined =>
  isObject(value) && Object.keys(value).length > 0
    ? {
        ...value,
        shipmentBoxId: exactId(value.shipmentBoxId),
        status: text(value.status),
        orderedAt: text(value.orderedAt),
      }
    : undefined

/**
 * Merges the order sheets of all lists and pages: each shipment box once, ordered by the time of the order, with
 * unknown times at the end. A sheet whose status changed between two calls is in two lists. The later status is used.
 */
export function mergeSheets(lists: readonly (readonly unknown[])[]): OrderSheet[] {
  const byBox = new Map<string | symbol, OrderSheet>()
  for (const sheet of items(lists.flat(), readSheet)) {
    // Without the id of its box, a sheet cannot be recognized in a second list.
    const box = sheet.shipmentBoxId === null ? Symbol() : String(sheet.shipmentBoxId)
    const known = byBox.get(box)
    if (!known || progress(known) < progress(sheet)) byBox.set(box, sheet)
  }
  return [...byBox.values()]
    .map((sheet) => ({ sheet, box: String(sheet.shipmentBoxId ?? ''), time: getOrderTime(sheet) }))
    .sort((a, b) => a.time - b.time || byDigits(a.box, b.box))
    .map(({ sheet }) => sheet)
}

/** Later than any date. Not Infinity, because two sheets without a time must differ by 0 when they are sorted. */
const NO_TIME = Number.MAX_SAFE_INTEGER

const getOrderTime = ({ orderedAt }: OrderSheet) => parseTime(orderedAt) ?? NO_TIME

const byDigits = (a: string, b: string) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)

const ORDER: readonly (string | null)[] = orderSheetStatuses

const progress = ({ status }: OrderSheet) => ORDER.indexOf(status)

/** The offset of every window. Version 4 takes none. */
const OFFSET = '+09:00'

/**
 * One page of the sheets with one status in a window. @param token the token from the page before; '' for the first
 * page
 */
export async function fetchSheetPage(
  { callAsSeller }: Connection,
  status: OrderSheetStatus,
  { form, from, to }: KoreanWindow,
  token: string,
  limits?: CallLimits,
) {
  const toRequest = (version: Version, offset: string) => ({
    path: below(version, 'ordersheets'),
    parameters: [
      ['createdAtFrom', from + offset],
      ['createdAtTo', to + offset],
      // Minute windows return all rows at once and accept no `maxPerPage`.
      ...(form === 'minute' ? [['searchType', 'timeFrame'] as const] : []),
      ['status', status],
      ...(form === 'day' ? [['maxPerPage', '50'] as const] : []),
      ...(token ? [['nextToken', token] as const] : []),
    ] as const,
  })
  const earlier = { of: 'sheets', ...toRequest('v4', '') }
  return readPage(await callAsSeller({ ...toRequest('v5', OFFSET), earlier, ...(limits && { limits }) }))
}

interface OrderSheetQuery extends CreatedAtWindow {
  /** All six when absent. */
  status?: OrderSheetStatus | undefined
  /** Only sheets with an item that is to be shipped on this day or earlier, and was not. */
  ship_by?: string | undefined
}

const NOT_SHIPPED: readonly unknown[] = ['ACCEPT', 'INSTRUCT']

/** The product names the day on each item. */
const isDue = ({ status, orderItems }: OrderSheet, day: string): boolean =>
  NOT_SHIPPED.includes(status) &&
  items(orderItems, (item) => text(at(item, 'estimatedShippingDate'))).some(
    (date) => /^\d{4}-/.test(date) && date.slice(0, 10) <= day,
  )

const TOO_MUCH =
  'createdAtFrom, createdAtTo: the order sheets of this window cannot all be had in one request: ask for a narrower window, or for one status'

/**
 * All order sheets of a window, by the time of the order. Throws 400 for an invalid window, and for one that cannot be
 * read completely. Throws 504 when the product does not answer, and 502 for a repeated token.
 */
export async function listOrderSheets(
  connection: Connection,
  { status, ship_by, ...query }: OrderSheetQuery,
): Promise<OrderSheet[]> {
  const window = readCreatedAt(query)
  // In the order of a sheet's life, because the product reads its lists at any moment between request and response.
  const lists = (status ? [status] : orderSheetStatuses).map(
    (wanted): FetchListPage =>
      (...asked) =>
        fetchSheetPage(connection, wanted, ...asked),
  )
  const sheets = mergeSheets(await readLists(connection, [window], lists, TOO_MUCH))
  return ship_by === undefined ? sheets : sheets.filter((sheet) => isDue(sheet, ship_by))
}

const path = (vendorId: string) =>
  `/v2/providers/openapi/apis/api/v4/vendors/${encodeURIComponent(vendorId)}/ordersheets/acknowledgement`

/** Moves boxes from ACCEPT to INSTRUCT. @param boxes digits, each once */
async function acknowledge(writer: Writer, boxes: readonly string[], key: string | undefined) {
  const { connection } = writer
  const awaitSlot = paceSeller(connection.upstream)
  const write: ItemWrite<WriteItem> = {
    items: boxes.map((shipment_box_id) => ({ shipment_box_id })),
    body: boxes.toSorted(),
    async prepare({ open }) {
      const vendorId = await connection.vendorId()
      // The ids are numbers of 18 digits, which JSON.stringify cannot write.
      const ids = open.map(({ shipment_box_id }) => shipment_box_id).join(',')
      const body = `{"vendorId":${JSON.stringify(vendorId)},"shipmentBoxIds":[${ids}]}`
      return () => connection.callAsSeller({ method: 'PUT', path, changes: true, body, isAnswer: hasResults })
    },
    async isChanged({ shipment_box_id }) {
      await awaitSlot()
      const sheet = await fetchSheet(connection, shipment_box_id)
      return sheet !== undefined && sheet.status !== null && sheet.status !== 'ACCEPT'
    },
  }
  return writeItems(writer, write, key)
}

export const sheetRoutes = new Hono<AppEnv>()
  .post(
    '/shop/ordersheets',
    read('shop_list_order_sheets', {
      summary: "The seller's order sheets of a window of time",
      description:
        'What customers ordered from the connected seller of Coupang, as its open API reports it. All pages of the window come at once; money is in won. Other fields of the body are ignored.',
      ko: '판매자의 발주서(주문) 목록, 기간별',
      search:
        'who bought from us, customers who bought from my shop, new orders, orders that came in today, which orders must I ship, what has to go out today, who ordered, address of the customer for the label, orders not yet shipped, late orders, orders without tracking number, how many orders are waiting, orders in delivery, open orders, what did a customer order, orders of my store, 새 주문, 주문 들어온 거, 오늘 주문 몇 건, 보낼 주문, 아직 안 보낸 주문, 발송 안 한, 송장 안 넣은, 배송 중인 주문, 누가 주문했, 주문자 주소, 늦은 주문, 처리할 주문, 주문 확인해, 밀린 주문, 배송지 주소, 나가야 할 거, 출고할 거',
      title: 'Get orders to ship',
      wanted: 1,
      tool: {
        description:
          'Orders that the seller ships at Coupang (WING), with their items; fields "all": every vendorItemId, receivers, days to ship, carriers. shop_send_invoices ships them.',
        shown: {
          '': 'status error result',
          'result.[]': 'shipmentBoxId orderId orderedAt:day status invoiceNumber? orderItems',
          'result.[].orderItems.[]':
            'vendorItemId+ vendorItemName shippingCount orderPrice discountPrice? cancelCount? holdCountForCancel? plannedShippingDate? canceled?',
        },
        account: 'shop-seller',
      },
      input: orderSheets,
      handle: async (c) => success(await listOrderSheets(connect(c), c.req.valid('json'))),
    }),
  )
  .post(
    '/shop/ordersheets/acknowledge',
    write('shop_acknowledge_order_sheets', {
      summary: 'Acknowledge paid orders: their boxes are being prepared',
      description:
        'Moves boxes from ACCEPT to INSTRUCT, at most 50. Each is reported as done, already, or refused with the reason; all refused is 400. Read the order sheets again after it: the customer may have changed the address. 409: the same Idempotency-Key is still at work.',
      ko: '발주 확인(상품준비중 처리)',
      title: 'Acknowledge orders',
      wanted: 2,
      search:
        'confirm the new orders, accept the orders, I am packing them now, mark as being prepared, take on the orders, start preparing, 발주 확인, 주문 확인 처리, 상품준비중으로, 준비중으로 넘겨, 주문 접수, 접수 처리, 포장 시작, 주문 받아',
      tool: {
        account: 'shop-seller',
      },
      effect: 'message',
      idempotent: true,
      input: boxesToAcknowledge,
      handle: async (c) => {
        const writer = { state: c.get('state'), connection: connect(c) }
        const { shipment_box_ids } = c.req.valid('json')
        return acknowledge(writer, shipment_box_ids, c.req.valid('header')['Idempotency-Key'])
      },
      access: pro,
    }),
  )
