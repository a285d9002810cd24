import type { Context } from 'hono'
import { GatewayError, hasStatus, unauthorized } from '../../../base/errors.ts'
import { formatNetwork } from '../../../base/url.ts'
import type { AccessPolicy } from '../../operation-type.ts'
import type { AppEnv } from '../../state.ts'
import { adminKey, checkAdminKey, type LoginAttempt } from './admin-key.ts'
import { END_OF_SESSION, hasSessionCookie, isDue, readSession, renewed, sessionCookie } from './session.ts'

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
