import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './support/build.ts'
import { fail, readCommand } from './support/usage.ts'

/**
 * `npm run test:day`: runs the tests on another date. A library shifts the clock of every process, including the
 * Workers runtime, which has no setting for it.
 */
const { values, positionals } = readCommand({
  usage: `npm run test:day -- [--days 400] [--zone America/New_York] [-- vitest arguments]

Runs tests with the clock of every process shifted by that many days, in that time zone. Without arguments these are the
ordinary tests of npm start, of living gateways and of the Workers runtime with alarms, sessions, keys and expiries. With
-- --project workerd --project node all ordinary tests run. Needs Linux and gcc.`,
  options: { days: { type: 'string', default: '400' }, zone: { type: 'string', default: 'America/New_York' } },
  words: 100,
})
/** What reads a clock that the tests cannot set: live gateways, and whatever a runtime wakes or expires by itself. */
const WITH_A_CLOCK = [
  ...['admin', 'key-limit', 'record-expiry', 'subscription-owners'].map((name) => `test/live/${name}`),
  ...['test/scripts/start', 'test/objects', 'test/accounts', 'test/gateway/auth', 'test/upstream/credentials'],
  ...['flow', 'grants', 'refresh'].map((name) => `test/surfaces/oauth/${name}`),
  ...['accounts', 'keys', 'links', 'session'].map((name) => `test/groups/admin/${name}`),
]

const days = Number(values.days)
if (!Number.isInteger(days)) fail('--days must be a whole number')
if (process.platform !== 'linux') fail('npm run test:day needs Linux: set the date of the machine instead')

const folder = mkdtempSync(join(tmpdir(), 'latchkey-day-'))
const library = join(folder, 'shifted-clock.so')
try {
  const compile = ['-shared', '-fPIC', '-O2', '-o', library, join(ROOT, 'scripts/support/shifted-clock.c')]
  if (spawnSync('gcc', compile, { stdio: 'inherit' }).status !== 0) fail('gcc is missing, or it failed: install gcc')
  const projects = positionals.length > 0 ? positionals : ['--project', 'workerd', '--project', 'node', ...WITH_A_CLOCK]
  const { status } = spawnSync(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...projects], {
    stdio: 'inherit',
    env: { ...process.env, LD_PRELOAD: library, CLOCK_SHIFT_S: String(days * 86_400), TZ: values.zone },
  })
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true })
}
