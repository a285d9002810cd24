import * as answers from './answers.ts'

/** The bodies of the successes, by operation. Only documents and tests need them, so that the Worker has none. */
export const outputs = {
  payment_cancel_bill: answers.bill,
  payment_request_bill: answers.bill,
  payment_read_bill: answers.bill,
  payment_list_bills: answers.bills,
  payment_get_bill: answers.listedBill,
  payment_destroy_bill: answers.bill,
  payment_resend_bill: answers.bill,
  payment_manage_autopay: answers.bill,
  payment_request_autopay: answers.bill,
  payment_format_phone_number: answers.phone,
}
