import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Context } from 'hono'
import type { Passkey } from '../../base/access.ts'
import { fromBase64Url, randomText, sha256, sha256Hex, toBase64Url } from '../../base/crypto.ts'
import { badInput, GatewayError, notFound, unauthorized } from '../../base/errors.ts'
import { ACCESS, callObject } from '../../base/objects.ts'
import { getDeploymentId } from '../../base/platform.ts'
import { isIpAddress } from '../../base/url.ts'
import { describeDevice } from '../http/device.ts'
import type { AppEnv } from '../state.ts'
import { adminKey, clearSessionCache, countTry, ownerMark, toLoginAttempt } from './admin.ts'
import { isSigned, sign } from './signature.ts'

/**
 * Passkeys of the owner (WebAuthn). The package checks what a browser answers. It is loaded with the first passkey,
 * because few requests need it.
 */
const webAuthn = () => import('@simplewebauthn/server')

/** What a challenge is for. An answer to one is not valid for another. */
type Purpose = 'registration' | 'sign-in' | 'proof'

/** How long a person has time to answer, in milliseconds. */
const CHALLENGE_MS = 5 * 60_000

/** The site that a passkey opens. Throws 400 at an IP address, where browsers have no passkeys. */
function siteOf(c: Context<AppEnv>): { origin: string; host: string } {
  const { origin, hostname: host, port } = new URL(c.req.url)
  if (!isIpAddress(host)) return { origin, host }
  const address = `http://localhost${port && `:${port}`}`
  throw badInput(`a passkey belongs to a host name, and this is an IP address: on this computer open ${address}`)
}

/** A text that only this deployment makes, for one purpose at one origin, until its time. It is not stored. */
async function newChallenge(c: Context<AppEnv>, purpose: Purpose): Promise<string> {
  const { settings, platform } = c.get('state')
  const text = `${platform.now() + CHALLENGE_MS}.${randomText(16)}`
  const signature = await sign(adminKey(settings), 'passkey challenge', `${purpose} ${siteOf(c).origin} ${text}`)
  return `${text}.${signature}`
}

/**
 * Uses up a challenge. False when it was made for something else, has expired, or was used before.
 *
 * @param encoded as a browser returns it
 */
async function useChallenge(c: Context<AppEnv>, purpose: Purpose, encoded: string): Promise<boolean> {
  const { settings, platform } = c.get('state')
  const challenge = new TextDecoder().decode(fromBase64Url(encoded))
  const [, text = '', until = '', signature = ''] = /^((\d{13})\.[\w-]{22})\.([\w-]{43})$/.exec(challenge) ?? []
  if (text === '' || Number(until) <= platform.now()) return false
  const signed = `${purpose} ${siteOf(c).origin} ${text}`
  if (!(await isSigned(adminKey(settings), 'passkey challenge', signed, signature))) return false
  return callObject(settings, ACCESS, (access) => access.passkeys.useChallenge(text, Number(until)))
}

/** Those that this ADMIN_KEY has not ended, of all hosts. */
export async function listPasskeys(c: Context<AppEnv>): Promise<Passkey[]> {
  const { settings } = c.get('state')
  const mark = await ownerMark(settings)
  return callObject(settings, ACCESS, (access) => access.passkeys.list(mark))
}

const passkeyId = async (credentialId: string) => (await sha256Hex(credentialId)).slice(0, 16)

/** What a browser needs to make a passkey. */
export async function registrationOptions(c: Context<AppEnv>) {
  const { host } = siteOf(c)
  const { settings } = c.get('state')
  const present = (await listPasskeys(c)).filter((passkey) => passkey.host === host)
  const { generateRegistrationOptions } = await webAuthn()
  return generateRegistrationOptions({
    rpName: settings.serviceName,
    rpID: host,
    // The same for all passkeys of the deployment, so that a device replaces one that a new ADMIN_KEY has ended.
    userID: new Uint8Array(await sha256(`latchkey owner ${getDeploymentId(settings.env)}`)),
    userName: host,
    userDisplayName: settings.serviceName,
    challenge: await newChallenge(c, 'registration'),
    timeout: CHALLENGE_MS,
    excludeCredentials: present.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Stores a passkey that a browser has made. Throws 400, and 409 for one that is stored already. */
export async function addPasskey(
  c: Context<AppEnv>,
  response: RegistrationResponseJSON,
  name: string | undefined,
): Promise<Passkey> {
  const { settings, platform, session } = c.get('state')
  const { origin, host } = siteOf(c)
  const { verifyRegistrationResponse } = await webAuthn()
  const info = await accepted(async () => {
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: (challenge) => useChallenge(c, 'registration', challenge),
      expectedOrigin: origin,
      expectedRPID: host,
    })
    return registrationInfo
  })
  if (!info) throw badInput('response: this passkey was not accepted: request new options and try again', ['response'])
  const { id: credentialId, publicKey, counter, transports = [] } = info.credential
  const passkey: Passkey = {
    id: await passkeyId(credentialId),
    credentialId,
    publicKey: toBase64Url(publicKey),
    counter,
    transports,
    host,
    name: name ?? describeDevice(c) ?? 'passkey',
    mark: await ownerMark(settings),
    addedIn: session?.id,
    createdAt: platform.now(),
    usedAt: null,
  }
  await callObject(settings, ACCESS, (access) => access.passkeys.add(passkey))
  return passkey
}

/** What a browser needs to use a passkey. It finds out itself which it has. */
export async function authenticationOptions(c: Context<AppEnv>, purpose: 'sign-in' | 'proof') {
  const { host } = siteOf(c)
  const { generateAuthenticationOptions } = await webAuthn()
  return generateAuthenticationOptions({
    rpID: host,
    challenge: await newChallenge(c, purpose),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
  })
}

/** The same, and whether there is a passkey of this host at all. */
export async function signInOptions(c: Context<AppEnv>) {
  const { host } = siteOf(c)
  const [options, passkeys] = await Promise.all([authenticationOptions(c, 'sign-in'), listPasskeys(c)])
  return { ...options, has_passkey: passkeys.some((passkey) => passkey.host === host) }
}

/** The passkey that answered a challenge. Throws 401, and 429 after too many tries from an address. */
export async function checkPasskey(
  c: Context<AppEnv>,
  response: AuthenticationResponseJSON,
  purpose: 'sign-in' | 'proof',
): Promise<Passkey> {
  const { settings, platform } = c.get('state')
  const { origin, host } = siteOf(c)
  await countTry(settings, toLoginAttempt(c).address)
  const passkey = (await listPasskeys(c)).find((each) => each.credentialId === response.id && each.host === host)
  if (!passkey) throw refusedPasskey()
  const { id, mark, credentialId, publicKey, counter } = passkey
  const { verifyAuthenticationResponse } = await webAuthn()
  const used = await accepted(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: (challenge) => useChallenge(c, purpose, challenge),
      expectedOrigin: origin,
      expectedRPID: host,
      credential: { id: credentialId, publicKey: new Uint8Array(fromBase64Url(publicKey) ?? []), counter },
    })
    return verified ? { counter: authenticationInfo.newCounter, usedAt: platform.now() } : undefined
  })
  // It may have been removed in the meantime.
  const changed = used && (await callObject(settings, ACCESS, (access) => access.passkeys.change(id, mark, used)))
  if (!changed) throw refusedPasskey()
  return changed
}

const refusedPasskey = () => unauthorized('this passkey was not accepted: use the admin key', 'refused admin')

/** The package throws for every answer that it does not accept. What it says is not for the caller. */
async function accepted<Result>(check: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof GatewayError) throw error
    return undefined
  }
}

const NONE = 'there is no passkey with this id'

/** Throws 404. */
export async function renamePasskey(c: Context<AppEnv>, id: string, name: string): Promise<Passkey> {
  const { settings } = c.get('state')
  const mark = await ownerMark(settings)
  const changed = await callObject(settings, ACCESS, (access) => access.passkeys.change(id, mark, { name }))
  if (!changed) throw notFound(NONE)
  return changed
}

/**
 * Removes a passkey, and ends the session that added it and those that it opened, but not the one that asks: here at
 * once, everywhere within 10 s. Throws 404.
 */
export async function deletePasskey(
  c: Context<AppEnv>,
  id: string,
  { keepsSessions }: { keepsSessions: boolean },
): Promise<void> {
  const { settings, session } = c.get('state')
  const mark = await ownerMark(settings)
  const ending = keepsSessions ? undefined : { butSession: session?.id }
  if (!(await callObject(settings, ACCESS, (access) => access.deletePasskey(id, mark, ending)))) throw notFound(NONE)
  clearSessionCache(settings)
}
