import { isObject, member, textMember } from '../../base/json.ts'
import type { RecordPage, WorkspaceRecord } from './answers.ts'
import { isCutAtLimit, readResults } from './data-sources.ts'
import { flattenProperties } from './flatten/properties.ts'

/** Every field is present, and null when the product omitted it. */
export const text = (native: unknown, name: string) => textMember(native, name) ?? null

export function bool(native: unknown, name: string): boolean | null {
  const value = member(native, name)
  return typeof value === 'boolean' ? value : null
}

/**
 * The response of a query, from the product's own. `warnings` come from the filters. Throws 502 when the product's
 * response is no list.
 */
export function recordPage(native: unknown, warnings: readonly string[]): RecordPage {
  const results = readResults(native)
  const gathered = new Set(warnings)
  const records = results.map((one) => record(one, gathered))
  if (isCutAtLimit(native)) {
    gathered.add('results: incomplete, the workspace ends a query at its row limit: narrow the filters to see the rest')
  }
  return {
    object: text(native, 'object'),
    results: records,
    next_cursor: text(native, 'next_cursor'),
    has_more: bool(native, 'has_more'),
    type: text(native, 'type'),
    request_id: text(native, 'request_id'),
    warnings: [...gathered],
  }
}

/** One record of the results. Unknown values are reported in `warnings`. */
export function record(native: unknown, warnings: Set<string>): WorkspaceRecord {
  const properties = member(native, 'properties')
  const archived = bool(native, 'archived')
  const inTrash = bool(native, 'in_trash')
  // A wiki also lists data sources. Their properties are a schema, not values.
  const isRow = textMember(native, 'object') !== 'data_source'
  return {
    object: text(native, 'object'),
    id: text(native, 'id'),
    created_time: text(native, 'created_time'),
    last_edited_time: text(native, 'last_edited_time'),
    // Each falls back to the other, because versions of the product differ in which they send.
    archived: archived ?? inTrash,
    in_trash: inTrash ?? archived,
    is_archived: bool(native, 'is_archived'),
    properties: isObject(properties) ? properties : null,
    simple_properties: isRow && isObject(properties) ? flattenProperties(properties, warnings) : null,
    url: text(native, 'url'),
    public_url: text(native, 'public_url'),
  }
}
