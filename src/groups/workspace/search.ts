import { flag, isObject, member, textMember } from '../../base/json.ts'
import type { Connection } from './connection.ts'
import { readResults } from './data-sources.ts'
import type { SearchHit, SearchPage } from './finding.answers.ts'
import { flattenProperties } from './flatten/properties.ts'
import { plainText } from './flatten/value.ts'
import { incompleteness, type PageRequest, paging } from './lists.ts'
import { getTitle } from './page-title.ts'

/** The body of a search. */
export interface Search extends PageRequest {
  readonly query?: string | null | undefined
  readonly type?: 'page' | 'data_source' | null | undefined
  readonly in_trash?: boolean | null | undefined
  readonly sort?: SearchSort | null | undefined
}

/** Sorted by relevance, or by last edit. */
interface SearchSort {
  readonly property?: 'relevance' | null | undefined
  readonly timestamp?: 'last_edited_time' | null | undefined
  readonly direction?: 'ascending' | 'descending' | null | undefined
}

/** Searches the titles of pages and data sources that are shared with the token. */
export async function search(connection: Connection, asked: Search): Promise<SearchPage> {
  const { query, sort, page_size, start_cursor } = asked
  const body = {
    ...(query && { query }),
    ...nativeFilter(asked),
    ...nativeSort(sort ?? {}),
    ...(page_size && { page_size }),
    ...(start_cursor && { start_cursor }),
  }
  const answer = await connection.call({ method: 'POST', path: '/search', body, reads: true })
  const warnings = new Set<string>()
  const results = readResults(answer).map((one) => hit(one, warnings))
  return { object: 'list', results, ...paging(answer), warnings: [...warnings, ...incompleteness(answer)] }
}

/** The product does not accept an empty filter. */
function nativeFilter({ type, in_trash }: Search) {
  const filter = {
    ...(type && { property: 'object', value: type }),
    ...(typeof in_trash === 'boolean' && { in_trash }),
  }
  return Object.keys(filter).length > 0 ? { filter } : undefined
}

/** The product requires every part of a sort. */
function nativeSort({ property, timestamp, direction }: SearchSort) {
  if (property) return { sort: { property } }
  return timestamp || direction
    ? { sort: { timestamp: 'last_edited_time', direction: direction ?? 'descending' } }
    : undefined
}

function hit(native: unknown, warnings: Set<string>): SearchHit {
  const parent = member(native, 'parent')
  const properties = member(native, 'properties')
  const isTable = textMember(native, 'object') === 'data_source'
  return {
    object: textMember(native, 'object') ?? null,
    id: textMember(native, 'id') ?? null,
    title: (isTable ? plainText(member(native, 'title')) : getTitle(properties)) ?? null,
    url: textMember(native, 'url') ?? null,
    parent: isObject(parent) ? parent : null,
    last_edited_time: textMember(native, 'last_edited_time') ?? null,
    in_trash: flag(member(native, 'in_trash')) ?? flag(member(native, 'archived')),
    is_archived: flag(member(native, 'is_archived')),
    simple_properties: !isTable && isInTable(parent) ? flattenProperties(properties, warnings) : null,
  }
}

/** A page in a table is a row. Any other page has only a title. */
const isInTable = (parent: unknown) =>
  textMember(parent, 'data_source_id') !== undefined || textMember(parent, 'database_id') !== undefined
