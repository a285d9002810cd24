import {
  type AccountRecord,
  getKinds,
  isFailing,
  type KindRecord,
  MAIN_KIND,
  MAIN_KINDS,
  type State,
} from '../base/accounts.ts'
import { mayPass } from '../base/outage.ts'

type Failure = NonNullable<KindRecord['failure']>

/**
 * The failure that an account's state reports: of what people use the account for, until a call of the same kind
 * succeeds; and of any other kind, if it began after the last success of the main one. So a state does not change with
 * each call of another kind. A failure that may pass ends with a successful test as well.
 */
export function findFailure(record: AccountRecord, only?: (kind: string) => boolean): Failure | undefined {
  const { testedOkAt = 0 } = record
  const kinds = getKinds(record)
  const mainOkAt = Math.max(kinds[MAIN_KIND]?.okAt ?? 0, testedOkAt)
  const counts = ([kind, known]: [string, KindRecord]): boolean => {
    if (!known.failure || !isFailing(known) || (only && !only(kind))) return false
    if (!MAIN_KINDS.includes(kind)) return (known.since ?? 0) > mainOkAt
    return !(mayPass(known.failure) && testedOkAt > known.failure.at)
  }
  const found = Object.entries(kinds).filter(counts)
  const [first] = found.toSorted(([a, one], [b, other]) => rank(a) - rank(b) || failedAt(other) - failedAt(one))
  return first?.[1].failure
}

/** The kinds that people use the account for come first. */
const rank = (kind: string): number => (MAIN_KINDS.includes(kind) ? MAIN_KINDS.indexOf(kind) : MAIN_KINDS.length)

const failedAt = ({ failure }: KindRecord): number => failure?.at ?? 0

/** Whether the main calls of an account ever succeeded. */
export const isTested = (record: AccountRecord): boolean => getKinds(record)[MAIN_KIND]?.okAt !== undefined

const HINTS: Readonly<Record<State, string | null>> = {
  ok: null,
  not_connected: 'connect it on the page of this gateway, or set its secrets',
  rejected: 'reconnect it on the page of this gateway',
  unreachable: 'its service cannot be used at the moment: try again later',
  misconfigured: 'correct what the message names, or reconnect it on the page of this gateway',
  expires_soon: 'reconnect it on the page of this gateway before it expires',
  untested: 'it was never tested: test it on the page of this gateway',
}

const LASTING = 'waiting does not change what the message says: update this gateway'

/** No other time and no other credential helps an app that its service has blocked. */
const BLOCKED =
  'the owner of the app sees in the App Dashboard (developers.facebook.com/apps) why it is blocked and how to restore it'

/** Advice about a state. It says to try again later only where that can help. */
export function hintFor(state: State, failure: Parameters<typeof mayPass>[0] | undefined): string | null {
  if (state !== 'unreachable' || !failure) return HINTS[state]
  if (failure.code === 'app_blocked') return BLOCKED
  return mayPass(failure) ? HINTS[state] : LASTING
}
