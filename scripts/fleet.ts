import { setTimeout } from 'node:timers/promises'
import { buildOnce, readBuildInfo } from './fleet/build-once.ts'
import { COMMANDS, type CommandName, DEFAULTS, runFleet } from './fleet/commands.ts'
import { fleetJsonSchema } from './fleet/schema.ts'
import { fail, readCommand } from './support/usage.ts'
import { runWrangler } from './support/wrangler.ts'

/** `npm run fleet`: manages the deployments of many customers, from one file (docs/fleet.md). */
const usage = `npm run fleet -- plan | deploy | status | rollback | schema [--file fleet.json]

Manages the deployments of many customers, listed in fleet.json: docs/fleet.md.

  plan      what a deployment would change; exits with 0 for nothing, 2 for changes, 1 for errors
  deploy    deploys in waves, tests each customer, and stops at the first failure, which it rolls back
  status    version, accounts, requests and events of all; exits with 1 when one has a problem
  rollback  restores the previous version of the customers in --only, or of the last wave
  schema    prints the JSON Schema of fleet.json

  --only NAME,NAME  only these customers
  --from NAME       starts with this one, in the order of the waves
  --wave-size N     how many customers without a wave number form a wave (default: 5)
  --wait SECONDS    how long a new version may take to be reachable (default: 60)
  --json            plan and status for programs
  --force-unlock    takes over the lock of a run that has ended`

const { values, positionals } = readCommand({
  usage,
  words: 1,
  options: {
    file: { type: 'string', default: DEFAULTS.file },
    only: { type: 'string' },
    from: { type: 'string' },
    'wave-size': { type: 'string', default: DEFAULTS['wave-size'] },
    wait: { type: 'string', default: DEFAULTS.wait },
    json: { type: 'boolean', default: false },
    'force-unlock': { type: 'boolean', default: false },
  },
})

const [command = ''] = positionals
if (command === 'schema') {
  console.log(JSON.stringify(fleetJsonSchema(), null, 2))
  process.exit(0)
}
const isCommand = (word: string): word is CommandName => Object.hasOwn(COMMANDS, word)
if (!isCommand(command))
  fail(`${command || 'nothing'}: name one of ${Object.keys(COMMANDS).join(', ')}, schema\n\n${usage}`)

const interrupt = new AbortController()
const { signal } = interrupt
// A second signal does not wait for running work, but still removes files and locks.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => {
    if (signal.aborted) process.exit(130)
    console.error('Stopping: running steps are cancelled.')
    interrupt.abort()
  })

process.exitCode = await runFleet(command, values, {
  ...{ env: process.env, signal, wrangler: runWrangler, about: readBuildInfo },
  say: console.log,
  warn: console.error,
  build: buildOnce,
  pause: (ms) => setTimeout(ms, undefined, { signal }).catch(() => {}),
})
