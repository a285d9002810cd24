import type { ContentfulStatusCode } from 'hono/utils/http-status'

/**
 * Why a request failed, as the log tells it (decisions.md section 2). The words are a closed set, and what follows a word
 * is a status, a code or a place in our own schemas, so that no text of a caller or a product gets into the log.
 */
export type Reason =
  | 'input'
  | 'unknown path'
  | 'method'
  | 'not found'
  | 'conflict'
  | 'quota'
  | `refused ${'key' | 'scope' | 'licence' | 'origin' | 'limit' | 'service' | 'admin' | 'link'}`
  | `account ${'not connected' | 'rejected'}`
  | 'setting'
  /** The check of the OAuth package that a client did not pass. */
  | `oauth ${string}`
  /** The product's HTTP status. */
  | `upstream ${number}`
  /** The product's own code, in an answer of whatever status. */
  | `code ${string}`
  /** The place at which the product's answer lacks what the operation needs. */
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
  /** An error that nobody expected; a second log line tells where. */
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
  /** What the log says; by default the usual reason of the status. */
  reason?: Reason | undefined
  /** Response headers that belong to this failure: `Retry-After`, `Allow`, `WWW-Authenticate`. */
  headers?: Readonly<Record<string, string>>
}

/**
 * The one way to fail. `message` is what the caller reads, inside the failure envelope of the operation's group: it
 * names what to do, and never holds a credential, a signed URL or free upstream text. `reason` is what the log keeps.
 */
export class GatewayError extends Error {
  override readonly name = 'GatewayError'
  readonly status: ContentfulStatusCode
  readonly reason: Reason
  readonly headers: Readonly<Record<string, string>>

  constructor(status: ContentfulStatusCode, message: string, { reason, headers = {} }: FailureDetails = {}) {
    super(message)
    this.status = status
    this.reason = reason ?? USUAL_REASONS[status] ?? 'unusable'
    this.headers = headers
  }
}

/** The error that a caller is told of: one that nobody expected becomes a 500 that says nothing of its cause. */
export const publicError = (error: unknown): GatewayError =>
  error instanceof GatewayError ? error : new GatewayError(500, 'the gateway failed on this request', { reason: 'bug' })

export const hasStatus = (error: unknown, status: number): error is GatewayError =>
  error instanceof GatewayError && error.status === status

/** 400: the caller's input; the message names the field. */
export const badInput = (message: string) => new GatewayError(400, message)

/** 401: the key or a third-party credential. */
export const unauthorized = (message: string, reason?: Reason) => new GatewayError(401, message, { reason })

export const notFound = (message = 'not found') => new GatewayError(404, message)

/** 409: not ready yet, or in conflict with what exists. */
export const conflict = (message: string) => new GatewayError(409, message)

/** 500: the deployment lacks a setting or has a wrong one; the message names it. */
export const misconfigured = (message: string) => new GatewayError(500, message)

/** 502: the product answered in a way that cannot be used. */
export const badGateway = (message: string, reason?: Reason) => new GatewayError(502, message, { reason })

/** 504: no answer in time. */
export const timedOut = (message: string) => new GatewayError(504, message)
