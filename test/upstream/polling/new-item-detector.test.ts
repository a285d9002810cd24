import { expect, it } from 'vitest'
import { NewItemDetector, type PollContext } from '../../../src/upstream/polling.ts'

/** A row is an event once, even if it moves from one list of a product to another while both are read. */

interface Row {
  id?: string
  at: number
}

const NOW = 1000

function detect(known: string[] = [], wanted = ['shop.order.created']) {
  const ask = {
    known: (keys: string[]) => new Map(keys.filter((key) => known.includes(key)).map((key) => [key, '1'])),
    wanted: new Set(wanted),
    upstream: { platform: { now: () => NOW } },
  } as unknown as PollContext
  return new NewItemDetector<Row>(ask, {
    getKey: ({ id }) => id,
    toEvent: ({ id = '', at }) =>
      at > NOW - 100 ? { type: 'shop.order.created', subject: id, at, data: {} } : undefined,
  })
}

const subjects = (found: NewItemDetector<Row>) => found.events.map(({ subject }) => subject)

it('a row that two lists of one walk have is one event', () => {
  const found = detect()
  expect([found.compare([{ id: 'a', at: 950 }]), found.compare([{ id: 'a', at: 950 }])]).toEqual([true, false])
  expect(subjects(found)).toEqual(['a'])
})

it('rows that were there before, or have no identity, are none', () => {
  const found = detect(['a'])
  expect(found.compare([{ id: 'a', at: 950 }, { at: 950 }])).toBe(false)
  found.begin([{ id: 'b', at: 950 }])
  expect(found.compare([{ id: 'b', at: 950 }])).toBe(false)
  expect([subjects(found), [...found.marks.keys()]]).toEqual([[], ['b']])
})

it('a row from too long ago, or of a type that nobody wants, is remembered and not reported', () => {
  const found = detect()
  expect(found.compare([{ id: 'old', at: 900 }])).toBe(false)
  const unwanted = detect([], [])
  expect(unwanted.compare([{ id: 'a', at: 950 }])).toBe(true)
  expect([subjects(found), subjects(unwanted)]).toEqual([[], []])
  expect([[...found.marks.keys()], [...unwanted.marks.keys()]]).toEqual([['old'], ['a']])
})

it('events are in the order in which they happened', () => {
  const found = detect()
  found.compare([
    { id: 'late', at: 990 },
    { id: 'early', at: 950 },
  ])
  expect(subjects(found)).toEqual(['early', 'late'])
})
