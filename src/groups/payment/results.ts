import { badGateway, badInput, conflict, GatewayError, type Reason } from '../../base/errors.ts'
import { count, isObject, type JsonObject, tryParseJson } from '../../base/json.ts'
import type { UpstreamAnswer } from '../../upstream/client.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import { codeReason, isHtml, publicMessage, requiredFields, toFailure } from '../../upstream/failures.ts'
import { type BillResult, type Purse, type ResultField, resultFields } from './result-fields.ts'

/** The meaning of a product's refusal for the caller. */
interface Refusal {
  status: 400 | 401 | 402 | 404 | 409 | 502
  /** A neutral message for the caller. */
  message: string
  /** Whether the code leaves open if the work was done. Then only reading the bill shows it. */
  open: boolean
  /** The state of the bill does not allow the change. Reading the bill shows which change it allows. */
  wrongState?: true
}

const SUCCESS = '0000'

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

/**
 * Determines from a bill why a change was refused. Undefined when the bill does not show it.
 *
 * @param getStoredPrice reads the amount of the stored bill in won, which the product's read of an unpaid bill lacks
 */
export type Explanation = (
  bill: BillResult,
  getStoredPrice: () => Promise<number | undefined>,
) => Promise<GatewayError | undefined>

/** The product cancels only paid bills, and only the full amount. */
export const whyNotCancelled =
  (price: number): Explanation =>
  async ({ appr_state, appr_price }) => {
    if (appr_state === 'W') return conflict('not paid: nothing was cancelled; payment_destroy_bill withdraws it')
    if (appr_state === 'D') return conflict('destroyed before it was paid: nothing was cancelled')
    return appr_state === 'F' ? otherPrice(price, appr_price) : undefined
  }

/** The product destroys only unpaid bills. */
export const whyNotDestroyed =
  (price: number): Explanation =>
  async ({ appr_state, appr_price }, getStoredPrice) => {
    if (appr_state === 'F') return conflict('paid: nothing was destroyed; payment_cancel_bill gives the money back')
    if (appr_state === 'D') return conflict('already destroyed: there is nothing more to do')
    return appr_state === 'W' ? otherPrice(price, appr_price ?? (await getStoredPrice())?.toString()) : undefined
  }

/** The product sends the message of waiting bills only. */
export const whyNotResent: Explanation = async ({ appr_state }) =>
  appr_state === 'D' ? conflict('destroyed: nothing was sent; payment_request_bill sends a new one') : undefined

const otherPrice = (price: number, actual: string | undefined) =>
  actual !== undefined && /^\d+$/.test(actual) && actual !== String(price)
    ? badInput(`price: the amount of the bill is ${actual} won`)
    : undefined

/** The outcome of the requested work, from a response. */
type ResponseClass =
  | { kind: 'done'; result: BillResult }
  /** Not done, and final. `noBill`: the product knows no bill with this id. `wrongState`: as in `Refusal`. */
  | { kind: 'refused'; status: Refusal['status']; message: string; noBill: boolean; wrongState: boolean }
  /** Unknown whether it was done. Only reading the bill shows it. */
  | { kind: 'unknown'; message: string }
  /** No code, or one that does not decide. Only the HTTP status is left. */
  | { kind: 'uncoded' }

/**
 * Classifies the outcome by the HTTP status and the product's response, which is undefined when it is unreadable. A
 * code decides under every status, except a catch-all code in a 4xx, where the status is more specific.
 */
export function classifyResponse(httpStatus: number, answer: ProductAnswer | undefined): ResponseClass {
  if (answer?.code === undefined) return { kind: 'uncoded' }
  if (answer.code === SUCCESS) {
    if (httpStatus >= 200 && httpStatus < 300) return { kind: 'done', result: answer.result }
    return { kind: 'unknown', message: `the payment service answered ${httpStatus} beside its code for success` }
  }
  // The message of a server error may describe that error.
  const refusal = parseRefusal(answer.code, httpStatus < 500 ? answer.message : '')
  const { status, message, open, wrongState = false } = refusal
  if (!open) return { kind: 'refused', status, message, noBill: refusal === NO_BILL, wrongState }
  return httpStatus >= 400 && httpStatus < 500 ? { kind: 'uncoded' } : { kind: 'unknown', message }
}

/**
 * HTTP statuses that mean, without a code, that nothing was done: the request was invalid or rate limited. 408, 409,
 * 425, 499 and all others may come from a proxy that gave up while the product worked.
 */
const REFUSING_STATUSES: ReadonlySet<number> = new Set([400, 401, 402, 403, 404, 405, 413, 415, 422, 429, 529])

export const statusRefuses = (httpStatus: number): boolean => REFUSING_STATUSES.has(httpStatus)

/**
 * The error of a write with an unknown outcome: 504 when no response came in time, 502 otherwise. It names the bill to
 * read, if any. `why` is part of the message to the caller.
 */
export function outcomeUnknown(status: 502 | 504, why: string, billId?: string, reason?: Reason): GatewayError {
  const advice = billId === undefined ? 'look at the account' : `read bill ${billId}`
  return new GatewayError(status, `${why}; the outcome is unknown: ${advice} before trying again`, { reason })
}

/** A response of either version, in one format. */
interface ProductAnswer {
  /** `0000` for success. Any other code is a refusal, whatever the HTTP status. Undefined without one. */
  code: string | undefined
  /** The product's own message, unmasked. It must not reach a caller unchanged. */
  message: string
  result: BillResult
  purse?: Purse
}

/** Parses a response. Undefined when it is no JSON object. */
export function readAnswer(text: string): ProductAnswer | undefined {
  const body = tryParseJson(text)
  if (!isObject(body)) return undefined
  // The documents say `msg`, a live host sent `message`.
  const message = asText(body.msg) || asText(body.message) || ''
  const purse = readPurse(body)
  return { code: asText(body.code) || undefined, message, result: readFields(body), ...(purse && { purse }) }
}

/**
 * The fields of a response or report. Version 1 has `appr_state` next to the code, version 2 `apprState` in `data`, and
 * production mixes spellings and nests `data`. So each spelling counts in each place, the outermost first.
 */
export function readFields(body: JsonObject): BillResult {
  const found: BillResult = {}
  for (const [name, value] of placesIn(body).flatMap(Object.entries)) {
    const field = FIELDS.get(spelling(name))
    const returned = field && (WORDS.has(field) ? asWord(value) : asText(value))
    if (field && returned !== undefined) found[field] ||= returned
  }
  return Object.fromEntries(resultFields.flatMap((field) => (field in found ? [[field, found[field]]] : [])))
}

/** The objects in which clients find the fields of a bill, the outermost first. */
function placesIn(body: JsonObject): JsonObject[] {
  const places = [body]
  for (const place of places)
    if (places.length < MOST_PLACES) places.push(...WRAPPERS.map((name) => place[name]).filter(isObject))
  return places
}

/** The points of a purse, which version 1 calls `remain_count` and version 2 `balance` (payment facts, section 4.5). */
function readPurse(body: JsonObject): Purse | undefined {
  const fields = [...placesIn(body), body.info].filter(isObject).flatMap(Object.entries)
  const find = (...names: readonly string[]) =>
    asText(fields.find(([name, value]) => names.includes(spelling(name)) && asText(value) !== undefined)?.[1])
  const points = count(find('balance', 'remaincount')?.replace(/[,\s]/g, ''))
  if (points === null) return undefined
  const url = find('chargeurl')
  return {
    points,
    chargeUrl: url !== undefined && /^https?:$/.test(URL.parse(url)?.protocol ?? '') ? url : undefined,
  }
}

const WRAPPERS = ['data', 'result', 'response', 'bill', 'payment']
/** Far more than any response has. */
const MOST_PLACES = 10

/** A name without what differs between spellings: `short_url`, `shortUrl` and `shortURL` are one. */
const spelling = (name: string) => name.replaceAll('_', '').toLowerCase()

const FIELDS: ReadonlyMap<string, ResultField> = new Map(resultFields.map((field) => [spelling(field), field]))

/** Fields that may not be numbers: a URL, and an id, which may start with zeros. */
const WORDS: ReadonlySet<ResultField> = new Set(['bill_id', 'short_url'])

const asWord = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Text unchanged, and the digits of a number. The parser keeps long numbers as text. */
function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : undefined
}

const required = requiredFields('payment', '', 'code', 'appr_state', 'points')

export interface CallOptions {
  /** Whether the call only reads, and may be repeated. */
  reads: boolean
  /** Whether it reads points instead of a bill. */
  ofPoints?: true
  /** The bill that the response must be about, if any. */
  billId: string | undefined
}

/** The outcome of a call: the product did the work, refused it, or its response does not decide. */
export type ProductOutcome =
  | { result: BillResult; purse?: Purse }
  /** `noBill`: the product knows no bill with this id. `wrongState`: the bill's state does not allow the change. */
  | { refusal: GatewayError; noBill: boolean; wrongState?: boolean }
  /** `answered`: the product finished the call, but its code does not say how. */
  | { unclear: GatewayError; answered?: boolean }

/**
 * Turns a response into the outcome for the caller. Throws 502 for a successful HTTP status without a code, because
 * that says nothing about the work, and for a bill that was read without its state.
 *
 * @param answer undefined when it is unreadable
 */
export function productOutcome(
  upstream: UpstreamContext,
  http: UpstreamAnswer,
  answer: ProductAnswer | undefined,
  { reads, ofPoints, billId }: CallOptions,
): ProductOutcome {
  const named = answer?.result.bill_id
  if (billId !== undefined && named && named !== billId) {
    return { unclear: badGateway('the payment service answered about another bill', 'shape bill_id') }
  }
  if (http.status < 300 && !isHtml(http)) {
    const { code, result } = required('', answer)
    // Version 1 may return the bill itself, without a code.
    if (reads && code === undefined && named === billId && isState(result.appr_state)) return { result }
    required('code', code)
    if (reads && code === SUCCESS) {
      if (ofPoints) required('points', answer?.purse?.points)
      else required('appr_state', result.appr_state)
    }
  }
  const classification = classifyResponse(http.status, answer)
  switch (classification.kind) {
    case 'done':
      return { result: classification.result, ...(ofPoints && answer?.purse && { purse: answer.purse }) }
    case 'refused': {
      const { status, message, noBill, wrongState } = classification
      const reason = codeReason(answer?.code)
      return { refusal: new GatewayError(status, withWords(upstream, message, answer), { reason }), noBill, wrongState }
    }
    case 'unknown':
      return {
        unclear: badGateway(withWords(upstream, classification.message, answer), codeReason(answer?.code)),
        answered: http.status < 300,
      }
    case 'uncoded': {
      const failure = failureByStatus(upstream, http, answer)
      const isRefusal = failure.status < 500 && statusRefuses(http.status)
      return isRefusal ? { refusal: failure, noBill: false } : { unclear: failure }
    }
  }
}

/** The error for an HTTP status without a usable code. */
function failureByStatus(
  upstream: UpstreamContext,
  http: UpstreamAnswer,
  answer: ProductAnswer | undefined,
): GatewayError {
  const { status, message, reason, headers } = toFailure(upstream, 'payment', http, answer?.message)
  const isTheirs = message === publicMessage(upstream, answer?.message)
  const words = isTheirs ? `the payment service answered ${http.status}` : message
  return new GatewayError(status, withWords(upstream, words, answer), { reason, headers })
}

/** Our message, followed by the product's own in brackets, so that the person learns the reason. */
function withWords(upstream: UpstreamContext, words: string, answer: ProductAnswer | undefined): string {
  // The message of a success code must not be quoted in an error.
  const theirs = answer && answer.code !== SUCCESS ? publicMessage(upstream, answer.message.trim()) : ''
  return theirs ? `${words} (${theirs})` : words
}

export const isState = (state: string | undefined): state is keyof typeof STATES =>
  state !== undefined && state in STATES

export const STATES = { W: 'unpaid', F: 'paid', C: 'cancelled', D: 'destroyed' } as const
