import type { ContentfulStatusCode } from 'hono/utils/http-status'

/**
 * An answer that says more than its data: another status than the operation's own, headers, or JSON text that goes out
 * as it came in. A handler that has only data returns the data.
 */
export class Reply<Data> {
  declare readonly data: Data
  readonly text: string
  readonly status: ContentfulStatusCode | undefined
  readonly headers: Readonly<Record<string, string>> | undefined

  constructor(text: string, status?: ContentfulStatusCode, headers?: Record<string, string>) {
    this.text = text
    this.status = status
    this.headers = headers
  }
}

/** Sends data with a status of its own, as the doctor does. */
export const reply = <Data>(data: Data, status: ContentfulStatusCode, headers?: Record<string, string>) =>
  new Reply<Data>(JSON.stringify(data), status, headers)

/** Sends JSON text on as it came: a loose envelope (contract 2.10). */
export const verbatim = <Data = Record<string, unknown>>(text: string) => new Reply<Data>(text)
