import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { endOfSession, type Session } from '../../base/access.ts'
import { badInput, hasStatus, notFound } from '../../base/errors.ts'
import { ACCESS, callObject } from '../../base/objects.ts'
import { recordSignIn } from '../../gateway/audit.ts'
import {
  adminKey,
  checkAdminKey,
  checkOwnOrigin,
  END_OF_SESSION,
  endOtherSessions,
  endSession,
  hasSessionCookie,
  noProof,
  noteProof,
  ownerMark,
  requireAdmin,
  startSession,
  toLoginAttempt,
} from '../../gateway/auth/admin.ts'
import { authenticationOptions, checkPasskey, signInOptions } from '../../gateway/auth/passkeys.ts'
import { jsonFlag } from '../../gateway/http/fields.ts'
import { reply } from '../../gateway/http/respond.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { read, write } from './group.ts'
import { passkeyAnswer } from './passkeys.ts'

const adminKeyField = () =>
  z
    .string()
    .check(z.minLength(1, 'is required'), z.maxLength(1024, 'must have at most 1024 characters'))
    .check(z.meta({ description: 'ADMIN_KEY of the deployment', examples: ['the-admin-key-of-this-deployment'] }))

const trust = () =>
  jsonFlag(false).check(
    z.meta({ description: 'Whether this device stays signed in for 30 days; false unless said, which is 12 hours' }),
  )

/** Signing in needs the key or a passkey. A page of another origin has no legitimate use for it. */
function checkOrigin(c: Context<AppEnv>): void {
  if (c.req.header('Origin') !== undefined) checkOwnOrigin(c)
}

async function signIn(c: Context<AppEnv>, how: Parameters<typeof startSession>[1]) {
  const { session, setCookie } = await startSession(c, how)
  const { settings, platform } = c.get('state')
  await recordSignIn(c).catch(async (error) => {
    await endSession(settings, session.id, platform.now())
    Object.assign(c.get('state'), { isAdmin: false, answerHeaders: {} })
    throw error
  })
  return reply({ expires_at: toIso(endOfSession(session)) }, 200, { 'Set-Cookie': setCookie })
}

/** In a session, a wrong key or passkey is 403: the session stays. */
async function asProof(check: Promise<unknown>): Promise<void> {
  await check.catch((error) => {
    throw hasStatus(error, 401) ? noProof(error.message) : error
  })
}

/** Signing in to the management app, and out of it. */
export const sessionRoutes = new Hono<AppEnv>()
  .post(
    '/admin/session',
    write('admin_sign_in', {
      summary: 'Sign in to the management app',
      description:
        'Sets the cookie that opens the other operations for 60 minutes, renewed in use, for 12 hours at most; with `trust` for 30 days.',
      ko: '관리 앱 로그인',
      access: 'open',
      destructive: false,
      maxBody: 4096,
      input: () => ({ json: z.strictObject({ admin_key: adminKeyField(), trust: trust() }) }),
      handle: async (c) => {
        checkOrigin(c)
        const { admin_key, trust } = c.req.valid('json')
        await checkAdminKey(c.get('state').settings, admin_key, toLoginAttempt(c))
        return signIn(c, { method: 'key', passkey: null, passkeyId: null, isTrusted: trust })
      },
    }),
  )
  .post(
    '/admin/session/passkey/options',
    read('admin_get_sign_in_options', {
      summary: 'Get what a browser needs to sign in with a passkey',
      description:
        'For `navigator.credentials.get`. The challenge can be answered once, within 5 minutes. `has_passkey` says whether a passkey can answer it.',
      ko: '패스키 로그인 준비',
      access: 'open',
      handle: signInOptions,
    }),
  )
  .post(
    '/admin/session/passkey',
    write('admin_sign_in_with_passkey', {
      summary: 'Sign in to the management app with a passkey',
      description: 'As admin_sign_in. `response` is the answer of the browser to the options.',
      ko: '패스키로 관리 앱 로그인',
      access: 'open',
      destructive: false,
      target: 'session',
      maxBody: 16 * 1024,
      input: () => ({ json: z.strictObject({ response: passkeyAnswer(), trust: trust() }) }),
      handle: async (c) => {
        checkOrigin(c)
        const { response, trust } = c.req.valid('json')
        const { id, name } = await checkPasskey(c, response, 'sign-in')
        Object.assign(c.get('state'), { target: id, targetName: name })
        return signIn(c, { method: 'passkey', passkey: name, passkeyId: id, isTrusted: trust })
      },
    }),
  )
  .get(
    '/admin/session',
    read('admin_get_session', {
      summary: 'Get the current session',
      description:
        'Without a cookie and a key the answer is that nobody is signed in. A cookie that is no longer valid is 401, and is deleted.',
      ko: '현재 세션',
      access: 'open',
      handle: async (c) => {
        const state = c.get('state')
        // Asking is no failure. Without ADMIN_KEY nobody can sign in, which is one.
        adminKey(state.settings)
        if (c.req.header('Authorization') === undefined && !hasSessionCookie(c.req.header('Cookie')))
          return { signed_in: false }
        await requireAdmin(c, { reads: true })
        return { signed_in: true, expires_at: state.session ? toIso(endOfSession(state.session)) : null }
      },
    }),
  )
  .delete(
    '/admin/session',
    write('admin_sign_out', {
      summary: 'Sign out of the management app',
      description: 'The session ends here at once, and everywhere within 10 seconds.',
      ko: '관리 앱 로그아웃',
      uncounted: true,
      target: 'session',
      idempotent: true,
      status: 204,
      handle: async (c) => {
        const { settings, platform, session } = c.get('state')
        if (session) await endSession(settings, session.id, platform.now())
        c.get('state').answerHeaders = { 'Set-Cookie': END_OF_SESSION }
      },
    }),
  )
  .post(
    '/admin/session/proof/options',
    read('admin_get_proof_options', {
      summary: 'Get what a browser needs to prove the session with a passkey',
      description: 'As admin_get_sign_in_options, for admin_prove_session.',
      ko: '패스키 본인 확인 준비',
      handle: (c) => authenticationOptions(c, 'proof'),
    }),
  )
  .post(
    '/admin/session/proof',
    write('admin_prove_session', {
      summary: 'Give the admin key or a passkey again',
      description:
        'Operations that change where money, data or access goes ask for it (403), when the last time was more than 15 minutes ago. With ADMIN_KEY as Bearer they do not ask.',
      ko: '본인 확인',
      uncounted: true,
      destructive: false,
      idempotent: true,
      target: 'session',
      maxBody: 16 * 1024,
      input: () => ({
        json: z.strictObject({
          admin_key: z.optional(adminKeyField()),
          response: z.optional(passkeyAnswer()),
        }),
      }),
      handle: async (c) => {
        const { admin_key, response } = c.req.valid('json')
        if (response !== undefined && admin_key === undefined) await asProof(checkPasskey(c, response, 'proof'))
        else if (admin_key !== undefined && response === undefined)
          await asProof(checkAdminKey(c.get('state').settings, admin_key, toLoginAttempt(c)))
        else throw badInput('admin_key: is required, or response in its place', ['admin_key'])
        await noteProof(c)
      },
      status: 204,
    }),
  )
  .get(
    '/admin/sessions',
    read('admin_list_sessions', {
      summary: 'List where the owner is signed in',
      description: 'The last used one first. The last use is exact to 10 minutes.',
      ko: '로그인된 기기 목록',
      handle: async (c) => {
        const { settings, session } = c.get('state')
        const mark = await ownerMark(settings)
        const sessions = await callObject(settings, ACCESS, (access) => access.sessions.list(mark))
        return { sessions: sessions.map((each) => sessionResponse(each, session?.id)) }
      },
    }),
  )
  .delete(
    '/admin/sessions/:id',
    write('admin_end_session', {
      summary: 'End a session',
      description: 'Its device is signed out within 10 seconds.',
      ko: '다른 기기 로그아웃',
      uncounted: true,
      idempotent: true,
      // Ending its own is signing out.
      needsProof: (c) => c.req.valid('param').id !== c.get('state').session?.id,
      input: () => ({
        param: z.object({
          id: z
            .string()
            .check(z.regex(/^[\w-]{22}$/, 'must be the id of a session'))
            .check(z.meta({ description: 'The id of the session', examples: ['0123456789abcdefghijkl'] })),
        }),
      }),
      handle: async (c) => {
        const state = c.get('state')
        const { settings, platform } = state
        const { id } = c.req.valid('param')
        const mark = await ownerMark(settings)
        const sessions = await callObject(settings, ACCESS, (access) => access.sessions.list(mark))
        state.targetName = sessions.find((one) => one.id === id)?.device ?? null
        const wasOpen = await endSession(settings, id, platform.now())
        if (!wasOpen) throw notFound('there is no session with this id')
      },
      status: 204,
    }),
  )
  .delete(
    '/admin/sessions',
    write('admin_end_other_sessions', {
      summary: 'End all sessions but the current one',
      description: 'Their devices are signed out within 10 seconds. With ADMIN_KEY as Bearer all sessions end.',
      ko: '다른 모든 기기 로그아웃',
      uncounted: true,
      target: 'sessions',
      idempotent: true,
      needsProof: true,
      handle: async (c) => {
        const { settings, session } = c.get('state')
        return { ended: await endOtherSessions(settings, session?.id) }
      },
    }),
  )

const sessionResponse = (session: Session, current: string | undefined) => ({
  id: session.id,
  device: session.device,
  method: session.method,
  passkey: session.passkey,
  trusted: session.isTrusted,
  started_at: toIso(session.startedAt),
  last_seen_at: toIso(session.seenAt),
  proved_at: toIso(session.provedAt),
  expires_at: toIso(endOfSession(session)),
  current: session.id === current,
})

const toIso = (ms: number) => new Date(ms).toISOString()
