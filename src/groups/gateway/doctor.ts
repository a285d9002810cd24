import type { AccountConnector, AccountConnectors } from '../../accounts/connector.ts'
import { type Report, readReport } from '../../accounts/report.ts'
import { noteTest, testConnected } from '../../accounts/test-account.ts'
import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import type { RequestState } from '../../gateway/state.ts'
import type { AccountHealth } from './answers.ts'

/** How long an isolate tells what a test found in place of testing again, in milliseconds. */
const REMEMBER_MS = 60_000

const lastVerdicts = perIsolateCache(() => new Map<string, { verdict: AccountHealth; until: number }>())

/** The platform runs no more calls of a request at once. */
const MOST_AT_ONCE = 6

/**
 * Tests these accounts by one cheap read each, and tells what came out, in their order. What was found in the last minute is
 * not tested again for a key that the owner gave away: the deployment's own key sees every change at once.
 */
export async function examine(state: RequestState, accounts: AccountConnectors): Promise<AccountHealth[]> {
  const verdicts: AccountHealth[] = []
  const left = [...accounts.entries()]
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [at, account] = next
      verdicts[at] = await verdictOn(state, account)
    }
  }
  await Promise.all(Array.from({ length: MOST_AT_ONCE }, work))
  return verdicts
}

async function verdictOn(state: RequestState, connector: AccountConnector): Promise<AccountHealth> {
  const { settings, platform, caller } = state
  const known = lastVerdicts(settings)
  const last = known.get(connector.account)
  if (caller?.isNamed && last && platform.now() < last.until) return last.verdict
  const verdict = toVerdict(await reportOn(state, connector))
  known.set(connector.account, { verdict, until: platform.now() + REMEMBER_MS })
  return verdict
}

async function reportOn(
  { settings, upstream, platform, id }: RequestState,
  connector: AccountConnector,
): Promise<Report> {
  await noteTest(settings, connector, await testConnected(upstream, connector, id))
  return readReport(settings, connector, platform.now())
}

const toVerdict = ({ account, group, state, message, hint, expires_at, last_ok_at }: Report): AccountHealth => ({
  account,
  group,
  state,
  ...(message !== null && { message }),
  ...(hint !== null && { hint }),
  ...(expires_at !== null && { expires_at }),
  ...(last_ok_at !== null && { last_ok_at }),
})
