import { type Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { FIELDS, productOf } from '../../../src/pages/api/accounts.ts'
import { connect, readRefusal } from './accounts.ts'
import type { Stage } from './stage.ts'

const COOKIE = '__Host-latchkey-link'

/** The links as the owner lists and revokes them. */
export const listedLinks = (stage: () => Stage) =>
  new Hono()
    .get('/', (context) =>
      context.json({
        links: Object.entries(stage().links).map(([id, { account, used, ended, owner_name, note }]) => ({
          ...{ id, account, state: used ? 'used' : ended ? 'ended' : 'open', tries_left: 10 },
          ...{ owner_name: owner_name ?? 'Latchkey', note: note ?? null, created_at: null },
          expires_at: new Date(Date.now() + 4 * 3_600_000).toISOString(),
        })),
      }),
    )
    .delete('/:id', (context) => {
      delete stage().links[context.req.param('id')]
      return context.body(null, 204)
    })

/** Why a link opens nothing, as the page needs to know it. */
function refuseLink(context: Context, link: Stage['links'][string] | undefined, account: string) {
  const refuse = (status: 401 | 410, why: string) =>
    context.json({ error: `this link is ${why}`, code: 'invalid_link', parameters: { link: why } }, status, {
      'X-Error-Code': 'invalid_link',
    })
  if (link?.account !== account) return refuse(401, 'wrong')
  return link.used ? refuse(410, 'used') : link.ended ? refuse(410, 'ended') : undefined
}

/** Connecting by a link that was sent to someone (docs/spec/admin.md, "Links for customers"). */
export const links = (stage: () => Stage) =>
  new Hono()
    .post('/session', async (context) => {
      const { account, token } = await context.req.json<{ account: string; token: string }>()
      const link = stage().links[token]
      const refusal = refuseLink(context, link, account)
      if (refusal || !link) return refusal
      setCookie(context, COOKIE, token, { path: '/', secure: true, httpOnly: true, sameSite: 'Strict' })
      return context.json({
        account,
        group: productOf(link.account),
        service_name: 'Latchkey',
        owner_name: link.owner_name ?? 'Kim of Latchkey',
        note: 'For the weekly report',
        fields: FIELDS[productOf(link.account)],
        expires_at: new Date(Date.now() + 4 * 3_600_000).toISOString(),
        can_click: productOf(link.account) === 'social',
      })
    })
    .put('/:account', async (context) => {
      const link = stage().links[getCookie(context, COOKIE) ?? '']
      const dead = refuseLink(context, link, context.req.param('account'))
      if (dead || !link) return dead
      const refusal = await readRefusal(context, stage())
      if (refusal) return refusal
      const { account, identity, state, expires_at } = connect(stage(), link.account)
      link.used = true
      return context.json({ account, identity, state, expires_at })
    })
