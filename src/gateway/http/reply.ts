import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Reason } from '../../base/errors.ts'

/**
 * An answer with more than a body: a status other than the operation's own, headers, or JSON text that goes out as it
 * came in. A handler without any of these returns the body itself.
 */
export class Reply<Body> {
  /** Exists for the compiler only: it ties the text to the type that the operation promises. */
  declare readonly body: Body
  /** JSON text, or a stream of its UTF-8 bytes: a long answer that is made of parts is never in memory a second time. */
  readonly text: string | ReadableStream<Uint8Array>
  readonly status: ContentfulStatusCode | undefined
  readonly headers: Readonly<Record<string, string>> | undefined
  /** Why it failed, for the log: set when the answer reports a failure outside the failure envelope. */
  readonly reason: Reason | undefined

  constructor(
    text: string | ReadableStream<Uint8Array>,
    status?: ContentfulStatusCode,
    headers?: Record<string, string>,
    reason?: Reason,
  ) {
    this.text = text
    this.status = status
    this.headers = headers
    this.reason = reason
  }
}

/** A body with a status or headers of its own, as the doctor has. */
export const reply = <Body>(
  body: Body,
  status: ContentfulStatusCode,
  headers?: Record<string, string>,
  reason?: Reason,
) => new Reply<Body>(JSON.stringify(body), status, headers, reason)

/** JSON that is sent as it is: a loose envelope as it came (contract 2.10), or an answer that was printed in parts. */
export const verbatim = <Body = Record<string, unknown>>(text: string | ReadableStream<Uint8Array>) =>
  new Reply<Body>(text)
