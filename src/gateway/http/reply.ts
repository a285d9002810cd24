import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Reason } from '../../base/errors.ts'

/**
 * A response with more than a body: another status than the operation's own, headers, or JSON text that is passed on
 * unchanged. Other handlers return the body itself.
 */
export class Reply<Body> {
  /** Exists only for the compiler: it ties the text to the type that the operation promises. */
  declare readonly body: Body
  /** JSON text, or a stream of its UTF-8 bytes, so that a long response made of parts is not in memory twice. */
  readonly text: string | ReadableStream<Uint8Array>
  readonly status: ContentfulStatusCode | undefined
  readonly headers: Readonly<Record<string, string>> | undefined
  /** The reason for the log. Set when the response reports a failure outside of the error envelope. */
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

/** A body with its own status or headers, such as the doctor's. */
export const reply = <Body>(
  body: Body,
  status: ContentfulStatusCode,
  headers?: Record<string, string>,
  reason?: Reason,
) => new Reply<Body>(JSON.stringify(body), status, headers, reason)

/** JSON that is sent unchanged: a loose envelope, or a response that was serialized in parts. */
export const verbatim = <Body = Record<string, unknown>>(text: string | ReadableStream<Uint8Array>) =>
  new Reply<Body>(text)
