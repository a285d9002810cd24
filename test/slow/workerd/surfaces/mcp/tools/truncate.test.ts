import * as fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { tokensIn } from '../../../../../../src/surfaces/mcp/tools/tokens.ts'
import { cut, MOST_TOKENS } from '../../../../../../src/surfaces/mcp/tools/truncate.ts'

/** Tokens of the JSON text. */
const measure = (value: unknown) => tokensIn(JSON.stringify(value))

/** Whether `part` is `whole` with shortened lists and texts. */
function endsEarly(part: unknown, whole: unknown): boolean {
  if (typeof whole === 'string')
    return part === whole || (typeof part === 'string' && whole.startsWith(part.slice(0, -1)))
  if (Array.isArray(whole))
    return Array.isArray(part) && part.length <= whole.length && part.every((item, at) => endsEarly(item, whole[at]))
  if (typeof whole === 'object' && whole !== null) {
    const names = Object.keys(whole)
    return (
      JSON.stringify(Object.keys(part as object)) === JSON.stringify(names) &&
      names.every((name) =>
        endsEarly((part as Record<string, unknown>)[name], (whole as Record<string, unknown>)[name]),
      )
    )
  }
  return Object.is(part, whole)
}

describe('what fits', () => {
  it('is the very same', () => {
    const value = { a: [1, 2], b: 'text' }
    expect(cut(value, 2 * measure(value))).toBe(value)
  })
})

describe('a list', () => {
  it('ends after the last item that fits', () => {
    expect(cut([1, 22, 333, 4444], 7)).toEqual([1, 22])
  })

  it('keeps its first item, cut, when not even that fits', () => {
    expect(cut([{ text: '가'.repeat(100) }, 1], 30)).toEqual([{ text: expect.stringMatching(/^가{10,20}…$/) }])
  })
})

describe('a text', () => {
  it('ends with an ellipsis', () => {
    expect(cut('가나다라마바사아자차', 8)).toBe('가나다라…')
  })

  it('is never cut through a character', () => {
    for (let room = 3; room < 20; room++) expect(String(cut('😀😀😀😀😀', room)).isWellFormed()).toBe(true)
  })

  it('counts what JSON writes: quotes and line breaks twice', () => {
    const value = cut('"\n'.repeat(1000), 500)
    expect(measure(value)).toBeLessThanOrEqual(500)
    expect(measure(value)).toBeGreaterThan(300)
  })
})

describe('an object', () => {
  it('keeps its small fields complete and shares the rest among the large ones', () => {
    const value = { id: 'a', content: Array(1000).fill('line'), text: 'y'.repeat(5000), next: 'cursor' }
    const part = cut(value, 1000) as typeof value
    expect(part).toMatchObject({ id: 'a', next: 'cursor' })
    expect(part.content.length).toBeGreaterThan(50)
    expect(part.text.length).toBeGreaterThan(400)
    expect(measure(part)).toBeLessThanOrEqual(1000)
  })

  it('keeps the order of its fields', () => {
    expect(Object.keys(cut({ z: '가'.repeat(99), a: 1, m: [] }, 50) as object)).toEqual(['z', 'a', 'm'])
  })
})

describe('values nested deeper than any response', () => {
  const nested = (depth: number): unknown => (depth === 0 ? '가'.repeat(1000) : { a: nested(depth - 1) })

  it('are cut to 64 levels, and not changed below', () => {
    expect(measure(cut(nested(63), 600))).toBeLessThanOrEqual(600)
    const deep = nested(65)
    expect(cut(deep, 600)).toBe(deep)
  })
})

describe('any JSON', () => {
  it('keeps its shape', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.nat(300), (value, room) => endsEarly(cut(value, room), value)),
    )
  })

  it('of texts in lists fits, however little room there is', () => {
    const records = fc.array(fc.record({ id: fc.string({ maxLength: 5 }), text: fc.string({ maxLength: 300 }) }))
    fc.assert(
      fc.property(records, fc.integer({ min: 80, max: 2000 }), (list, room) => measure(cut({ list }, room)) <= room),
    )
  })
})

describe('10 MB', () => {
  afterEach(() => vi.restoreAllMocks())

  /** How many characters are written to measure a value while it is cut, for each that it has. */
  function effort(value: unknown): number {
    const size = JSON.stringify(value).length
    const write = vi.spyOn(JSON, 'stringify')
    cut(value, MOST_TOKENS)
    const written = write.mock.results.reduce((sum, { value: text }) => sum + String(text).length, 0)
    write.mockRestore()
    return written / size
  }

  const texts = (count: number, length: number) => Array.from({ length: count }, () => 'x'.repeat(length))

  it.each<[string, unknown]>([
    ['in one text', 'x'.repeat(10_000_000)],
    ['in one text that JSON writes longer', '\u0001'.repeat(1_700_000)],
    ['in many texts', texts(100_000, 100)],
    ['in a few long ones', texts(10, 1_000_000)],
    ['in rows', texts(50_000, 100).map((text, id) => ({ id, text, tags: [text.slice(0, 50)] }))],
    ['in fields', Object.fromEntries(texts(200, 50_000).map((text, at) => [`field ${at}`, text]))],
    ['far down', Array.from({ length: 60 }).reduce<unknown>((inner) => ({ inner, a: 1 }), 'x'.repeat(10_000_000))],
  ])('%s is measured a few times, and no more', (_, value) => {
    expect(effort(value)).toBeLessThan(4)
  })
})
