import { randomText } from '../../../base/base64url.ts'
import { perIsolateCache } from '../../../base/per-isolate-cache.ts'
import type { Settings } from '../../../base/settings.ts'
import { cookie, cookieIn } from '../../http/cookies.ts'
import { askAccess } from '../access-store.ts'
import { isSigned, sign } from '../oauth/signature.ts'
import { adminKey } from './admin-key.ts'

/** A sign-in to the management app (decisions.md section 11.2). Times in epoch milliseconds. */
export interface Session {
  /** The same from signing in to signing out. */
  readonly id: string
  readonly startedAt: number
  readonly expiresAt: number
}

const NAME = '__Host-latchkey'

/** How long a session lives after its last use, from when on a use renews it, and how long it lives at most. */
const IDLE_MS = 60 * 60_000
const RENEWED_BELOW_MS = 50 * 60_000
const LONGEST_MS = 12 * 3_600_000

/** How long an isolate trusts that a session has not ended. */
const TRUSTED_MS = 10_000
const MOST_REMEMBERED = 500

const checkedSessions = perIsolateCache(() => new Map<string, { isEnded: boolean; until: number }>())

export const newSession = (now: number): Session => renewed({ id: randomText(16), startedAt: now, expiresAt: now }, now)

/** The same session with its time started again. */
export const renewed = (session: Session, now: number): Session => ({
  ...session,
  expiresAt: Math.min(now + IDLE_MS, session.startedAt + LONGEST_MS),
})

/** The header that hands a session to the browser. */
export async function sessionCookie(settings: Settings, session: Session, now: number): Promise<string> {
  const { id, startedAt, expiresAt } = session
  const text = `2.${expiresAt}.${startedAt}.${id}`
  const signature = await sign(adminKey(settings), 'admin session', text)
  return cookie(NAME, `${text}.${signature}`, Math.floor((expiresAt - now) / 1000))
}

const FORM = /^(2\.(\d{13})\.(\d{13})\.([\w-]{22}))\.([\w-]{43})$/

/**
 * The session of a request's cookies; undefined where none was signed by ADMIN_KEY, its time is over, or somebody signed out.
 * Throws 503 where that cannot be told.
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

async function isEnded(settings: Settings, id: string, now: number): Promise<boolean> {
  const known = checkedSessions(settings).get(id)
  if (known && now < known.until) return known.isEnded
  const ended = await askAccess(settings, (access) => access.isSessionEnded(id))
  remember(settings, id, ended, now)
  return ended
}

function remember(settings: Settings, id: string, isEnded: boolean, now: number): void {
  const known = checkedSessions(settings)
  if (known.size >= MOST_REMEMBERED) known.clear()
  known.set(id, { isEnded, until: now + TRUSTED_MS })
}

/** Ends a session: here at once, everywhere within 10 s. */
export async function endSession(settings: Settings, { id, startedAt }: Session, now: number): Promise<void> {
  await askAccess(settings, (access) => access.endSession(id, startedAt + LONGEST_MS))
  remember(settings, id, true, now)
}

/** Whether a use of the session renews it, which moves its end. */
export const isDue = (session: Session, now: number): boolean =>
  session.expiresAt - now < RENEWED_BELOW_MS && renewed(session, now).expiresAt > session.expiresAt

/** The header that takes the session from the browser. */
export const END_OF_SESSION = cookie(NAME, '', 0)
