import type { Report, State } from '../api/types.ts'

/** What the owner should look at first. */
const BY_NEED: readonly State[] = [
  ...(['rejected', 'misconfigured', 'unreachable', 'untested', 'expires_soon', 'ok', 'not_connected'] as const),
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
