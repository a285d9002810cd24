import { GatewayError, hasStatus, timedOut } from '../../base/errors.ts'
import { at, identifier } from '../../base/json.ts'
import { BudgetSpent } from '../../upstream/context.ts'
import { requiredFields } from '../../upstream/failures.ts'
import type { CallLimits, Connection } from './coupang.ts'
import { paceSeller } from './pace.ts'
import { getWidth, halve, type KoreanWindow } from './window.ts'

const required = requiredFields('shop', 'data', 'nextToken')

/** One page of a list: its rows and the token of the next page, which is empty at the end. */
export interface ListPage {
  data: readonly unknown[]
  nextToken: string
}

export const NO_ROWS: ListPage = { data: [], nextToken: '' }

/** Reads a page of one list. @param token the token from the page before; '' for the first page */
export type FetchListPage = (window: KoreanWindow, token: string, limits?: CallLimits) => Promise<ListPage>

/** The least time that a call gets that may take a part of the time only, in milliseconds. */
const LEAST_MS = 1_500

/** The part of the time that one call may take, if there is something else to do after its time-out. */
export const shareTime = (leftMs: number): number => Math.max(leftMs / 2, LEAST_MS)

export function readPage(envelope: unknown): ListPage {
  const data = at(envelope, 'data')
  const nextToken = at(envelope, 'nextToken')
  return {
    // The product may send null for an empty list.
    data: data === null ? [] : required('data', Array.isArray(data) ? data : undefined),
    // Minute windows have one page and no token.
    nextToken:
      nextToken === undefined || nextToken === null || nextToken === ''
        ? ''
        : required('nextToken', identifier(nextToken)),
  }
}

/** Lists that cannot be read completely in one request. */
export class TooMuch extends GatewayError {
  constructor(message: string) {
    super(400, message)
  }
}

/**
 * All pages of these lists, one list after another. Each list ends before the next one starts: a row that moves to a
 * later list in between may be in both, but is never in neither. A window for which the product takes too long is
 * divided, for this list and the later ones.
 *
 * @param tooMuch the message of the error for lists that do not fit into the call budget and deadline. A partial list
 * would be misleading
 * @throws TooMuch, 504 when the product does not answer for the smallest window, and 502 for a repeated token
 */
export async function readLists(
  { upstream }: Connection,
  windows: readonly KoreanWindow[],
  lists: readonly FetchListPage[],
  tooMuch: string,
): Promise<(readonly unknown[])[]> {
  const awaitSlot = paceSeller(upstream)
  const pages: (readonly unknown[])[] = []
  const parts = [...windows]
  let isAnswered = false
  /** All pages of a list in one window. */
  const readWindow = async (fetchPage: FetchListPage, window: KoreanWindow, isWide: boolean) => {
    const found: (readonly unknown[])[] = []
    const seen = new Set<string>()
    for (let token = '', more = true; more; more = token !== '') {
      await awaitSlot()
      const limits = isWide ? { isWide, limitMs: shareTime(upstream.deadline.leftMs) } : {}
      const { data, nextToken } = await fetchPage(window, token, limits)
      isAnswered = true
      found.push(data)
      // A repeated token would cause an endless loop.
      if (seen.has(nextToken)) required('nextToken', undefined)
      seen.add(nextToken)
      token = nextToken
    }
    return found
  }
  try {
    for (const fetchPage of lists) {
      for (let at = 0; at < parts.length; ) {
        const window = parts[at] as KoreanWindow
        const halves = halve(window)
        try {
          pages.push(...(await readWindow(fetchPage, window, halves.length > 0)))
          at += 1
        } catch (error) {
          if (!hasStatus(error, 504) || halves.length === 0 || upstream.deadline.isOver) throw error
          // A later window of this width would be asked for in vain.
          const width = getWidth(window)
          const later = parts.splice(at).flatMap((part) => (getWidth(part) < width ? [part] : halve(part)))
          parts.push(...later)
        }
      }
    }
  } catch (error) {
    if (!hasStatus(error, 504) && !(error instanceof BudgetSpent)) throw error
    // Nothing of the lists was asked for, so a narrower window would not help.
    if (error instanceof BudgetSpent && !isAnswered && parts.length === windows.length) throw error
    // Where the product answers for no window, the cause may be the product itself: the request is worth another try.
    const isSilent = !isAnswered || !upstream.deadline.hasPassed
    if (hasStatus(error, 504) && isSilent)
      throw timedOut('the shop service did not answer in time: try again, or ask for a narrower window')
    throw new TooMuch(tooMuch)
  }
  return pages
}
