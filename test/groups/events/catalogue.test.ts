import { expect, it } from 'vitest'
import type * as z from 'zod'
import { EVENT_TYPES, type EventType } from '../../../src/base/events.ts'
import { CATALOGUE } from '../../../src/groups/events/catalogue.ts'
import { shopEvents } from '../../../src/groups/shop/outputs.ts'
import { EVENT_DATA } from '../../../src/openapi/webhooks.ts'

/** The example of a type has fields and types that its group declares. */

/** An example leaves fields out, and names none that the schema does not know. */
function expectInPart(schema: z.ZodObject, example: object) {
  expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(Object.keys(example)))
  expect(schema.partial().safeParse(example).error).toBeUndefined()
}

it.each(Object.keys(EVENT_TYPES) as EventType[])('%s', (type) => {
  const { rows, ...example } = CATALOGUE[type].example
  expectInPart(EVENT_DATA[type](), example)
  expect(rows !== undefined).toBe(type === 'shop.order.created')
})

it('the rows of an order', () => {
  const rows = CATALOGUE['shop.order.created'].example.rows as readonly object[]
  expect(rows).toHaveLength(1)
  for (const row of rows) expectInPart(shopEvents['shop.order.created']().shape.rows.element, row)
})
