import { Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { FIELDS } from '../../../src/pages/api/accounts.ts'
import { connect, refusalOf } from './accounts.ts'
import type { Stage } from './stage.ts'

const COOKIE = '__Host-latchkey-link'

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
        fields: FIELDS[link.account],
        expires_at: new Date(Date.now() + 4 * 3_600_000).toISOString(),
        can_click: account === 'social',
      })
    })
    .put('/:account', async (context) => {
      const link = stage().links[getCookie(context, COOKIE) ?? '']
      if (link?.account !== context.req.param('account')) return context.json({ error: 'this link is wrong' }, 401)
      if (link.used || link.ended) return context.json({ error: 'this link was used or has ended' }, 410)
      const refusal = await refusalOf(context, stage())
      if (refusal) return refusal
      const { account, state, expires_at } = connect(stage(), link.account)
      link.used = true
      return context.json({ account, state, expires_at })
    })
