import { Hono } from 'hono'
import * as z from 'zod/mini'
import {
  adminKey,
  checkAdminKey,
  checkOwnOrigin,
  END_OF_SESSION,
  endSession,
  hasSessionCookie,
  newSession,
  requireAdmin,
  sessionCookie,
  toLoginAttempt,
} from '../../gateway/auth/admin.ts'
import { reply } from '../../gateway/http/respond.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { read, write } from './group.ts'

const input = () => ({
  json: z.strictObject({
    admin_key: z
      .string()
      .check(z.minLength(1, 'is required'), z.maxLength(1024, 'must have at most 1024 characters'))
      .check(z.meta({ description: 'ADMIN_KEY of the deployment', examples: ['the-admin-key-of-this-deployment'] })),
  }),
})

/** Signing in to the management app, and out of it. */
export const sessionRoutes = new Hono<AppEnv>()
  .post(
    '/admin/session',
    write(
      'admin_sign_in',
      {
        summary: 'Sign in to the management app',
        description:
          'Sets the cookie that opens the other operations for 60 minutes, renewed in use, for 12 hours at most.',
        ko: '관리 앱 로그인',
        gate: 'open',
        destructive: false,
        maxBody: 4096,
        input,
      },
      async (c) => {
        const { settings, platform } = c.get('state')
        // Signing in needs the key. A page of another origin has no legitimate use for it.
        if (c.req.header('Origin') !== undefined) checkOwnOrigin(c)
        await checkAdminKey(settings, c.req.valid('json').admin_key, toLoginAttempt(c))
        c.get('state').isAdmin = true
        const now = platform.now()
        const session = newSession(now)
        const headers = { 'Set-Cookie': await sessionCookie(settings, session, now) }
        return reply({ expires_at: toIso(session.expiresAt) }, 200, headers)
      },
    ),
  )
  .get(
    '/admin/session',
    read(
      'admin_get_session',
      {
        summary: 'Get the current session',
        description:
          'Without a cookie and a key the answer is that nobody is signed in. A cookie that is no longer valid is 401, and is deleted.',
        ko: '현재 세션',
        gate: 'open',
      },
      async (c) => {
        const state = c.get('state')
        // Asking is no failure. Without ADMIN_KEY nobody can sign in, which is one.
        adminKey(state.settings)
        if (c.req.header('Authorization') === undefined && !hasSessionCookie(c.req.header('Cookie')))
          return { signed_in: false }
        await requireAdmin(c, { reads: true })
        return { signed_in: true, expires_at: state.session ? toIso(state.session.expiresAt) : null }
      },
    ),
  )
  .delete(
    '/admin/session',
    write(
      'admin_sign_out',
      {
        summary: 'Sign out of the management app',
        description: 'The session ends here at once, and everywhere within 10 seconds.',
        ko: '관리 앱 로그아웃',
        target: 'session',
        idempotent: true,
        status: 204,
      },
      async (c) => {
        const { settings, platform, session } = c.get('state')
        if (session) await endSession(settings, session, platform.now())
        c.get('state').answerHeaders = { 'Set-Cookie': END_OF_SESSION }
      },
    ),
  )

const toIso = (ms: number) => new Date(ms).toISOString()
