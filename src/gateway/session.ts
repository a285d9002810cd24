import { randomText } from '../base/base64url.ts'
import { cookie, cookieIn } from './cookies.ts'
import { isSigned, sign } from './signature.ts'

/** A sign-in to the management app (decisions.md section 11.2). */
export interface Session {
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

const NAME = '__Host-latchkey'
const VERSION = '1'

/** How long a session lives after its last use, and from when on a use prolongs it, in milliseconds. */
const LIFE_MS = 60 * 60_000
const RENEWED_BELOW_MS = 50 * 60_000

/** A new session, under a name that nobody knew before, and the header that hands it to the browser. */
export async function startSession(adminKey: string, now: number): Promise<{ session: Session; setCookie: string }> {
  const expiresAt = now + LIFE_MS
  const text = `${VERSION}.${expiresAt}.${randomText(16)}`
  const value = `${text}.${await sign(adminKey, 'admin session', text)}`
  return { session: { expiresAt }, setCookie: cookie(NAME, value, LIFE_MS / 1000) }
}

/** The session of a request's cookies; undefined where none was signed by this key, or its time is over. */
export async function readSession(adminKey: string, cookies: string | undefined, now: number) {
  const value = cookieIn(cookies, NAME)
  const [, text = '', expiry = '', signature = ''] = /^(1\.(\d{13})\.[\w-]{22})\.([\w-]{43})$/.exec(value ?? '') ?? []
  const expiresAt = Number(expiry)
  if (text === '' || expiresAt <= now || !(await isSigned(adminKey, 'admin session', text, signature))) return undefined
  return { expiresAt } satisfies Session
}

/** Whether a use of the session starts its time anew. */
export const isDue = ({ expiresAt }: Session, now: number): boolean => expiresAt - now < RENEWED_BELOW_MS

/** The header that ends the session in the browser. */
export const END_OF_SESSION = cookie(NAME, '', 0)
