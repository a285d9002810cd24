import type { Exchange, Fault } from './exchange.ts'

const BEGINNING = '{"status":0,"data":{"file_id":"'
/** How often a slow response sends a byte, in milliseconds. */
const DRIP_MS = 1_000

const begin = ({ outgoing }: Exchange, headers: Record<string, string>) => {
  outgoing.writeHead(200, { 'Content-Type': 'application/json', ...headers })
  outgoing.write(BEGINNING)
}

/** Closes the connection after the written data has left. */
const breakOff = ({ outgoing }: Exchange) => void setTimeout(() => outgoing.destroy(), 20)

/** Faults of the connection. */
export const connections: readonly Fault[] = [
  { name: 'reset', serve: ({ incoming }) => void incoming.socket.resetAndDestroy() },
  {
    name: 'midbody',
    serve(exchange) {
      begin(exchange, { 'Content-Length': '4096' })
      breakOff(exchange)
    },
  },
  {
    name: 'midchunk',
    serve(exchange) {
      begin(exchange, {})
      breakOff(exchange)
    },
  },
  { name: 'never', load: 'waits', serve: () => {} },
  {
    name: 'drip',
    load: 'waits',
    serve(exchange) {
      begin(exchange, {})
      const timer = setInterval(() => exchange.outgoing.write(' '), DRIP_MS)
      exchange.outgoing.on('close', () => clearInterval(timer))
    },
  },
]
