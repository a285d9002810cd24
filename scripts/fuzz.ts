import { startTarget } from './fuzz/local.ts'
import { getList, toReport } from './fuzz/report.ts'
import { fuzz } from './fuzz/run.ts'
import type { Target } from './fuzz/target.ts'
import { buildWorker } from './support/build.ts'
import { fail, readCommand } from './support/usage.ts'

/**
 * `npm run fuzz`: sends a gateway all kinds of requests that its description allows, and invalid ones, and checks every
 * response against the documented behaviour. Exits with 1 when something differs.
 */
const { values } = readCommand({
  usage: `npm run fuzz -- [--seed N] [--count N] [--concurrency N] [--operation ID,...] [--list]
npm run fuzz -- --address URL --key KEY [--header 'NAME: VALUE']... [--writes]

  --seed N         other requests for each number (default: 1)
  --count N        how many requests (default: 3000)
  --concurrency N  concurrent requests (default: 4); with 1 the same seed sends the same requests
  --operation      only these operations
  --list           prints each request
  --address        a running gateway, instead of the built Worker with simulated products
  --key            its key
  --header         a header of an account there
  --writes         also calls operations that change data`,
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '3000' },
    concurrency: { type: 'string', default: '4' },
    address: { type: 'string' },
    key: { type: 'string' },
    operation: { type: 'string' },
    header: { type: 'string', multiple: true, default: [] },
    writes: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
})

const number = (name: 'seed' | 'count' | 'concurrency') => {
  const value = Number(values[name])
  if (!Number.isSafeInteger(value) || value < 1) fail(`--${name} must be a number of at least 1`)
  return value
}
const settings = {
  seed: number('seed'),
  count: number('count'),
  concurrency: number('concurrency'),
  ...(values.operation && { only: values.operation.split(',') }),
}
const target = values.address ? remoteTarget(values.address) : await startTarget(await buildWorker())
try {
  const run = await fuzz(target, settings)
  if (values.list) console.log(`${getList(run).join('\n')}\n`)
  console.log(toReport(run))
  process.exitCode = run.findings.length > 0 ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await target.stop()
}

/** A running gateway. Its log is unavailable, and nothing is changed there without `--writes`. */
function remoteTarget(address: string): Target {
  if (!URL.canParse(address)) fail('--address must be the address of a gateway')
  if (!values.key) fail('--address needs --key')
  const account = Object.fromEntries(values.header.map((header) => header.split(/: */, 2)))
  const secrets = { KEY: values.key, ...account }
  return {
    origin: new URL(address),
    keys: { pro: values.key },
    accounts: values.header.length > 0 ? [account] : [],
    known: {},
    bodies: {},
    secrets: new Map(Object.entries(secrets)),
    writes: values.writes,
    stop: async () => {},
  }
}
