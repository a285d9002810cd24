/** Thrown when the gateway refuses a call or fails. `message` says what is wrong and what to do. */
export class LatchkeyError extends Error {
  override readonly name = 'LatchkeyError'
  /** The HTTP status: see "Errors" of the contract. */
  readonly status: number
  /** Why it failed, as one of the codes of docs/errors.md. Undefined when the gateway did not respond. */
  readonly code: string | undefined
  /**
   * The id of the request in the gateway's log. Undefined when something between the client and the gateway responded.
   */
  readonly requestId: string | undefined
  /** Seconds to wait before the next try, if the gateway sent them. */
  readonly retryAfter: number | undefined
  /** The whole body, because a failed doctor returns a report. Undefined when it is not JSON. */
  readonly body: unknown

  constructor(message: string, { status, headers }: Response, body: unknown) {
    super(message)
    const retryAfter = headers.get('Retry-After') ?? ''
    this.status = status
    this.code = headers.get('X-Error-Code') ?? undefined
    this.requestId = headers.get('X-Request-Id') ?? undefined
    this.retryAfter = /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined
    this.body = body
  }
}
