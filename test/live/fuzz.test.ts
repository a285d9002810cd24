import { describe, expect, it } from 'vitest'
import { startTarget } from '../../scripts/fuzz/local.ts'
import { getList, toReport } from '../../scripts/fuzz/report.ts'
import { fuzz } from '../../scripts/fuzz/run.ts'
import { builtWorker } from './build.ts'

/** `npm run fuzz` with a fixed seed. */

async function fuzzed(seed: number, count: number, concurrency: number) {
  const target = await startTarget(await builtWorker())
  try {
    return await fuzz(target, { seed, count, concurrency })
  } finally {
    await target.stop()
  }
}

describe('a gateway with any requests', () => {
  it('handles 1,500 requests as documented', async () => {
    const run = await fuzzed(20_261_121, 1_500, 4)
    expect(run.findings, toReport(run)).toEqual([])
    expect(run.done).toHaveLength(1_500)
    // An operation without a success is never tested behind its gates. Randomness misses a few.
    const succeeded = new Set(
      run.done.flatMap(({ trial, status = 0 }) => (status < 300 ? [trial.operation.operationId] : [])),
    )
    const idle = run.plan.operations.filter(({ operation }) => !succeeded.has(operation.operationId))
    expect(idle.length / run.plan.operations.length).toBeLessThan(0.08)
  })

  it('gets the same requests and gives the same responses for the same seed', async () => {
    // More than a batch, because a batch uses data from earlier ones.
    const lists = [await fuzzed(3, 120, 1), await fuzzed(3, 120, 1)].map(getList)
    expect(lists[0]).toEqual(lists[1])
    expect(getList(await fuzzed(4, 20, 1))).not.toEqual(lists[0]?.slice(0, 20))
  })
})
