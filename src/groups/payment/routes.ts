import { Hono } from 'hono'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import type { AppEnv } from '../../gateway/state.ts'
import * as changes from './changes.ts'
import { read, write } from './group.ts'
import { idempotentHandler } from './idempotent-handler.ts'
import { billDetails, listBills, readAnyBill, readListedBill } from './listed/list-bills.ts'
import { readPhone } from './phone.ts'
import * as inputs from './schemas.ts'

export const billRoutes = new Hono<AppEnv>()
  .post(
    '/payment/cancel',
    write(
      'payment_cancel_bill',
      {
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
        input: inputs.billToCancel,
      },
      idempotentHandler(changes.cancel),
    ),
  )
  .post(
    '/payment/request',
    write(
      'payment_request_bill',
      {
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
      },
      idempotentHandler(changes.request),
    ),
  )
  .post(
    '/payment/read',
    read(
      'payment_read_bill',
      {
        summary: 'The state of a bill and its approval',
        description:
          '`appr_state` is F paid, W waiting, C cancelled or D destroyed. The id is that of payment_request_bill; times are Korean.',
        ko: '청구서 상태와 승인 조회',
        title: 'Get the state of a bill',
        input: inputs.billToRead,
      },
      async (c) => ({ ...SUCCESS.payment, result: await readAnyBill(c) }),
    ),
  )
  .post(
    '/payment/destroy',
    write(
      'payment_destroy_bill',
      {
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
        input: inputs.billToDestroy,
      },
      idempotentHandler(changes.destroy),
    ),
  )
  .post(
    '/payment/resend',
    write(
      'payment_resend_bill',
      {
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
        input: inputs.billToResend,
      },
      idempotentHandler(changes.resend),
    ),
  )

export const billListRoutes = new Hono<AppEnv>()
  .get(
    '/payment/bills',
    read(
      'payment_list_bills',
      {
        summary: 'The bills that this gateway sent',
        description:
          'Of 400 days, with the stored account; the service has no list. `state` unpaid is all that nobody has paid, overdue or not; those are checked daily, until 90 days after their last day. With `q`, a page may hold fewer and still have a `next_cursor`.',
        ko: '이 게이트웨이로 보낸 청구서 목록',
        title: 'Get many bills',
        wanted: 2,
        search: 'unpaid overdue invoices 미납',
        tool: {
          description: 'PaySsam bills that were sent: state unpaid for who has not paid, days_overdue for how late.',
        },
        input: inputs.billList,
      },
      async (c) => ({ ...SUCCESS.payment, ...(await listBills(c, c.req.valid('query'))) }),
    ),
  )
  .get(
    '/payment/bills/:bill_id',
    read(
      'payment_get_bill',
      {
        summary: 'A bill as the payment service knows it now, with what is stored of it',
        description:
          'Asks the service, and stores what it says of a bill in payment_list_bills. Of other bills only the price and the state are known.',
        ko: '청구서 한 건의 현재 상태와 저장된 내용',
        title: 'Get a bill',
        wanted: 3,
        input: inputs.listedBill,
      },
      async (c) => ({ ...SUCCESS.payment, result: await readListedBill(c, c.req.valid('param').bill_id) }),
    ),
  )

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

export const phoneRoutes = new Hono<AppEnv>().post(
  '/payment/format-phone-number',
  read(
    'payment_format_phone_number',
    {
      summary: 'A Korean phone number as the payment service expects it',
      description: 'Calls no service. A number that is not Korean is refused.',
      ko: '한국 전화번호를 결제 서비스 형식으로 바꾸기',
      title: 'Format a phone number',
      tool: {
        account: null,
      },
      input: inputs.phoneToFormat,
      gate: 'open',
      maxBody: 1024,
    },
    async (c) => {
      const { digits: phone, ...rest } = readPhone(c.req.valid('json').phone)
      return { ...SUCCESS.payment, phone, ...rest }
    },
  ),
)

/** The payment operations. */
export const payment = new Hono<AppEnv>()
  .route('/', billRoutes)
  .route('/', billListRoutes)
  .route('/', autopayRoutes)
  .route('/', phoneRoutes)
