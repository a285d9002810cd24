import { SUCCESS } from '../../gateway/http/envelope.ts'
import { routeList } from '../../gateway/http/router.ts'
import { proOrPayment } from '../../gateway/licence.ts'
import { operations } from '../../gateway/operation.ts'
import * as answers from './answers.ts'
import * as changes from './changes.ts'
import { idempotentHandler } from './idempotent-handler.ts'
import { billDetails, listBills, readAnyBill, readListedBill } from './listed/list-bills.ts'
import { readPhone } from './phone.ts'
import * as inputs from './schemas.ts'

const { read, write } = operations({
  group: 'payment',
  gate: proOrPayment,
  headers: inputs.HEADERS,
  synonyms: inputs.SYNONYMS,
})

/** The payment operations (contract 4.5 and decisions.md section 7). */
export const payment = routeList()
  .post(
    '/payment/cancel',
    write(
      {
        id: 'payment_cancel_bill',
        effect: 'payment',
        details: billDetails,
        idempotent: true,
        input: inputs.billToCancel,
        output: answers.bill,
      },
      idempotentHandler(changes.cancel),
    ),
  )
  .post(
    '/payment/request',
    write(
      {
        id: 'payment_request_bill',
        effect: 'payment',
        destructive: false,
        input: inputs.billToSend,
        output: answers.bill,
      },
      idempotentHandler(changes.request),
    ),
  )
  .post(
    '/payment/read',
    read(
      {
        id: 'payment_read_bill',
        input: inputs.billToRead,
        output: answers.bill,
      },
      async (c) => ({ ...SUCCESS.payment, result: await readAnyBill(c) }),
    ),
  )
  .get(
    '/payment/bills',
    read(
      {
        id: 'payment_list_bills',
        input: inputs.billList,
        output: answers.bills,
      },
      async (c) => ({ ...SUCCESS.payment, ...(await listBills(c, c.req.valid('query'))) }),
    ),
  )
  .get(
    '/payment/bills/:bill_id',
    read(
      {
        id: 'payment_get_bill',
        input: inputs.listedBill,
        output: answers.listedBill,
      },
      async (c) => ({ ...SUCCESS.payment, result: await readListedBill(c, c.req.valid('param').bill_id) }),
    ),
  )
  .post(
    '/payment/destroy',
    write(
      {
        id: 'payment_destroy_bill',
        effect: 'deletion',
        details: billDetails,
        idempotent: true,
        input: inputs.billToDestroy,
        output: answers.bill,
      },
      idempotentHandler(changes.destroy),
    ),
  )
  .post(
    '/payment/resend',
    write(
      {
        id: 'payment_resend_bill',
        effect: 'message',
        details: billDetails,
        destructive: false,
        input: inputs.billToResend,
        output: answers.bill,
      },
      idempotentHandler(changes.resend),
    ),
  )
  .post(
    '/payment/autopay/manage',
    write(
      {
        id: 'payment_manage_autopay',
        effect: 'payment',
        input: inputs.autopayMethod,
        output: answers.bill,
      },
      idempotentHandler(changes.manageAutopay),
    ),
  )
  .post(
    '/payment/autopay/request',
    write(
      {
        id: 'payment_request_autopay',
        effect: 'payment',
        input: inputs.autopayCharge,
        output: answers.bill,
      },
      idempotentHandler(changes.requestAutopay),
    ),
  )
  .post(
    '/payment/format-phone-number',
    read(
      {
        id: 'payment_format_phone_number',
        input: inputs.phoneToFormat,
        output: answers.phone,
        gate: 'open',
        maxBody: 1024,
      },
      async (c) => {
        const { digits: phone, ...rest } = readPhone(c.req.valid('json').phone)
        return { ...SUCCESS.payment, phone, ...rest }
      },
    ),
  )
