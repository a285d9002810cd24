import type { AccountUse } from '../base/account-state.ts'
import type { Secrets } from '../base/connected-accounts.ts'
import { GatewayError, type Reason } from '../base/errors.ts'
import { Settings } from '../base/settings.ts'
import { stateObject } from '../upstream/credentials/account-state.ts'
import { secretsDigest } from '../upstream/credentials/credentials.ts'
import { UpstreamContext } from '../upstream/http/upstream-context.ts'
import type { AccountConnector } from './connector.ts'

/** The result of an account's test. `credential` is empty when the secrets could not be read. */
export type CheckResult = AccountUse & { reason?: Reason }

/** Tests the account with its connected secrets. */
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

/** Stores the result of a test with the connected secrets. */
export async function noteTest(
  settings: Settings,
  { account }: AccountConnector,
  { reason, ...use }: CheckResult,
): Promise<void> {
  if (use.credential !== '') await stateObject(settings, account).noteUse(use)
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
    return done({ failure: { kind: getKind(error), status, message, request_id: requestId }, reason })
  } finally {
    upstream.close()
  }
}

/** A refusal of any kind counts, because the request contained no input from a caller. */
function getKind({ status, reason }: GatewayError) {
  if (status === 429 || status === 503 || status === 502 || status === 504) return 'unreachable'
  return status === 500 || reason === 'setting' ? 'misconfigured' : 'rejected'
}
