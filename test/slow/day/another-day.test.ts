import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../../scripts/support/build.ts'
import { shiftClock } from './shift-clock.ts'

/** So many tests take minutes on a busy machine. */
const PATIENCE_MS = 900_000

/** Tests of what an alarm wakes and of what expires. */
const TESTS = [
  ...['test/objects/', 'test/gateway/auth/', 'test/upstream/credentials/', 'test/groups/admin/'],
  ...['test/groups/shop/', 'test/groups/payment/', 'test/slow/scripts/start.test.ts'],
]

// A library that is preloaded already may shift the clock itself, and a second one cannot be preloaded.
it.runIf(process.platform === 'linux' && !process.env.LD_PRELOAD).each([{ days: 400, zone: 'America/New_York' }])(
  'tests pass $days days later in $zone',
  ({ days, zone }) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'workerd', '--project', 'slow', ...TESTS],
      { cwd: ROOT, env: { ...process.env, ...shiftClock({ days, zone }) }, encoding: 'utf8' },
    )
    expect(status, stdout + stderr).toBe(0)
    expect(stdout).toMatch(/Tests .* passed/)
  },
  PATIENCE_MS,
)
