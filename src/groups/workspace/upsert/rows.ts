import { badInput } from '../../../base/errors.ts'
import { isObject, type JsonObject, member, textMember } from '../../../base/json-object.ts'
import { requiredFields } from '../../../upstream/http/required-fields.ts'
import type { Connection } from '../connection.ts'
import { asUuid } from '../convert/uuid.ts'
import { isCutAtLimit, queryRows, readResults } from '../data-sources.ts'
import type { Property } from '../property.ts'
import { type Key, keyId } from './key.ts'

export interface KeyedRow {
  readonly id: string
  /** As the product shows them, those that were asked for. */
  readonly properties: JsonObject
}

/** Rows by the id of their key. Of a key with several rows at least two are there. */
export type KeyedRows = ReadonlyMap<string, readonly KeyedRow[]>

/** The most properties that the address of a query names. */
const MOST_SHOWN = 100

// A row that cannot be told from another would be made a second time.
const required = requiredFields('workspace', 'results[].id', 'results[].properties')

/**
 * Looks for the rows that have one of the keys, at most a hundred: in one call, and in one more for each page, where a key
 * that has two rows already is not asked for again. Throws what the product refuses, and 502 for a row without an id or a
 * key.
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
  // A wiki lists data sources too, which are no rows.
  if (textMember(native, 'object') === 'data_source') return
  const id = required('results[].id', asUuid(member(native, 'id')))
  const properties = member(native, 'properties')
  const values = required('results[].properties', isObject(properties) ? properties : undefined)
  const key = required('results[].properties', keyId(property, member(values, property.name)))
  const rows = found.get(key) ?? []
  if (!rows.some((row) => row.id === id)) found.set(key, [...rows, { id, properties: values }])
}
