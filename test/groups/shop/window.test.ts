import fc from 'fast-check'
import { expect, test } from 'vitest'
import { halve, type KoreanWindow, readCreatedAt } from '../../../src/groups/shop/window.ts'

const window = (createdAtFrom: string, createdAtTo: string) => readCreatedAt({ createdAtFrom, createdAtTo })

test('days and minutes are in Korean time', () => {
  expect(window('2026-11-01', '2026-11-20')).toEqual({ form: 'day', from: '2026-11-01', to: '2026-11-20' })
  const [from, to] = ['2026-11-20T00:00', '2026-11-20T23:59'] as const
  expect(window(from, to)).toEqual({ form: 'minute', from, to })
})

test('a window of at most 30 days is taken', () => {
  for (const [from, to] of [
    ['2026-10-21', '2026-11-20'],
    ['2024-02-29', '2024-03-30'],
    ['2026-11-20', '2026-11-20'],
    ['2025-12-31T13:00', '2026-01-01T12:59'],
    ['2026-11-20T10:00', '2026-11-20T10:00'],
  ] as const)
    expect.soft(window(from, to)).toEqual({ form: from.includes('T') ? 'minute' : 'day', from, to })
})

test.each([
  ['2026-11-20T00:00:00.000Z', '2026-11-20T05:30:59Z', '2026-11-20T09:00', '2026-11-20T14:30'],
  ['2026-11-20T00:00:00+09:00', '2026-11-20T23:59:59+09:00', '2026-11-20T00:00', '2026-11-20T23:59'],
  ['2026-12-31T20:00:00-05:00', '2026-12-31T21:00:00-0500', '2027-01-01T10:00', '2027-01-01T11:00'],
  ['2026-11-20T00:00Z', '2026-11-20T10:00', '2026-11-20T09:00', '2026-11-20T10:00'],
])('%s to %s is requested in Korean time', (from, to, koreanFrom, koreanTo) => {
  expect(window(from, to)).toMatchObject({ from: koreanFrom, to: koreanTo })
})

test('another window is 400, naming the field', () => {
  for (const [from, to, message] of [
    ['2026-11-13T00:00:00Z', '2026-11-20T00:00:00Z', /^createdAtTo: .*24 hours.*YYYY-MM-DD$/],
    ['2026-02-30T00:00:00Z', '2026-03-01T00:00:00Z', /^createdAtFrom: .*date/],
    ['2026-11-20T25:00:00Z', '2026-11-20T00:00:00Z', /^createdAtFrom: .*date/],
    ['2026-10-20', '2026-11-20', /^createdAtTo: .*30 days/],
    ['2026-11-19T10:00', '2026-11-20T10:00', /^createdAtTo: .*24 hours/],
    ['2026-11-20', '2026-11-19', /^createdAtTo: .*before createdAtFrom/],
    ['2026-11-20T10:01', '2026-11-20T10:00', /^createdAtTo: .*before createdAtFrom/],
    ['2026-11-20', '2026-11-20T10:00', /^createdAtTo: .*same form/],
    ['2026-11-19T10:00', '2026-11-20', /^createdAtTo: .*same form/],
    ['2026-02-29', '2026-03-01', /^createdAtFrom: .*date/],
    ['2026-11-20', '2026-11-31', /^createdAtTo: .*date/],
    ['2026-13-01', '2026-11-20', /^createdAtFrom: .*date/],
    ['2026-11-20T24:00', '2026-11-20T23:00', /^createdAtFrom: .*date/],
    ['2026-11-20T10:60', '2026-11-20T23:00', /^createdAtFrom: .*date/],
    ['2026-11-20T10:00:00', '2026-11-20T11:00:00', /^createdAtFrom: .*date/],
    ['2026-11-20+09:00', '2026-11-20', /^createdAtFrom: .*date/],
    ['20261120', '20261120', /^createdAtFrom: .*date/],
    ['', '', /^createdAtFrom: .*date/],
  ] as const)
    expect
      .soft(() => window(from, to), String(from))
      .toThrow(expect.objectContaining({ status: 400, message: expect.stringMatching(message) }))
})

test('exactly the windows of at most 30 days are taken', () => {
  const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 700 }), fc.integer({ min: -40, max: 40 }), (start, length) => {
      const taken = () => window(day(start), day(start + length))
      if (length >= 0 && length <= 30) expect(taken().form).toBe('day')
      else expect(taken).toThrow('createdAtTo: ')
    }),
  )
})

test.each<[KoreanWindow['form'], string, string, ...[string, string][]]>([
  ['day', '2026-10-23', '2026-11-21', ['2026-10-23', '2026-11-06'], ['2026-11-07', '2026-11-21']],
  ['day', '2026-02-27', '2026-03-01', ['2026-02-27', '2026-02-27'], ['2026-02-28', '2026-03-01']],
  ['day', '2026-11-20', '2026-11-21', ['2026-11-20', '2026-11-20'], ['2026-11-21', '2026-11-21']],
  [
    'day',
    '2026-11-20',
    '2026-11-20',
    ['2026-11-20T00:00', '2026-11-20T11:59'],
    ['2026-11-20T12:00', '2026-11-20T23:59'],
  ],
  [
    'minute',
    '2026-12-31T23:00',
    '2027-01-01T01:00',
    ['2026-12-31T23:00', '2026-12-31T23:59'],
    ['2027-01-01T00:00', '2027-01-01T01:00'],
  ],
  ['minute', '2026-11-20T10:00', '2026-11-20T11:58'],
])('a window of the form %s, %s to %s, is divided into %s %s', (form, from, to, ...halves) => {
  expect(halve({ form, from, to }).map((half) => [half.from, half.to])).toEqual(halves)
})

test('the parts of a window are the window', () => {
  const toSpan = ({ form, from, to }: KoreanWindow) => {
    const end = form === 'day' ? 86_400_000 : 60_000
    return [Date.parse(form === 'day' ? from : `${from}Z`), Date.parse(form === 'day' ? to : `${to}Z`) + end]
  }
  const divide = (one: KoreanWindow): KoreanWindow[] => {
    const halves = halve(one)
    return halves.length === 0 ? [one] : halves.flatMap(divide)
  }
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 700 }), fc.integer({ min: 0, max: 31 }), (start, length) => {
      const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10)
      const whole: KoreanWindow = { form: 'day', from: day(start), to: day(start + length) }
      const spans = divide(whole).map(toSpan)
      expect([spans[0]?.[0], spans.at(-1)?.[1]]).toEqual(toSpan(whole))
      for (const [at, span] of spans.slice(1).entries()) expect(span[0]).toBe(spans[at]?.[1])
    }),
  )
})
