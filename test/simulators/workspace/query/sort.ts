import { isObject } from '../../rest.ts'
import { checkKeys, checkList } from '../body.ts'
import { invalid, shouldBe } from '../errors.ts'
import type { Column, DataSource, Json } from '../state.ts'
import { findColumn, getOptions } from '../table/value.ts'

/** The sort key of rows: a cell's value, greatest last. Null is at the end in both directions. */
interface Order {
  key: (read: (column: string) => Json) => string | number | null
  descending: boolean
}

const TIMESTAMPS = ['created_time', 'last_edited_time']

/** Reads `sorts`, or refuses it in the product's words (facts 2 and 4). Earlier entries win. */
export function readSorts(sorts: unknown, table: DataSource): Order[] {
  if (sorts === undefined) return []
  return checkList(sorts, 'body.sorts').map((one, index) => {
    const path = `body.sorts[${index}]`
    const isTimestamp = isObject(one) && one.timestamp !== undefined
    const { property, timestamp, direction } = checkKeys(one, path, [
      isTimestamp ? 'timestamp' : 'property',
      'direction',
    ])
    if (direction !== 'ascending' && direction !== 'descending') {
      throw shouldBe(`${path}.direction`, '`"ascending"` or `"descending"`', direction)
    }
    const descending = direction === 'descending'
    if (isTimestamp) {
      if (!TIMESTAMPS.some((name) => name === timestamp)) {
        throw shouldBe(`${path}.timestamp`, '`"created_time"` or `"last_edited_time"`', timestamp)
      }
      return { descending, key: (read) => sortKey(read(String(timestamp))) }
    }
    if (typeof property !== 'string') throw shouldBe(`${path}.property`, 'a string', property)
    const column = findColumn(table, property)
    if (!column) throw invalid(`Could not find sort property with name or id: ${property}`)
    return { descending, key: (read) => sortKey(read(column.name), column) }
  })
}

export function compare(a: readonly (string | number | null)[], b: typeof a, orders: readonly Order[]): number {
  for (const [index, { descending }] of orders.entries()) {
    const [left = null, right = null] = [a[index], b[index]]
    if (left === right) continue
    if (left === null) return 1
    if (right === null) return -1
    return (left < right ? -1 : 1) * (descending ? -1 : 1)
  }
  return 0
}

/** Options are sorted in the order of the schema; people, files and relations by their first item. */
function sortKey(value: Json, column?: Column): string | number | null {
  const content = value[String(value.type)]
  if (typeof content === 'boolean') return Number(content)
  if (typeof content === 'number') return content
  if (typeof content === 'string') return content === '' ? null : content
  if (Array.isArray(content)) {
    const [first] = content
    return isObject(first) ? sortKey({ type: 'item', item: first }, column) : null
  }
  if (!isObject(content)) return null
  const place = column ? getOptions(column).findIndex(({ id }) => id === content.id) : -1
  if (place >= 0) return place
  if (typeof content.type === 'string' && content.type in content) return sortKey(content)
  const known = [content.plain_text, content.start, content.number, content.name, content.state, content.id]
  return known.find((one) => typeof one === 'string' || typeof one === 'number') ?? null
}
