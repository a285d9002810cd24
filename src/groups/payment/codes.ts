/** The meaning of a product's refusal for the caller. */
export interface Refusal {
  status: 400 | 401 | 402 | 404 | 409 | 502
  /** A neutral message for the caller. */
  message: string
  /** Whether the code leaves open if the work was done. Then only reading the bill shows it. */
  open: boolean
  /** The state of the bill does not allow the change. Reading the bill shows which change it allows. */
  wrongState?: true
}

export const SUCCESS = '0000'

const refused = (status: Refusal['status'], message: string): Refusal => ({ status, message, open: false })
const wrongState = (message: string): Refusal => ({ ...refused(400, message), wrongState: true })
const open = (message: string): Refusal => ({ status: 502, message, open: true })
const account = (what: string) =>
  refused(401, `the payment account was rejected by its service (${what}): reconnect it`)

export const NO_BILL = refused(404, 'no such bill')
export const USED_ID = refused(409, 'bill_id: is already used by another bill')
const BAD_INPUT = refused(400, 'the payment service refused the input')
const FAILED = open('the payment service could not process the request')
const BANK_SILENT = open('the payment service got no answer from the card network or the bank')

/** The refusals by code. */
const REFUSALS: ReadonlyMap<string, Refusal> = new Map([
  ['1003', account('user not allowed')],
  ['1010', account('not open yet')],
  ['1700', refused(400, 'the payment account has already joined')],
  ['5000', FAILED],
  ['9800', USED_ID],
  ['9870', refused(400, 'callback_url: is required by this payment account: send an http or https address')],
  ['9970', refused(400, 'the bill is already cancelled')],
  ['9971', wrongState('the bill is already paid')],
  ['9980', NO_BILL],
  ['9999', FAILED],
  ['BILL_001', USED_ID],
  ['BILL_003', NO_BILL],
  ['BILL_006', wrongState('the bill is not in a state that allows this')],
  ['ERROR', FAILED],
  ['MAINTAINED_METHOD', open('the payment service or its bank is under maintenance')],
  ['PARTNER_001', account('not a partner of this API version')],
  ['PARTNER_002', account('API key missing or malformed')],
  ['PARTNER_003', account('not a proper partner')],
  ['PARTNER_004', account('merchant not found')],
  ['PARTNER_005', account('partner missing')],
  ['PARTNER_006', account('no active contract')],
  ['PARTNER_007', account('not offered to it')],
  ['PAYMENT_001', BANK_SILENT],
  ['PAYMENT_002', BANK_SILENT],
  ['POINT_001', refused(402, 'the send points of the payment account are used up')],
  ['VALIDATION_001', BAD_INPUT],
  ['VALIDATION_002', refused(400, 'hash: does not match the bill')],
])

/** The refusals by the first part of a code, for codes that the documents do not list. */
const FAMILIES: ReadonlyMap<string, Refusal> = new Map([
  ['BILL', refused(400, 'the payment service refused the bill')],
  ['PARTNER', account('not allowed')],
  ['PAYMENT', FAILED],
  ['POINT', refused(402, 'the payment account lacks send points')],
  ['VALIDATION', BAD_INPUT],
])

/** The v1 code for everything without a code of its own, including refused input. */
const OTHER = '9999'

/**
 * The refusal for a code other than SUCCESS. An unknown code leaves the outcome open. So does the catch-all code,
 * unless the product's message refuses a field.
 *
 * @param message the product's own message
 */
export function parseRefusal(code: string, message = ''): Refusal {
  if (code === OTHER && refusesField(message)) return BAD_INPUT
  return REFUSALS.get(code) ?? FAMILIES.get(/^([A-Z]+)_\d+$/.exec(code)?.[1] ?? '') ?? FAILED
}

/** Request fields as the product's messages and documents name them. */
const FIELD =
  /휴대(폰|전화)|핸드폰|전화\s?번호|연락처|수신\s?번호|청구서\s?(ID|아이디|번호)|금액|가격|상품\s?명|(고객|회원|구매자|수신자)\s?(명|이름)|(만료|유효)\s?(일|기간|기한)|해시|콜백|\b(phone|price|amount|bill_?id|product_?(nm|name)|member_?(nm|name)|expire_?(dt|date)|hash|callback_?url)\b/i

/** Words that only describe the format of a field. */
const WRONG_FORM =
  /형식(이|은)?\s?(올바르지|맞지|유효하지)\s?않|(올바르지\s?않은|유효하지\s?않은|잘못된)\s?(형식|값)|필수|누락|(이어|여)야\s?합니다|\b(invalid|malformed|missing|is required|must (be|have|contain|match))\b|\b(format|form|length) is (wrong|incorrect|not (valid|correct))\b|\btoo (long|short)\b/i

/** Words about the work itself. A message about an approval, a response or a failure may come after the money moved. */
const WORK =
  /승인|결제\s?(중|실패|완료)|취소|처리|응답|결과|통신|서버|시스템|은행|카드|실패|오류|초과|시간|이미|approv|respons|result|server|system|network|bank|card|process|transaction|fail|error|timeout|timed out|already|cancel|paid/i

/**
 * Whether the product's message refuses a field because of its format, such as "휴대폰 번호 형식이 올바르지 않습니다." (the format of
 * the phone number is not valid). Then nothing was done. A doubtful message does not count, because a wrongly reported
 * refusal makes a caller pay twice.
 */
export const refusesField = (message: string): boolean =>
  FIELD.test(message) && WRONG_FORM.test(message) && !WORK.test(message)
