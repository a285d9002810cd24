import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './build.ts'
import { fail } from './usage.ts'

/**
 * The options of a command that runs tests on another day. By default in another year, and in a time zone whose date differs
 * from UTC's for part of the day. A zone in the environment stays.
 */
export const DAY_OPTIONS = {
  days: { type: 'string', default: '400' },
  zone: { type: 'string', default: process.env.TZ ?? 'America/New_York' },
} as const

/**
 * The environment in which the clock of every process is shifted, including the Workers runtime, which has no setting for
 * it: a library shifts it. Needs Linux and gcc. The library is deleted when this process ends.
 *
 * @param days a whole number, as text
 * @param zone an IANA time zone
 */
export function shiftClock({ days, zone }: { days: string; zone: string }): NodeJS.ProcessEnv {
  if (!Number.isInteger(Number(days))) fail('--days must be a whole number')
  if (process.platform !== 'linux') fail('another day needs Linux: set the date of the machine instead')
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-day-'))
  process.on('exit', () => rmSync(folder, { recursive: true }))
  const library = join(folder, 'shifted-clock.so')
  const compile = ['-shared', '-fPIC', '-O2', '-o', library, join(ROOT, 'scripts/support/shifted-clock.c')]
  if (spawnSync('gcc', compile, { stdio: 'inherit' }).status !== 0) fail('gcc is missing, or it failed: install gcc')
  return { LD_PRELOAD: library, CLOCK_SHIFT_S: String(Number(days) * 86_400), TZ: zone }
}
