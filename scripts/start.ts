/** `npm start`: the gateway on this machine, with simulated products. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { ROOT } from './support/build.ts'
import { fail } from './support/fail.ts'
import { askSources, awaitFirstPolls, sendBill, subscribe } from './support/first-subscription.ts'
import { freshProducts } from './support/fresh-products.ts'
import { makeKey } from './support/local-key.ts'
import { pasteable } from './support/pasteable.ts'
import { isPortFree } from './support/port.ts'
import { onSave } from './support/watch.ts'

const command = new Command('npm start "--"')
  .description('Runs the gateway on this machine with simulated products, until Ctrl-C.')
  .option('--port <n>', 'the port to listen on', parsePort, 8787)
  .option('--inspect <port>', 'lets a debugger attach to this port, usually 9229', parsePort)
  .option('--origin <url>', 'allows pages of this origin to call; may be repeated', addOrigin, [])
  .option('--plaud <generation>', 'the generation of the connected recorder account: 3.0 or 4.0', '3.0')
  .option('--watch', 'restarts when a file is saved', false)
  .option('--verbose', 'prints more requests, events, keys and credentials, and the log', false)
  .allowExcessArguments()
  .parse()
const values = command.opts()
const { port, inspect: inspectorPort, verbose: isVerbose } = values
// npm takes an option without "--" before it, and passes on its value at most.
const takenPort = process.env.npm_config_port
const [surplus] = command.args
if (takenPort !== undefined) command.error(`error: npm took --port: npm start -- --port ${surplus ?? takenPort}`)
if (surplus !== undefined) command.error(`error: ${surplus} is no option: npm start -- --help lists them`)
for (const [option, wanted] of [
  ['port', port],
  ['inspect', inspectorPort],
] as const) {
  if (wanted !== undefined && !(await isPortFree(wanted))) failInUse(option, wanted)
}

// They load the runtime and the products, which takes longer than everything above.
const [{ startEventReceiver }, { startSimulatedGateway }, { RECORDER_TOKENS }] = await Promise.all([
  import('./support/event-receiver.ts'),
  import('./support/simulated-gateway.ts'),
  import('./support/products.ts'),
])

const PRO_KEY = 'local-pro-key-of-this-machine'
const ADMIN_KEY = 'local-admin-key-of-this-machine'
// The keys are public, because every page in a browser knows them. So only listed origins may call.
const origins = [`http://localhost:${port}`, `http://127.0.0.1:${port}`, ...values.origin]
const recorderToken = RECORDER_TOKENS[values.plaud] ?? fail('--plaud must be 3.0 or 4.0')
const settings = {
  ADMIN_KEY,
  RECORDER_TOKEN: recorderToken,
  CREDENTIALS_KEY: randomBytes(32).toString('base64'),
  ALLOWED_ORIGINS: origins.join(','),
}
// Log lines before the banner belong to the start itself.
let isStarted = false
const onLog = (line: string) => {
  if (isStarted && isVerbose) console.log(line)
}
const options = { key: PRO_KEY, port, settings, inspectorPort, isLoopbackOnly: true, onLog }
const gateway = await startSimulatedGateway(options).catch(async (error: Error) => {
  // Another start took the port in the meantime.
  if (!(await isPortFree(port))) failInUse('port', port)
  return fail(error.message)
})

const receiver = await startEventReceiver(
  {
    recording: () => happen('recording'),
    row: () => happen('row'),
    payment: () => happen('payment'),
    move: () => happen('move'),
  },
  ({ type, id, isVerified }) =>
    console.log(`Event ${type}, ${id}, ${isVerified ? 'signature right' : 'SIGNATURE WRONG'}`),
  port + 1,
)
receiver.verifyWith(await subscribe(gateway.origin, PRO_KEY, receiver.url))
await awaitFirstPolls(gateway.origin, ADMIN_KEY)

const base = `${gateway.origin}/api/v1`
const [first, ...others] = gateway.tour.map(
  ({ what, request }) => `# ${what}\n${request.replaceAll('$BASE', base).replaceAll('$KEY', PRO_KEY)}`,
)
console.log(`
Latchkey on simulated products: ${gateway.origin}

  App        ${gateway.origin}/
  Admin key  ${ADMIN_KEY}
  Reference  ${gateway.origin}/docs, where you can try every request
  Pro key    ${PRO_KEY}

A request:

${first}

An event, which is printed here a moment later:

# A recording becomes ready
curl -X POST ${receiver.switchAt('recording')}
${isVerbose ? await describeRest() : ''}${receiver.isElsewhere ? `\nPort ${port + 1} is in use, so events arrive at ${receiver.url}.\n` : ''}
${isVerbose ? 'A restart forgets everything.' : 'A restart forgets everything. npm start -- --verbose prints more to try, and the log.'} Press Ctrl-C to stop.
`)
isStarted = true

/** Makes something happen at a simulated product, and polls at once. If no bill is unpaid, one is sent first. */
async function happen(what: 'recording' | 'row' | 'payment' | 'move'): Promise<unknown> {
  let result = await gateway.happen(what)
  if ('bill' in result && result.bill === null) {
    await sendBill(gateway.origin, PRO_KEY)
    result = await gateway.happen(what)
  }
  await askSources(gateway.origin, ADMIN_KEY)
  return result
}

if (values.watch) {
  console.log('Watching src, test/simulators and public for changes.')
  // A test run provides a built Worker for the start. A saved file needs a new build.
  delete process.env.BUILT_WORKER
  const source = join(ROOT, 'src')
  let isWorkerOld = false
  onSave([source, join(ROOT, 'test/simulators'), join(ROOT, 'public')], async (saved) => {
    isWorkerOld ||= saved.has(source)
    if (await startAnew(isWorkerOld)) isWorkerOld = false
  })
}

/** Restarts on the same port with the same keys. If a file has an error, the previous gateway keeps running. */
async function startAnew(isWorkerOld: boolean): Promise<boolean> {
  try {
    await gateway.reload(await freshProducts(), isWorkerOld)
    console.log('Restarted.')
    return true
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\nThe previous gateway keeps running.`)
    return false
  }
}

/** What is not needed at the beginning. */
async function describeRest(): Promise<string> {
  const basicKey = await makeKey(gateway.origin, ADMIN_KEY, { name: 'local-basic', licence: 'basic' })
  const headers = Object.entries(gateway.headers).map(([of, own]) => `  ${of}\n${splitLines(own)}`)
  const debugging =
    inspectorPort === undefined
      ? ''
      : `\nA debugger attaches to http://127.0.0.1:${inspectorPort}, by chrome://inspect or the launch configuration of .vscode.\n`
  return `
# A row of a table changes
curl -X POST ${receiver.switchAt('row')}

# A customer pays a bill
curl -X POST ${receiver.switchAt('payment')}

# Plaud moves the recorder account to Plaud 4.0
curl -X POST ${receiver.switchAt('move')}

All events are listed at ${receiver.url}.

More requests:

${others.join('\n\n')}

  Basic key  ${basicKey}

Headers of the simulated workspace. The reference page has them already, and the account is connected too:

${headers.join('\n')}

Credentials for connecting the simulated accounts:

${pasteable(gateway.connected)}

${listRecorders()}

Addresses of simulated chats for notifications. Each chat refuses any other address:

${gateway.addresses.map((address) => `  ${address}`).join('\n')}
${debugging}`
}

/** Each generation of Plaud has an account to connect as the recorder. */
function listRecorders(): string {
  return Object.entries(RECORDER_TOKENS)
    .map(([generation, token]) => `  recorder of Plaud ${generation}\n    token: ${token}`)
    .join('\n')
}

function splitLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `    ${name}: ${value}`)
    .join('\n')
}

function failInUse(option: 'port' | 'inspect', taken: number): never {
  return fail(`port ${taken} is in use: choose another with npm start -- --${option} N`)
}

function parsePort(text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= 1 && number <= 65_535) return number
  throw new InvalidArgumentError('It must be a number from 1 to 65535.')
}

function addOrigin(text: string, origins: readonly string[]): readonly string[] {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol)) return [...origins, url.origin]
  throw new InvalidArgumentError('It must be an address such as http://localhost:3000.')
}
