import { describe, expect, test } from 'vitest'
import { endsIn, exists, makes } from '../../../../src/groups/payment/changes.ts'

const bill = (appr_state?: string, appr_price?: string) => ({
  bill_id: 'B-1',
  ...(appr_state !== undefined && { appr_state }),
  ...(appr_price !== undefined && { appr_price }),
})

test('a bill exists when the product returns its state; a response without one shows nothing', () => {
  for (const state of ['F', 'W', 'C', 'D']) expect(exists(bill(state))).toBe(true)
  expect(exists(undefined)).toBe(false)
  for (const state of [undefined, '', 'X', 'f', '0']) expect(exists(bill(state))).toBeUndefined()
})

describe('a change of state', () => {
  const cancelled = endsIn('C', 5000)

  test.each([true, false])(
    'was created in its own state at its own price, whether or not the bill is new (%s)',
    (fresh) => {
      expect(cancelled(bill('C', '5000'), fresh)).toBe('done')
      expect(cancelled(bill('C'), fresh)).toBe('done')
      expect(endsIn('D', 5000)(bill('D', '5000'), fresh)).toBe('done')
    },
  )

  test('is undone in every other state, and of a bill that there is not', () => {
    for (const state of ['F', 'W', 'D']) expect(cancelled(bill(state, '5000'), true)).toBe('undone')
    expect(cancelled(undefined, true)).toBe('undone')
  })

  test('with another price, or an unknown state, proves nothing', () => {
    expect(cancelled(bill('C', '50000'), true)).toBe('nothing')
    for (const state of [undefined, '', 'X']) expect(cancelled(bill(state, '5000'), true)).toBe('nothing')
  })
})

describe('a new bill', () => {
  const sent = makes(['W', 'F', 'C', 'D'], 5000)
  const charged = makes(['F'], 5000)

  test('was created in each of its states at its price', () => {
    for (const state of ['W', 'F', 'C', 'D']) expect(sent(bill(state, '5000'), true)).toBe('done')
    expect(sent(bill('W'), true)).toBe('done')
    expect(charged(bill('F', '5000'), true)).toBe('done')
  })

  test('is no proof when it may have existed before', () => {
    for (const state of ['W', 'F', 'C', 'D']) expect(sent(bill(state, '5000'), false)).toBe('nothing')
  })

  test('was not done when there is none, whatever is known about the time before', () => {
    for (const fresh of [true, false])
      expect([sent(undefined, fresh), charged(undefined, fresh)]).toEqual(['undone', 'undone'])
  })

  test('in another state, at another price or without a known one proves nothing, and is never sent again', () => {
    for (const state of ['W', 'C', 'D']) expect(charged(bill(state, '5000'), true)).toBe('nothing')
    expect(sent(bill('W', '5001'), true)).toBe('nothing')
    for (const state of [undefined, '', 'X']) expect(sent(bill(state, '5000'), true)).toBe('nothing')
  })
})
