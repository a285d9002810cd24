import {
  type AccountConnector,
  type AccountConnectors,
  forEachAccount,
  noteTest,
  testConnected,
} from '../../accounts/accounts.ts'
import { type Report, readReport } from '../../accounts/events.ts'
import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import type { RequestState } from '../../gateway/state.ts'
import type { AccountHealth } from './answers.ts'

/** How long an isolate reuses a test result, in milliseconds. */
const CACHE_MS = 60_000

const cachedHealth = perIsolateCache(() => new Map<string, { health: AccountHealth; until: number }>())

/**
 * Tests these accounts with one cheap read each, and returns the results in the same order. Named keys get results that
 * are up to a minute old. The deployment's own key always tests again, so the owner sees changes at once.
 */
export const examine = (state: RequestState, accounts: AccountConnectors): Promise<AccountHealth[]> =>
  forEachAccount(accounts, (account) => examineAccount(state, account))

async function examineAccount(state: RequestState, connector: AccountConnector): Promise<AccountHealth> {
  const { settings, platform, caller } = state
  const known = cachedHealth(settings)
  const last = known.get(connector.account)
  if (caller?.isNamed && last && platform.now() < last.until) return last.health
  const health = toHealth(await reportOn(state, connector))
  known.set(connector.account, { health, until: platform.now() + CACHE_MS })
  return health
}

async function reportOn(
  { settings, upstream, platform, id }: RequestState,
  connector: AccountConnector,
): Promise<Report> {
  await noteTest(settings, connector, await testConnected(upstream, connector, id))
  return readReport(settings, connector, platform.now())
}

const toHealth = ({ account, group, state, message, hint, expires_at, last_ok_at }: Report): AccountHealth => ({
  account,
  group,
  state,
  ...(message !== null && { message }),
  ...(hint !== null && { hint }),
  ...(expires_at !== null && { expires_at }),
  ...(last_ok_at !== null && { last_ok_at }),
})
