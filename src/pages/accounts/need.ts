import type { Report, State } from '../api/types.ts'

/** What the owner should look at first. */
const BY_NEED: readonly State[] = ['rejected', 'misconfigured', 'unreachable', 'expires_soon', 'ok', 'not_connected']

const getEnd = ({ expires_at }: Report): number => (expires_at ? Date.parse(expires_at) : Infinity)

/** The order of accounts: failing, expiring, working, never connected. */
export const sortByNeed = (reports: readonly Report[]): Report[] =>
  [...reports].sort(
    (one, other) =>
      BY_NEED.indexOf(one.state) - BY_NEED.indexOf(other.state) || compareEnds(getEnd(one), getEnd(other)),
  )

const compareEnds = (one: number, other: number): number => (one === other ? 0 : one - other)

export const isConnected = ({ state }: Report): boolean => state !== 'not_connected'
export const isWorking = ({ state }: Report): boolean => state === 'ok'

/** Whether a new credential helps. */
export const mustReconnect = ({ state }: Report): boolean => state === 'rejected' || state === 'expires_soon'

/** The account that needs its owner most. Undefined while every connected one works. */
export const findWorst = (reports: readonly Report[]): Report | undefined =>
  sortByNeed(reports).find((report) => isConnected(report) && !isWorking(report))
