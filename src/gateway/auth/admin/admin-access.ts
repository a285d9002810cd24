import type { Context } from 'hono'
import { GatewayError, unauthorized } from '../../../base/errors.ts'
import { formatNetwork } from '../../../base/network.ts'
import type { Operation } from '../../operation-type.ts'
import type { AppEnv } from '../../state.ts'
import { adminKey, checkAdminKey, type LoginAttempt } from './admin-key.ts'
import { END_OF_SESSION, hasSessionCookie, isDue, readSession, renewed, sessionCookie } from './session.ts'

/**
 * The access policy of the management app (decisions.md section 11): ADMIN_KEY as Bearer, or the cookie of a session,
 * which each use renews. Throws 401, 403 for a write with a cookie from another origin, and 429 after too many wrong
 * keys.
 */
export async function requireAdmin(c: Context<AppEnv>, { reads }: Pick<Operation, 'reads'>): Promise<void> {
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
    await checkAdminKey(settings, given, toLoginAttempt(c))
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
