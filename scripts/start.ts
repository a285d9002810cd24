import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { formatKey, keyRecordName } from '../src/gateway/keys.ts'
import { isPortFree } from './support/port.ts'
import { startSimulatedGateway } from './support/simulated-gateway.ts'

/** `npm start`: the gateway on this machine, on simulated products. `--port N`, 8787 unless said. */
const { values } = parseArgs({ options: { port: { type: 'string', default: '8787' } } })
const port = Number(values.port)
if (!Number.isInteger(port) || port < 1 || port > 65_535) fail('--port must be a number from 1 to 65535')
if (!(await isPortFree(port))) fail(`port ${port} is in use: choose another with npm start -- --port N`)

const PRO_KEY = 'local-pro-key'
const settings = { CREDENTIALS_KEY: randomBytes(32).toString('base64'), ALLOWED_ORIGINS: '*' }
const gateway = await startSimulatedGateway({ key: PRO_KEY, port, settings }).catch((error: Error) =>
  fail(error.message),
)
const basicKey = formatKey(randomBytes(32))
const record = { name: 'local-basic', licence: 'basic', created_at: new Date().toISOString() }
await gateway.store.put(await keyRecordName(basicKey), JSON.stringify(record))

const base = `${gateway.origin}/api/v1`
console.log(`
Latchkey on simulated products: ${gateway.origin}

  Pro key    ${PRO_KEY}
  Basic key  ${basicKey}
  Reference  ${gateway.origin}/docs, where every request can be tried as it stands

Three requests to copy:

${gateway.tour.map(({ what, request }) => `# ${what}\n${request.replaceAll('$BASE', base).replaceAll('$KEY', PRO_KEY)}`).join('\n\n')}

Headers of the simulated workspace, which the reference page here holds already:

${Object.entries(gateway.headers)
  .map(([of, headers]) => `  ${of}\n${linesOf(headers)}`)
  .join('\n')}

Ctrl-C ends it.
`)

function linesOf(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `    ${name}: ${value}`)
    .join('\n')
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
