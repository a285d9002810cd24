import type { EventInput } from '../base/events.ts'
import type { UpstreamContext } from '../upstream/context.ts'
import type { EventSource, Json } from '../upstream/polling.ts'
import type { AccountConnector, AccountConnectors } from './connector.ts'
import { type Report, readReport } from './report.ts'
import { noteTest, testConnected } from './test-account.ts'
import {
  type AccountChange,
  accountChanges,
  connectedAccount,
  readWatched,
  type WatchedAccount,
} from './watched-account.ts'

/** The time between two tests of an account, in milliseconds. */
const TEST_MS = 15 * 60_000
/** Calls reserved for the other event sources of the same run. A test takes several when a token is exchanged. */
const RESERVE = 8

export const ACCOUNTS_SOURCE = 'accounts'

/**
 * Accounts that are rejected or work again, and credentials that expire in 14 days, in 7 days and in 1 day.
 * Each connected account is tested with one cheap read every 15 minutes: 4 calls an hour for each, at most 28. What
 * requests learn about an account counts as well.
 */
export const accountSource = (connectors: AccountConnectors): EventSource => ({
  name: ACCOUNTS_SOURCE,
  types: ['account.expiring', 'account.rejected', 'account.recovered'],
  atLeastMs: TEST_MS,
  // Disconnected is one of the states that an account may have.
  isConnected: async () => true,
  async poll({ upstream, cursor, wanted }) {
    const stored: Record<string, Json> = {}
    const events: EventInput[] = []
    let isMore = false
    for (const connector of connectors) {
      const { account } = connector
      const before = readWatched(cursor, account)
      const isDue = before === undefined || Math.abs(upstream.platform.now() - before.testedAt) >= TEST_MS
      if (isDue && upstream.budget.callsLeft <= RESERVE) {
        isMore = true
        if (before) stored[account] = connectedAccount(before)
        continue
      }
      const found = await look(upstream, connector, before, isDue)
      stored[account] = connectedAccount(found.stored)
      events.push(...found.events.filter(({ type }) => wanted.has(type)))
    }
    return { cursor: stored, marks: new Map(), events, isMore }
  },
})

/** Tests an account if that is due, and compares its report with the stored one. */
async function look(
  upstream: UpstreamContext,
  connector: AccountConnector,
  before: WatchedAccount | undefined,
  isDue: boolean,
): Promise<{ stored: WatchedAccount; events: EventInput[] }> {
  const { settings, platform } = upstream
  const now = platform.now()
  let report = await readReport(settings, connector, now)
  const isTested = isDue && report.source !== null
  if (isTested) {
    await noteTest(settings, connector, await testConnected(upstream, connector, platform.uuid()))
    report = await readReport(settings, connector, now)
  }
  const endsAt = report.expires_at === null ? undefined : Date.parse(report.expires_at)
  const { stored, changes } = accountChanges(before, { state: report.state, endsAt }, now)
  return {
    stored: isTested ? { ...stored, testedAt: now } : stored,
    events: changes.map((change) => toEvent(change, connector, report, now)),
  }
}

function toEvent(type: AccountChange, { group }: AccountConnector, report: Report, at: number): EventInput {
  const { account, state, message, hint, expires_at } = report
  return { type, group, subject: account, at, data: { account, group, state, message, hint, expires_at } }
}
