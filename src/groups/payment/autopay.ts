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
      search: 'charge subscription card 정기결제',
      tool: {
        required: ['idempotency_key'],
        defaults: { confirm_duplicate: false },
      },
      effect: 'payment',
      input: inputs.autopayCharge,
      handle: handleChange(changes.requestAutopay),
    }),
  )
