import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonicalize } from '../../../../../../src/groups/workspace/upsert-plan.ts'
import { type Stage, setStage } from '../../../../../groups/workspace/stage.ts'
import { DATA_SOURCES } from '../../../../../simulators/workspace/index.ts'
import { holdDeadlines } from '../../../../../support/world.ts'

/** Keys of each type, few enough to meet; in more than one spelling where one key has several. */
const KEYS: Readonly<Record<string, readonly [type: string, values: readonly unknown[]]>> = {
  Name: ['title', ['a', 'A', ' a ', 'b', '나', '나무', 'o\'b"', '😀']],
  Summary: ['rich_text', ['one', 'One', 'two', 'three ']],
  Budget: ['number', [0, 1, '1', 1.5, -3, 1e21]],
  Priority: ['select', ['High', 'high', 'Medium', 'Newer', 'Newest']],
  Stage: ['status', ['Done', 'done', 'In progress']],
  Due: [
    'date',
    ['2026-12-01', '2026-12-01T00:00:00Z', '2026-12-01T09:00:00+09:00', { start: '2026-12-01', end: '2026-12-02' }],
  ],
  Contact: ['email', ['a@b.example', 'A@b.example', 'c@d.example']],
}

const VALUES = {
  Tags: fc.uniqueArray(fc.constantFrom('Design', 'Backend', 'Fresh'), { maxLength: 3 }),
  Billable: fc.boolean(),
  Phone: fc.constantFrom('', '1', '2', null),
  Website: fc.constantFrom(null, 'https://a.example', 'https://b.example'),
}

const world = fc.constantFrom(...Object.keys(KEYS)).chain((key) => {
  const values = fc.constantFrom(...(KEYS[key]?.[1] ?? []))
  const record = fc
    .tuple(values, fc.record(VALUES, { requiredKeys: [] }))
    .map(([value, more]): Record<string, unknown> => ({ ...more, [key]: value }))
  return fc.record({
    key: fc.constant(key),
    before: fc.array(values, { maxLength: 5 }),
    batches: fc.array(fc.array(record, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 }),
    foldsCase: fc.boolean(),
    rowsPerPage: fc.constantFrom(1, 3, 100),
    /** Which writes the product does without its answer arriving. */
    cut: fc.uniqueArray(fc.nat(8), { maxLength: 2 }),
  })
})

/** How many rows have each key. */
function rowsByKey({ product }: Stage, key: string): Map<string, number> {
  const type = KEYS[key]?.[0] ?? ''
  const counts = new Map<string, number>()
  for (const { dataSourceId, inTrash, values } of product.state.rows) {
    const form = dataSourceId === DATA_SOURCES.projects && !inTrash && canonicalize(type, { [type]: values.get(key) })
    if (form) counts.set(form, (counts.get(form) ?? 0) + 1)
  }
  return counts
}

it('concurrent batches create no key twice, and leave nothing to do when they are sent again', async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ key, before, batches, foldsCase, rowsPerPage, cut }) => {
      const stage = setStage()
      holdDeadlines()
      Object.assign(stage.product.switches, { foldsCase, rowsPerPage })
      const records = before.map((value) => ({ [key]: value }))
      if (records.length > 0) await stage.bulk('insert', { data_source_id: DATA_SOURCES.projects, records })
      const first = rowsByKey(stage, key)
      let writes = 0
      const isWrite = (call: { method: string; url: URL }) =>
        call.method !== 'GET' && !call.url.pathname.endsWith('/query')
      stage.product.fail({ kind: 'cut' }, { on: (call) => isWrite(call) && cut.includes(writes++) })

      await Promise.all(batches.map((batch) => stage.upsert({ key, records: batch })))
      stage.product.heal()
      for (const batch of batches) {
        const { json: once } = await stage.upsert({ key, records: batch })
        const { json: twice } = await stage.upsert({ key, records: batch })
        const failed = once.results.map(({ outcome }: { outcome: string }) => outcome === 'failed')
        expect(twice.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(
          failed.map((one: boolean) => (one ? 'failed' : 'unchanged')),
        )
        for (const { error } of twice.results)
          if (error) expect(error).toMatch(/several rows have this key|the same key/)
      }
      for (const [name, count] of rowsByKey(stage, key)) {
        if (name !== 'null' && name !== '""') expect(count, name).toBeLessThanOrEqual(Math.max(1, first.get(name) ?? 0))
      }
    }),
    { numRuns: 40 },
  )
}, 60_000)
