import { type AccountUse, describeFailure, type FailureKind } from '../base/accounts.ts'
import { GatewayError, type Reason } from '../base/errors.ts'
import type { Secrets } from '../base/groups.ts'
import { Settings } from '../base/settings.ts'
import { stateObject } from '../upstream/accounts.ts'
import { UpstreamContext } from '../upstream/context.ts'
import { secretsDigest } from '../upstream/credentials.ts'
import type { AccountConnector, AccountConnectors } from './connector.ts'

/** The result of an account's test. `credential` is empty when the secrets could not be read. */
export type CheckResult = AccountUse & { reason?: Reason }

export const testConnected = (parent: UpstreamContext, connector: AccountConnector, requestId: string) =>
  test(getPart(parent, parent.settings), connector, requestId)

/**
 * Tests secrets before they are connected. The test has its own settings object, so it neither reads nor changes the
 * per-isolate cache. The connected account stays as it was.
 */
export async function testCandidate(
  parent: UpstreamContext,
  connector: AccountConnector,
  secrets: Secrets,
  requestId: string,
) {
  const trial = getPart(parent, new Settings({ ...parent.settings.env }))
  trial.candidate = { account: connector.account, secrets }
  const tested = await test(trial, connector, requestId)
  return { ...tested, exchanged: trial.exchanged }
}

/** Failures of a test that say nothing about its account. */
const SILENT: ReadonlySet<Reason | undefined> = new Set<Reason>(['budget', 'caller left'])

/** Stores the result of a test with the connected secrets. */
export async function noteTest(
  settings: Settings,
  { account }: AccountConnector,
  { reason, ...use }: CheckResult,
): Promise<void> {
  if (use.credential !== '' && !SILENT.has(reason)) await stateObject(settings, account).noteUse(use)
}

/** The platform runs at most this many calls of a request at the same time. */
const MOST_AT_ONCE = 6

/** Does something with each account, several at the same time. Returns the results in the order of the accounts. */
export async function forEachAccount<Result>(
  accounts: AccountConnectors,
  work: (account: AccountConnector) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const left = [...accounts.entries()]
  const takeNext = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [at, account] = next
      results[at] = await work(account)
    }
  }
  await Promise.all(Array.from({ length: MOST_AT_ONCE }, takeNext))
  return results
}

function getPart(parent: UpstreamContext, settings: Settings): UpstreamContext {
  const part = new UpstreamContext(settings, parent.platform, parent)
  part.waitUntil = parent.waitUntil
  return part
}

async function test(upstream: UpstreamContext, connector: AccountConnector, requestId: string): Promise<CheckResult> {
  const { platform } = upstream
  const done = async (rest: Omit<CheckResult, 'at' | 'credential'>): Promise<CheckResult> => ({
    at: platform.now(),
    credential: upstream.used.secrets ? await secretsDigest(upstream.used.secrets) : '',
    ...rest,
  })
  try {
    return await done(await connector.probe(upstream))
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const { status, message, reason } = error
    const failure = { kind: getKind(error), status, message, request_id: requestId, ...describeFailure(reason, status) }
    return done({ failure, reason })
  } finally {
    upstream.close()
  }
}

/** A refusal of any kind counts, because the request contained no input from a caller. */
function getKind({ status, reason }: GatewayError): FailureKind {
  if (status === 429 || status === 503 || status === 502 || status === 504) return 'unreachable'
  return status === 500 || reason === 'setting' ? 'misconfigured' : 'rejected'
}
