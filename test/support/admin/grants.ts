import { Hono } from 'hono'
import type { Grant, Limits, Terms } from '../../../src/pages/api/types.ts'
import type { Stage } from './stage.ts'

/** Clients that connect with OAuth (docs/spec/mcp.md). Anyone may read a client's request. */
export const asking = (stage: () => Stage) =>
  new Hono().post('/ask', async (context) => {
    const { asking } = stage()
    if (typeof asking === 'string')
      return context.json({ error: asking }, 400, { 'X-Request-Id': 'req-77aa', 'X-Error-Code': 'oauth_refused' })
    const { origin } = new URL(context.req.url)
    return context.json({ ...asking, leave_to: asking.leave_to && new URL(asking.leave_to, origin).href })
  })

export const grants = (stage: () => Stage) =>
  new Hono()
    .get('/', (context) => context.json({ grants: stage().grants, unavailable: stage().unavailable }))
    .post('/', async (context) => {
      const { request, ...terms } = await context.req.json<Terms & { request: string }>()
      const { origin } = new URL(context.req.url)
      const agreed = new URLSearchParams({ agreed: JSON.stringify(terms), request })
      return context.json({ redirect_to: `${origin}/docs?${agreed}` }, 201)
    })
    .patch('/:id', async (context) => {
      const grant = stage().grants.find(({ id }) => id === context.req.param('id'))
      if (!grant) return context.json({ error: 'there is no grant with this id' }, 404)
      const { limits, ...change } = await context.req.json<{
        accounts?: Grant['accounts']
        limits?: Limits | null
        confirm?: boolean
      }>()
      Object.assign(grant, change)
      if (limits !== undefined)
        Object.assign(grant, { limits: limits && { max_amount: null, daily_amount: null, ...limits } })
      return context.json({ grant })
    })
    .delete('/:id', (context) => {
      const now = stage()
      now.grants = now.grants.filter(({ id }) => id !== context.req.param('id'))
      return context.body(null, 204)
    })
