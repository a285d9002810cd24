import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { Miniflare } from 'miniflare'
import { formatKey, keyRecordName } from '../src/gateway/keys.ts'
import { buildWorker } from './support/build.ts'
import { isPortFree } from './support/port.ts'
import { simulatedProducts } from './support/products.ts'
import { gatewayWorker, PAGES } from './support/workerd.ts'

/** `npm start`: the gateway on this machine, on simulated products. `--port N`, 8787 unless said. */
const { values } = parseArgs({ options: { port: { type: 'string', default: '8787' } } })
const port = Number(values.port)
if (!Number.isInteger(port) || port < 1 || port > 65_535) fail('--port must be a number from 1 to 65535')
if (!(await isPortFree(port))) fail(`port ${port} is in use: choose another with npm start -- --port N`)

const PRO_KEY = 'local-pro-key'
const products = simulatedProducts()
const runtime = new Miniflare({
  host: '127.0.0.1',
  port,
  cf: false,
  telemetry: { enabled: false },
  workers: [
    {
      config: {
        ...gatewayWorker(await buildWorker(), {
          API_KEY: PRO_KEY,
          LICENCE: 'pro',
          // This credential store lives as long as the process.
          CREDENTIALS_KEY: randomBytes(32).toString('base64'),
          ALLOWED_ORIGINS: '*',
          ...products.settings,
        }),
        assets: PAGES,
      },
      dev: { outboundService: products.outbound },
    },
  ],
})
const address = await runtime.ready.catch((error: Error) => fail(error.message))
const basicKey = formatKey(randomBytes(32))
const store = await runtime.getKVNamespace('STORE')
const record = { name: 'local-basic', licence: 'basic', created_at: new Date().toISOString() }
await store.put(await keyRecordName(basicKey), JSON.stringify(record))

const base = `${address.origin}/api/v1`
console.log(`
Latchkey on simulated products: ${address.origin}

  Pro key    ${PRO_KEY}
  Basic key  ${basicKey}

Three requests to copy:

${products.tour.map(({ what, request }) => `# ${what}\n${request.replaceAll('$BASE', base).replaceAll('$KEY', PRO_KEY)}`).join('\n\n')}

Ctrl-C ends it.
`)

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
