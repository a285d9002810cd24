import type { Stub } from '../../src/base/env.ts'
import { platform } from '../../src/base/platform.ts'
import { sign } from '../../src/gateway/auth/signature.ts'
import { createAuthenticator } from '../support/authenticator.ts'
import { ADMIN_KEY, PASSKEY_ID, SESSION_ID } from './admin.rows.ts'

/** Stores a session and a passkey in ACCESS. */
export async function keepSignIn(access: Pick<Stub<'ACCESS'>, 'startSession' | 'passkeys'>): Promise<void> {
  const mark = await sign(ADMIN_KEY, 'admin session', 'owner')
  const now = platform.now()
  const name = 'My phone'
  await access.passkeys.add({
    ...{ id: PASSKEY_ID, mark, name, host: 'latchkey.test', credentialId: 'AAAA', publicKey: 'AAAA', counter: 0 },
    ...{ transports: [], createdAt: now, usedAt: now },
  })
  await access.startSession({
    ...{ id: SESSION_ID, mark, device: 'iPhone, Safari, Seoul', method: 'passkey', passkey: name },
    ...{ passkeyId: PASSKEY_ID, isTrusted: true, startedAt: now, seenAt: now, provedAt: now },
  })
}

/** Calls an operation of the management API with ADMIN_KEY, and returns the JSON of its response. */
// biome-ignore lint/suspicious/noExplicitAny: the options of a passkey go to the device as they are
type AskAdmin = (path: string, body?: unknown) => Promise<any>

/** Makes a passkey, and for `used` lets the owner add it, and uses it. */
export async function makePasskeyBody(
  which: 'new' | 'used',
  askAdmin: AskAdmin,
  origin?: string,
): Promise<{ response: unknown }> {
  const device = await createAuthenticator(origin)
  const response = await device.create(await askAdmin('passkeys/options'))
  if (which === 'new') return { response }
  await askAdmin('passkeys', { response })
  return { response: await device.get(await askAdmin('session/passkey/options')) }
}
