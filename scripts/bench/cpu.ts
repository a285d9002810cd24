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

/** Waits until a process is idle, and returns its CPU time. On a busy machine it may wait for its turn for 25 ms. */
export async function restingCpuMs(pid: number): Promise<number> {
  let before = cpuMs(pid)
  for (let idle = 0; idle < 2; ) {
    await new Promise((resolve) => setTimeout(resolve, 25))
    const now = cpuMs(pid)
    idle = now - before < 0.3 ? idle + 1 : 0
    before = now
  }
  return before
}
