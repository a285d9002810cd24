import { Hono } from 'hono'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { proOrPayment } from '../../gateway/licence.ts'
import { operations } from '../../gateway/operation.ts'
import type { AppEnv } from '../../gateway/state.ts'
import * as changes from './changes.ts'
import { idempotentHandler } from './idempotent-handler.ts'
import { billDetails, listBills, readAnyBill, readListedBill } from './listed/list-bills.ts'
import { readPhone } from './phone.ts'
import * as inputs from './schemas.ts'

const { read, write } = operations<typeof import('./outputs.ts').outputs>({
  group: 'payment',
  gate: proOrPayment,
  headers: inputs.HEADERS,
  synonyms: inputs.SYNONYMS,
})

/** The payment operations. */
export const payment = new Hono<AppEnv>()
  .post(
    '/payment/cancel',
    write(
      'payment_cancel_bill',
      {
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
        input: inputs.billToRead,
      },
      async (c) => ({ ...SUCCESS.payment, result: await readAnyBill(c) }),
    ),
  )
  .get(
    '/payment/bills',
    read(
      'payment_list_bills',
      {
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
        input: inputs.listedBill,
      },
      async (c) => ({ ...SUCCESS.payment, result: await readListedBill(c, c.req.valid('param').bill_id) }),
    ),
  )
  .post(
    '/payment/destroy',
    write(
      'payment_destroy_bill',
      {
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
        effect: 'message',
        details: billDetails,
        destructive: false,
        input: inputs.billToResend,
      },
      idempotentHandler(changes.resend),
    ),
  )
  .post(
    '/payment/autopay/manage',
    write(
      'payment_manage_autopay',
      {
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
        effect: 'payment',
        input: inputs.autopayCharge,
      },
      idempotentHandler(changes.requestAutopay),
    ),
  )
  .post(
    '/payment/format-phone-number',
    read(
      'payment_format_phone_number',
      {
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
