import type { AccountUse } from '../base/account-state.ts'
import { GatewayError, type Reason } from '../base/errors.ts'
import { Settings } from '../base/settings.ts'
import { stateObject } from '../upstream/account-state.ts'
import { type Secrets, secretsDigest } from '../upstream/kept-credentials.ts'
import { Outgoing } from '../upstream/outgoing.ts'
import type { Connectable } from './connectable.ts'

/** What a test of an account came to. Its `credential` is empty where no secrets could be read. */
export type Tested = AccountUse & { reason?: Reason }

/** Tests the account with the secrets that are connected. */
export const testConnected = (parent: Outgoing, connectable: Connectable, requestId: string) =>
  test(getPart(parent, parent.settings), connectable, requestId)

/**
 * Tests secrets before they are connected. The test has settings of its own, under which the isolate remembers nothing
 * that it knew before, and keeps nothing that it learns: what is connected stays as it was.
 */
export async function testCandidate(parent: Outgoing, connectable: Connectable, secrets: Secrets, requestId: string) {
  const trial = getPart(parent, new Settings({ ...parent.settings.env }))
  trial.candidate = { account: connectable.account, secrets }
  const tested = await test(trial, connectable, requestId)
  return { ...tested, exchanged: trial.exchanged }
}

/** Keeps what a test of the connected secrets came to. */
export async function noteTest(
  settings: Settings,
  { account }: Connectable,
  { reason, ...use }: Tested,
): Promise<void> {
  if (use.credential !== '') await stateObject(settings, account).noteUse(use)
}

function getPart(parent: Outgoing, settings: Settings): Outgoing {
  const part = new Outgoing(settings, parent.platform, parent)
  part.after = parent.after
  return part
}

async function test(outgoing: Outgoing, connectable: Connectable, requestId: string): Promise<Tested> {
  const { platform } = outgoing
  const done = async (rest: Omit<Tested, 'at' | 'credential'>): Promise<Tested> => ({
    at: platform.now(),
    credential: outgoing.usedSecrets ? await secretsDigest(outgoing.usedSecrets) : '',
    ...rest,
  })
  try {
    return await done(await connectable.probe(outgoing))
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const { status, message, reason } = error
    return done({ failure: { kind: getKind(error), status, message, request_id: requestId }, reason })
  } finally {
    outgoing.close()
  }
}

/** A refusal of any kind counts: the product was asked for nothing that a caller has chosen. */
function getKind({ status, reason }: GatewayError) {
  if (status === 429 || status === 503 || status === 502 || status === 504) return 'unreachable'
  return status === 500 || reason === 'setting' ? 'misconfigured' : 'rejected'
}
