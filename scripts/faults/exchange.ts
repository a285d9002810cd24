import type { IncomingMessage, ServerResponse } from 'node:http'

/** One call of the gateway, on a raw connection. */
export interface Exchange {
  incoming: IncomingMessage
  outgoing: ServerResponse
  /** Epoch milliseconds, by the clock of the gateway. */
  now: number
  /** All that the call said: address, headers and body. */
  heard: string
}

/** What a broken product does with a call. */
export interface Fault {
  name: string
  /** `waits`: its answer never ends, so that the gateway waits until the deadline; `heavy`: it takes much to send. */
  load?: 'waits' | 'heavy'
  /** It says when to come back, in a form that can be read. */
  retryAfter?: boolean
  serve: (exchange: Exchange) => void
}

export const json = ({ outgoing }: Exchange, text: string, status = 200, headers: Record<string, string> = {}) =>
  void outgoing.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(text)

/** The fields in which products keep their messages. */
const MESSAGE_FIELDS = ['detail', 'msg', 'message', 'error_description', 'description', 'reason', 'error_user_msg']

/** JSON that says a text in every field that a message may stand in. */
export const saying = (text: string): string =>
  JSON.stringify(Object.fromEntries(MESSAGE_FIELDS.map((field) => [field, text])))
