import { expect, it } from 'vitest'
import * as z from 'zod'
import * as mini from 'zod/mini'
import { operations } from '../../src/gateway/operation.ts'
import { getOperation, isPaged, type Operation } from '../../src/gateway/operation-type.ts'
import { describePages } from '../../src/openapi/facts.ts'
import { getOutput } from '../../src/openapi/registered.ts'
import { registered } from '../contract/subjects.ts'
import { TEXTS } from '../support/texts.ts'

const paged = registered.filter(({ operation }) => isPaged(operation.input()))

/** Whether something in a schema is a list of more than words, such as warnings. */
const hasList = (schema: unknown): boolean =>
  (schema instanceof z.ZodArray && !(schema.element instanceof z.ZodString)) ||
  (schema instanceof z.ZodObject && Object.values(schema.shape).some(hasList))

it('iterates over every operation that is declared to return a list in pages', () => {
  const lists = paged.filter(({ operation }) => hasList(getOutput(operation)))
  const missing = lists.flatMap(({ operation }) =>
    describePages(operation)
      ? []
      : [
          `${operation.id} returns a list in pages, but no output field has the next page: name one next_skip for skip, or next_cursor`,
        ],
  )
  expect(lists.length).toBeGreaterThan(8)
  expect(missing).toEqual([])
})

it('starts with the field that selects the page', () => {
  const pages = registered.flatMap(({ operation }) => {
    const found = describePages(operation)
    return found ? [[operation.id, found]] : []
  })
  expect(Object.fromEntries(pages)).toMatchObject({
    recorder_sync: {
      place: 'query',
      items: 'files',
      next: [
        ['skip', 'next_skip'],
        ['before', 'next_before'],
      ],
    },
    shop_list_flattened_orders: {
      place: 'json',
      items: 'result.rows',
      next: [
        ['pageIndex', 'result.page.nextPageIndex'],
        ['year', 'result.page.nextYear'],
      ],
    },
    social_list_posts: { place: 'query', items: 'posts', next: [['after', 'next_cursor']] },
  })
})

const { read } = operations<Record<string, () => z.ZodType>>({ group: 'notes', access: 'open' })
const declared = (): Operation => {
  const handler = read('notes_list_things', {
    ...TEXTS,
    input: () => ({ query: mini.object({ page: mini.string().check(z.meta({ narrows: 'position' })) }) }),
    handle: async () => ({}),
  })
  const operation = getOperation(handler)
  if (!operation) throw new Error('it is no operation')
  return operation
}
const things = z.array(z.object({ id: z.string() }))

it('does not treat a response without a list, or without a next page, as a listing', () => {
  expect(describePages(declared(), z.object({ next_page: z.string(), warnings: z.array(z.string()) }))).toBeUndefined()
  expect(describePages(declared(), z.object({ things }))).toBeUndefined()
})

it('refuses to guess between two lists', () => {
  const output = z.object({ things, others: things, next_page: z.string() })
  expect(() => describePages(declared(), output)).toThrow('notes_list_things: things and others are lists')
})
