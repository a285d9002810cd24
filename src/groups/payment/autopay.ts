import { Hono } from 'hono'
import type { AppEnv } from '../../gateway/state.ts'
import * as changes from './changes.ts'
import * as inputs from './group.ts'
import { write } from './group.ts'
import { handleChange } from './make-change.ts'

export const autopayRoutes = new Hono<AppEnv>()
  .post(
    '/payment/autopay/manage',
    write('payment_manage_autopay', {
      summary: 'Change an auto-pay method of a customer',
      description:
        'The customer gives the new method on the page at short_url. Every field of the body is passed on to PaySsam.',
      ko: '고객의 자동결제 수단 변경',
      search:
        'wants to pay with another card automatically, customer wants to change the card of automatic payment, new card for the recurring payment, card expired, replace the registered card, 자동결제 카드 변경, 카드 바꾸고 싶, 결제 수단 교체, 카드 유효기간, 카드 만료, 자동결제 수정, 새 카드로',
      title: 'Change an auto pay method',
      tool: {
        required: ['idempotency_key'],
        withheld: ['callback_url'],
      },
      effect: 'payment',
      input: inputs.autopayMethod,
      handle: handleChange(changes.manageAutopay),
    }),
  )
  .post(
    '/payment/autopay/request',
    write('payment_request_autopay', {
      summary: 'Charge the auto-pay method that a customer registered',
      description:
        'Takes money at once; `price` is in won. 409: the id belongs to another bill, or the same Idempotency-Key is still at work.',
      ko: '등록된 자동결제 수단으로 결제하기',
      title: 'Charge an auto pay method',
      search:
        'charge the registered card, collect the monthly fee automatically, take this month from the card on file, recurring payment now, autopay charge, pull the fee, 자동결제로 받아, 정기결제 청구, 등록된 카드로 결제, 카드 긁어, 이번 달분 결제, 자동이체 실행, 매달 회비 빼, 카드에서 빼',
      tool: {
        required: ['idempotency_key'],
        defaults: { confirm_duplicate: false },
      },
      effect: 'payment',
      input: inputs.autopayCharge,
      handle: handleChange(changes.requestAutopay),
    }),
  )
