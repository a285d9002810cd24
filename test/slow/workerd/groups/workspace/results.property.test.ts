import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clientPages, type MeantResult, meantResult } from '../../../../groups/workspace/filters/result-meaning.ts'
import { setStage } from '../../../../groups/workspace/stage.ts'
import { DATA_SOURCES } from '../../../../upstreams/workspace/index.ts'

const rowsThat = (all: readonly MeantResult[]) =>
  clientPages.filter((page) => all.every(({ holds }) => holds(page))).map(({ id }) => id)

const CLIENTS = `/v1/data_sources/${DATA_SOURCES.clients}`

it('any filter on any formula or rollup gives the rows that a reader of the table means', async () => {
  const { query, called } = setStage()
  const sizes = new Set<number>()
  await fc.assert(
    fc.asyncProperty(fc.array(meantResult, { minLength: 1, maxLength: 2 }), async (all) => {
      const { status, json } = await query({ filters: all.map(({ filter }) => filter) }, { id: DATA_SOURCES.clients })
      const rows = json.results?.map(({ id }: { id: string }) => id)
      expect([status, json.error, rows]).toEqual([200, undefined, rowsThat(all)])
      sizes.add(rows.length)
    }),
    { numRuns: 400 },
  )
  // The filters distinguish the rows.
  expect(sizes.size).toBeGreaterThan(4)
  // One schema of each table, and one row for the formulas: the rest are the queries.
  expect(called().filter((line) => line.startsWith('GET'))).toEqual([
    `GET ${CLIENTS}`,
    `GET /v1/data_sources/${DATA_SOURCES.projects}`,
  ])
  expect(called().filter((line) => line.startsWith(`POST ${CLIENTS}/query?`)).length).toBeLessThan(5)
}, 60_000)
