/** What a reader of the OpenAPI document is told of an operation beside its summary. The Worker has none of it. */
export const paymentDescriptions: Readonly<Record<string, string>> = {
  payment_request_bill:
    'The customer gets a message with a link to pay (PaySsam); `price` is in won. Sent with the stored account, payment_list_bills lists it. 409: the id belongs to another bill.',
  payment_read_bill:
    '`appr_state` is F paid, W waiting, C cancelled or D destroyed. The id is that of payment_request_bill; times are Korean.',
  payment_list_bills:
    'Bills that were sent with the stored account, for 400 days; the service itself has no list. Unpaid ones are checked daily. With `q`, a page may hold fewer and still have a `next_cursor`.',
  payment_get_bill:
    'Asks the service, and stores what it says of a bill in payment_list_bills. Of other bills only the price and the state are known.',
  payment_cancel_bill:
    'The customer gets the money back. `price` must be that of the bill. 409: the same Idempotency-Key is still at work.',
  payment_destroy_bill: 'A paid bill is cancelled by payment_cancel_bill instead. `price` must be that of the bill.',
  payment_resend_bill: 'Once more to the phone number of the bill.',
  payment_request_autopay:
    'Takes money at once; `price` is in won. 409: the id belongs to another bill, or the same Idempotency-Key is still at work.',
  payment_format_phone_number: 'Calls no service. A number that is not Korean is refused.',
}
