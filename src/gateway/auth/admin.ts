import type { Context } from 'hono'
import { ACCESS_NAME } from '../../base/access.ts'
import { randomText, sameText } from '../../base/crypto.ts'
import type { Stub } from '../../base/env.ts'
import { GatewayError, hasStatus, unauthorized } from '../../base/errors.ts'
import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import type { Settings } from '../../base/settings.ts'
import { formatNetwork } from '../../base/url.ts'
import { cookie, cookieIn } from '../http/cookies.ts'
import type { AccessPolicy } from '../operation-type.ts'
import type { AppEnv } from '../state.ts'
import { isSigned, sign } from './signature.ts'

/** Calls ACCESS. Throws 503 when it does not respond, because then it is unknown whether something was revoked. */
export async function askAccess<Value>(
  { env }: Settings,
  question: (access: Stub<'ACCESS'>) => Promise<Value>,
): Promise<Value> {
  try {
    return await question(env.ACCESS.getByName(ACCESS_NAME))
  } catch {
    throw new GatewayError(503, 'the storage of keys, sessions and grants did not answer: try again in a few seconds', {
      headers: { 'Retry-After': '5' },
    })
  }
}

/** A shorter key could be guessed within the limit of attempts. */
export const SHORTEST_ADMIN_KEY = 20

/** ADMIN_KEY. Throws 401 that says how to set it when it is missing or too short. */
export function adminKey({ env }: Settings): string {
  const key = env.ADMIN_KEY ?? ''
  if (key.length >= SHORTEST_ADMIN_KEY) return key
  const what = key === '' ? 'is not set on this deployment' : `is shorter than ${SHORTEST_ADMIN_KEY} characters`
  throw new GatewayError(
    401,
    `ADMIN_KEY ${what}: set it to a random text of at least ${SHORTEST_ADMIN_KEY} characters, by \`npx wrangler secret put ADMIN_KEY\``,
    { reason: 'setting', parameters: { setting: 'ADMIN_KEY' } },
  )
}

/** How long another correct key from the same IP address does not count as an attempt, in milliseconds. */
const TRUSTED_MS = 60_000
const MOST_ADDRESSES = 500

const trustedAddresses = perIsolateCache(() => new Map<string, number>())

/** A sign-in attempt. */
interface LoginAttempt {
  /** Its IPv4 address or IPv6 /64. Empty on this machine. */
  address: string
  now: number
}

/**
 * Checks a key that may be ADMIN_KEY. A correct one counts as an attempt as well, once a minute. Otherwise a limited
 * attacker could continue guessing and would notice the correct one. Throws 401, and 429 after too many attempts from
 * an IP address.
 */
export async function checkAdminKey(settings: Settings, given: string, { address, now }: LoginAttempt): Promise<void> {
  const isRight = await sameText(given, adminKey(settings))
  const trusted = trustedAddresses(settings)
  if (isRight && (trusted.get(address) ?? 0) > now) return
  await countTry(settings, address)
  if (!isRight) throw unauthorized('the admin key is not right', 'refused admin')
  if (trusted.size >= MOST_ADDRESSES) trusted.clear()
  trusted.set(address, now + TRUSTED_MS)
}

/** Throws 429. The limiter does not say when it resets, so Retry-After is its whole period. */
export async function countTry({ env }: Settings, address: string): Promise<void> {
  const allowed = await env.TRY_LIMIT?.limit({ key: address })
  if (allowed?.success === false) {
    throw new GatewayError(429, 'too many tries from this address: wait a minute', { headers: { 'Retry-After': '60' } })
  }
}

/** A session of the management app. Times are epoch milliseconds. */
export interface Session {
  /** The same from sign-in to sign-out. */
  readonly id: string
  readonly startedAt: number
  readonly expiresAt: number
}

const NAME = '__Host-latchkey'

/** How long a session is valid after its last use, after what time a use renews it, and its maximum. */
const IDLE_MS = 60 * 60_000
const RENEWED_BELOW_MS = 50 * 60_000
const LONGEST_MS = 12 * 3_600_000

/** How long an isolate trusts that a session has not ended. */
const SESSION_TRUSTED_MS = 10_000
const MOST_CACHED = 500

const checkedSessions = perIsolateCache(() => new Map<string, { isEnded: boolean; until: number }>())

export const newSession = (now: number): Session => renewed({ id: randomText(16), startedAt: now, expiresAt: now }, now)

/** The same session, with its idle time restarted. */
const renewed = (session: Session, now: number): Session => ({
  ...session,
  expiresAt: Math.min(now + IDLE_MS, session.startedAt + LONGEST_MS),
})

/** The header that sets the session cookie. */
export async function sessionCookie(settings: Settings, session: Session, now: number): Promise<string> {
  const { id, startedAt, expiresAt } = session
  const text = `2.${expiresAt}.${startedAt}.${id}`
  const signature = await sign(adminKey(settings), 'admin session', text)
  return cookie(NAME, `${text}.${signature}`, Math.floor((expiresAt - now) / 1000))
}

const FORM = /^(2\.(\d{13})\.(\d{13})\.([\w-]{22}))\.([\w-]{43})$/

/**
 * The session in a request's cookies. Undefined when ADMIN_KEY has signed none, or when it has expired or was signed
 * out. Throws 503 when that is unknown.
 */
export async function readSession(
  settings: Settings,
  cookies: string | undefined,
  now: number,
): Promise<Session | undefined> {
  const [, text = '', expiry, start, id = '', signature = ''] = FORM.exec(cookieIn(cookies, NAME) ?? '') ?? []
  const session = { id, startedAt: Number(start), expiresAt: Number(expiry) }
  if (text === '' || session.expiresAt <= now) return undefined
  if (!(await isSigned(adminKey(settings), 'admin session', text, signature))) return undefined
  return (await isEnded(settings, id, now)) ? undefined : session
}

/** Whether a request has a session cookie, valid or not. */
export const hasSessionCookie = (cookies: string | undefined): boolean => cookieIn(cookies, NAME) !== undefined

async function isEnded(settings: Settings, id: string, now: number): Promise<boolean> {
  const known = checkedSessions(settings).get(id)
  if (known && now < known.until) return known.isEnded
  const ended = await askAccess(settings, (access) => access.isSessionEnded(id))
  cacheSession(settings, id, ended, now)
  return ended
}

function cacheSession(settings: Settings, id: string, isEnded: boolean, now: number): void {
  const known = checkedSessions(settings)
  if (known.size >= MOST_CACHED) known.clear()
  known.set(id, { isEnded, until: now + SESSION_TRUSTED_MS })
}

/** Ends a session: here at once, everywhere within 10 s. */
export async function endSession(settings: Settings, { id, startedAt }: Session, now: number): Promise<void> {
  await askAccess(settings, (access) => access.endSession(id, startedAt + LONGEST_MS))
  cacheSession(settings, id, true, now)
}

/** Whether a use should renew the session's expiry. */
const isDue = (session: Session, now: number): boolean =>
  session.expiresAt - now < RENEWED_BELOW_MS && renewed(session, now).expiresAt > session.expiresAt

/** The header that deletes the session cookie. */
export const END_OF_SESSION = cookie(NAME, '', 0)

interface AdminOperation {
  reads: boolean
  /** `admin` when absent. Another one takes API keys as well. */
  gate?: AccessPolicy
}

/**
 * The access policy of the owner: ADMIN_KEY as Bearer, or the cookie of a session, which each use renews. Throws 401,
 * 403 for a write with a cookie from another origin, and 429 after too many wrong keys.
 */
export async function requireAdmin(c: Context<AppEnv>, { reads, gate = 'admin' }: AdminOperation): Promise<void> {
  const state = c.get('state')
  const { settings, platform } = state
  const now = platform.now()
  // Throws an error that says how to set ADMIN_KEY when it is missing.
  adminKey(settings)
  const authorization = c.req.header('Authorization')
  if (authorization !== undefined) {
    state.isSignIn = true
    const [, given = ''] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
    if (given === '') throw unauthorized('Authorization: must be Bearer with the admin key', 'refused admin')
    await checkAdminKey(settings, given, toLoginAttempt(c)).catch((error) => {
      throw gate !== 'admin' && hasStatus(error, 401) ? unauthorized(WRONG_BEARER, 'refused admin') : error
    })
  } else {
    const session = await readSession(settings, c.req.header('Cookie'), now)
    if (!session) {
      // A browser need not send again what opens nothing any more.
      if (hasSessionCookie(c.req.header('Cookie'))) state.answerHeaders = { 'Set-Cookie': END_OF_SESSION }
      throw unauthorized(SIGN_IN, 'refused admin')
    }
    if (!reads) checkOwnOrigin(c)
    state.session = session
    if (isDue(session, now)) {
      state.session = renewed(session, now)
      state.answerHeaders = { 'Set-Cookie': await sessionCookie(settings, state.session, now) }
    }
  }
  state.isAdmin = true
}

/** Whether the owner calls an operation that takes keys as well: a key comes first, then ADMIN_KEY, then the session. */
export const isOwnersCall = (c: Context<AppEnv>): boolean =>
  c.get('state').caller === undefined &&
  c.req.header('X-API-KEY') === undefined &&
  (c.req.header('Authorization') !== undefined || hasSessionCookie(c.req.header('Cookie')))

const WRONG_BEARER = 'Authorization: is not Bearer with the admin key: send an API key as X-API-KEY'

const SIGN_IN =
  'not signed in: sign in on the page of this gateway, or send ADMIN_KEY as Authorization: Bearer (no API key opens this)'

/** The source of a sign-in attempt. */
export const toLoginAttempt = (c: Context<AppEnv>): LoginAttempt => ({
  address: formatNetwork(c.req.header('CF-Connecting-IP') ?? ''),
  now: c.get('state').platform.now(),
})

/** Throws 403. A browser sends its cookies for any page, and `Origin` identifies the page. */
export function checkOwnOrigin(c: Context<AppEnv>): void {
  if (c.req.header('Origin') !== new URL(c.req.url).origin) {
    throw new GatewayError(403, 'Origin: must be this gateway for a change by cookie', { reason: 'refused origin' })
  }
}

/**
 * The error for a refused API key. It says so if the key is ADMIN_KEY. Each comparison counts as an attempt of its
 * address, like a sign-in, so that nobody can guess the key here. After too many attempts the error stays as it is.
 */
export async function explainRefusal(c: Context<AppEnv>, key: string, error: unknown): Promise<unknown> {
  const { ADMIN_KEY = '', TRY_LIMIT } = c.get('state').settings.env
  if (!hasStatus(error, 401) || key.length < SHORTEST_ADMIN_KEY || ADMIN_KEY.length < SHORTEST_ADMIN_KEY) return error
  const allowed = await TRY_LIMIT?.limit({ key: `X-API-KEY ${toLoginAttempt(c).address}` })
  if (allowed?.success === false || !(await sameText(key, ADMIN_KEY))) return error
  return unauthorized(
    'X-API-KEY: this is the admin key, which opens the management app and its API: create an API key there, and send that',
  )
}
