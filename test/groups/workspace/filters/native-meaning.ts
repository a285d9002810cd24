import fc from 'fast-check'
import type { Facts } from './project-facts.ts'

/** A filter in the product's own words, of every nesting that others can be joined to, and its meaning. */
export const native: fc.Arbitrary<{ filter: unknown; holds: (row: Facts) => boolean }> = fc
  .record({
    leaves: fc.array(fc.constantFrom(...leaves()), { minLength: 1, maxLength: 3 }),
    inner: fc.array(fc.constantFrom(...leaves()), { minLength: 1, maxLength: 3 }),
    shape: fc.constantFrom('none', 'leaf', 'and', 'or', 'and with or'),
  })
  .map(({ leaves: some, inner, shape }) => {
    const filters = some.map((leaf) => leaf.filter)
    const every = (row: Facts) => some.every((leaf) => leaf.holds(row))
    const any = (row: Facts) => some.some((leaf) => leaf.holds(row))
    const [first] = some
    if (shape === 'leaf' && first) return first
    if (shape === 'and') return { filter: { and: filters }, holds: every }
    if (shape === 'or') return { filter: { or: filters }, holds: any }
    if (shape === 'none') return { filter: undefined, holds: () => true }
    return {
      filter: { and: [...filters, { or: inner.map((leaf) => leaf.filter) }] },
      holds: (row: Facts) => every(row) && inner.some((leaf) => leaf.holds(row)),
    }
  })

function leaves(): { filter: object; holds: (row: Facts) => boolean }[] {
  return [
    { filter: { property: 'Budget', number: { greater_than: 0 } }, holds: (row) => (row.number('Budget') ?? 0) > 0 },
    { filter: { property: 'Billable', checkbox: { equals: false } }, holds: (row) => !row.flag('Billable') },
    { filter: { property: 'Name', title: { contains: 'e' } }, holds: (row) => (row.text('Name') ?? '').includes('e') },
  ]
}
