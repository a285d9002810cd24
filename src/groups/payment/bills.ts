import { Hono } from 'hono'
import * as z from 'zod/mini'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { billDetails, readAnyBill } from './bill-list.ts'
import * as changes from './changes.ts'
import * as inputs from './group.ts'
import { billToEnd, connection, named, read, ways, write, writing } from './group.ts'
import { handleChange } from './make-change.ts'

const reading = () => z.object(connection()).check(z.meta(ways()))

export const billToRead = () => ({ header: reading(), json: named('11122333332611120003') })
const billToResend = () => ({ header: writing(), json: named('11122333332611190004') })

export const billToCancel = () => billToEnd('11122333332611120007', 150_000)
const billToDestroy = () => billToEnd('11122333332611180012', 33_000)

export const billRoutes = new Hono<AppEnv>()
  .post(
    '/payment/cancel',
    write('payment_cancel_bill', {
      summary: 'Cancel a paid bill, the whole amount',
      description:
        'The customer gets the money back. `price` must be that of the bill. 409: the same Idempotency-Key is still at work.',
      ko: '결제된 청구서 전액 취소(환불)',
      title: 'Cancel a paid bill',
      wanted: 5,
      search: 'refund',
      tool: {
        required: ['idempotency_key'],
      },
      effect: 'payment',
      details: billDetails,
      idempotent: true,
      input: billToCancel,
      handle: handleChange(changes.cancel),
    }),
  )
  .post(
    '/payment/request',
    write('payment_request_bill', {
      summary: 'Send a bill to a customer',
      description:
        'The customer gets a message with a link to pay (PaySsam); `price` is in won. Sent with the stored account, payment_list_bills lists it. 409: the id belongs to another bill.',
      ko: '고객에게 청구서 보내기(결제 요청)',
      title: 'Send a bill',
      wanted: 1,
      search: 'invoice charge pay 송금',
      tool: {
        required: ['idempotency_key'],
        defaults: { confirm_duplicate: false },
        description: 'Sends a customer a PaySsam bill with a link to pay. Confirm with the person first.',
        hidden: ['bill_id', 'confirm_duplicate'],
        withheld: ['callback_url'],
      },
      effect: 'payment',
      destructive: false,
      input: inputs.billToSend,
      handle: handleChange(changes.request),
    }),
  )
  .post(
    '/payment/read',
    read('payment_read_bill', {
      summary: 'The state of a bill and its approval',
      description:
        '`appr_state` is F paid, W waiting, C cancelled or D destroyed. The id is that of payment_request_bill; times are Korean.',
      ko: '청구서 상태와 승인 조회',
      title: 'Get the state of a bill',
      input: billToRead,
      handle: async (c) => ({ ...SUCCESS.payment, result: await readAnyBill(c) }),
    }),
  )
  .post(
    '/payment/destroy',
    write('payment_destroy_bill', {
      summary: 'Destroy a bill that nobody has paid',
      description: 'A paid bill is cancelled by payment_cancel_bill instead. `price` must be that of the bill.',
      ko: '아직 결제되지 않은 청구서 파기',
      title: 'Destroy an unpaid bill',
      wanted: 6,
      search: 'withdraw void 취소 delete unpaid',
      tool: {
        required: ['idempotency_key'],
      },
      effect: 'deletion',
      details: billDetails,
      idempotent: true,
      input: billToDestroy,
      handle: handleChange(changes.destroy),
    }),
  )
  .post(
    '/payment/resend',
    write('payment_resend_bill', {
      summary: 'Resend the message of an unpaid bill',
      description: 'Once more to the phone number of the bill.',
      ko: '대기 중인 청구서 메시지 다시 보내기',
      title: 'Resend a bill',
      wanted: 4,
      search: 'again remind 재발송 알림',
      tool: {
        required: ['idempotency_key'],
      },
      effect: 'message',
      details: billDetails,
      destructive: false,
      input: billToResend,
      handle: handleChange(changes.resend),
    }),
  )
