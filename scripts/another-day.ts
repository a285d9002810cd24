import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { DAY_OPTIONS, shiftClock } from './support/another-day.ts'
import { ROOT } from './support/build.ts'
import { readCommand } from './support/usage.ts'

/** `npm run test:day`: the ordinary tests on another day. */
const { values, positionals } = readCommand({
  usage: `npm run test:day -- [--days 400] [--zone America/New_York] [-- vitest arguments]

Runs tests with the clock of every process shifted by that many days, in that time zone. Without arguments these are all
ordinary tests. Needs Linux and gcc.`,
  options: DAY_OPTIONS,
  words: 100,
})
const tests = positionals.length > 0 ? positionals : ['--project', 'workerd', '--project', 'node']
const { status } = spawnSync(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...tests], {
  stdio: 'inherit',
  env: { ...process.env, ...shiftClock(values) },
})
process.exitCode = status ?? 1
