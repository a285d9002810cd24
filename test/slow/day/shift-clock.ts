import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The environment in which the clock of every process is shifted, including the Workers runtime, which has no setting for
 * it: a preloaded library shifts it. Needs Linux and gcc.
 *
 * @param zone an IANA time zone
 */
export function shiftClock({ days, zone }: { days: number; zone: string }): NodeJS.ProcessEnv {
  const library = join(mkdtempSync(join(tmpdir(), 'latchkey-day-')), 'shifted-clock.so')
  const source = fileURLToPath(new URL('shifted-clock.c', import.meta.url).href)
  const { status } = spawnSync('gcc', ['-shared', '-fPIC', '-O2', '-o', library, source], { stdio: 'inherit' })
  if (status !== 0) throw new Error('gcc is missing, or it failed: install gcc')
  return { LD_PRELOAD: library, CLOCK_SHIFT_S: String(days * 86_400), TZ: zone }
}
