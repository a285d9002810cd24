import { expect, it } from 'vitest'
import { cut, fitted, MOST_BYTES } from '../../src/mcp/cut.ts'

/** Answers that are longer than a model can read are cut, and read to their end in parts (docs/agents.md). */

const SMALL = { text: 'small' }
const LARGE = { text: 'word '.repeat(20_000) }

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).byteLength

/** The parts that a model reads when it follows `next_offset`. */
function readParts(field: string, whole: string | readonly unknown[]) {
  const parts: { [field: string]: unknown; next_offset?: number | null }[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const { value } = fitted({ success: true, [field]: whole }, field, offset)
    const part = value as (typeof parts)[number]
    expect(bytesOf(part)).toBeLessThanOrEqual(MOST_BYTES)
    const next: number | null = part.next_offset ?? null
    if (next !== null) expect(next).toBeGreaterThan(offset)
    parts.push(part)
    offset = next
  }
  return parts
}

it.each([
  ['first', [LARGE, SMALL, SMALL]],
  ['in the middle', [SMALL, LARGE, SMALL]],
  ['last', [SMALL, SMALL, LARGE]],
  ['alone', [LARGE]],
  ['behind another', [LARGE, LARGE, SMALL]],
])('an item that fits in no answer is cut, and the others stay whole: %s', (_, items) => {
  const read = readParts('items', items).flatMap(({ items }) => items as { text: string }[])
  expect(read.map(({ text }) => text.slice(0, 5))).toEqual(items.map(({ text }) => text.slice(0, 5)))
  expect(read.filter(({ text }) => text === SMALL.text)).toHaveLength(items.filter((item) => item === SMALL).length)
  expect(read.filter(({ text }) => text.endsWith('…'))).toHaveLength(items.filter((item) => item === LARGE).length)
})

it('a list is read whole, in parts that are as long as they may be', () => {
  const items = Array.from({ length: 3000 }, (_, n) => ({ n, text: '회의'.repeat(n % 7) }))
  const parts = readParts('items', items)
  expect(parts.flatMap(({ items }) => items)).toEqual(items)
  expect(parts).toHaveLength(Math.ceil(bytesOf(items) / (MOST_BYTES - 700)))
})

it('a text is read whole, and no character is split', () => {
  const text = '가🙂"\n'.repeat(10_000)
  expect(readParts('text', text).map((part) => part.text)).toSatisfy((parts: string[]) => parts.join('') === text)
})

it('beside a field that takes the whole answer, the list still has half of it', () => {
  const { value, isCut } = fitted({ note: 'a'.repeat(100_000), items: [SMALL, SMALL] }, 'items', 0)
  expect(value).toMatchObject({ items: [SMALL, SMALL], note: expect.stringMatching(/a…$/) })
  expect(isCut).toBe(true)
})

it('an answer that fits is as it is', () => {
  expect(fitted({ items: [SMALL] }, 'items', 0)).toEqual({ value: { items: [SMALL] }, isCut: false })
  expect(fitted({ items: [SMALL] }, undefined, 0)).toEqual({ value: { items: [SMALL] }, isCut: false })
})

it('of an object, small fields stay and large ones share the room', () => {
  const whole = { id: 7, a: 'x'.repeat(5000), b: 'y'.repeat(5000), tags: ['p', 'q'] }
  const short = cut(whole, 4000) as typeof whole
  expect(short).toMatchObject({ id: 7, tags: ['p', 'q'] })
  expect(Math.abs(short.a.length - short.b.length)).toBeLessThan(10)
  expect(bytesOf(short)).toBeGreaterThan(3900)
  expect(bytesOf(short)).toBeLessThanOrEqual(4000)
})
