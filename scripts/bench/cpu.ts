import { readdirSync, readFileSync } from 'node:fs'

/**
 * Milliseconds of CPU that a process has used so far, of all its threads together. Linux tells it in nanoseconds; elsewhere
 * this throws.
 */
export function cpuMs(pid: number): number {
  let nanoseconds = 0
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ')[0])
  }
  return nanoseconds / 1e6
}

/** Waits until a process does nothing any more, and returns its CPU time. */
export async function restingCpuMs(pid: number): Promise<number> {
  let before = cpuMs(pid)
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 25))
    const now = cpuMs(pid)
    if (now - before < 0.3) return now
    before = now
  }
}
