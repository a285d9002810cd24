/** A call that the gateway refused or could not answer. `message` says what is wrong, and what to do. */
export class LatchkeyError extends Error {
  override readonly name = 'LatchkeyError'
  /** The HTTP status: see "Errors" of the contract. */
  readonly status: number
  /** The id of the request in the gateway's log; undefined when something between client and gateway answered. */
  readonly requestId: string | undefined
  /** Seconds to wait before the next try, when the gateway names them. */
  readonly retryAfter: number | undefined
  /** The whole body, since a failure of the doctor holds a report; undefined when it is not JSON. */
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
