import fc from 'fast-check'
import type { SimpleFilter } from '../../../../src/groups/workspace/filters/compile.ts'
import { taskId, USERS } from '../../../simulators/workspace/index.ts'
import { type Facts, projectFacts } from './project-facts.ts'

/** A simple filter, and its meaning for a row, expressed without the product's filters. */
export interface Meant {
  filter: SimpleFilter
  holds: (row: Facts) => boolean
}

type Test<Held, Asked> = (held: Held, asked: Asked) => boolean

const equals = { words: ['equals', '=', '==', 'eq', 'EQ', undefined], isMany: true }
const differs = { words: ['does_not_equal', '!=', '<>', 'ne', 'neq'], isMany: true }

interface Rule<Held, Asked> {
  words: readonly (string | undefined)[]
  isMany?: boolean
  test: Test<Held, Asked>
}

/** One value, or several under an operator that takes several: any of them, or none of them when it denies. */
function comparisons<Held, Asked>(
  keys: readonly string[],
  rules: readonly Rule<Held, Asked>[],
  asked: fc.Arbitrary<{ asked: Asked; value: unknown }>,
  held: (row: Facts, key: string) => Held,
): fc.Arbitrary<Meant> {
  return fc.record({ key: fc.constantFrom(...keys), rule: fc.constantFrom(...rules) }).chain(({ key, rule }) => {
    const word = fc.constantFrom(...rule.words)
    const one = fc.record({ operator: word, all: fc.tuple(asked) })
    const several = fc.record({ operator: word, all: fc.array(asked, { minLength: 1, maxLength: 4 }) })
    const isDenial = rule.words.some((name) => name?.startsWith('does_not'))
    return fc
      .oneof(
        one.map((it) => ({ ...it, isList: false })),
        ...(rule.isMany ? [several.map((it) => ({ ...it, isList: true }))] : []),
      )
      .map(({ operator, all, isList }) => ({
        filter: { key, ...(operator && { operator }), value: isList ? all.map(({ value }) => value) : all[0]?.value },
        holds: (row) => {
          const results = all.map((item) => rule.test(held(row, key), item.asked))
          return isDenial ? results.every(Boolean) : results.some(Boolean)
        },
      }))
  })
}

const emptiness = (keys: readonly string[], isEmpty: (row: Facts, key: string) => boolean): fc.Arbitrary<Meant> =>
  fc
    .record({
      key: fc.constantFrom(...keys),
      asksEmpty: fc.boolean(),
      value: fc.constantFrom<unknown>(undefined, true, null, 'yes', false, 0),
    })
    .map(({ key, asksEmpty, value }) => ({
      filter: { key, operator: asksEmpty ? 'is_empty' : 'is_not_empty', value },
      holds: (row) => isEmpty(row, key) === (asksEmpty === (value !== false && value !== 0)),
    }))

const TEXTS = ['Name', 'Summary', 'Website', 'Contact', 'Phone']
const words = fc.constantFrom(
  'Refund',
  'e',
  'https://',
  '이전',
  'haneul.example',
  '100%',
  'x',
  '02-',
  'The ',
  'Design system',
)

const text = comparisons<string, string>(
  TEXTS,
  [
    { ...equals, test: (held, asked) => held === asked },
    { ...differs, test: (held, asked) => held !== asked },
    { words: ['contains', 'like', 'in'], isMany: true, test: (held, asked) => held.includes(asked) },
    { words: ['does_not_contain', 'not_contains'], isMany: true, test: (held, asked) => !held.includes(asked) },
    { words: ['starts_with'], test: (held, asked) => held.startsWith(asked) },
    { words: ['ends_with'], test: (held, asked) => held.endsWith(asked) },
  ],
  words.map((asked) => ({ asked, value: asked })),
  (row, key) => row.text(key) ?? '',
)

const order: Rule<number | null, number>[] = [
  { ...equals, test: (held, asked) => held === asked },
  { ...differs, test: (held, asked) => held !== asked },
  { words: ['greater_than', '>', 'gt'], test: (held, asked) => held !== null && held > asked },
  { words: ['less_than', '<', 'lt'], test: (held, asked) => held !== null && held < asked },
  { words: ['>=', 'gte', 'ge'], test: (held, asked) => held !== null && held >= asked },
  { words: ['<=', 'lte', 'less_than_or_equal_to'], test: (held, asked) => held !== null && held <= asked },
]
const amounts = fc.constantFrom(-250_000, 0, 1, 2, 3, 800_000, 1_000_000, 5_500_000.5, 12_000_000, 16.5)
const asNumber = amounts.chain((asked) =>
  fc.constantFrom<unknown>(asked, String(asked), ` ${asked} `).map((value) => ({ asked, value })),
)

const number = comparisons(['Budget'], order, asNumber, (row, key) => row.number(key))

const uniqueId = comparisons(
  ['Code'],
  order,
  fc
    .integer({ min: 0, max: 9 })
    .chain((asked) =>
      fc.constantFrom<unknown>(asked, `${asked}`, `PRJ-${asked}`, `prj-${asked}`).map((value) => ({ asked, value })),
    ),
  (row, key) => row.number(key),
)

const flagRules: Rule<boolean, boolean>[] = [
  { words: equals.words, test: (held, asked) => held === asked },
  { words: differs.words, test: (held, asked) => held !== asked },
]
const flag = comparisons(
  ['Billable'],
  flagRules,
  fc.constantFrom(
    ...[true, 'true', 1, '1', 'YES'].map((value) => ({ asked: true, value })),
    ...[false, 'False', 0, 'no'].map((value) => ({ asked: false, value })),
  ),
  (row, key) => row.flag(key),
)

const choice = (key: string, names: readonly string[]) =>
  comparisons<string | null, string>(
    [key],
    [
      { ...equals, words: [...equals.words, 'in'], test: (held, asked) => held === asked },
      { ...differs, words: [...differs.words, 'not_in'], test: (held, asked) => held !== asked },
    ],
    fc
      .constantFrom(...names)
      .chain((asked) => fc.constantFrom(asked, asked.toUpperCase(), ` ${asked}`).map((value) => ({ asked, value }))),
    (row) => row.names(key)[0] ?? null,
  )

const members: Rule<readonly string[], string>[] = [
  { words: ['contains', 'in', 'equals', undefined], isMany: true, test: (held, asked) => held.includes(asked) },
  { words: ['does_not_contain', 'not_in', '!='], isMany: true, test: (held, asked) => !held.includes(asked) },
]

const tags = comparisons(
  ['Tags'],
  members,
  fc.constantFrom('Design', 'Backend', '리서치').map((asked) => ({ asked, value: asked.toLowerCase() })),
  (row, key) => row.names(key),
)

const guises = (ids: readonly string[]) =>
  fc
    .constantFrom(...ids)
    .chain((asked) =>
      fc
        .constantFrom<unknown>(asked, asked.replaceAll('-', ''), asked.toUpperCase(), { id: asked })
        .map((value) => ({ asked, value })),
    )

const people = comparisons(['Owners', 'Created by', 'Edited by'], members, guises(Object.values(USERS)), (row, key) =>
  row.ids(key),
)
const relation = comparisons(['Tasks'], members, guises([1, 2, 3, 4, 5, 6, 7, 8].map(taskId)), (row, key) =>
  row.ids(key),
)
const DAY = 86_400_000
const NOW = Date.parse('2026-11-21T00:00:00Z')
/** From when until before when. */
type Range = readonly [number, number]
const day = (offset: number): Range => [NOW + offset * DAY, NOW + (offset + 1) * DAY]
const iso = (at: number) => new Date(at).toISOString()

/** The days that rows are of, from today on. */
const MET = [-365, -81, -67, -21, -19, -9, -1, 0, 3, 7, 10, 17, 99]

const dates: fc.Arbitrary<{ asked: Range; value: unknown }> = fc.oneof(
  fc
    .oneof(fc.constantFrom(...MET), fc.integer({ min: -60, max: 110 }))
    .map((offset) => ({ asked: day(offset), value: iso(NOW + offset * DAY).slice(0, 10) })),
  fc.constantFrom(
    {
      asked: [Date.parse('2026-11-21T09:00:00Z'), Date.parse('2026-11-21T09:00:00.001Z')] as const,
      value: '2026-11-21T18:00+09:00',
    },
    {
      asked: [Date.parse('2026-11-20T23:30:00Z'), Date.parse('2026-11-20T23:30:00.001Z')] as const,
      value: '2026-11-20 23:30:00',
    },
    {
      asked: [Date.parse('2026-11-02T06:20:00Z'), Date.parse('2026-11-02T06:20:00.001Z')] as const,
      value: '2026-11-02T06:20:00.000Z',
    },
  ),
)
const relativeDates = fc.constantFrom<{ asked: Range; value: unknown }>(
  { asked: day(0), value: 'today' },
  { asked: day(-1), value: 'Yesterday' },
  { asked: day(1), value: 'tomorrow' },
  { asked: day(-7), value: 'one week ago' },
  { asked: day(7), value: 'one_week_from_now' },
  { asked: day(-31), value: 'one_month_ago' },
  { asked: day(30), value: 'one_month_from_now' },
)
const dateRules: Rule<number | null, Range>[] = [
  { ...equals, test: (held, [from, to]) => held !== null && held >= from && held < to },
  { words: ['before', '<', 'lt'], test: (held, [from]) => held !== null && held < from },
  { words: ['after', '>', 'gt'], test: (held, [, to]) => held !== null && held >= to },
  { words: ['on_or_before', '<=', 'lte'], test: (held, [, to]) => held !== null && held < to },
  { words: ['on_or_after', '>=', 'gte'], test: (held, [from]) => held !== null && held >= from },
]
const DATES = ['Due', 'Created', 'Edited', 'created_time', 'last_edited_time']

const date = comparisons(DATES, dateRules, fc.oneof(dates, relativeDates), (row, key) => row.date(key))

const periods = fc
  .record({
    key: fc.constantFrom(...DATES),
    period: fc.constantFrom(
      { name: 'this_week', range: [day(-6)[0], day(0)[1]] as const },
      { name: 'past_week', range: [day(-7)[0], day(0)[1]] as const },
      { name: 'past_month', range: [day(-31)[0], day(0)[1]] as const },
      { name: 'past_year', range: [day(-365)[0], day(0)[1]] as const },
      { name: 'next_week', range: [day(0)[0], day(7)[1]] as const },
      { name: 'next_month', range: [day(0)[0], day(30)[1]] as const },
      { name: 'next_year', range: [day(0)[0], day(365)[1]] as const },
    ),
    value: fc.constantFrom<unknown>(undefined, null, {}, true),
  })
  .map(
    ({ key, period: { name, range }, value }): Meant => ({
      filter: { key, operator: name, value },
      holds: (row) => {
        const at = row.date(key)
        return at !== null && at >= range[0] && at < range[1]
      },
    }),
  )

const verification = comparisons<string, string>(
  ['Check'],
  [
    { words: equals.words, isMany: true, test: (held, asked) => held === asked },
    { ...differs, test: (held, asked) => held !== asked },
  ],
  fc.constantFrom(
    { asked: 'verified', value: 'Verified' },
    { asked: 'expired', value: 'expired' },
    { asked: 'unverified', value: 'none' },
    { asked: 'unverified', value: 'unverified' },
  ),
  (row, key) => row.names(key)[0] ?? '',
)

/** Any simple filter that can be built on the seeded projects. */
export const meant: fc.Arbitrary<Meant> = fc.oneof(
  text,
  emptiness(TEXTS, (row, key) => (row.text(key) ?? '') === ''),
  number,
  uniqueId,
  emptiness(['Budget'], (row, key) => row.number(key) === null),
  flag,
  choice('Priority', ['High', 'Medium', 'Low']),
  choice('Stage', ['Not started', 'In progress', 'Done']),
  tags,
  people,
  relation,
  emptiness(['Priority', 'Stage', 'Tags', 'Attachments'], (row, key) => row.names(key).length === 0),
  emptiness(['Owners', 'Tasks', 'Created by'], (row, key) => row.ids(key).length === 0),
  date,
  periods,
  emptiness(DATES, (row, key) => row.date(key) === null),
  verification,
)

/** What several mean together. */
export const every = (parts: readonly Pick<Meant, 'holds'>[]) => (row: Facts) => parts.every(({ holds }) => holds(row))

/** Ids of the rows for which the condition holds. */
export const rowsThat = (holds: (row: Facts) => boolean) => projectFacts.filter(holds).map(({ id }) => id)
