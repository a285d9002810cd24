import type { Context } from 'hono'
import { endOfSession, SEEN_AGAIN_MS, type Session } from '../../base/access.ts'
import { randomText, sameText } from '../../base/crypto.ts'
import { GatewayError, hasStatus, unauthorized } from '../../base/errors.ts'
import type { OwnerChange, OwnersHand } from '../../base/events.ts'
import { ACCESS, callObject } from '../../base/objects.ts'
import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import { withoutQuotes } from '../../base/quotes.ts'
import type { Settings } from '../../base/settings.ts'
import { DAY_MS } from '../../base/time.ts'
import { formatNetwork } from '../../base/url.ts'
import { cookie, cookieIn } from '../http/cookies.ts'
import { describeDevice } from '../http/device.ts'
import type { AccessPolicy } from '../operation-type.ts'
import type { AppEnv } from '../state.ts'
import { isSigned, sign } from './signature.ts'

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
 * Checks a key that may be ADMIN_KEY. Blanks and quotes around it do not count, as a shell or a file may add them to either. A correct one counts as an attempt as well, once a minute. Otherwise a limited
 * attacker could continue guessing and would notice the correct one. Throws 401, and 429 after too many attempts from
 * an IP address.
 */
export async function checkAdminKey(settings: Settings, given: string, { address, now }: LoginAttempt): Promise<void> {
  const isRight = await sameText(withoutQuotes(given), withoutQuotes(adminKey(settings)))
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

const NAME = '__Host-latchkey'

/** How long an isolate trusts what it read of a session. */
const SESSION_TRUSTED_MS = 10_000
const MOST_CACHED = 500

const readSessions = perIsolateCache(() => new Map<string, { session: Session | undefined; until: number }>())

/** What sessions and passkeys of this ADMIN_KEY have in common: those of another one open nothing. */
export const ownerMark = (settings: Settings): Promise<string> => sign(adminKey(settings), 'admin session', 'owner')

const DEVICE = '__Host-latchkey-device'

/** How long a device counts as seen after a sign-in, in milliseconds. */
const SEEN_MS = 365 * DAY_MS

const DEVICE_FORM = /^(1\.(\d{13})\.[\w-]{22})\.([\w-]{43})$/

/**
 * Whether somebody has signed in on this device before, with this ADMIN_KEY. Only its cookie tells: what a device says
 * of itself is shown, and not believed.
 */
async function isSeenDevice(c: Context<AppEnv>): Promise<boolean> {
  const { settings, platform } = c.get('state')
  const [, text = '', end = '', signature = ''] = DEVICE_FORM.exec(cookieIn(c.req.header('Cookie'), DEVICE) ?? '') ?? []
  return Number(end) > platform.now() && isSigned(adminKey(settings), 'admin device', text, signature)
}

/** The header that lets a device count as seen for another year. It opens nothing. */
async function deviceCookie(settings: Settings, now: number): Promise<string> {
  const text = `1.${now + SEEN_MS}.${randomText(16)}`
  return cookie(DEVICE, `${text}.${await sign(adminKey(settings), 'admin device', text)}`, SEEN_MS / 1000)
}

/** Who acts as the owner in a request, for the owner who is told of it. */
export function getHand(c: Context<AppEnv>): OwnersHand {
  const { session, link } = c.get('state')
  const by = link ? 'link' : session?.method === 'passkey' ? 'passkey' : 'admin_key'
  return { by, device: describeDevice(c) }
}

/**
 * Makes a change that the owner is told of. ACCESS stores that before, so that it is told even if this request is
 * killed. Throws 503 when ACCESS does not respond: then nothing is changed.
 *
 * @param change undefined for one of which nobody has to be told
 */
export async function tellOwner(
  settings: Settings,
  change: OwnerChange | undefined,
  make: () => Promise<void>,
): Promise<void> {
  if (!change) return make()
  const id = await callObject(settings, ACCESS, (access) => access.announceChange(change))
  try {
    await make()
  } catch (error) {
    await callObject(settings, ACCESS, (access) => access.ownerNews.withdraw(id)).catch(() => {})
    throw error
  }
  // The alarm of ACCESS repeats what does not arrive.
  await callObject(settings, ACCESS, (access) => access.reportChange(id)).catch(() => {})
}

/**
 * Signs the owner in: the answer sets the cookie of the session. Returns the session, and the header that lets the device
 * count as seen. Throws 401 when the passkey was removed in the meantime.
 */
export async function startSession(
  c: Context<AppEnv>,
  signIn: Pick<Session, 'method' | 'passkey' | 'passkeyId' | 'isTrusted'>,
): Promise<{ session: Session; setCookie: string }> {
  const state = c.get('state')
  const { settings, platform } = state
  const now = platform.now()
  const session = {
    id: randomText(16),
    mark: await ownerMark(settings),
    device: describeDevice(c),
    startedAt: now,
    seenAt: now,
    provedAt: now,
    ...signIn,
  }
  state.session = session
  const hand = (await isSeenDevice(c)) ? undefined : getHand(c)
  const isStarted = await callObject(settings, ACCESS, (access) => access.startSession(session, hand))
  if (!isStarted) throw unauthorized('this passkey was removed: use the admin key', 'refused admin')
  cacheSession(settings, session.id, session, now)
  state.isAdmin = true
  state.answerHeaders = { 'Set-Cookie': await sessionCookie(settings, session, now) }
  return { session, setCookie: await deviceCookie(settings, now) }
}

async function sessionCookie(settings: Settings, session: Session, now: number): Promise<string> {
  const { id } = session
  const signature = await sign(adminKey(settings), 'admin session', id)
  return cookie(NAME, `3.${id}.${signature}`, Math.floor((endOfSession(session) - now) / 1000))
}

const FORM = /^3\.([\w-]{22})\.([\w-]{43})$/

/**
 * The session in a request's cookies. Undefined when ADMIN_KEY has signed none, or when it has expired or was ended.
 * Throws 503 when that is unknown.
 */
export async function readSession(
  settings: Settings,
  cookies: string | undefined,
  now: number,
): Promise<Session | undefined> {
  const [, id = '', signature = ''] = FORM.exec(cookieIn(cookies, NAME) ?? '') ?? []
  if (id === '' || !(await isSigned(adminKey(settings), 'admin session', id, signature))) return undefined
  const known = readSessions(settings).get(id)
  return known && now < known.until ? known.session : findSession(settings, id, now)
}

/** The session as ACCESS has it now. */
async function findSession(settings: Settings, id: string, now: number): Promise<Session | undefined> {
  const session = await callObject(settings, ACCESS, (access) => access.sessions.find(id))
  cacheSession(settings, id, session, now)
  return session
}

/** Whether a request has a session cookie, valid or not. */
export const hasSessionCookie = (cookies: string | undefined): boolean => cookieIn(cookies, NAME) !== undefined

function cacheSession(settings: Settings, id: string, session: Session | undefined, now: number): void {
  const known = readSessions(settings)
  if (known.size >= MOST_CACHED) known.clear()
  const until = now + SESSION_TRUSTED_MS
  known.set(id, { session, until: session ? Math.min(until, endOfSession(session)) : until })
}

/** Ends a session: here at once, everywhere within 10 s. False when there was none. */
export async function endSession(settings: Settings, id: string, now: number): Promise<boolean> {
  const wasOpen = await callObject(settings, ACCESS, (access) => access.sessions.end(id))
  cacheSession(settings, id, undefined, now)
  return wasOpen
}

/** Ends all other sessions in the same way. Returns how many. */
export async function endOtherSessions(settings: Settings, id: string | undefined): Promise<number> {
  const mark = await ownerMark(settings)
  const ended = await callObject(settings, ACCESS, (access) => access.sessions.endOthers(id, mark))
  clearSessionCache(settings)
  return ended
}

/** Has this isolate ask ACCESS again which sessions are open. */
export const clearSessionCache = (settings: Settings): void => readSessions(settings).clear()

/** Stores a use of a session. Throws 401 when it was ended in the meantime. */
async function useSession(c: Context<AppEnv>, id: string, { isProof }: { isProof: boolean }): Promise<Session> {
  const { settings, platform } = c.get('state')
  const session = await callObject(settings, ACCESS, (access) => access.sessions.use(id, isProof))
  cacheSession(settings, id, session, platform.now())
  if (!session) throw notSignedIn(c)
  return session
}

/** How long the admin key or a passkey counts as just given, in milliseconds. */
const PROVED_MS = 15 * 60_000

/** How far the clock of the object that stored a proof may be ahead of this one, in milliseconds. */
const AHEAD_MS = 60_000

/** A proof that was given while the clock was ahead does not count until the clock gets there. */
const isProved = ({ provedAt }: Session, now: number): boolean =>
  now - provedAt < PROVED_MS && provedAt - now <= AHEAD_MS

/**
 * Throws 403 for a session in which neither the admin key nor a passkey was given in the last 15 minutes. A browser may
 * be left open, or stolen. ADMIN_KEY as Bearer is a proof itself.
 */
export async function requireProof(c: Context<AppEnv>): Promise<void> {
  if (!(await hasProof(c)))
    throw noProof('confirm that it is you: give the admin key or a passkey again, by POST /admin/session/proof')
}

/** Whether the request needs no further proof. Throws 401 when its session was ended in the meantime. */
export async function hasProof(c: Context<AppEnv>): Promise<boolean> {
  const { settings, platform, session } = c.get('state')
  const now = platform.now()
  if (!session || isProved(session, now)) return true
  // Another isolate may have got the proof.
  const newest = await findSession(settings, session.id, now)
  if (!newest) throw notSignedIn(c)
  return isProved(newest, now)
}

/**
 * Lets a request act in a session that a signed text of the gateway names, as ACCESS has it now. Throws 401 when the
 * session has ended.
 */
export async function resumeSession(c: Context<AppEnv>, id: string): Promise<void> {
  const state = c.get('state')
  const session = await findSession(state.settings, id, state.platform.now())
  state.isAdmin = session !== undefined
  if (!session) throw unauthorized(SIGN_IN, 'refused admin')
  state.session = session
}

/** 403: the request was understood, and needs a proof. */
export const noProof = (message: string) => new GatewayError(403, message, { reason: 'refused proof' })

/** Stores that the admin key or a passkey was given in the request's session. ADMIN_KEY as Bearer needs no proof. */
export async function noteProof(c: Context<AppEnv>): Promise<void> {
  const { session } = c.get('state')
  if (session) await useSession(c, session.id, { isProof: true })
}

/** The header that deletes the session cookie. */
export const END_OF_SESSION = cookie(NAME, '', 0)

interface AdminOperation {
  reads: boolean
  /** Whether it is no change of the 60 that a session makes in a minute. Default: whether it reads. */
  isUncounted?: boolean
  /** `admin` when absent. Another one takes API keys as well. */
  access?: AccessPolicy
}

/**
 * The access policy of the owner: ADMIN_KEY as Bearer, or the cookie of a session, which each use renews, except for a
 * look that the page takes by itself (`X-Look`). Throws 401, 403 for a write with a cookie from another origin, and 429
 * after too many wrong keys or changes.
 */
export async function requireAdmin(
  c: Context<AppEnv>,
  { reads, access = 'admin', isUncounted = reads }: AdminOperation,
): Promise<void> {
  const state = c.get('state')
  const { settings, platform } = state
  // Throws an error that says how to set ADMIN_KEY when it is missing.
  adminKey(settings)
  const authorization = c.req.header('Authorization')
  if (authorization !== undefined) {
    state.isSignIn = true
    const [, given = ''] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
    if (given === '') throw unauthorized('Authorization: must be Bearer with the admin key', 'refused admin')
    await checkAdminKey(settings, given, toLoginAttempt(c)).catch((error) => {
      throw access !== 'admin' && hasStatus(error, 401) ? unauthorized(WRONG_BEARER, 'refused admin') : error
    })
  } else {
    const now = platform.now()
    const session = await readSession(settings, c.req.header('Cookie'), now)
    if (!session) throw notSignedIn(c)
    if (!reads) checkOwnOrigin(c)
    if (!isUncounted) await countChange(c, session)
    state.session = session
    // A page that looks again by itself is no sign of a person.
    const isUsed = c.req.header('X-Look') === undefined
    if (isUsed && now - session.seenAt >= SEEN_AGAIN_MS) {
      state.session = await useSession(c, session.id, { isProof: false })
      state.answerHeaders = { 'Set-Cookie': await sessionCookie(settings, state.session, now) }
    }
  }
  state.isAdmin = true
}

/**
 * Counts a change by a session, so that nobody who holds one floods the audit log, keys or people. Throws 429 when it made
 * 60 in the last minute, and 401 when it has ended.
 */
async function countChange(c: Context<AppEnv>, { id }: Session): Promise<void> {
  const { settings, platform } = c.get('state')
  const waitMs = await callObject(settings, ACCESS, (access) => access.sessions.admitChange(id))
  if (waitMs === undefined) {
    cacheSession(settings, id, undefined, platform.now())
    throw notSignedIn(c)
  }
  if (waitMs === 0) return
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  throw new GatewayError(
    429,
    `this session has made 60 changes within a minute: wait ${seconds} s, then send it again`,
    {
      headers: { 'Retry-After': String(seconds) },
    },
  )
}

function notSignedIn(c: Context<AppEnv>): GatewayError {
  // A browser need not send again what opens nothing any more.
  if (hasSessionCookie(c.req.header('Cookie'))) c.get('state').answerHeaders = { 'Set-Cookie': END_OF_SESSION }
  return unauthorized(SIGN_IN, 'refused admin')
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
