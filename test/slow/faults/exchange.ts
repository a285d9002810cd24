import type { IncomingMessage, ServerResponse } from 'node:http'

/** One call of the gateway, on a raw connection. */
export interface Exchange {
  incoming: IncomingMessage
  outgoing: ServerResponse
  /** Epoch milliseconds, by the gateway's clock. */
  now: number
  /** Everything in the call: URL, headers and body. */
  heard: string
}

/** What a broken product does with a call. */
export interface Fault {
  name: string
  /**
   * `waits`: its response never ends, so that the gateway waits until the deadline. `heavy`: it is expensive to send.
   */
  load?: 'waits' | 'heavy'
  /** Whether it sends a readable Retry-After. */
  retryAfter?: boolean
  serve: (exchange: Exchange) => void
}

export const json = ({ outgoing }: Exchange, text: string, status = 200, headers: Record<string, string> = {}) =>
  void outgoing.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(text)

/** The fields in which products send messages. */
const MESSAGE_FIELDS = ['detail', 'msg', 'message', 'error_description', 'description', 'reason', 'error_user_msg']

/** JSON with a text in every field that may contain a message. */
export const saying = (text: string): string =>
  JSON.stringify(Object.fromEntries(MESSAGE_FIELDS.map((field) => [field, text])))
