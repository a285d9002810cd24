import { isObject, member, textMember } from '../../base/json-object.ts'
import type { RecordPage, WorkspaceRecord } from './answers.ts'
import { isCutAtLimit, readResults } from './data-sources.ts'
import { flattenProperties } from './flatten/properties.ts'

/** Every field is there, null when the product sent none (decisions.md section 5). */
export const text = (native: unknown, name: string) => textMember(native, name) ?? null

export function bool(native: unknown, name: string): boolean | null {
  const value = member(native, name)
  return typeof value === 'boolean' ? value : null
}

/**
 * The answer of a query (contract 2.12) from the product's own (facts 2). `warnings` are those of the filters.
 * 502 when it is no list.
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

/** One of its results; what is not known of its values is added to `warnings`. */
export function record(native: unknown, warnings: Set<string>): WorkspaceRecord {
  const properties = member(native, 'properties')
  const archived = bool(native, 'archived')
  const inTrash = bool(native, 'in_trash')
  // A wiki lists data sources too, whose properties are a schema and no values.
  const isRow = textMember(native, 'object') !== 'data_source'
  return {
    object: text(native, 'object'),
    id: text(native, 'id'),
    created_time: text(native, 'created_time'),
    last_edited_time: text(native, 'last_edited_time'),
    // Each stands in for the other: versions of the product differ in which they send (facts 1).
    archived: archived ?? inTrash,
    in_trash: inTrash ?? archived,
    properties: isObject(properties) ? properties : null,
    simple_properties: isRow && isObject(properties) ? flattenProperties(properties, warnings) : null,
    url: text(native, 'url'),
    public_url: text(native, 'public_url'),
  }
}
