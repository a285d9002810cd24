import type { NewEvent } from '../base/events.ts'
import type { EventSource, Json } from '../upstream/event-source.ts'
import type { Outgoing } from '../upstream/outgoing.ts'
import type { Connectable, Connectables } from './connectable.ts'
import { type Report, readReport } from './report.ts'
import { noteTest, testConnected } from './test-account.ts'
import { type AccountChange, accountChanges, keptAccount, readWatched, type WatchedAccount } from './watched-account.ts'

/** Between two tests of an account, in milliseconds. */
const TEST_MS = 15 * 60_000
/** Calls that are left to others of the same run; a test takes a few where a token is exchanged. */
const RESERVE = 8

export const ACCOUNTS_SOURCE = 'accounts'

/**
 * Accounts that are rejected and that work again, and credentials that end in 14 days, in 7 days and in 1 day.
 *
 * Each connected account is tested by one cheap read every 15 minutes: 4 calls an hour for each, at most 28. In between, what
 * requests learn of an account counts as well.
 */
export const accountSource = (connectables: Connectables): EventSource => ({
  name: ACCOUNTS_SOURCE,
  types: ['account.expiring', 'account.rejected', 'account.recovered'],
  atLeastMs: TEST_MS,
  // An account that is not connected is a state of it.
  isConnected: async () => true,
  async poll({ outgoing, cursor, wanted }) {
    const kept: Record<string, Json> = {}
    const events: NewEvent[] = []
    let isMore = false
    for (const connectable of connectables) {
      const { account } = connectable
      const before = readWatched(cursor, account)
      const isDue = before === undefined || Math.abs(outgoing.platform.now() - before.testedAt) >= TEST_MS
      if (isDue && outgoing.callsLeft <= RESERVE) {
        isMore = true
        if (before) kept[account] = keptAccount(before)
        continue
      }
      const found = await look(outgoing, connectable, before, isDue)
      kept[account] = keptAccount(found.kept)
      events.push(...found.events.filter(({ type }) => wanted.has(type)))
    }
    return { cursor: kept, marks: new Map(), events, isMore }
  },
})

/** Tests an account where it is due, and compares its report with what is kept of it. */
async function look(
  outgoing: Outgoing,
  connectable: Connectable,
  before: WatchedAccount | undefined,
  isDue: boolean,
): Promise<{ kept: WatchedAccount; events: NewEvent[] }> {
  const { settings, platform } = outgoing
  const now = platform.now()
  let report = await readReport(settings, connectable, now)
  const isTested = isDue && report.source !== null
  if (isTested) {
    await noteTest(settings, connectable, await testConnected(outgoing, connectable, platform.uuid()))
    report = await readReport(settings, connectable, now)
  }
  const endsAt = report.expires_at === null ? undefined : Date.parse(report.expires_at)
  const { kept, changes } = accountChanges(before, { state: report.state, endsAt }, now)
  return {
    kept: isTested ? { ...kept, testedAt: now } : kept,
    events: changes.map((change) => toEvent(change, connectable, report, now)),
  }
}

function toEvent(type: AccountChange, { group }: Connectable, report: Report, at: number): NewEvent {
  const { account, state, message, hint, expires_at } = report
  return { type, group, subject: account, at, data: { account, group, state, message, hint, expires_at } }
}
