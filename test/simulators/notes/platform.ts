import { Hono } from 'hono'
import * as z from 'zod'
import { type Keyed, type KeyedEnv, needs, workspaceFor } from './access.ts'
import { missing, page, readBody } from './errors.ts'
import { type ApiKey, type Tiro, timestamp, type Webhook } from './state.ts'

/** The documented deliveries (facts 4), by the resource that they carry. */
const DELIVERIES = {
  Note: ['created', 'deleted', 'user_content.updated', 'participants.updated', 'recording.completed', 'ended'].map(
    (what) => `note.${what}`,
  ),
  NoteDocument: ['generated', 'updated', 'deleted'].map((what) => `note_document.${what}`),
  NoteSummary: ['generated', 'updated', 'deleted'].map((what) => `note_summary.${what}`),
  FolderNoteRelation: ['folder.note.added', 'folder.note.removed'],
}
const EVENT_TYPES = Object.entries(DELIVERIES).flatMap(([resourceType, types]) =>
  types.map((type) => ({ type, resourceType })),
)

const newKey = z.strictObject({
  name: z.string().trim().min(1).max(100),
  description: z.string().max(500).nullable().default(null),
})
const fields = {
  name: newKey.shape.name,
  url: z.url({ protocol: /^https$/ }).max(2048),
  eventTypes: z.array(z.enum(EVENT_TYPES.map(({ type }) => type))).min(1),
}
const newWebhook = z.strictObject(fields)
const changes = z
  .strictObject({ ...fields, isActive: z.boolean() })
  .partial()
  .refine((sent) => Object.keys(sent).length > 0, 'names nothing to change')

/** Never the secret: the product shows it once and stores a hash (facts 1). */
const shownKey = ({ secret: _, deletedAt: __, ...key }: ApiKey) => key
const shownWebhook = ({ secret: _, ...webhook }: Webhook) => webhook
const getId = ({ id }: { id: string }) => id

const ofWorkspace = <Thing extends { workspaceGuid: string | null }>(c: Keyed, things: Thing[]) => {
  const { guid } = workspaceFor(c)
  return things.filter(({ workspaceGuid }) => workspaceGuid === guid)
}

/** The one that the path names. */
function find<Thing extends { id: string }>(c: Keyed, what: string, things: Thing[]): Thing {
  const found = things.find(({ id }) => id === c.req.param('id'))
  if (!found) throw missing(what)
  return found
}

/** Keys and webhooks: our own invention, as the product publishes no such API (facts 0 and 6). */
export function platformApi(tiro: Tiro) {
  const { state, newId } = tiro
  const keysFor = (c: Keyed) => ofWorkspace(c, state.keys).filter(({ deletedAt }) => !deletedAt)
  const webhookFor = (c: Keyed) => find(c, 'Webhook', ofWorkspace(c, state.webhooks))

  return new Hono<KeyedEnv>()
    .get('/api-keys', needs('api_key:read'), (c) => c.json(page(keysFor(c).map(shownKey), c.req.query(), getId)))
    .post('/api-keys', needs('api_key:write'), async (c) => {
      const { guid: workspaceGuid } = workspaceFor(c)
      const { name, description } = await readBody(c, newKey)
      const key: ApiKey = {
        ...{ id: newId(), secret: newId(), name, description, workspaceGuid },
        scopes: ['note:read', 'note_summary:read', 'note_document:read', 'folder:read'],
        ...{ isActive: true, expiresAt: null, deletedAt: null, createdAt: timestamp(tiro) },
      }
      state.keys.push(key)
      return c.json({ ...shownKey(key), key: `${key.id}.${key.secret}` }, 201)
    })
    .get('/api-keys/:id', needs('api_key:read'), (c) => c.json(shownKey(find(c, 'API key', keysFor(c)))))
    .delete('/api-keys/:id', needs('api_key:write'), (c) => {
      find(c, 'API key', keysFor(c)).deletedAt = timestamp(tiro)
      return c.body(null, 204)
    })
    .get('/webhook-event-types', needs('webhook:read'), (c) => c.json({ content: EVENT_TYPES, nextCursor: null }))
    .get('/webhooks', needs('webhook:read'), (c) =>
      c.json(page(ofWorkspace(c, state.webhooks).map(shownWebhook), c.req.query(), getId)),
    )
    .post('/webhooks', needs('webhook:write'), async (c) => {
      const { guid: workspaceGuid } = workspaceFor(c)
      const sent = await readBody(c, newWebhook)
      const now = timestamp(tiro)
      const webhook: Webhook = {
        ...{ id: newId(), ...sent, isActive: true, workspaceGuid },
        ...{ createdAt: now, updatedAt: now, secret: newId() },
      }
      state.webhooks.push(webhook)
      return c.json({ ...shownWebhook(webhook), secret: webhook.secret }, 201)
    })
    .get('/webhooks/:id', needs('webhook:read'), (c) => c.json(shownWebhook(webhookFor(c))))
    .patch('/webhooks/:id', needs('webhook:write'), async (c) => {
      const webhook = webhookFor(c)
      Object.assign(webhook, await readBody(c, changes), { updatedAt: timestamp(tiro) })
      return c.json(shownWebhook(webhook))
    })
    .delete('/webhooks/:id', needs('webhook:write'), (c) => {
      const webhook = webhookFor(c)
      state.webhooks = state.webhooks.filter((known) => known !== webhook)
      return c.body(null, 204)
    })
}
