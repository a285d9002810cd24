import { badInput, hasStatus } from '../../base/errors.ts'
import { BudgetSpent } from '../../upstream/http/call-budget.ts'
import { requiredFields } from '../../upstream/http/required-fields.ts'
import type { Connection } from './connection.ts'
import { CALLS_PER_SECOND, type ListPage, pace } from './ordersheets.ts'

const required = requiredFields('shop', 'nextToken')

/** One list of the product, read page by page to its end. */
export type FetchListPage = (token: string) => Promise<ListPage>

/** All rows of these lists, one list after the other. Throws 400 when there are too many, 502 for a repeated token. */
export async function fetchLists({ upstream }: Connection, lists: readonly FetchListPage[]): Promise<unknown[]> {
  const awaitSlot = pace(upstream.platform, CALLS_PER_SECOND)
  const rows: unknown[] = []
  try {
    for (const fetchPage of lists) {
      const seen = new Set<string>()
      for (let token = '', more = true; more; more = token !== '') {
        await awaitSlot()
        const { data, nextToken } = await fetchPage(token)
        rows.push(...data)
        if (seen.has(nextToken)) required('nextToken', undefined)
        seen.add(nextToken)
        token = nextToken
      }
    }
  } catch (error) {
    const isTooMuch = error instanceof BudgetSpent || (hasStatus(error, 504) && rows.length > 0)
    throw isTooMuch
      ? badInput('to: these days cannot be had in one request: ask for fewer days, or for one status')
      : error
  }
  return rows
}
