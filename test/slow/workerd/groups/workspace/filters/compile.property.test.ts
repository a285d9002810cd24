import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileFilters } from '../../../../../../src/groups/workspace/filters/compile.ts'
import { every, type Meant, meant, rowsThat } from '../../../../../groups/workspace/filters/meaning.ts'
import { native } from '../../../../../groups/workspace/filters/native-meaning.ts'
import { notion, projectProperties } from '../../../../../groups/workspace/projects.ts'
import { api } from '../../../../../simulators/workspace/call.ts'
import { DATA_SOURCES } from '../../../../../simulators/workspace/index.ts'
import { checkFilter } from '../../../../../simulators/workspace/query/filter-check.ts'
import { matches } from '../../../../../simulators/workspace/query/filter-match.ts'
import { matching } from '../../../../../simulators/workspace/query/query.ts'

const [connection] = notion.state.connections
const table = notion.state.dataSources.find(({ id }) => id === DATA_SOURCES.projects)
if (!connection || !table) throw new Error('no seed')
const product = {
  clock: { now: () => Date.parse('2026-11-21T09:00:00Z') },
  newId: () => '',
  state: notion.state,
  switches: notion.switches,
}

/** The rows that the product's evaluator matches, after its own validation. */
function evaluate(filter: unknown): string[] {
  if (filter !== undefined) checkFilter(filter, { table: table ?? fail(), all: notion.state.dataSources })
  return notion.state.rows
    .filter((row) => row.dataSourceId === DATA_SOURCES.projects && !row.inTrash)
    .filter((row) =>
      matches(Object(filter), matching({ notion: product, connection: connection ?? fail() }, table ?? fail(), row)),
    )
    .map(({ id }) => id)
}

const fail = (): never => {
  throw new Error('no seed')
}

describe('a generated simple filter lets the same rows through as its meaning', () => {
  it('alone', () => {
    fc.assert(
      fc.property(meant, ({ filter, holds }) => {
        expect(evaluate(compileFilters({ filters: [filter] }, projectProperties).filter)).toEqual(rowsThat(holds))
      }),
      { numRuns: 3000 },
    )
  })

  it('several, with the older form and a native filter', () => {
    /** The older form has no operators. */
    const plain = meant.filter(({ filter }: Meant) => filter.operator === undefined)
    fc.assert(
      fc.property(
        fc.array(meant, { maxLength: 3 }),
        fc.array(plain, { maxLength: 2 }),
        native,
        (filters, older, more) => {
          const byKey = [...new Map(older.map((one) => [one.filter.key, one])).values()]
          const request = {
            filters: filters.map(({ filter }) => filter),
            filters_map: Object.fromEntries(byKey.map(({ filter }) => [filter.key, filter.value])),
            workspace_filter: more.filter,
          }
          const compiled = compileFilters(request, projectProperties).filter
          expect(evaluate(compiled)).toEqual(rowsThat(every([...filters, ...byKey, more])))
        },
      ),
      { numRuns: 1500 },
    )
  })

  it('over the wire too', async () => {
    await fc.assert(
      fc.asyncProperty(meant, async ({ filter, holds }) => {
        const compiled = compileFilters({ filters: [filter] }, projectProperties).filter
        const { status, body } = await api(notion, `POST /v1/data_sources/${DATA_SOURCES.projects}/query`, {
          filter: compiled,
        })
        const results = Array.isArray(body.results) ? body.results : []
        expect([status, results.map(({ id }) => id)]).toEqual([200, rowsThat(holds)])
      }),
      { numRuns: 150 },
    )
  })
})
