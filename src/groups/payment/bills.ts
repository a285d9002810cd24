import { Hono } from 'hono'
import * as z from 'zod/mini'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import type { Reply } from '../../gateway/http/respond.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { billDetails, billsDetails, readAnyBill } from './bill-list.ts'
import * as changes from './changes.ts'
import * as inputs from './group.ts'
import { billsToResend, billToEnd, connection, named, read, ways, write } from './group.ts'
import { answerChange, handleChange } from './make-change.ts'
import type { ResentAnswer } from './outputs.ts'
import { requestBills, sumDetails } from './requests.ts'
import { resendBills } from './resends.ts'

const reading = () => z.object(connection()).check(z.meta(ways()))

export const billToRead = () => ({ header: reading(), json: named('11122333332611120003') })
const toResend = () => billsToResend('11122333332611190004')

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
      search:
        'refund, give the money back, return the payment, reverse what was paid, customer wants the money back, cancel the paid bill, pay back the fee, 환불해, 환불 처리, 돈 돌려줘, 결제 취소해, 낸 돈 돌려, 카드 취소, 수업료 환불, 결제한 거 취소, 전액 환불, 환불해 달래',
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
      search:
        '청구서 써, send a bill, bill somebody, ask for money, charge a customer, invoice for lessons, request payment, send a payment link, collect the fee, make him pay, tuition bill by message, owes me so send a bill, 청구서 보내, 청구해, 만원 청구, 결제 요청해, 돈 내라고 보내, 수강료 청구, 회비 걷어, 결제 링크 보내, 수업료 보내, 월세 청구, 얼마 받아 줘, 카톡으로 청구, 고지서 보내, 새 청구서',
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
    '/payment/requests',
    write('payment_request_bills', {
      summary: 'Send several bills to customers',
      description:
        'Up to 50. Each customer gets a message with a link to pay; with `send` link only the answer has it. `price` is in won. The same request with the same Idempotency-Key sends those that were not tried, none twice. 409: all are sent, or being sent.',
      ko: '청구서 여러 건 보내기',
      title: 'Send several bills',
      search:
        'send out the monthly fee to all, bill everybody on the list, bill the whole class, bill these parents each, a bill to each of these, bill all students, monthly fee for everybody, send bills to all of them, many bills at once, bills for a list of customers, bulk billing, tuition for all pupils, invoice everyone, 반 전체 청구, 학생들 모두에게 청구서, 원생 전체 수강료, 여러 명에게 청구, 한꺼번에 청구서, 명단대로 청구, 단체 청구, 일괄 청구, 학부모 전체에게 수업료, 청구서 여러 장, 회원들 회비 청구',
      tool: {
        required: ['idempotency_key'],
        defaults: { confirm_duplicate: false },
        hidden: ['confirm_duplicate'],
        withheld: ['callback_url'],
      },
      effect: 'payment',
      details: sumDetails,
      destructive: false,
      input: inputs.billsToSend,
      handle: (c) => requestBills(c, c.req.valid('json')),
    }),
  )
  .post(
    '/payment/read',
    read('payment_read_bill', {
      summary: 'The state of a bill and its approval',
      description:
        '`appr_state` is F paid, W waiting, C cancelled or D destroyed. The id is that of payment_request_bill; times are Korean.',
      ko: '청구서 상태와 승인 조회',
      search:
        'is the bill paid, did the payment go through, state of the bill, approval number, with which card was it paid, 결제됐나, 결제됐는지, 승인 번호, 청구서 상태, 입금 확인, 돈 냈는지, 무슨 카드로',
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
      search:
        'recall the bill that I just sent, forget the bill, it was for somebody else, not paid yet so cancel it, 결제 전 청구서 취소, 아직 안 냈으니 취소, withdraw the bill, wrong bill, bill sent by mistake, void the unpaid bill, delete the open bill, billed the wrong amount, scrap the bill, the bill is not needed any more, 청구서 파기, 청구서 취소해, 청구서 없애, 잘못 보낸 청구서, 잘못 청구, 청구 철회, 없던 걸로, 안 낸 청구서 지워, 금액 틀린 청구서',
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
      summary: 'Resend the messages of unpaid bills',
      description:
        'Once more to the phone number of each bill. `bill_ids` sends up to 40, and the answer has the result of each: send the same request again, with the same Idempotency-Key, for those that were not tried.',
      ko: '대기 중인 청구서 메시지 다시 보내기',
      title: 'Resend bills',
      wanted: 4,
      search:
        'the link never came, did not arrive, send the bill again, remind somebody to pay, nudge who has not paid, customer did not get the bill, payment reminder, chase the money, never opened the bill, resend the link, 청구서 다시 보내, 독촉해, 재촉, 안 낸 사람한테 다시, 못 받았대, 한 번 더 보내, 다시 알려 줘, 결제하라고 알림, 리마인드, 재발송, 미납자에게 알림, 입금하라고',
      tool: {
        required: ['idempotency_key'],
        // A list of one says the same, and its answer has the same form as that of several.
        hidden: ['bill_id'],
      },
      effect: 'message',
      details: billsDetails,
      destructive: false,
      input: toResend,
      handle: (c): Promise<Reply<ResentAnswer>> => {
        const { bill_id, bill_ids = [] } = c.req.valid('json')
        return bill_id === undefined ? resendBills(c, bill_ids) : answerChange(c, changes.resend, { bill_id })
      },
    }),
  )
