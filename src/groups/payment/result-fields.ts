/**
 * What of a product's answer may reach a caller, and nothing else: the product echoes its API key (decisions.md
 * section 7). Every value is text, as it came; times are Korean local time without a zone.
 */
export const RESULT_FIELDS = {
  bill_id: 'The bill',
  short_url: 'Where the customer pays or, for auto-pay, changes the method',
  appr_state: 'F paid, W waiting, C cancelled, D destroyed',
  appr_pay_type: 'How it was paid',
  appr_card_type: 'The kind of card',
  appr_dt: 'When it was approved, YYYYMMDDHHMMSS',
  appr_origin_dt: 'When the original payment was approved, YYYYMMDDHHMMSS',
  appr_cancel_dt: 'When it was cancelled, YYYYMMDDHHMMSS',
  appr_price: 'The amount in won, digits only',
  appr_issuer: 'The card issuer',
  appr_issuer_cd: 'The code of the card issuer',
  appr_issuer_num: 'The masked card number',
  appr_acquirer_cd: 'The code of the acquirer',
  appr_acquirer_nm: 'The acquirer',
  appr_num: 'The approval number; of a cancel, that of the cancel',
  appr_origin_num: 'The approval number of the original payment',
  appr_res_cd: 'The result code of the approval',
  appr_monthly: 'Monthly instalments',
  appr_cash_num: 'The number of the cash receipt',
  appr_cash_trader: 'For whom the cash receipt is: 0 a person, 1 a business',
  appr_cash_issuance_number: 'The issuance number of the cash receipt',
} as const satisfies Readonly<Record<string, string>>

export type ResultField = keyof typeof RESULT_FIELDS
export type BillResult = { [field in ResultField]?: string }

export const resultFields = Object.keys(RESULT_FIELDS) as ResultField[]
