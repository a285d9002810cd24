import { asUuid } from '../../../base/accounts.ts'
import { badInput } from '../../../base/errors.ts'
import { isObject, type JsonObject, member, textMember } from '../../../base/json.ts'
import { requiredFields } from '../../../upstream/failures.ts'
import type { Connection } from '../connection.ts'
import { isCutAtLimit, queryRows, readResults } from '../data-sources.ts'
import type { Property } from '../property.ts'
import { type Key, keyId } from './key.ts'

export interface KeyedRow {
  readonly id: string
  /** The requested properties, in the product's format. */
  readonly properties: JsonObject
}

/** Rows by key id. For a key with several rows, at least two are included. */
export type KeyedRows = ReadonlyMap<string, readonly KeyedRow[]>

/** The most properties in the URL of a query. */
const MOST_SHOWN = 100

// A row that cannot be identified would be created a second time.
const required = requiredFields('workspace', 'results[].id', 'results[].properties')

/**
 * Finds the rows with one of the keys, at most a hundred keys. It makes one call, plus one for each further page, in
 * which keys with two rows are left out. Throws the product's refusals, and 502 for a row without an id or a key.
 */
export async function fetchKeyedRows(
  connection: Connection,
  dataSourceId: string,
  property: Property,
  keys: readonly Key[],
  shown: readonly Property[],
): Promise<KeyedRows> {
  const found = new Map<string, KeyedRow[]>()
  const names = shown.length <= MOST_SHOWN ? shown.map(({ id, name }) => id || name) : []
  let wanted = keys.flatMap(({ id, filter }) => (filter ? [{ id, filter }] : []))
  let cursor: string | undefined
  while (wanted.length > 0) {
    const filters = wanted.map(({ filter }) => filter)
    const filter = filters.length > 1 ? { or: filters } : filters[0]
    const body = { filter, page_size: 100, ...(cursor && { start_cursor: cursor }) }
    const answer = await queryRows(connection, dataSourceId, body, names)
    if (isCutAtLimit(answer)) throw badInput('key: too many rows match these keys case-insensitively')
    for (const native of readResults(answer)) gather(found, property, native)
    cursor = member(answer, 'has_more') === true ? textMember(answer, 'next_cursor') : undefined
    if (!cursor) break
    const open = wanted.filter(({ id }) => (found.get(id)?.length ?? 0) < 2)
    if (open.length < wanted.length) cursor = undefined
    wanted = open
  }
  return found
}

function gather(found: Map<string, KeyedRow[]>, property: Property, native: unknown): void {
  // A wiki also lists data sources, which are not rows.
  if (textMember(native, 'object') === 'data_source') return
  const id = required('results[].id', asUuid(member(native, 'id')))
  const properties = member(native, 'properties')
  const values = required('results[].properties', isObject(properties) ? properties : undefined)
  const key = required('results[].properties', keyId(property, member(values, property.name)))
  const rows = found.get(key) ?? []
  if (!rows.some((row) => row.id === id)) found.set(key, [...rows, { id, properties: values }])
}
