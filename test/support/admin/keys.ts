import { Hono } from 'hono'
import type { KeyChange, KeyRecord, NewKey } from '../../../src/pages/api/types.ts'
import type { Stage } from './stage.ts'

const fresh = () => `lk_${crypto.randomUUID().replaceAll('-', '')}`

/** Named keys and what they were used for (docs/spec/admin.md, "Keys" and "Usage"). */
export const keys = (stage: () => Stage) =>
  new Hono()
    .get('/', (context) => context.json({ keys: stage().keys }))
    .post('/', async (context) => {
      const asked = await context.req.json<NewKey>()
      const key = fresh()
      const record = toRecord(asked, key)
      stage().keys.push(record)
      return context.json({ key, record }, 201)
    })
    .patch('/:id', async (context) => {
      const record = stage().keys.find(({ id }) => id === context.req.param('id'))
      if (!record) return context.json({ error: 'no such key' }, 404)
      const { limits, expires_at, ...change } = await context.req.json<KeyChange>()
      const told = limits && { max_amount: null, daily_amount: null, ...limits }
      const end = expires_at === undefined ? {} : { expires_at: expires_at && toEnd(expires_at) }
      return context.json({ record: Object.assign(record, change, end, limits !== undefined && { limits: told }) })
    })
    .post('/:id/roll', async (context) => {
      const { overlap_hours } = await context.req.json<{ overlap_hours: number }>()
      const previous = stage().keys.find(({ id }) => id === context.req.param('id'))
      if (!previous) return context.json({ error: 'no such key' }, 404)
      previous.expires_at = new Date(Date.now() + overlap_hours * 3_600_000).toISOString()
      const key = fresh()
      const record = {
        ...previous,
        ...toRecord({ name: previous.name }, key),
        licence: previous.licence,
        lineage: previous.lineage,
        // As of the gateway: the usage goes on.
        last_used_at: previous.last_used_at,
        requests_30d: previous.requests_30d,
      }
      stage().keys.push(record)
      const subscriptions = stage().subscriptions.filter(({ key_id }) => key_id === previous.lineage)
      return context.json({ key, record, previous, subscriptions }, 201)
    })
    .delete('/:id', (context) => {
      const now = stage()
      now.keys = now.keys.filter(({ id }) => id !== context.req.param('id'))
      return context.json({ subscriptions: [], created: now.created })
    })

const toEnd = (day: string) => `${day}T14:59:59.999Z`

const toRecord = (
  { name, licence = 'pro', groups, accounts, read_only = false, expires_at, limits, confirm = false }: NewKey,
  key: string,
): KeyRecord => {
  const id = crypto.randomUUID()
  return {
    id,
    prefix: key.slice(0, 8),
    lineage: id,
    name,
    licence: licence as KeyRecord['licence'],
    groups: (groups ?? null) as KeyRecord['groups'],
    accounts: (accounts ?? null) as KeyRecord['accounts'],
    read_only,
    created_at: new Date().toISOString(),
    expires_at: expires_at ? toEnd(expires_at) : null,
    disabled: false,
    confirm,
    limits: limits ? { max_amount: null, daily_amount: null, ...limits } : null,
    last_used_at: null,
    requests_30d: 0,
  }
}
