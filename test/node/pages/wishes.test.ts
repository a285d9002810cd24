import { expect, it } from 'vitest'
import { PRODUCTS } from '../../../src/pages/api/accounts.ts'
import { sortByFit, WISH_PRODUCTS } from '../../../src/pages/wishes/products.ts'

const ALL = Object.keys(WISH_PRODUCTS)

it.each([
  ['notes', ['ask-notes', 'video-summaries', 'notes-to-notion']],
  ['recorder', ['ask-recordings', 'video-summaries', 'recordings-to-notion']],
  ['social', ['video-summaries', 'replies-to-slack']],
  ['payment', ['unpaid-to-slack', 'video-summaries']],
] as const)(
  'with %s connected, what it can do comes first, and then what needs another account as well',
  (product, first) => {
    const sorted = sortByFit(new Set([product]))
    expect(sorted.slice(0, first.length)).toEqual(first)
    expect(sorted.toSorted()).toEqual(ALL.toSorted())
  },
)

it('with nothing or everything connected, the order is that of the page', () => {
  expect(sortByFit(new Set())).toEqual(ALL)
  expect(sortByFit(new Set(PRODUCTS))).toEqual(ALL)
})
