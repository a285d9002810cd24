import { Hono, type MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Stage } from './stage.ts'

const COOKIE = '__Host-latchkey'
const OPTIONS = { path: '/', secure: true, httpOnly: true, sameSite: 'Strict' } as const

const UNSET = {
  error: 'ADMIN_KEY is not set on this deployment: set it by npx wrangler secret put ADMIN_KEY',
  ...{ code: 'setting_missing', parameters: { setting: 'ADMIN_KEY' } },
}
const SIGN_IN = 'not signed in: sign in on the page of this gateway, or send ADMIN_KEY as Authorization: Bearer'

/** Accepts sessions that were started since the last reset. Writes need the origin of the page. */
export const gate =
  (stage: () => Stage): MiddlewareHandler =>
  async (context, next) => {
    const { adminKey, generation } = stage()
    if (adminKey === null) return context.json(UNSET, 401)
    if (getCookie(context, COOKIE) !== `session-${generation}`) return context.json({ error: SIGN_IN }, 401)
    const { method, url } = context.req
    if (method !== 'GET' && context.req.header('Origin') !== new URL(url).origin) {
      return context.json({ error: 'a write needs the Origin of the gateway' }, 403)
    }
    return next()
  }

/** Signing in and out (docs/spec/admin.md, "Signing in"). */
export const session = (stage: () => Stage) =>
  new Hono()
    .post('/', async (context) => {
      const { adminKey, generation, limited } = stage()
      const { admin_key } = await context.req.json<{ admin_key?: string }>()
      if (adminKey === null) return context.json(UNSET, 401)
      if (limited) return context.json({ error: 'too many tries' }, 429, { 'Retry-After': '60' })
      if (admin_key !== adminKey) return context.json({ error: 'the admin key is not right' }, 401)
      setCookie(context, COOKIE, `session-${generation}`, { ...OPTIONS, maxAge: 3600 })
      return context.json({ expires_at: new Date(Date.now() + 3_600_000).toISOString() })
    })
    .get(
      '/',
      async (context, next) => {
        // Asking is no failure, unless nobody can sign in.
        const isNobody = stage().adminKey !== null && getCookie(context, COOKIE) === undefined
        return isNobody ? context.json({ signed_in: false }) : next()
      },
      gate(stage),
      (context) => context.json({ signed_in: true, expires_at: new Date(Date.now() + 3_600_000).toISOString() }),
    )
    .delete('/', gate(stage), (context) => {
      setCookie(context, COOKIE, '', { ...OPTIONS, maxAge: 0 })
      return context.body(null, 204)
    })
