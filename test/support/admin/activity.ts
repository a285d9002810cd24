import { type Context, Hono } from 'hono'
import type { Actor, AuditEntry, FailedRequest } from '../../../src/pages/api/types.ts'
import type { Stage } from './stage.ts'

const ADMIN: Actor = { kind: 'admin', id: null, name: null }
const KEY: Actor = { kind: 'key', id: 'k1', name: 'make.com' }
/** It gave itself this name. */
const CLIENT: Actor = { kind: 'client', id: 'g2', name: 'Admin key' }
const NOBODY: Actor = { kind: 'nobody', id: null, name: null }

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

/** More than a page of changes, newest first; one by a client, one by a stranger. */
export const audit = (): AuditEntry[] =>
  Array.from({ length: 70 }, (_, place) => {
    const common = { id: `aud_${100 - place}`, at: minutesAgo(place * 37), request_id: `req-aud-${place}`, count: 1 }
    const fine = { outcome: 'ok', status: 200, reason: null } as const
    if (place === 1)
      return { ...common, ...fine, actor: CLIENT, action: 'workspace_create_page', target: 'a'.repeat(32) }
    if (place === 2) {
      const refused = { outcome: 'refused', status: 401, reason: 'refused admin' } as const
      return { ...common, ...refused, actor: NOBODY, action: 'admin_sign_in', target: null, count: 12_345 }
    }
    if (place % 3 === 0)
      return { ...common, ...fine, actor: KEY, action: 'payment_request', target: 'lesson-7-of-the-second-term' }
    return { ...common, ...fine, actor: ADMIN, action: 'admin_connect_account', target: 'recorder' }
  })

export const failures = (): FailedRequest[] => [
  {
    ...{ id: 'req_2', at: minutesAgo(3), actor: KEY, outcome: 'failed', status: 502, reason: 'upstream status 500' },
    ...{ request_id: '0f8fad5b-d9cb-469f-a165-70867728950e', group: 'recorder', operation: 'recorder_list_files' },
    ...{ setting: null, origin: null, upstream_ms: 12_345 },
  },
  {
    ...{ id: 'req_1', at: minutesAgo(120), actor: NOBODY, outcome: 'refused', status: 404, reason: 'unknown path' },
    ...{ request_id: 'req-7f3a', group: null, operation: null, setting: null, origin: null, upstream_ms: 0 },
  },
  {
    ...{ id: 'req_0', at: minutesAgo(130), actor: NOBODY, outcome: 'refused', status: 403, reason: 'refused origin' },
    ...{ request_id: 'req-7f39', group: null, operation: null, upstream_ms: 0 },
    ...{ setting: 'ALLOWED_ORIGINS', origin: 'https://shop.example.com' },
  },
]

/** The audit log and the failed requests, in pages (docs/spec/admin.md, "Audit log"). */
export const activity = (stage: () => Stage) =>
  new Hono()
    .get('/audit', (context) => {
      const { actor, action, outcome, format } = context.req.query()
      const found = stage().audit.filter(
        (entry) =>
          (!actor || entry.actor.kind === actor || entry.actor.id === actor) &&
          (!action || entry.action === action) &&
          (!outcome || entry.outcome === outcome),
      )
      if (format === 'csv')
        return context.text(`at,action\r\n${found.map(({ at, action }) => `${at},${action}\r\n`).join('')}`)
      return getPage(context, found)
    })
    .get('/requests', (context) => {
      const { request_id: wanted, key, group } = context.req.query()
      return getPage(
        context,
        stage().failures.filter(
          (entry) =>
            (!wanted || entry.request_id === wanted) &&
            (!key || entry.actor.id === key) &&
            (!group || entry.group === group),
        ),
      )
    })

function getPage(context: Context, found: readonly { id: string }[]) {
  const { cursor, limit = '50' } = context.req.query()
  const begin = cursor ? found.findIndex(({ id }) => id === cursor) + 1 : 0
  const entries = found.slice(begin, begin + Number(limit))
  const next_cursor = found.length > begin + entries.length ? entries.at(-1)?.id : null
  return context.json({ entries, next_cursor, not_recorded: 3 })
}
