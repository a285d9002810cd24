import { billResult } from './answers.ts'

const bill = () => billResult().describe('The bill, as its status gives it; times are Korean local time')

/** The `data` of payment events. Built at first use. */
export const paymentEvents = {
  'payment.bill.paid': bill,
  'payment.bill.cancelled': bill,
  'payment.bill.expired': bill,
}
