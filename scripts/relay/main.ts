import { LEAST_RELAY_TOKEN } from '../../src/base/url.ts'
import { isProductHost } from './hosts.ts'
import { createRelay } from './server.ts'

/** How long running calls may take after a signal, in milliseconds. */
const GRACE_MS = 30_000

const { RELAY_TOKEN: token = '', PORT = '8788', BIND = '127.0.0.1' } = process.env
if (token.length < LEAST_RELAY_TOKEN || !/^[\x21-\x7e]+$/.test(token)) {
  stop(`RELAY_TOKEN must have at least ${LEAST_RELAY_TOKEN} visible ASCII characters, the same as on the gateway`)
}
const port = Number(PORT)
if (!/^\d+$/.test(PORT) || port > 65_535) stop('PORT must be a number from 0 to 65535')

const server = createRelay({ token, isAllowed: isProductHost, log: (line) => console.log(line) })
server.on('error', ({ message }) => stop(message))
server.listen(port, BIND, () => {
  const address = server.address()
  const listening = typeof address === 'object' ? address?.port : port
  console.log(JSON.stringify({ listening: `${BIND}:${listening}` }))
})

let isStopping = false
server.on('request', (_, answer) => {
  // A connection that a proxy keeps open would keep the process running.
  answer.on('close', () => isStopping && setImmediate(() => server.closeIdleConnections()))
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    isStopping = true
    server.close(() => process.exit(0))
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), GRACE_MS).unref()
  })
}

function stop(message: string): never {
  console.error(message)
  process.exit(1)
}
