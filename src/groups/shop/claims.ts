import { Hono } from 'hono'
import * as z from 'zod/mini'
import { failed, GatewayError } from '../../base/errors.ts'
import { at, type JsonObject, text } from '../../base/json.ts'
import type { Answer } from '../../base/once.ts'
import { addDays, getKoreanDay } from '../../base/time.ts'
import { isRefusal } from '../../gateway/batch.ts'
import { choice } from '../../gateway/http/fields.ts'
import { reply } from '../../gateway/http/respond.ts'
import { once, readAnswer } from '../../gateway/once.ts'
import { type CallDetails, pro } from '../../gateway/operation-type.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { publicMessage } from '../../upstream/failures.ts'
import { type Connection, connect } from './coupang.ts'
import { digitsInPath, nameItems, success, write, writingHeader } from './group.ts'
import { carrier, invoiceNumber } from './invoices.ts'
import { isOpen, toKnown, type Writer } from './item-writes.ts'
import type { ExchangeRow, ReturnRow } from './outputs.ts'
import { getReturn, listExchanges } from './returns.ts'

const receipt = (example: string) => ({
  param: z.object({ receipt_id: digitsInPath('receipt_id of shop_list_returns', example) }),
  header: writingHeader(),
})

const returnToConfirm = () => receipt('365001000')
const returnToApprove = () => receipt('365001234')

const shippedReturn = () => ({
  ...receipt('365001013'),
  json: z.strictObject({ carrier: carrier(), invoice_number: invoiceNumber() }),
})

const exchange = (example: string) => ({
  param: z.object({ exchange_id: digitsInPath('exchange_id of shop_list_exchanges', example) }),
  header: writingHeader(),
})

/** The product takes two reasons only. */
const REJECTIONS = { out_of_stock: 'SOLDOUT', withdrawn: 'WITHDRAW' } as const
const REJECTION_NAMES = Object.keys(REJECTIONS) as [keyof typeof REJECTIONS, ...(keyof typeof REJECTIONS)[]]

const exchangeToConfirm = () => exchange('100000212')

const rejection = () => ({
  ...exchange('100000170'),
  json: z.strictObject({
    reason: choice(REJECTION_NAMES).check(
      z.meta({
        description:
          'Why it is rejected: out_of_stock, nothing to exchange it for; withdrawn, the customer does not want it any more',
        examples: ['out_of_stock'],
      }),
    ),
  }),
})

/** One change of a claim, which the product makes with one call. */
interface ClaimChange {
  /** The caller's request. An Idempotency-Key is valid for this only. */
  body: unknown
  /** Below the vendor. */
  path: string
  /**
   * What the call has beside the vendor.
   *
   * @param isRepeated whether an earlier run may have made the change
   * @throws where the claim does not allow it
   */
  prepare(isRepeated: boolean): Promise<'already' | JsonObject>
  /** Whether the claim shows the change. Undefined where it does not tell, or cannot be found. */
  isChanged(): Promise<boolean | undefined>
}

type Outcome = 'done' | 'already'

/** Changes a claim at most once: its state tells what was done before, and what became of a lost call. */
async function changeClaim(
  { state, connection }: Writer,
  change: ClaimChange,
  key: string | undefined,
): Promise<{ outcome: Outcome; headers: Record<string, string> }> {
  const vendorId = await connection.vendorId()
  const { upstream } = connection
  const end = (outcome: Outcome) => ({ state: 'done', answer: toAnswer(outcome) }) as const
  const showsChange = async () => {
    try {
      return await change.isChanged()
    } catch (error) {
      toKnown(error)
      return undefined
    }
  }
  const answered = await once(state, {
    account: [vendorId],
    key,
    body: change.body,
    isPrepared: true,
    async send(run) {
      const fields = await change.prepare(run.before !== undefined)
      if (fields === 'already') return end(run.before ? 'done' : 'already')
      await run.startSending(true)
      try {
        const body = await connection.callAsSeller({
          method: 'PUT',
          path: () => `/v2/providers/openapi/apis/api/v4/vendors/${encodeURIComponent(vendorId)}/${change.path}`,
          changes: true,
          body: toBody(vendorId, fields),
        })
        if (text(at(body, 'data', 'resultCode')) === 'FAIL')
          throw new GatewayError(
            400,
            publicMessage(upstream, at(body, 'data', 'resultMessage')) || 'the shop service refused it',
            { reason: 'upstream 200' },
          )
        return end('done')
      } catch (error) {
        const failure = toKnown(error)
        // 403 may be a block of the address.
        const isRefused = isRefusal(failure) && failure.status !== 403
        if (!isRefused && !isOpen(failure)) throw failure
        const isShown = await showsChange()
        if (isShown) return end(isOpen(failure) || run.before ? 'done' : 'already')
        // The product refuses what the run before has made, too.
        const isProved = isShown === false || run.before === undefined
        if (!isOpen(failure) && isProved) throw failure
        return { state: 'unknown', answer: failed(unknownOf(failure)) }
      }
    },
    // The state of the claim tells what was done, so that the same request needs no memory.
    ...(key === undefined && { isOver: async () => true }),
  })
  const { fields, headers } = readAnswer(answered)
  return { outcome: fields.outcome === 'already' ? 'already' : 'done', headers }
}

const toAnswer = (outcome: Outcome): Answer => ({ ok: true, value: { outcome } })

const unknownOf = ({ status, message, reason }: GatewayError) =>
  new GatewayError(
    status === 504 ? 504 : 502,
    `${message}; the outcome is unknown: send the same request again, and what was done is not done a second time`,
    { reason },
  )

/** Ids are numbers, which a caller may have longer than JSON.stringify can write. */
function toBody(vendorId: string, fields: JsonObject): string {
  const members = Object.entries({ vendorId, ...fields }).map(([name, value]) =>
    /Id$/.test(name) && name !== 'vendorId' ? `"${name}":${value}` : `"${name}":${JSON.stringify(value)}`,
  )
  return `{${members.join(',')}}`
}

const refuse = (message: string) => new GatewayError(400, message)

const COMPLETED = 'RETURNS_COMPLETED'
const RECEIVED = 'VENDOR_WAREHOUSE_CONFIRM'

const isReceived = ({ status }: ReturnRow) => status === RECEIVED || status === COMPLETED
const isApproved = ({ status }: ReturnRow) => status === COMPLETED
/** The words of the product for a shipment that nobody can stop any more. */
const isToldShipped = ({ release_stop }: ReturnRow) => release_stop?.includes('이미출고') === true

interface ReturnChange {
  id: string
  operation: string
  isChanged: (found: ReturnRow) => boolean
  /** What the call needs beside the id. @throws where the state does not allow it */
  fieldsOf?: (found: ReturnRow) => JsonObject
  input?: object
}

function changeReturn(writer: Writer, change: ReturnChange, key: string | undefined) {
  const { id, operation, isChanged, fieldsOf = () => ({}), input = {} } = change
  const find = () => getReturn(writer.connection, id)
  return changeClaim(
    writer,
    {
      body: { id, ...input },
      path: `returnRequests/${id}/${operation}`,
      async prepare() {
        const found = await find()
        return isChanged(found) ? 'already' : { receiptId: id, ...fieldsOf(found) }
      },
      isChanged: async () => isChanged(await find()),
    },
    key,
  )
}

/** The days in which an exchange is looked for, as the product has no read of a single one. */
const EXCHANGE_DAYS = 31

async function findExchange(connection: Connection, id: string): Promise<ExchangeRow | undefined> {
  const today = getKoreanDay(connection.upstream.platform.now())
  const rows = await listExchanges(connection, { from: addDays(today, 1 - EXCHANGE_DAYS), to: today })
  return rows.find(({ exchange_id }) => exchange_id === id)
}

interface ExchangeChange {
  id: string
  operation: string
  /** Undefined where the exchange may be changed and not show it yet. */
  isChanged: (found: ExchangeRow) => boolean | undefined
  fields?: JsonObject
}

function changeExchange(
  writer: Writer,
  { id, operation, isChanged, fields = {} }: ExchangeChange,
  key: string | undefined,
) {
  const isShown = async () => {
    const found = await findExchange(writer.connection, id)
    return found && isChanged(found)
  }
  return changeClaim(
    writer,
    {
      body: { id, ...fields },
      path: `exchangeRequests/${id}/${operation}`,
      // Looking takes several calls, so that only a repeated request looks first.
      prepare: async (isRepeated) => (isRepeated && (await isShown()) ? 'already' : { exchangeId: id, ...fields }),
      isChanged: isShown,
    },
    key,
  )
}

/** What a person reads of a return before they agree to a change of it. */
const returnDetails: CallDetails = async (c, input) => {
  const found = await getReturn(connect(c), String(input.receipt_id)).catch(() => undefined)
  return found
    ? {
        order_id: found.order_id,
        ...nameItems(found.items),
        quantity: found.quantity,
        reason: found.reason,
      }
    : {}
}

/** The same of an exchange. The reason of a rejection is the seller's. */
const exchangeDetails: CallDetails = async (c, input) => {
  const found = await findExchange(connect(c), String(input.exchange_id))
  if (!found) return {}
  const replaced = found.items.map(({ new_name, quantity }) => ({ name: new_name, quantity }))
  return {
    order_id: found.order_id,
    ...nameItems(found.items),
    new_product: nameItems(replaced).product,
    customer_reason: found.reason,
  }
}

const startWriter = (c: Parameters<typeof connect>[0]): Writer => ({ state: c.get('state'), connection: connect(c) })

const returned = async (id: string, changing: ReturnType<typeof changeReturn>) => {
  const { outcome, headers } = await changing
  return reply(success({ receipt_id: id, outcome }), 200, headers)
}

const exchanged = async (id: string, changing: ReturnType<typeof changeExchange>) => {
  const { outcome, headers } = await changing
  return reply(success({ exchange_id: id, outcome }), 200, headers)
}

export const claimRoutes = new Hono<AppEnv>()
  .post(
    '/shop/returns/:receipt_id/confirm',
    write('shop_confirm_return', {
      summary: 'Confirm that the goods of a return came in',
      description:
        'For a return of status RETURNS_UNCHECKED. Goods with a fast refund are refunded by it at once; others then wait for shop_approve_return. `outcome` is already if they were confirmed before. 409: the same request is still at work.',
      ko: '반품 상품 입고 확인',
      title: 'Confirm goods of a return',
      search:
        'the returned goods arrived, got the return back, received the returned parcel, return came in, goods are back at the warehouse, 반품 입고 확인, 반품 입고, 반품 물건 들어왔, 반품 받았, 반품 도착, 회수 완료, 돌아온 물건 확인',
      tool: { account: 'shop-seller' },
      effect: 'payment',
      details: returnDetails,
      idempotent: true,
      input: returnToConfirm,
      handle: (c) => {
        const { receipt_id: id } = c.req.valid('param')
        const change = { id, operation: 'receiveConfirmation', isChanged: isReceived }
        return returned(id, changeReturn(startWriter(c), change, c.req.valid('header')['Idempotency-Key']))
      },
      access: pro,
    }),
  )
  .post(
    '/shop/returns/:receipt_id/approve',
    write('shop_approve_return', {
      summary: 'Approve a return: the customer is refunded',
      description:
        'For a return whose goods came in (VENDOR_WAREHOUSE_CONFIRM, see shop_confirm_return), with all of its items. The service approves it by itself after some time. `outcome` is already if it was approved before. 409: the same request is still at work.',
      ko: '반품 승인(환불)',
      title: 'Approve a return',
      search:
        'accept the return, approve the refund, refund the customer for the return, let the return through, finish the return, process the return, 반품 승인, 반품 처리, 반품 환불, 반품 수락, 환불 승인, 환불해 줘, 반품 완료 처리, 반품 허가',
      tool: { account: 'shop-seller' },
      effect: 'payment',
      details: returnDetails,
      idempotent: true,
      input: returnToApprove,
      handle: (c) => {
        const { receipt_id: id } = c.req.valid('param')
        const change = {
          id,
          operation: 'approval',
          isChanged: isApproved,
          fieldsOf({ quantity, status }: ReturnRow) {
            if (status === 'RETURNS_UNCHECKED')
              throw refuse(`receipt_id: the goods of this return are not confirmed yet: shop_confirm_return first`)
            if (quantity === null) throw refuse('receipt_id: the shop does not say how many items this return has')
            return { cancelCount: quantity }
          },
        }
        return returned(id, changeReturn(startWriter(c), change, c.req.valid('header')['Idempotency-Key']))
      },
      access: pro,
    }),
  )
  .post(
    '/shop/returns/:receipt_id/already-shipped',
    write('shop_report_shipped_return', {
      summary: 'Tell that goods were sent before their cancellation came',
      description:
        'For a cancellation that asks to stop a shipment (RELEASE_STOP_UNCHECKED). The customer gets the goods; the seller pays for a return. `outcome` is already if it was told before. 409: the same request is still at work.',
      ko: '이미 출고 처리(출고중지 요청 거절)',
      title: 'Report goods as already shipped',
      search:
        'it is on its way already, too late to stop the shipment, already shipped, cannot stop the parcel any more, refuse to stop the shipment, reject the cancellation because it was sent, 이미 출고, 이미 보냈, 벌써 발송, 출고 중지 못 해, 이미 발송했, 취소 거절, 출고 중지 거부',
      tool: { account: 'shop-seller' },
      effect: 'message',
      details: returnDetails,
      idempotent: true,
      input: shippedReturn,
      handle: (c) => {
        const { receipt_id: id } = c.req.valid('param')
        const input = c.req.valid('json')
        const change = {
          id,
          operation: 'completedShipment',
          isChanged: isToldShipped,
          fieldsOf: () => ({ deliveryCompanyCode: input.carrier, invoiceNumber: input.invoice_number }),
          input,
        }
        return returned(id, changeReturn(startWriter(c), change, c.req.valid('header')['Idempotency-Key']))
      },
      access: pro,
    }),
  )
  .post(
    '/shop/exchanges/:exchange_id/confirm',
    write('shop_confirm_exchange', {
      summary: 'Confirm that the goods of an exchange came in',
      description:
        'For an exchange of status PROGRESS. Some minutes later shop_list_exchanges has the box of the other item in `new_boxes`. `outcome` is already if they were confirmed before. 409: the same request is still at work.',
      ko: '교환 상품 입고 확인',
      title: 'Confirm goods of an exchange',
      search:
        'goods of the exchange arrived, got the item to swap back, exchange came in, received the exchanged item, 교환 입고 확인, 교환 물건 들어왔, 교환 상품 받았, 교환 회수 완료, 교환 도착',
      tool: { account: 'shop-seller' },
      effect: 'message',
      details: exchangeDetails,
      idempotent: true,
      input: exchangeToConfirm,
      handle: (c) => {
        const { exchange_id: id } = c.req.valid('param')
        const change = {
          id,
          operation: 'receiveConfirmation',
          // The new box appears minutes later.
          isChanged: ({ status, new_boxes }: ExchangeRow) =>
            status === 'SUCCESS' || new_boxes.length > 0 || (status === 'PROGRESS' ? undefined : false),
        }
        return exchanged(id, changeExchange(startWriter(c), change, c.req.valid('header')['Idempotency-Key']))
      },
      access: pro,
    }),
  )
  .post(
    '/shop/exchanges/:exchange_id/reject',
    write('shop_reject_exchange', {
      summary: 'Reject an exchange',
      description:
        'For an exchange of status RECEIPT, for one of two reasons that the service takes. The customer is told. `outcome` is already if it was rejected before. 409: the same request is still at work.',
      ko: '교환 거부',
      title: 'Reject an exchange',
      search:
        'refuse the exchange, no exchange possible, the other size is sold out, decline the swap, customer does not want the exchange any more, 교환 거부, 교환 거절, 교환 못 해, 교환 안 돼, 교환할 재고 없, 교환 철회',
      tool: { account: 'shop-seller' },
      effect: 'message',
      details: exchangeDetails,
      idempotent: true,
      input: rejection,
      handle: (c) => {
        const { exchange_id: id } = c.req.valid('param')
        const { reason } = c.req.valid('json')
        const change = {
          id,
          operation: 'rejection',
          isChanged: ({ status }: ExchangeRow) => status === 'REJECT',
          fields: { exchangeRejectCode: REJECTIONS[reason] },
        }
        return exchanged(id, changeExchange(startWriter(c), change, c.req.valid('header')['Idempotency-Key']))
      },
      access: pro,
    }),
  )
