import { Hono } from 'hono'
import * as z from 'zod'
import { readBody } from '../body.ts'
import { missing } from '../errors.ts'
import { needs } from '../guard.ts'
import { page } from '../paging.ts'
import { type KeyedEnv, type Tiro, timestamp } from '../product.ts'
import { workspaceFor } from '../reach.ts'
import type { ApiKey } from '../state.ts'

const newKey = z.strictObject({
  name: z.string().trim().min(1).max(100),
  description: z.string().max(500).nullable().default(null),
})

/** Never the secret: the product shows it once and stores a hash (facts 1). */
const shown = ({ secret: _, deletedAt: __, ...key }: ApiKey) => key

/** Our own invention, as all under /v1/platform: the product publishes no such API (facts 0 and 6). */
export function apiKeyRoutes(tiro: Tiro) {
  const keysFor = (caller: ApiKey, workspaceGuid: string | undefined) => {
    const { guid } = workspaceFor(tiro, caller, workspaceGuid)
    return tiro.state.keys.filter((key) => key.workspaceGuid === guid && !key.deletedAt)
  }
  const keyFor = (caller: ApiKey, workspaceGuid: string | undefined, id: string) => {
    const key = keysFor(caller, workspaceGuid).find((known) => known.id === id)
    if (!key) throw missing('API key')
    return key
  }

  return new Hono<KeyedEnv>()
    .get('/api-keys', needs('api_key:read'), (c) => {
      const keys = keysFor(c.get('key'), c.req.query('workspaceGuid')).map(shown)
      return c.json(page(keys, c.req.query(), { getKey: ({ id }) => id, maxSize: 200 }))
    })
    .post('/api-keys', needs('api_key:write'), async (c) => {
      const workspace = workspaceFor(tiro, c.get('key'), c.req.query('workspaceGuid'))
      const { name, description } = await readBody(c, newKey)
      const key: ApiKey = {
        id: tiro.newId(),
        secret: tiro.newId(),
        name,
        description,
        workspaceGuid: workspace.guid,
        scopes: ['note:read', 'note_summary:read', 'note_document:read', 'folder:read'],
        isActive: true,
        expiresAt: null,
        deletedAt: null,
        createdAt: timestamp(tiro),
      }
      tiro.state.keys.push(key)
      return c.json({ ...shown(key), key: `${key.id}.${key.secret}` }, 201)
    })
    .get('/api-keys/:id', needs('api_key:read'), (c) =>
      c.json(shown(keyFor(c.get('key'), c.req.query('workspaceGuid'), c.req.param('id')))),
    )
    .delete('/api-keys/:id', needs('api_key:write'), (c) => {
      keyFor(c.get('key'), c.req.query('workspaceGuid'), c.req.param('id')).deletedAt = timestamp(tiro)
      return c.body(null, 204)
    })
}
