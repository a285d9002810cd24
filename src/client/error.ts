/** A call that the gateway refused or could not answer. `message` says what is wrong, and what to do. */
export class LatchkeyError extends Error {
  override readonly name = 'LatchkeyError'
  /** The HTTP status: see "Errors" of the contract. */
  readonly status: number
  /** The request in the log of the gateway; undefined when something before the gateway answered. */
  readonly requestId: string | undefined
  /** Seconds to wait before the next try, when the gateway tells them. */
  readonly retryAfter: number | undefined
  /** The whole body: the doctor fails with a report. Undefined when it is no JSON. */
  readonly body: unknown

  constructor(message: string, { status, headers }: Response, body: unknown) {
    super(message)
    const retryAfter = headers.get('Retry-After') ?? ''
    this.status = status
    this.requestId = headers.get('X-Request-Id') ?? undefined
    this.retryAfter = /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined
    this.body = body
  }
}
