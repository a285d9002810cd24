import type { Json } from '../state.ts'

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const isEmpty = ({ type, ...rest }: Json) => {
  const value = rest[String(type)]
  return value === null || value === false || (Array.isArray(value) && value.length === 0)
}

const numbers = (items: readonly Json[]) => items.map((item) => item.number).filter((one) => typeof one === 'number')

const moments = (items: readonly Json[]) =>
  items
    .flatMap((item) => list([item.date]))
    .filter((one): one is Json => typeof one === 'object' && one !== null)
    .sort((a, b) => String(a.start).localeCompare(String(b.start)))

type Figures = (items: readonly Json[]) => number | null

const share = (part: number, items: readonly Json[]) => (items.length === 0 ? null : part / items.length)
const full = (items: readonly Json[]) => items.filter((item) => !isEmpty(item)).length
const checked = (items: readonly Json[]) => items.filter((item) => item.checkbox === true).length
const total = (items: readonly Json[]) => numbers(items).reduce((sum, one) => sum + one, 0)
const some =
  (figure: (all: readonly number[]) => number): Figures =>
  (items) =>
    numbers(items).length === 0 ? null : figure(numbers(items))

function median(all: readonly number[]): number {
  const sorted = [...all].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** The functions that give a number. */
const FIGURES: Record<string, Figures> = {
  count: (items) => items.length,
  count_values: full,
  empty: (items) => items.length - full(items),
  not_empty: full,
  unique: (items) => new Set(items.map((item) => JSON.stringify(item))).size,
  percent_empty: (items) => share(items.length - full(items), items),
  percent_not_empty: (items) => share(full(items), items),
  sum: some((all) => all.reduce((sum, one) => sum + one, 0)),
  average: (items) => (numbers(items).length === 0 ? null : total(items) / numbers(items).length),
  median: some(median),
  min: some((all) => Math.min(...all)),
  max: some((all) => Math.max(...all)),
  range: some((all) => Math.max(...all) - Math.min(...all)),
  checked,
  unchecked: (items) => items.length - checked(items),
  percent_checked: (items) => share(checked(items), items),
  percent_unchecked: (items) => share(items.length - checked(items), items),
}

/** `{type, [type], function}` over the items of a relation, each `{type, [type]: value}`. */
export function rollUp(name: string, items: readonly Json[]): Json {
  const dates = moments(items)
  const figure = FIGURES[name]
  if (figure) return { type: 'number', number: figure(items), function: name }
  switch (name) {
    case 'earliest_date':
      return { type: 'date', date: dates.at(0) ?? null, function: name }
    case 'latest_date':
      return { type: 'date', date: dates.at(-1) ?? null, function: name }
    case 'date_range':
      return { type: 'date', date: range(dates), function: name }
    case 'show_original':
      return { type: 'array', array: items, function: name }
    case 'show_unique':
      return { type: 'array', array: unique(items), function: name }
    default:
      return { type: 'unsupported', unsupported: {}, function: name }
  }
}

function range(dates: readonly Json[]): Json | null {
  const [first, last] = [dates.at(0), dates.at(-1)]
  return first && last ? { start: first.start, end: last.start, time_zone: null } : null
}

const unique = (items: readonly Json[]) => [...new Map(items.map((item) => [JSON.stringify(item), item])).values()]
