import fc from 'fast-check'
import { expect, it } from 'vitest'
import { setStage } from '../../../../../groups/workspace/stage.ts'
import { DATA_SOURCES } from '../../../../../simulators/workspace/index.ts'
import { fillLeads, leadRow, minute } from '../../../../../simulators/workspace/many-rows.ts'
import { holdDeadlines } from '../../../../../support/world.ts'

/** The most rows of one minute, which the product's limit is never below. */
const FULLEST = 8

const change = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), at: fc.nat(3) }),
  fc.record({ kind: fc.constantFrom('edit' as const, 'trash' as const, 'restore' as const), at: fc.nat(60) }),
)

const world = fc.record({
  minutes: fc
    .array(fc.record({ at: fc.nat(25), rows: fc.integer({ min: 1, max: FULLEST }) }), { maxLength: 12 })
    .map((all) => [...new Map(all.map(({ at, rows }) => [at, rows]))].flatMap(([at, rows]) => Array(rows).fill(at))),
  resultLimit: fc.integer({ min: FULLEST + 1, max: 40 }),
  rowsPerPage: fc.integer({ min: 1, max: 9 }),
  budget: fc.integer({ min: 1, max: 7 }),
  direction: fc.constantFrom('ascending', 'descending', undefined),
  /** What happens to the table before each call. */
  changes: fc.array(fc.option(change, { nil: undefined }), { maxLength: 40 }),
})

it('no row is missing and none is there twice, while the table changes', async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ minutes, resultLimit, rowsPerPage, budget, direction, changes }) => {
      const stage = setStage({ SUBREQUESTS: String(budget) })
      holdDeadlines()
      Object.assign(stage.product.switches, { resultLimit, rowsPerPage })
      const ids = fillLeads(stage.product, minutes)
      const { rows } = stage.product.state
      const own = () => rows.filter(({ dataSourceId }) => dataSourceId === DATA_SOURCES.leads2026)
      /** Rows that were in the trash for a while may be present or not. */
      const shaken = new Set<string>()
      let now = 30
      const coming = [...changes]
      const { fetch } = stage.product
      stage.product.fetch = async (request) => {
        const next = coming.shift()
        if (next?.kind === 'add') {
          now += next.at
          // Never more in one minute than the product can show.
          if (own().filter(({ createdTime }) => createdTime === minute(now)).length === FULLEST) now += 1
          rows.push(leadRow(minute(now)))
        }
        const row = next && next.kind !== 'add' ? own()[next.at % Math.max(1, own().length)] : undefined
        if (row && next?.kind === 'edit') row.values.set('Amount', next.at)
        if (row && next?.kind === 'trash') row.inTrash = true
        if (row && next?.kind === 'restore') row.inTrash = false
        if (row && next?.kind !== 'edit') shaken.add(row.id)
        return fetch(request)
      }
      const sorts = direction ? [{ timestamp: 'created_time', direction }] : []
      const given: { id: string; created_time: string }[] = []
      let start_cursor: string | null = null
      let answers = 0
      do {
        const body: object = { sorts, ...(start_cursor !== null && { start_cursor }) }
        const { status, json } = await stage.queryAll(body, { id: DATA_SOURCES.leads2026 })
        expect(++answers).toBeLessThan(400)
        if (status === 409) {
          // The row of its cursor is gone, so start again from the beginning, as the response says.
          given.length = 0
          start_cursor = ''
        } else {
          expect([status, json.warnings]).toEqual([200, []])
          expect(json.next_cursor?.length ?? 0).toBeLessThan(80)
          given.push(...json.results)
          start_cursor = json.next_cursor
        }
      } while (start_cursor !== null)
      const seen = given.map(({ id }) => id)
      expect(new Set(seen).size).toBe(seen.length)
      expect(ids.filter((id) => !shaken.has(id) && !seen.includes(id))).toEqual([])
      const times = given.map(({ created_time }) => created_time)
      expect(times).toEqual(direction === 'descending' ? times.toSorted().toReversed() : times.toSorted())
    }),
    {
      numRuns: 60,
      // The row of a cursor goes to the trash before the last call of the budget.
      examples: [
        [
          {
            minutes: [0, 0, 0, 0, 0, 1],
            resultLimit: 9,
            rowsPerPage: 2,
            budget: 5,
            direction: 'descending',
            changes: [{ kind: 'add', at: 0 }, undefined, undefined, undefined, { kind: 'trash', at: 53 }],
          },
        ],
      ],
    },
  )
}, 60_000)
