import { badInput, GatewayError, hasStatus, timedOut } from '../../base/errors.ts'
import { at, identifier } from '../../base/json.ts'
import { addDays } from '../../base/time.ts'
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

interface GrowingWindows {
  /** Days in Korea, both included. */
  from: string
  to: string
  /** The days of the first window, and the most that the product accepts at once. */
  firstDays: number
  mostDays: number
  /** The calls of a window whose lists have one page each. */
  fewestCalls: number
  /** The message of the error when not even the first window fits. */
  tooMuch: string
}

/**
 * As many windows of days as this request can read. A window with few rows is followed by one of twice the days.
 *
 * @returns what was read of each window, and the first day that is left, if any
 */
export async function readGrowing<Part>(
  { upstream }: Connection,
  { from, to, firstDays, mostDays, fewestCalls, tooMuch }: GrowingWindows,
  read: (from: string, to: string) => Promise<Part>,
): Promise<{ parts: Part[]; next: string | undefined }> {
  const parts: Part[] = []
  let days = firstDays
  for (let start = from; start <= to; ) {
    const end = [addDays(start, days - 1), to].sort()[0] ?? to
    const [calls, left] = [upstream.budget.calls, upstream.deadline.leftMs]
    try {
      parts.push(await read(start, end))
    } catch (error) {
      const isSilent = hasStatus(error, 504)
      if (!(error instanceof TooMuch || error instanceof BudgetSpent || isSilent)) throw error
      if (start === from) throw isSilent ? error : badInput(tooMuch)
      return { parts, next: start }
    }
    start = addDays(end, 1)
    const [usedCalls, usedMs] = [upstream.budget.calls - calls, left - upstream.deadline.leftMs]
    const isShort = usedCalls <= fewestCalls
    if (isShort) days = Math.min(2 * days, mostDays)
    // Do not start a window that cannot be read completely.
    const needed = isShort ? 2 : 1
    const isOver = upstream.budget.callsLeft < needed * usedCalls || upstream.deadline.leftMs < needed * usedMs
    if (start <= to && isOver) return { parts, next: start }
  }
  return { parts, next: undefined }
}
