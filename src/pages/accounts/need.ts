import type { Report } from '../api/types.ts'

/** How an account is, in the words of the page. An account that was stored without a test is neither good nor bad. */
export type Standing = Report['state'] | 'untested' | 'unused'

export function getStanding({ state, source, last_ok_at }: Report): Standing {
  if (state !== 'ok' || last_ok_at !== null) return state
  // What is connected here was tested, unless its owner saved it without. Settings of the deployment never were.
  return source === 'kept' ? 'untested' : 'unused'
}

/** What the owner should look at first. */
const BY_NEED: readonly Standing[] = [
  ...([
    'rejected',
    'misconfigured',
    'unreachable',
    'untested',
    'expires_soon',
    'ok',
    'unused',
    'not_connected',
  ] as const),
]

const getNeed = (report: Report): number => BY_NEED.indexOf(getStanding(report))
const getEnd = ({ expires_at }: Report): number => (expires_at ? Date.parse(expires_at) : Number.MAX_SAFE_INTEGER)

/** The order of accounts: failing, expiring, working, never connected. */
export const sortByNeed = (reports: readonly Report[]): Report[] =>
  [...reports].sort((one, other) => getNeed(one) - getNeed(other) || getEnd(one) - getEnd(other))

export const isConnected = ({ state }: Report): boolean => state !== 'not_connected'

/** An account that expires soon still works. */
export const isWorking = (report: Report): boolean =>
  (['ok', 'unused', 'expires_soon'] as Standing[]).includes(getStanding(report))

/** Whether a new credential helps. */
export const mustReconnect = ({ state }: Report): boolean => state === 'rejected' || state === 'expires_soon'

/** The account that needs its owner most. Undefined while none does. */
export const findWorst = (reports: readonly Report[]): Report | undefined =>
  sortByNeed(reports).find((report) => isConnected(report) && !['ok', 'unused'].includes(getStanding(report)))
