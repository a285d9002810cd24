import type { ContentfulStatusCode } from 'hono/utils/http-status'

/**
 * The one way to fail. `message` is what the caller reads, inside the failure envelope of the operation's group:
 * it names what to do, and never holds a credential, a signed URL or free upstream text.
 */
export class GatewayError extends Error {
  override readonly name = 'GatewayError'
  readonly status: ContentfulStatusCode
  /** Response headers that belong to this failure: `Retry-After`, `Allow`, `WWW-Authenticate`. */
  readonly headers: Readonly<Record<string, string>>

  constructor(status: ContentfulStatusCode, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

/** What a caller may learn of an error: what is not a GatewayError says nothing of itself. */
export const publicError = (error: unknown): GatewayError =>
  error instanceof GatewayError ? error : new GatewayError(500, 'the gateway failed on this request')

export const hasStatus = (error: unknown, status: number): error is GatewayError =>
  error instanceof GatewayError && error.status === status

/** 400: the caller's input; the message names the field. */
export const badInput = (message: string) => new GatewayError(400, message)

/** 401: the key or a third-party credential. */
export const unauthorized = (message: string) => new GatewayError(401, message)

export const notFound = (message = 'not found') => new GatewayError(404, message)

/** 409: not ready yet, or in conflict with what exists. */
export const conflict = (message: string) => new GatewayError(409, message)

/** 500: the deployment lacks a setting or has a wrong one; the message names it. */
export const misconfigured = (message: string) => new GatewayError(500, message)

/** 502: the product answered in a way that cannot be used. */
export const badGateway = (message: string) => new GatewayError(502, message)

/** 504: no answer in time. */
export const timedOut = (message: string) => new GatewayError(504, message)
