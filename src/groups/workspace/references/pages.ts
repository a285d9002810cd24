import { asUuid } from '../../../base/accounts.ts'
import { hasStatus } from '../../../base/errors.ts'
import { isObject, member } from '../../../base/json.ts'
import type { Connection } from '../connection.ts'
import { queryRows, readResults } from '../data-sources.ts'
import { GROUP_SIZE } from '../filters/native-filter.ts'
import { flattenValue } from '../flatten/value.ts'
import type { Match } from './match.ts'

/** Pages of one data source, found by title. */
export interface Pages {
  /** Matches the exact title, then the title without regard to case. */
  find(title: string): Match
}

interface Page {
  readonly id: string
  readonly title: string
}

/** Searches the pages with these titles, a hundred titles per call, with all calls in parallel. */
export async function fetchPages(
  connection: Connection,
  dataSourceId: string,
  titles: readonly string[],
): Promise<Pages> {
  const groups = Array.from({ length: Math.ceil(titles.length / GROUP_SIZE) }, (_, index) =>
    titles.slice(index * GROUP_SIZE, (index + 1) * GROUP_SIZE),
  )
  const answers = await Promise.all(groups.map((group) => queryTitles(connection, dataSourceId, group)))
  if (answers.includes(undefined))
    return { find: () => ({ reason: `${connection.tokenName} may not see the related pages` }) }
  const pages = answers.flatMap((answer) => readResults(answer).flatMap(readPage))
  const isWhole = answers.every((answer) => member(answer, 'has_more') !== true)
  return { find: (title) => (isWhole ? matches(pages, title) : { reason: 'too many pages have such titles' }) }
}

/** Undefined when the data source is not shared with the token. */
async function queryTitles(connection: Connection, dataSourceId: string, titles: readonly string[]): Promise<unknown> {
  // The id of the title is always `title`.
  const leaves = titles.map((equals) => ({ property: 'title', title: { equals } }))
  const filter = leaves.length > 1 ? { or: leaves } : leaves[0]
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
