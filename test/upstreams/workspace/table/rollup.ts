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

/** `{type, [type], function}` over the items of a relation, each `{type, [type]: value}`. */
export function rollUp(name: string, items: readonly Json[]): Json {
  const sum = numbers(items).reduce((total, one) => total + one, 0)
  const count = numbers(items).length
  const dates = moments(items)
  switch (name) {
    case 'count':
      return { type: 'number', number: items.length, function: name }
    case 'count_values':
      return { type: 'number', number: items.filter((item) => !isEmpty(item)).length, function: name }
    case 'sum':
      return { type: 'number', number: count === 0 ? null : sum, function: name }
    case 'average':
      return { type: 'number', number: count === 0 ? null : sum / count, function: name }
    case 'earliest_date':
      return { type: 'date', date: dates.at(0) ?? null, function: name }
    case 'latest_date':
      return { type: 'date', date: dates.at(-1) ?? null, function: name }
    case 'show_original':
      return { type: 'array', array: items, function: name }
    default:
      return { type: 'unsupported', unsupported: {}, function: name }
  }
}
