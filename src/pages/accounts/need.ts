import { mayPass } from '../../base/outage.ts'
import type { LastError, Report, State } from '../api/types.ts'
import type { FirstTexts } from '../text/first.ts'

const UNANSWERED = ['product_timeout', 'product_unreachable']
const UNREADABLE = ['product_changed', 'answer_too_large']

/** Describes why an account could not be used: it did not answer, or answered with an error. */
export function describeAnswer({ accounts, products }: FirstTexts, { account, last_error }: Report): string {
  const { code = '', service_status = null }: Partial<LastError> = last_error ?? {}
  const { none, error, unreadable, unknown, blocked } = accounts.lastAnswers
  const name = products[account]
  if (code === 'app_blocked') return blocked(name)
  if (UNANSWERED.includes(code)) return none(name)
  if (UNREADABLE.includes(code)) return unreadable(name)
  return code === 'product_failed' || service_status !== null ? error(name, service_status) : unknown(name)
}

/** The advice on it. A later test is advised only where it can help. */
export const adviseOnFailure = ({ accounts }: FirstTexts, { last_error }: Report): string =>
  !last_error || mayPass(last_error) ? accounts.testLater : accounts.updateGateway

/** The states in the order in which they need the owner. */
const BY_NEED: readonly State[] = [
  'rejected',
  'misconfigured',
  'unreachable',
  'untested',
  'expires_soon',
  'ok',
  'not_connected',
]

const getNeed = ({ state }: Report): number => BY_NEED.indexOf(state)
const getEnd = ({ expires_at }: Report): number => (expires_at ? Date.parse(expires_at) : Number.MAX_SAFE_INTEGER)

/** The order of accounts: failing, expiring, working, never connected. */
export const sortByNeed = (reports: readonly Report[]): Report[] =>
  [...reports].sort((one, other) => getNeed(one) - getNeed(other) || getEnd(one) - getEnd(other))

export const isConnected = ({ state }: Report): boolean => state !== 'not_connected'

/** An account that expires soon still works. */
export const isWorking = ({ state }: Report): boolean => state === 'ok' || state === 'expires_soon'

export const isUntested = ({ state }: Report): boolean => state === 'untested'

/** Whether a new credential helps. */
export const mustReconnect = ({ state }: Report): boolean => state === 'rejected' || state === 'expires_soon'

/** The account that needs its owner most. Undefined while none does. */
export const findWorst = (reports: readonly Report[]): Report | undefined =>
  sortByNeed(reports).find(({ state }) => state !== 'ok' && state !== 'not_connected')

/** The dialogs of an account. */
export type AccountDialog = 'connect' | 'disconnect' | 'link' | 'data' | 'webhook'
