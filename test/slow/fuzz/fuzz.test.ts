import { describe, expect, it } from 'vitest'
import { builtWorker } from '../../support/build.ts'
import { startTarget } from './local.ts'
import { getList, toReport } from './report.ts'
import { fuzz } from './run.ts'

/**
 * Sends all kinds of requests that the document allows, and invalid ones, and checks every response against the documented
 * behaviour. SEED gives other requests, COUNT more of them, OPERATION only those of one operation. The report shows the curl
 * command of each finding.
 */
const { SEED = '20261121', COUNT = '1900', OPERATION } = process.env

async function fuzzed(seed: number, count: number, concurrency: number, only?: string[]) {
  const target = await startTarget(await builtWorker())
  try {
    return await fuzz(target, { seed, count, concurrency, ...(only && { only }) })
  } finally {
    await target.stop()
  }
}

describe('a gateway with any requests', () => {
  it('handles them as documented', async () => {
    const count = Number(COUNT)
    const run = await fuzzed(Number(SEED), count, 4, OPERATION?.split(','))
    expect(run.findings, toReport(run)).toEqual([])
    expect(run.done).toHaveLength(count)
    // An operation without a success is never tested behind its gates. Randomness misses a few.
    const succeeded = new Set(
      run.done.flatMap(({ trial, status = 0 }) => (status < 300 ? [trial.operation.operationId] : [])),
    )
    const idle = run.plan.operations.filter(({ operation }) => !succeeded.has(operation.operationId))
    expect(
      idle.length / run.plan.operations.length,
      idle.map(({ operation }) => operation.operationId).join(),
    ).toBeLessThan(0.08)
  })

  it('gets the same requests and gives the same responses for the same seed', async () => {
    // More than a batch, because a batch uses data from earlier ones.
    const lists = [await fuzzed(3, 120, 1), await fuzzed(3, 120, 1)].map(getList)
    expect(lists[0]).toEqual(lists[1])
    expect(getList(await fuzzed(4, 20, 1))).not.toEqual(lists[0]?.slice(0, 20))
  })
})
