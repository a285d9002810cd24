import { type Exchange, type Fault, json, saying } from './exchange.ts'

/** How far in the future a Retry-After date is, in milliseconds. */
const SOON_MS = 2_000

const refusal = (status: number): Fault => ({
  name: String(status),
  serve: (exchange) => json(exchange, saying('not now'), status),
})

const limit = (name: string, status: number, retryAfter: (exchange: Exchange) => string, readable = true): Fault => ({
  name,
  retryAfter: readable,
  serve: (exchange) => json(exchange, saying('slow down'), status, { 'Retry-After': retryAfter(exchange) }),
})

/** Faults that are expressed by the status. */
export const statuses: readonly Fault[] = [
  { name: '204', serve: ({ outgoing }) => void outgoing.writeHead(204).end() },
  ...[400, 401, 403, 404, 409, 500].map(refusal),
  limit('503-seconds', 503, () => '1'),
  limit('429-seconds', 429, () => '1'),
  limit('429-date', 429, ({ now }) => new Date(now + SOON_MS).toUTCString()),
  limit('429-huge', 429, () => '999999999'),
  limit('429-junk', 429, () => 'soon, I hope', false),
  // Returns what it received, including credentials.
  { name: 'echo', serve: (exchange) => json(exchange, saying(exchange.heard), 400) },
  {
    name: 'redirect',
    serve: ({ outgoing }) => void outgoing.writeHead(302, { Location: 'https://elsewhere.example/' }).end(),
  },
  {
    name: 'redirect-loop',
    serve: ({ incoming, outgoing }) =>
      void outgoing.writeHead(302, { Location: `https://${incoming.headers.host}${incoming.url}` }).end(),
  },
]
