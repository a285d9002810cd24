import { randomText } from '../../../base/crypto.ts'
import { perIsolateCache } from '../../../base/per-isolate-cache.ts'
import type { Settings } from '../../../base/settings.ts'
import { cookie, cookieIn } from '../../http/cookies.ts'
import { askAccess } from '../access-store.ts'
import { isSigned, sign } from '../oauth/signature.ts'
import { adminKey } from './admin-key.ts'

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
const TRUSTED_MS = 10_000
const MOST_CACHED = 500

const checkedSessions = perIsolateCache(() => new Map<string, { isEnded: boolean; until: number }>())

export const newSession = (now: number): Session => renewed({ id: randomText(16), startedAt: now, expiresAt: now }, now)

/** The same session, with its idle time restarted. */
export const renewed = (session: Session, now: number): Session => ({
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
  known.set(id, { isEnded, until: now + TRUSTED_MS })
}

/** Ends a session: here at once, everywhere within 10 s. */
export async function endSession(settings: Settings, { id, startedAt }: Session, now: number): Promise<void> {
  await askAccess(settings, (access) => access.endSession(id, startedAt + LONGEST_MS))
  cacheSession(settings, id, true, now)
}

/** Whether a use should renew the session's expiry. */
export const isDue = (session: Session, now: number): boolean =>
  session.expiresAt - now < RENEWED_BELOW_MS && renewed(session, now).expiresAt > session.expiresAt

/** The header that deletes the session cookie. */
export const END_OF_SESSION = cookie(NAME, '', 0)
