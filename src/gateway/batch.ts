import { GatewayError } from '../base/errors.ts'

/** What became of one of the things that a write was asked to do. The schema says what each status means. */
export const ITEM_STATUSES = ['done', 'already', 'refused', 'unknown', 'not_tried'] as const

export interface ItemOutcome {
  readonly status: (typeof ITEM_STATUSES)[number]
  /** Why it was not done. Null when it was. */
  readonly error: string | null
}

const isDone = ({ status }: ItemOutcome) => status === 'done' || status === 'already'

/** The counts of a write of several things. */
export function countDone(items: readonly ItemOutcome[]): { successful: number; failed: number } {
  const successful = items.filter(isDone).length
  return { successful, failed: items.length - successful }
}

/** Statuses of the account or its product, which are not about one of the things. */
const OF_ACCOUNT: ReadonlySet<number> = new Set([401, 402, 403, 429])

/**
 * Throws when nothing was done, with the report in the body of the failure. The status is that of the failure that
 * explains it: a lost answer, a refusal of the account, or a status that all share. Otherwise it is 400.
 *
 * @param failures what the product answered, for items that it refused by an error
 */
export function requireDone(
  items: readonly ItemOutcome[],
  report: Readonly<Record<string, unknown>>,
  failures: readonly GatewayError[] = [],
): void {
  if (items.some(isDone)) return
  const [first] = failures
  const shared = failures.every(({ status }) => status === first?.status) ? first : undefined
  const cause = failures.find(isLost) ?? failures.find(({ status }) => OF_ACCOUNT.has(status)) ?? shared
  const { reason, headers } = cause ?? {}
  throw new GatewayError(cause?.status ?? 400, getReason(items), { reason, headers: headers ?? {}, body: report })
}

/**
 * Whether a failure is about the thing that was asked for. Others are about the account, the product or the way to it:
 * what they stopped was never asked for.
 */
export const isRefusal = ({ status, reason }: GatewayError): boolean =>
  status < 500 && status !== 401 && status !== 402 && status !== 429 && reason !== 'setting'

/** What became of a thing that was not sent, because a step before that failed. */
export const toUnsent = (error: GatewayError): ItemOutcome => ({
  status: isRefusal(error) ? 'refused' : 'not_tried',
  error: error.message,
})

/** Whether the product may have done it: the answer was lost, or the product failed. */
export const isLost = ({ status, reason }: GatewayError): boolean => status >= 500 && reason !== 'budget'

/** One sentence for all, or which share had which. */
function getReason(items: readonly ItemOutcome[]): string {
  const [only, other] = new Set(items.map(({ error }) => error))
  return other === undefined && only ? only : describeFailed(items)
}

const WORDS = [
  ['refused', 'was refused', 'were refused'],
  ['unknown', 'has an unknown outcome', 'have an unknown outcome'],
  ['not_tried', 'was not tried', 'were not tried'],
] as const

/** The most reasons that one sentence names. */
const MOST_REASONS = 3

/** What was not done, and why: `2 of 5 were refused: ...`. */
export function describeFailed(items: readonly ItemOutcome[]): string {
  const sentences = WORDS.flatMap(([status, one, several]) => {
    const own = items.filter((item) => item.status === status)
    if (own.length === 0) return []
    const reasons = [...new Set(own.map(({ error }) => error?.replace(/\.$/, '')))]
    const more = reasons.length - MOST_REASONS
    const named = [...reasons.slice(0, MOST_REASONS), ...(more > 0 ? [`and ${more} more`] : [])]
    return [`${own.length} of ${items.length} ${own.length === 1 ? one : several}: ${named.join('; ')}`]
  })
  return sentences.join('. ')
}
