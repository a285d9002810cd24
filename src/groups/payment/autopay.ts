import { Hono } from 'hono'
import { badInput } from '../../base/errors.ts'
import { isObject, member } from '../../base/json.ts'
import type { AppEnv } from '../../gateway/state.ts'
import * as changes from './changes.ts'
import * as inputs from './group.ts'
import { write } from './group.ts'
import { idempotentHandler } from './once.ts'
import { billHash } from './payssam.ts'

type Fields = Readonly<Record<string, unknown>>

/** The `bill` of a body that is passed on. Undefined without one. Throws 400 when it is no object. */
export function billIn({ bill }: Fields): Fields | undefined {
  if (bill === undefined || isObject(bill)) return bill
  throw badInput('bill: must be an object')
}

/**
 * The fields to pass on: the price as text, as the product requires, and the hash if a bill id and a price have none.
 */
export async function withHash(fields: Fields, idName: 'bill_id' | 'billId'): Promise<Fields> {
  const { [idName]: bill_id, hash, phone } = fields
  const price = priceText(fields.price)
  if (price === undefined) return fields
  const exact = { ...fields, price }
  if (hash || typeof bill_id !== 'string') return exact
  return { ...exact, hash: await billHash({ bill_id, phone: typeof phone === 'string' ? phone : undefined, price }) }
}

/** The amount in won that the fields request. 0 without one. An invalid price is refused when the fields are sent. */
export const amountIn = (fields: Fields): number =>
  Math.max(0, ...[fields.price, member(fields.bill, 'price')].map(Number).filter(Number.isFinite))

/** At most ten digits, from text or an integer. Nothing is rounded. */
function priceText(price: unknown): string | undefined {
  if (price === undefined) return undefined
  const text = typeof price === 'number' ? String(price) : price
  if (typeof text === 'string' && /^\d{1,10}$/.test(text)) return text
  throw badInput('price: must be an integer of at most 10 digits')
}

export const autopayRoutes = new Hono<AppEnv>()
  .post(
    '/payment/autopay/manage',
    write(
      'payment_manage_autopay',
      {
        summary: 'Change an auto-pay method of a customer',
        description:
          'The customer gives the new method on the page at short_url. Every field of the body is passed on to PaySsam.',
        ko: '고객의 자동결제 수단 변경',
        title: 'Change an auto pay method',
        tool: {
          required: ['idempotency_key'],
          withheld: ['callback_url'],
        },
        effect: 'payment',
        input: inputs.autopayMethod,
      },
      idempotentHandler(changes.manageAutopay),
    ),
  )
  .post(
    '/payment/autopay/request',
    write(
      'payment_request_autopay',
      {
        summary: 'Charge the auto-pay method that a customer registered',
        description:
          'Takes money at once; `price` is in won. 409: the id belongs to another bill, or the same Idempotency-Key is still at work.',
        ko: '등록된 자동결제 수단으로 결제하기',
        title: 'Charge an auto pay method',
        search: 'charge subscription card 정기결제',
        tool: {
          required: ['idempotency_key'],
          defaults: { confirm_duplicate: false },
        },
        effect: 'payment',
        input: inputs.autopayCharge,
      },
      idempotentHandler(changes.requestAutopay),
    ),
  )
