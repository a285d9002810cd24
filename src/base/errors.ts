import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Account } from './connected-accounts.ts'
import type { SecretKind } from './misplaced-secret.ts'

/**
 * Why a request failed, as in the log. The first words are a closed set. They are followed by a status, a code or a
 * path in our own schemas, so that no text of a caller or a product gets into the log.
 */
export type Reason =
  | 'input'
  | 'unknown path'
  | 'method'
  | 'not found'
  | 'conflict'
  | 'quota'
  | `refused ${'key' | 'scope' | 'licence' | 'origin' | 'limit' | 'amount' | 'service' | 'admin' | 'link' | 'confirmation'}`
  | `account ${'not connected' | 'rejected'}`
  | 'setting'
  /** The check of the OAuth package that a client failed. */
  | `oauth ${string}`
  /** The product's HTTP status. */
  | `upstream ${number}`
  /** The product's own code, in a response of any status. */
  | `code ${string}`
  /** The path of a missing field in the product's response. */
  | `shape ${string}`
  | 'page'
  | 'too large'
  | 'foreign address'
  | 'timeout'
  | 'broken'
  | 'caller left'
  | 'budget'
  | 'unusable'
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
  /** What the log says. Defaults to the usual reason of the status. */
  reason?: Reason | undefined
  /** Response headers for this error: `Retry-After`, `Allow`, `WWW-Authenticate`. */
  headers?: Readonly<Record<string, string>>
  parameters?: FailureParameters | undefined
  /** What the body says beside the message: what became of each thing of a request (gateway/batch.ts). */
  body?: Readonly<Record<string, unknown>> | undefined
}

/** What the message names, for a page that words the code in its own language. Bodies of `/admin` contain it. */
export interface FailureParameters {
  /** The invalid fields of the request. */
  fields?: readonly string[]
  account?: string
  /** Why a link does not work. */
  link?: 'used' | 'ended' | 'spent' | 'wrong'
  /** The missing or invalid setting. */
  setting?: string
  /** What was pasted into the wrong place, and the account that it belongs to. */
  secret?: SecretKind
  belongs_to?: Account
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

  constructor(
    status: ContentfulStatusCode,
    message: string,
    { reason, headers = {}, parameters = {}, body }: FailureDetails = {},
  ) {
    super(message)
    this.status = status
    this.reason = reason ?? USUAL_REASONS[status] ?? 'unusable'
    this.headers = headers
    this.parameters = parameters
    this.body = body
  }
}

/** The error that a caller gets. An unexpected one becomes a 500 that says nothing about its cause. */
export const publicError = (error: unknown): GatewayError =>
  error instanceof GatewayError ? error : new GatewayError(500, 'the gateway failed on this request', { reason: 'bug' })

export const hasStatus = (error: unknown, status: number): error is GatewayError =>
  error instanceof GatewayError && error.status === status

/** 400: invalid input. The message names the fields. */
export const badInput = (message: string, fields: readonly string[] = []) =>
  new GatewayError(400, message, { parameters: { fields } })

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

/** 502: the product's response is unusable. */
export const badGateway = (message: string, reason?: Reason) => new GatewayError(502, message, { reason })

/** 504: no response in time. */
export const timedOut = (message: string) => new GatewayError(504, message)
