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
    const nameless = { target_name: null, device: null, details: [] }
    const fine = { outcome: 'ok', status: 200, reason: null } as const
    if (place === 1)
      return { ...common, ...fine, ...nameless, actor: CLIENT, action: 'workspace_create_page', target: 'a'.repeat(32) }
    if (place === 2) {
      const refused = { outcome: 'refused', status: 401, reason: 'refused admin' } as const
      return {
        ...common,
        ...refused,
        ...nameless,
        device: 'Mac, Chrome, Seoul',
        actor: NOBODY,
        action: 'admin_sign_in',
        target: null,
        count: 12_345,
      }
    }
    if (place % 3 === 0)
      return {
        ...common,
        ...fine,
        ...nameless,
        actor: KEY,
        action: 'payment_request',
        target: 'lesson-7-of-the-second-term',
      }
    const own = { ...common, ...fine, details: [], actor: ADMIN, device: 'iPhone, Safari, Seoul' }
    return place % 3 === 1
      ? { ...own, action: 'admin_connect_account', target: 'recorder', target_name: null }
      : { ...own, action: 'admin_delete_key', target: 'da270baf2d3b1acd', target_name: 'our shop, Make' }
  })

const FAILURE = {
  ...{ setting: null, origin: null, product_status: null, fields: [], account: null, group: null, operation: null },
  ...{ method: 'GET', route: null, path: null, count: 1, upstream_ms: 0 },
}

export const failures = (): FailedRequest[] => [
  {
    ...FAILURE,
    ...{ id: 'req_4', at: minutesAgo(1), first_at: minutesAgo(39), count: 23, actor: KEY, outcome: 'refused' },
    ...{ status: 400, reason: 'input', code: 'invalid_input', request_id: 'req-7f40' },
    ...{ group: 'recorder', account: 'recorder', operation: 'recorder_list_files', route: '/api/v1/recorder/files' },
    fields: [
      { name: 'limit', problem: 'must be an integer' },
      { name: 'dateFrom', problem: 'is not known: did you mean date_from?' },
    ],
  },
  {
    ...FAILURE,
    ...{ id: 'req_2', at: minutesAgo(3), first_at: minutesAgo(3), actor: KEY, outcome: 'failed', status: 502 },
    ...{ reason: 'upstream 500', code: 'product_failed', product_status: 500, upstream_ms: 12_345 },
    ...{ request_id: '0f8fad5b-d9cb-469f-a165-70867728950e', group: 'recorder', operation: 'recorder_list_files' },
    ...{ account: 'recorder', route: '/api/v1/recorder/files' },
  },
  {
    ...FAILURE,
    ...{ id: 'req_1', at: minutesAgo(120), first_at: minutesAgo(600), count: 569, actor: NOBODY, outcome: 'refused' },
    ...{ status: 404, reason: 'unknown path', code: 'unknown_path', request_id: 'req-7f3a', path: '/wp-login.php' },
  },
  {
    ...FAILURE,
    ...{ id: 'req_0', at: minutesAgo(130), first_at: minutesAgo(130), actor: NOBODY, outcome: 'refused', status: 403 },
    ...{ reason: 'refused origin', code: 'origin_refused', request_id: 'req-7f39', path: '/api/v1/notes/notes' },
    ...{ setting: 'ALLOWED_ORIGINS', origin: 'https://shop.example.com' },
  },
  {
    ...FAILURE,
    ...{ id: 'req_00', at: minutesAgo(140), first_at: minutesAgo(140), actor: NOBODY, outcome: 'refused', status: 302 },
    ...{ reason: 'refused service', code: 'product_refused', request_id: 'req-7f38', path: '/connect/social/callback' },
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
      const { request_id: wanted, key, group, account, status, reason, format } = context.req.query()
      const found = stage().failures.filter(
        ({ request_id, actor, code, ...entry }) =>
          (wanted ? request_id === wanted : key ? [actor.kind, actor.id].includes(key) : actor.kind !== 'nobody') &&
          (!group || entry.group === group) &&
          (!account || entry.account === account) &&
          (!status || entry.status === Number(status)) &&
          (!reason || code === reason),
      )
      return format === 'csv' ? context.text('first_at,at\r\n') : getPage(context, found, { without_key: 570 })
    })

function getPage(context: Context, found: readonly { id: string }[], more: object = {}) {
  const { cursor, limit = '50' } = context.req.query()
  const begin = cursor ? found.findIndex(({ id }) => id === cursor) + 1 : 0
  const entries = found.slice(begin, begin + Number(limit))
  const next_cursor = found.length > begin + entries.length ? entries.at(-1)?.id : null
  return context.json({ entries, next_cursor, not_recorded: 3, ...more })
}
