import { rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { RELAY_TOKEN, startRelay } from '../../test/node/scripts/relay-process.ts'
import { buildRelay } from '../relay/build.ts'
import { ROOT } from '../support/build.ts'

/**
 * The latency that the relay adds to a call: 50 calls a second to a product that responds after 50 ms, direct and
 * through the relay.
 */
const PER_SECOND = 50
const SECONDS = 10
const PRODUCT_MS = 50

const product = createServer((_, answer) => void setTimeout(() => answer.end('x'.repeat(20_000)), PRODUCT_MS))
await new Promise<void>((resolve) => void product.listen(0, '127.0.0.1', resolve))
const direct = (product.address() as AddressInfo).port
const folder = join(ROOT, 'node_modules/.cache/latchkey-relay-bench')
await buildRelay(folder)
const relay = await startRelay(join(folder, 'relay.mjs'), { product: direct })

const timed = (port: number, path: string) =>
  new Promise<number>((resolve, reject) => {
    const started = performance.now()
    const call = request({ port, path, headers: { 'X-Relay-Token': RELAY_TOKEN } }, (answer) => {
      answer.resume().on('end', () => resolve(performance.now() - started))
    })
    call.on('error', reject).end()
  })

/** Both ways alternate, so that a busy moment of the machine affects both. */
const times: { direct: Promise<number>[]; relayed: Promise<number>[] } = { direct: [], relayed: [] }
for (let count = 0; count < PER_SECOND * SECONDS; count++) {
  times.direct.push(timed(direct, '/orders'))
  times.relayed.push(timed(relay.port, '/api-gateway.coupang.com/orders'))
  await new Promise((resolve) => setTimeout(resolve, 1000 / PER_SECOND))
}
const quantile = (values: number[], part: number) => values.sort((a, b) => a - b)[Math.floor(values.length * part)] ?? 0
const [one, two] = [await Promise.all(times.direct), await Promise.all(times.relayed)]
for (const part of [0.5, 0.95]) {
  const [plain, through] = [quantile(one, part), quantile(two, part)]
  const ratio = (through / plain).toFixed(2)
  console.log(`p${part * 100}: direct ${plain.toFixed(1)} ms, relayed ${through.toFixed(1)} ms, ratio ${ratio}`)
}
await relay.stop()
product.closeAllConnections()
product.close()
await rm(folder, { recursive: true })
