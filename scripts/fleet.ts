/** `npm run fleet`: manages the deployments of many customers, from one file (docs/fleet.md). */
import { setTimeout } from 'node:timers/promises'
import { Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { COMMANDS, type CommandName, DEFAULTS, runFleet } from './fleet/commands.ts'
import { fleetJsonSchema } from './fleet/file.ts'
import { buildOnce, readBuildInfo } from './fleet/worker.ts'
import { runWrangler } from './support/wrangler.ts'

function parseCount(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count > 0) return count
  throw new InvalidArgumentError('It must be a whole number, 1 or more.')
}

const interrupt = new AbortController()
const { signal } = interrupt
// A second signal does not wait for running work, but still removes files and locks.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => {
    if (signal.aborted) process.exit(130)
    console.error('Stopping: running steps are cancelled.')
    interrupt.abort()
  })
const world = {
  env: process.env,
  signal,
  wrangler: runWrangler,
  about: readBuildInfo,
  build: buildOnce,
  say: console.log,
  warn: console.error,
  pause: (ms: number) => setTimeout(ms, undefined, { signal }).catch(() => {}),
}

const program = new Command('npm run fleet "--"').description(
  'Manages the deployments of many customers, listed in fleet.json: docs/fleet.md.',
)
for (const [name, description] of Object.entries(COMMANDS))
  program
    .command(name)
    .description(description)
    .option('--file <path>', 'the customers', DEFAULTS.file)
    .option('--only <names>', 'only these customers, divided by commas', (text) =>
      text.split(',').map((one) => one.trim()),
    )
    .option('--from <name>', 'starts with this one, in the order of the waves')
    .option('--wave-size <n>', 'how many customers without a wave number form a wave', parseCount, DEFAULTS.waveSize)
    .option('--wait <seconds>', 'how long a new version may take to be reachable', parseCount, DEFAULTS.wait)
    .option('--json', 'plan and status for programs')
    .option('--force-unlock', 'takes over the lock of a run that has ended')
    .action(async (given) => {
      process.exitCode = await runFleet(name as CommandName, given, world)
    })
program
  .command('schema')
  .description('prints the JSON Schema of fleet.json')
  .action(() => console.log(JSON.stringify(fleetJsonSchema(), null, 2)))
await program.parseAsync()
