import { Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { FIELDS } from '../../../src/pages/api/accounts.ts'
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

/** Connecting by a link that was sent to someone (decisions.md section 11.4). */
export const links = (stage: () => Stage) =>
  new Hono()
    .post('/session', async (context) => {
      const { account, token } = await context.req.json<{ account: string; token: string }>()
      const link = stage().links[token]
      if (link?.account !== account) return context.json({ error: 'this link is wrong' }, 401)
      if (link.used || link.ended) return context.json({ error: 'this link was used or has ended' }, 410)
      setCookie(context, COOKIE, token, { path: '/', secure: true, httpOnly: true, sameSite: 'Strict' })
      return context.json({
        account,
        group: account,
        service_name: 'Latchkey',
        owner_name: 'Kim of Latchkey',
        note: 'For the weekly report',
        fields: FIELDS[link.account],
        expires_at: new Date(Date.now() + 4 * 3_600_000).toISOString(),
        can_click: account === 'social',
      })
    })
    .put('/:account', async (context) => {
      const link = stage().links[getCookie(context, COOKIE) ?? '']
      if (link?.account !== context.req.param('account')) return context.json({ error: 'this link is wrong' }, 401)
      if (link.used || link.ended) return context.json({ error: 'this link was used or has ended' }, 410)
      const refusal = await readRefusal(context, stage())
      if (refusal) return refusal
      const { account, state, expires_at } = connect(stage(), link.account)
      link.used = true
      return context.json({ account, state, expires_at })
    })
