/**
 * The only fields of a product's response that may reach a caller, because the product echoes its API key. Every value
 * is unchanged text. Times are Korean local time without a zone.
 */
export const resultFields = [
  'bill_id',
  'short_url',
  'appr_state',
  'appr_pay_type',
  'appr_card_type',
  'appr_dt',
  'appr_origin_dt',
  'appr_cancel_dt',
  'appr_price',
  'appr_issuer',
  'appr_issuer_cd',
  'appr_issuer_num',
  'appr_acquirer_cd',
  'appr_acquirer_nm',
  'appr_num',
  'appr_origin_num',
  'appr_res_cd',
  'appr_monthly',
  'appr_cash_num',
  'appr_cash_trader',
  'appr_cash_issuance_number',
] as const

export type ResultField = (typeof resultFields)[number]
export type BillResult = { [field in ResultField]?: string }

export interface Purse {
  /** How many points are left. */
  points: number
  /** The page on which they are bought. Undefined where the product does not say it. */
  chargeUrl: string | undefined
}

/** Fields about the person who paid. The number of a cash receipt may be a phone number. */
const PERSONAL: ReadonlySet<string> = new Set<ResultField>([
  'appr_issuer_num',
  'appr_cash_num',
  'appr_cash_issuance_number',
])

/** The fields of a bill, those about the person who paid apart. */
export function splitPersonal(bill: BillResult): { data: BillResult; personal: BillResult } {
  const pick = (isPersonal: boolean) =>
    Object.fromEntries(Object.entries(bill).filter(([name]) => PERSONAL.has(name) === isPersonal))
  return { data: pick(false), personal: pick(true) }
}

/** The type of line of a number. */
export const PHONE_TYPES = ['mobile', 'landline', 'personal', 'voip', 'toll_free', 'service'] as const
