import fc from 'fast-check'
import { expect, it } from 'vitest'
import { every, type Meant, meant, rowsThat } from '../../../../groups/workspace/filters/meaning.ts'
import { native } from '../../../../groups/workspace/filters/native-meaning.ts'
import { QUERY, SCHEMA, setStage } from '../../../../groups/workspace/stage.ts'

const getIds = (body: { results: { id: string }[] }) => body.results.map(({ id }) => id)

/** The older form has no operators. */
const plain = meant.filter(({ filter }: Meant) => filter.operator === undefined)

it('any generated filter gives the same rows through the gateway as a direct evaluation of its meaning', async () => {
  const { query, called } = setStage()
  await fc.assert(
    fc.asyncProperty(
      fc.array(meant, { maxLength: 3 }),
      fc.array(plain, { maxLength: 2 }),
      native,
      async (filters, older, more) => {
        const byKey = [...new Map(older.map((one) => [one.filter.key, one])).values()]
        const { status, json } = await query({
          filters: filters.map(({ filter }) => filter),
          filters_map: Object.fromEntries(byKey.map(({ filter }) => [filter.key, filter.value])),
          workspace_filter: more.filter,
        })
        expect([status, getIds(json)]).toEqual([200, rowsThat(every([...filters, ...byKey, more]))])
      },
    ),
    { numRuns: 200 },
  )
  // Besides the schema there are only the queries.
  expect(called().filter((line) => line !== QUERY)).toEqual([SCHEMA])
}, 30_000)
