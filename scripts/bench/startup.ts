import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT, wrangler } from '../support/build.ts'
import { median } from './median.ts'

const ROUNDS = 5

interface Profile {
  nodes: { id: number; callFrame: { functionName: string } }[]
  samples: number[]
  timeDeltas: number[]
}

/** Milliseconds of CPU that a Worker's start takes, idle time left out; medians of runs in turn. */
export async function benchStartup(): Promise<{ latchkey: number; reference: number }> {
  const latchkey: number[] = []
  const reference: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    latchkey.push(await startupMs('wrangler.toml'))
    reference.push(await startupMs('scripts/bench/reference.toml'))
  }
  return { latchkey: median(latchkey), reference: median(reference) }
}

async function startupMs(config: string): Promise<number> {
  const file = join(ROOT, `startup-${process.pid}.cpuprofile`)
  try {
    await wrangler('check', 'startup', '--outfile', file, `--args=-c ${config} --minify`)
    const profile: Profile = JSON.parse(await readFile(file, 'utf8'))
    const idle = new Set(
      profile.nodes.filter(({ callFrame }) => callFrame.functionName === '(idle)').map(({ id }) => id),
    )
    const micros = profile.samples.reduce(
      (sum, id, index) => sum + (idle.has(id) ? 0 : (profile.timeDeltas[index] ?? 0)),
      0,
    )
    return micros / 1000
  } finally {
    await rm(file, { force: true })
  }
}
