import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Product } from './groups.ts'
import type { SecretKind } from './misplaced.ts'

/**
 * Why a request failed, as in the log. The first words are a closed set. They are followed by a status, a code, a host
 * or a path in our own schemas, so that no text of a caller or a product gets into the log.
 */
export type Reason =
  | 'input'
  | 'unknown path'
  | 'method'
  | 'not found'
  | 'conflict'
  | 'quota'
  | `refused ${'key' | 'scope' | 'licence' | 'origin' | 'limit' | 'amount' | 'service' | 'app' | 'admin' | 'link' | 'confirmation' | 'proof'}`
  | `account ${'not connected' | 'rejected' | 'ambiguous'}`
  | 'setting'
  /** The check of the OAuth package that a client failed. */
  | `oauth ${string}`
  /** The product's HTTP status. */
  | `upstream ${number}`
  /** The product's own code, in a response of any status. */
  | `code ${string}`
  /** The product's own code for an account that has another interface, which is not known. */
  | `moved ${string}`
  /** The path of a missing field in the product's response. */
  | `shape ${string}`
  | 'page'
  | 'too large'
  | 'foreign address'
  /** The host of the address. */
  | `foreign address ${string}`
  | 'timeout'
  | 'broken'
  | 'caller left'
  | 'budget'
  | 'unusable'
  /** The product's generation of the account has this in a form that the gateway does not know. */
  | 'not offered'
  | 'unavailable'
  /** An unexpected error. A second log line says where. */
  | 'bug'

const USUAL_REASONS: Readonly<Record<number, Reason>> = {
  400: 'input',
  401: 'refused key',
  402: 'quota',
  403: 'refused service',
  404: 'not found',
  405: 'method',
  409: 'conflict',
  410: 'refused link',
  413: 'input',
  415: 'input',
  429: 'refused limit',
  500: 'setting',
  502: 'unusable',
  503: 'unavailable',
  504: 'timeout',
}

interface FailureDetails {
  /** The reason in the log. Defaults to the usual reason of the status. */
  reason?: Reason | undefined
  /** Response headers for this error: `Retry-After`, `Allow`, `WWW-Authenticate`. */
  headers?: Readonly<Record<string, string>>
  parameters?: FailureParameters | undefined
  /** Fields of the body next to the message: the outcome of each item of a request (gateway/batch.ts). */
  body?: Readonly<Record<string, unknown>> | undefined
  /** The problem of each field, without its value. Absent when only the message says it. */
  problems?: readonly FieldProblem[] | undefined
}

/** A field of a request, and what was wrong with it. Contains no value of the request. */
export interface FieldProblem {
  readonly name: string
  readonly problem: string
}

/**
 * The values that the message names, for a page that words the code in its own language. Bodies of `/admin` contain it.
 */
export interface FailureParameters {
  /** The invalid fields of the request. */
  fields?: readonly string[]
  account?: string
  /** Why a link does not work. */
  link?: 'used' | 'ended' | 'spent' | 'wrong'
  /** The missing or invalid setting. */
  setting?: string
  /** The kind of secret that was pasted into the wrong place, and the account that it belongs to. */
  secret?: SecretKind
  belongs_to?: Product
  /** The origin of a page that ALLOWED_ORIGINS does not list. */
  origin?: string
}

/**
 * The only class of expected errors. `message` is for the caller, in the error envelope of the operation's group. It
 * says what to do, and never contains a credential, a signed URL or unfiltered upstream text. `reason` is for the log.
 */
export class GatewayError extends Error {
  override readonly name = 'GatewayError'
  readonly status: ContentfulStatusCode
  readonly reason: Reason
  readonly headers: Readonly<Record<string, string>>
  readonly parameters: FailureParameters
  readonly body: FailureDetails['body']
  readonly problems: FailureDetails['problems']

  constructor(
    status: ContentfulStatusCode,
    message: string,
    { reason, headers = {}, parameters = {}, body, problems }: FailureDetails = {},
  ) {
    super(message)
    this.status = status
    this.reason = reason ?? USUAL_REASONS[status] ?? 'unusable'
    this.headers = headers
    this.parameters = parameters
    this.body = body
    this.problems = problems
  }
}

/** The error that a caller gets. An unexpected one becomes a 500 that says nothing about its cause. */
export const publicError = (error: unknown): GatewayError =>
  error instanceof GatewayError ? error : new GatewayError(500, 'the gateway failed on this request', { reason: 'bug' })

export const hasStatus = (error: unknown, status: number): error is GatewayError =>
  error instanceof GatewayError && error.status === status

/** 400: invalid input. The message names the fields. */
export const badInput = (message: string, fields: readonly string[] = [], problems?: readonly FieldProblem[]) =>
  new GatewayError(400, message, { parameters: { fields }, problems })

/** 401: the API key or a third-party credential. */
export const unauthorized = (message: string, reason?: Reason) => new GatewayError(401, message, { reason })

export const notFound = (message = 'not found') => new GatewayError(404, message)

/** 409: not ready yet, or in conflict with what exists. */
export const conflict = (message: string) => new GatewayError(409, message)

/** 500: a setting of the deployment is missing or wrong. The message names it, usually first. */
export function misconfigured(message: string): GatewayError {
  const setting = /^[A-Z][A-Z_]+\b/.exec(message)?.[0]
  return new GatewayError(500, message, { parameters: { ...(setting && { setting }) } })
}

/** 409: the account at the product is connected already, under another id. */
export const sameAccount = (account: string, other: string) =>
  new GatewayError(409, `${account}: this account is already connected as ${other}`, {
    reason: 'conflict',
    parameters: { account },
  })

/** 502: the product's response is unusable. */
export const badGateway = (message: string, reason?: Reason) => new GatewayError(502, message, { reason })

/** 502: a product named an address that is not called. */
export const foreignAddress = (group: string, url: URL | undefined) =>
  badGateway(`the ${group} service pointed to an address that is not its own`, foreignReason(url))

/** Names the host of an address that is not called, without the rest, which may be signed. */
export const foreignReason = (url: URL | null | undefined): Reason =>
  url?.hostname ? `foreign address ${url.hostname}` : 'foreign address'

export const isForeignAddress = (reason: Reason | undefined): boolean => /^foreign address\b/.test(reason ?? '')

/** 504: no response in time. */
export const timedOut = (message: string) => new GatewayError(504, message)

/**
 * The code of each reason that a request fails for: what a program decides on, and what a page words in its own language.
 * docs/errors.md has a section for each code. A code is never renamed.
 */
export const ERROR_CODES = {
  input: 'invalid_input',
  'unknown path': 'unknown_path',
  method: 'method_not_allowed',
  'not found': 'not_found',
  conflict: 'conflict',
  quota: 'quota_exceeded',
  'refused key': 'invalid_key',
  'refused scope': 'insufficient_scope',
  'refused licence': 'licence_required',
  'refused origin': 'origin_refused',
  'refused limit': 'too_many_requests',
  'refused amount': 'limit_exceeded',
  'refused service': 'product_refused',
  'refused app': 'app_blocked',
  'refused admin': 'not_signed_in',
  'refused link': 'invalid_link',
  'refused confirmation': 'confirmation_required',
  'refused proof': 'proof_required',
  'account not connected': 'account_not_connected',
  'account rejected': 'account_rejected',
  'account ambiguous': 'account_ambiguous',
  setting: 'setting_missing',
  oauth: 'oauth_refused',
  upstream: 'product_failed',
  code: 'product_failed',
  shape: 'product_changed',
  moved: 'product_changed',
  page: 'product_changed',
  'too large': 'answer_too_large',
  'foreign address': 'address_refused',
  timeout: 'product_timeout',
  broken: 'product_unreachable',
  'caller left': 'caller_left',
  budget: 'call_budget_exceeded',
  unusable: 'product_failed',
  'not offered': 'not_offered',
  unavailable: 'unavailable',
  bug: 'internal_error',
} as const

export type ErrorCode = (typeof ERROR_CODES)[keyof typeof ERROR_CODES]

/** The status of the gateway for a product that refused or failed, and its code. */
const PRODUCT_CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_input',
  401: 'account_rejected',
  402: 'quota_exceeded',
  403: 'product_refused',
  404: 'not_found',
  409: 'conflict',
  429: 'too_many_requests',
  504: 'product_timeout',
}

/**
 * The code of a reason. Some reasons end with a status, a code or a path, which the code leaves out. For an error of the
 * product the status decides, because its own codes are many.
 *
 * @param status what the gateway answers
 */
export function getErrorCode(reason: string, status: number): ErrorCode {
  const codes: Readonly<Record<string, ErrorCode>> = ERROR_CODES
  const [kind = '', second] = reason.split(' ', 2)
  const product = kind === 'upstream' || kind === 'code' ? PRODUCT_CODES[status] : undefined
  return product ?? codes[reason] ?? codes[`${kind} ${second}`] ?? codes[kind] ?? 'internal_error'
}

/** What a refusal says, as plain data. A field that says nothing is absent. */
type Refusal = Pick<GatewayError, 'status' | 'message' | 'reason'> & { headers: Record<string, string> } & Partial<
    Pick<GatewayError, 'parameters' | 'body' | 'problems'>
  >

/**
 * The result of a call to a Durable Object. An expected refusal crosses as a value: the class of a thrown error is lost on
 * the way to the Worker, and the runtime logs it with its text, even if the Worker catches it.
 */
export type Outcome<Value> = { ok: true; value: Value } | ({ ok: false } & Refusal)

/** In the object: runs work, and turns a GatewayError into a result that the Worker can throw again. */
export async function outcome<Value>(work: () => Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return failed(error)
  }
}

export const failed = (error: GatewayError): Outcome<never> => {
  const { status, message, reason, headers, parameters, body, problems } = error
  const hasParameters = Object.values(parameters).some((value) => value !== undefined)
  return {
    ok: false,
    ...{ status, message, reason, headers: { ...headers } },
    ...(hasParameters && { parameters }),
    ...(body && { body }),
    ...(problems && { problems }),
  }
}

/** In the Worker: returns the value of a result, or throws its error again. */
export function unwrap<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value
  const { status, message, ...details } = outcome
  throw new GatewayError(status, message, details)
}

/** Whether a value that came from an object is an `Outcome`. */
export const isOutcome = (value: unknown): value is Outcome<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  'ok' in value &&
  (value.ok === true ? 'value' in value : value.ok === false && 'reason' in value && 'headers' in value)
