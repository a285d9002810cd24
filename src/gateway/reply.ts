import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Reason } from '../base/errors.ts'

/**
 * An answer that says more than its data: another status than the operation's own, headers, or JSON text that goes out
 * as it came in. A handler that has only data returns the data.
 */
export class Reply<Data> {
  declare readonly data: Data
  readonly text: string
  readonly status: ContentfulStatusCode | undefined
  readonly headers: Readonly<Record<string, string>> | undefined
  /** Of an answer that tells of a failure in its own form: why, for the log. */
  readonly reason: Reason | undefined

  constructor(text: string, status?: ContentfulStatusCode, headers?: Record<string, string>, reason?: Reason) {
    this.text = text
    this.status = status
    this.headers = headers
    this.reason = reason
  }
}

/** Sends data with a status of its own, as the doctor does. */
export const reply = <Data>(
  data: Data,
  status: ContentfulStatusCode,
  headers?: Record<string, string>,
  reason?: Reason,
) => new Reply<Data>(JSON.stringify(data), status, headers, reason)

/** Sends JSON text as it is: a loose envelope as it came (contract 2.10), or an answer that was printed in parts. */
export const verbatim = <Data = Record<string, unknown>>(text: string) => new Reply<Data>(text)
