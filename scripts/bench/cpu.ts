import { readdirSync, readFileSync } from 'node:fs'

/**
 * The CPU milliseconds of a process so far, of all its threads. Linux reports them in nanoseconds. Throws on other
 * systems.
 */
export function cpuMs(pid: number): number {
  let nanoseconds = 0
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ')[0])
  }
  return nanoseconds / 1e6
}

/** Waits until a process is idle, and returns its CPU time. */
export async function restingCpuMs(pid: number): Promise<number> {
  let before = cpuMs(pid)
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 25))
    const now = cpuMs(pid)
    if (now - before < 0.3) return now
    before = now
  }
}
