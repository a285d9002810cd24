import { Hono } from 'hono'
import * as z from 'zod'
import { readBody } from '../body.ts'
import { missing } from '../errors.ts'
import { needs } from '../guard.ts'
import { page } from '../paging.ts'
import { type KeyedEnv, type Tiro, timestamp } from '../product.ts'
import { workspaceFor } from '../reach.ts'
import type { ApiKey, Webhook } from '../state.ts'
import { EVENT_TYPES } from './event-types.ts'

const fields = {
  name: z.string().trim().min(1).max(100),
  url: z.url({ protocol: /^https$/ }).max(2048),
  eventTypes: z.array(z.enum(EVENT_TYPES.map(({ type }) => type))).min(1),
}
const newWebhook = z.strictObject(fields)
const changes = z
  .strictObject({ ...fields, isActive: z.boolean() })
  .partial()
  .refine((sent) => Object.keys(sent).length > 0, 'names nothing to change')

/** Neither the secret nor a part of it is ever shown again. */
const shown = ({ secret: _, ...webhook }: Webhook) => webhook

/** Our own invention, as all under /v1/platform: the product publishes no such API (facts 0 and 6). */
export function webhookRoutes(tiro: Tiro) {
  const webhooksFor = (caller: ApiKey, named: string | undefined) => {
    const { guid } = workspaceFor(tiro, caller, named)
    return tiro.state.webhooks.filter(({ workspaceGuid }) => workspaceGuid === guid)
  }
  const webhookFor = (caller: ApiKey, named: string | undefined, id: string) => {
    const webhook = webhooksFor(caller, named).find((known) => known.id === id)
    if (!webhook) throw missing('Webhook')
    return webhook
  }

  return new Hono<KeyedEnv>()
    .get('/webhook-event-types', needs('webhook:read'), (c) => c.json({ content: EVENT_TYPES, nextCursor: null }))
    .get('/webhooks', needs('webhook:read'), (c) => {
      const webhooks = webhooksFor(c.get('key'), c.req.query('workspaceGuid')).map(shown)
      return c.json(page(webhooks, c.req.query(), { getKey: ({ id }) => id, maxSize: 200 }))
    })
    .post('/webhooks', needs('webhook:write'), async (c) => {
      const { guid } = workspaceFor(tiro, c.get('key'), c.req.query('workspaceGuid'))
      const sent = await readBody(c, newWebhook)
      const now = timestamp(tiro)
      const webhook: Webhook = {
        id: tiro.newId(),
        ...sent,
        isActive: true,
        workspaceGuid: guid,
        createdAt: now,
        updatedAt: now,
        secret: tiro.newId(),
      }
      tiro.state.webhooks.push(webhook)
      return c.json({ ...shown(webhook), secret: webhook.secret }, 201)
    })
    .get('/webhooks/:id', needs('webhook:read'), (c) =>
      c.json(shown(webhookFor(c.get('key'), c.req.query('workspaceGuid'), c.req.param('id')))),
    )
    .patch('/webhooks/:id', needs('webhook:write'), async (c) => {
      const webhook = webhookFor(c.get('key'), c.req.query('workspaceGuid'), c.req.param('id'))
      Object.assign(webhook, await readBody(c, changes), { updatedAt: timestamp(tiro) })
      return c.json(shown(webhook))
    })
    .delete('/webhooks/:id', needs('webhook:write'), (c) => {
      const webhook = webhookFor(c.get('key'), c.req.query('workspaceGuid'), c.req.param('id'))
      tiro.state.webhooks = tiro.state.webhooks.filter((known) => known !== webhook)
      return c.body(null, 204)
    })
}
