import { billResult } from './answers.ts'

/** The `data` of the payment event: decisions.md section 12. Built at the first use. */
export const paymentEvents = {
  'payment.bill.paid': () => billResult().describe('The bill, as its status gives it; times are Korean local time'),
}
