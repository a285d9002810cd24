import { taskId, USERS } from '../../../upstreams/workspace/index.ts'

/** One comparison of a single value, and whether it holds, expressed without the product's filters. */
export interface ItemTest {
  operator: string
  /** Undefined for an operator that takes none. */
  value?: unknown
  holds: (content: unknown) => boolean
  /** For an operator with several values: whether it matches one of them, or none of them. */
  join?: 'one of' | 'none of'
}

const dig = (value: unknown, key: string): unknown =>
  value === null || value === undefined ? undefined : Reflect.get(Object(value), key)

const list = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === null || value === undefined ? [] : [value]

const getText = (content: unknown) =>
  typeof content === 'string'
    ? content
    : list(content)
        .map((piece) => String(dig(piece, 'plain_text')))
        .join('')

const parseIds = (content: unknown) => list(content).map((one) => String(dig(one, 'id')))
const parseNames = (content: unknown) => list(content).map((one) => String(dig(one, 'name')))

const DAY = 86_400_000
const parseStart = (content: unknown): number | null => {
  const start = dig(content, 'start') ?? content
  return typeof start === 'string' ? Date.parse(start) : null
}

const emptiness = (isEmpty: (content: unknown) => boolean): ItemTest[] => [
  { operator: 'is_empty', holds: isEmpty },
  { operator: 'is_not_empty', holds: (content) => !isEmpty(content) },
]

const pair = (
  [positive, negative]: readonly [string, string],
  values: readonly unknown[],
  holds: (content: unknown, value: unknown) => boolean,
): ItemTest[] =>
  values.flatMap((value): ItemTest[] => [
    { operator: positive, value, holds: (content) => holds(content, value), join: 'one of' },
    { operator: negative, value, holds: (content) => !holds(content, value), join: 'none of' },
  ])

const EQUALITY = ['equals', 'does_not_equal'] as const
const MEMBERSHIP = ['contains', 'does_not_contain'] as const

const text = [
  ...pair(EQUALITY, ['Refund', 'Newsletter', 'https://design.example'], (content, value) => getText(content) === value),
  ...pair(MEMBERSHIP, ['e', '인터뷰', 'haneul.example'], (content, value) => getText(content).includes(String(value))),
  { operator: 'starts_with', value: 'D', holds: (content: unknown) => getText(content).startsWith('D') },
  { operator: 'ends_with', value: 'r', holds: (content: unknown) => getText(content).endsWith('r') },
  ...emptiness((content) => getText(content) === ''),
]

const number = [
  ...pair(EQUALITY, [0, 1, 2, 800_000, '3000000'], (content, value) => content === Number(value)),
  ...[0, 0.5, 2, 1_000_000].flatMap((value): ItemTest[] => [
    { operator: '>', value, holds: (content) => typeof content === 'number' && content > value },
    { operator: '<=', value: String(value), holds: (content) => typeof content === 'number' && content <= value },
  ]),
  ...emptiness((content) => content === null),
]

const checkbox = pair(EQUALITY, [true, 'no'], (content, value) => content === (value === true))

const choice = (names: readonly string[]) => [
  ...pair(EQUALITY, names, (content, value) => parseNames(content).includes(String(value))),
  ...emptiness((content) => content === null),
]

const several = (values: readonly unknown[], held: (content: unknown) => readonly string[]) => [
  ...pair(MEMBERSHIP, values, (content, value) => held(content).includes(String(value))),
  ...emptiness((content) => held(content).length === 0),
]

const people = several([USERS.jiwoo, USERS.minjun, USERS.seoyeon, USERS.bot], parseIds)

const date = [
  ...['2026-11-20', '2026-11-21', '2026-12-01', '2027-02-28'].flatMap((value): ItemTest[] => {
    const [from, to] = [Date.parse(value), Date.parse(value) + DAY]
    const at = (test: (moment: number) => boolean) => (content: unknown) => {
      const moment = parseStart(content)
      return moment !== null && test(moment)
    }
    return [
      { operator: 'equals', value, holds: at((moment) => moment >= from && moment < to), join: 'one of' },
      { operator: '<', value, holds: at((moment) => moment < from) },
      { operator: 'on_or_after', value, holds: at((moment) => moment >= from) },
    ]
  }),
  ...emptiness((content) => parseStart(content) === null),
]

/** By type of the value, in the product's names. */
export const ITEM_TESTS: Record<string, readonly ItemTest[]> = {
  title: text,
  rich_text: text,
  url: text,
  email: text,
  phone_number: text,
  string: text,
  number,
  checkbox,
  boolean: checkbox,
  select: choice(['High', 'Medium', 'Low']),
  status: choice(['Not started', 'In progress', 'Done']),
  multi_select: several(['Design', 'Backend', '리서치'], parseNames),
  date,
  created_time: date,
  last_edited_time: date,
  people,
  created_by: people,
  last_edited_by: people,
  relation: several([1, 2, 5, 7].map(taskId), parseIds),
  files: emptiness((content) => list(content).length === 0),
}

export const isEmptyItem = (type: string, content: unknown) =>
  ITEM_TESTS[type]?.find(({ operator }) => operator === 'is_empty')?.holds(content) ?? false
