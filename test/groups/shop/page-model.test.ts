import { expect, test } from 'vitest'
import { type UpstreamPage, wholePage } from '../../../src/groups/shop/consumer.ts'

const whole = {
  orderList: [],
  pageIndex: 0,
  size: 5,
  hasNext: false,
  nextPageIndex: null,
  nextYear: null,
  partial: false,
}

const FIRST: UpstreamPage = { requestYear: 2025, pageIndex: 4, size: 5 }
const read = (answer: unknown, position = FIRST) => wholePage(answer, position)

test.each([
  ['no list', { ...whole, orderList: undefined }],
  ['another list', { ...whole, orderList: {} }],
  ['a word', 'login'],
  ['true', true],
])('%s is an unknown shape: 502', (_, answer) => {
  expect(() => read(answer)).toThrow(
    expect.objectContaining({ status: 502, message: expect.stringMatching(/cannot be read: orderList$/) }),
  )
})

test('an empty year is no failure, and unknown fields stay', () => {
  expect(read({ ...whole, banner: { text: '로켓' } })).toEqual({ ...whole, banner: { text: '로켓' } })
  expect(read({ ...whole, orderList: null })).toEqual(whole)
})

test('an order without its id is an order, anything else is left out', () => {
  const { orderList } = read({ ...whole, orderList: [{ title: '생수' }, null, 7, { orderId: '25A-7' }] })
  expect(orderList).toEqual([{ title: '생수', orderId: null }, { orderId: '25A-7' }])
})

test('in any form, the rest shows where the list continues (shop facts 4.2)', () => {
  for (const [what, part, [hasNext, nextPageIndex]] of [
    ['no hasNext', { hasNext: undefined, nextPageIndex: 5 }, [true, 5]],
    ['no hasNext at the end', { hasNext: null }, [false, null]],
    ['a page that is not named', { hasNext: true }, [true, 5]],
    ['nor is the same year', { hasNext: true, nextYear: 2025 }, [true, 5]],
    ['a page of the year before that is not named', { hasNext: true, nextYear: 2024 }, [true, 0]],
    ['a page in another form', { hasNext: 1, nextPageIndex: '5' }, [true, 5]],
    ['an end that names a page', { hasNext: false, nextPageIndex: 5 }, [false, null]],
  ] as const)
    expect.soft(read({ ...whole, ...part }), what).toMatchObject({ hasNext, nextPageIndex })
})

test('a caller that sends the returned values stays in the year, even if the product omits it', () => {
  const followed = { ...whole, hasNext: true, nextPageIndex: 5 }
  expect(read(followed)).toMatchObject({ nextPageIndex: 5, nextYear: 2025 })
  expect(read(followed, { ...FIRST, requestYear: 0 })).toMatchObject({ nextPageIndex: 5, nextYear: null })
  expect(read(whole)).toMatchObject({ nextPageIndex: null, nextYear: null })
})

test('in the recent window every page follows the one before', () => {
  const position = { ...FIRST, requestYear: 0 }
  expect(read({ ...whole, hasNext: true, nextYear: 2026 }, position)).toMatchObject({ nextPageIndex: 5 })
})
