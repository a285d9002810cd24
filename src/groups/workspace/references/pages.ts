import { hasStatus } from '../../../base/errors.ts'
import { isObject, member } from '../../../base/json-object.ts'
import type { Connection } from '../connection.ts'
import { asUuid } from '../convert/uuid.ts'
import { queryRows, readResults } from '../data-sources.ts'
import { GROUP_SIZE } from '../filters/native-filter.ts'
import { flattenValue } from '../flatten/value.ts'
import type { Match } from './references.ts'

/** Pages of one data source, looked up by their titles. */
export interface Pages {
  /** By the title, else by the title without regard to case. */
  find(title: string): Match
}

interface Page {
  readonly id: string
  readonly title: string
}

/** Looks for the pages with these titles, a hundred titles a call. */
export async function fetchPages(
  connection: Connection,
  dataSourceId: string,
  titles: readonly string[],
): Promise<Pages> {
  const pages: Page[] = []
  let isWhole = true
  for (let from = 0; from < titles.length; from += GROUP_SIZE) {
    // The id of a title is always `title` (facts 3).
    const leaves = titles.slice(from, from + GROUP_SIZE).map((equals) => ({ property: 'title', title: { equals } }))
    const filter = leaves.length > 1 ? { or: leaves } : leaves[0]
    const answer = await queryTitles(connection, dataSourceId, filter)
    if (answer === undefined) return { find: () => ({ reason: 'X-Workspace-Token may not see the related pages' }) }
    pages.push(...readResults(answer).flatMap(readPage))
    isWhole &&= member(answer, 'has_more') !== true
  }
  return { find: (title) => (isWhole ? matches(pages, title) : { reason: 'too many pages have such titles' }) }
}

/** Undefined when the data source is not shared with the token. */
async function queryTitles(connection: Connection, dataSourceId: string, filter: unknown): Promise<unknown> {
  try {
    return await queryRows(connection, dataSourceId, { filter, page_size: 100 }, ['title'])
  } catch (error) {
    if (hasStatus(error, 403) || hasStatus(error, 404)) return undefined
    throw error
  }
}

function readPage(native: unknown): Page[] {
  const id = asUuid(member(native, 'id'))
  const properties = member(native, 'properties')
  const value = Object.values(isObject(properties) ? properties : {}).find((one) => member(one, 'type') === 'title')
  const title = flattenValue(value)
  return id && typeof title === 'string' ? [{ id, title }] : []
}

function matches(pages: readonly Page[], title: string): readonly string[] {
  const exact = pages.filter((page) => page.title.trim() === title)
  const folded = pages.filter((page) => page.title.trim().toLowerCase() === title.toLowerCase())
  return (exact.length > 0 ? exact : folded).map(({ id }) => id)
}
