import { Hono } from 'hono'
import * as z from 'zod/mini'
import { AREAS } from '../../base/groups.ts'
import { type AuditEntry, type FailedRequest, OUTCOMES } from '../../base/usage.ts'
import { accountId, choice, clamped, id, instant } from '../../gateway/http/fields.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { callUsage } from '../../gateway/usage.ts'
import { type Columns, csv, csvFile, FORMATS, PART } from './csv.ts'
import { read } from './group.ts'

const time = (ms: number) => new Date(ms).toISOString()

export const AUDIT_COLUMNS: Columns<AuditEntry> = {
  at: ({ at }) => time(at),
  actor_kind: ({ actor }) => actor.kind,
  actor_id: ({ actor }) => actor.id,
  actor_name: ({ actor }) => actor.name,
  device: ({ device }) => device,
  action: ({ action }) => action,
  target: ({ target }) => target,
  target_name: ({ target_name }) => target_name,
  outcome: ({ outcome }) => outcome,
  status: ({ status }) => status,
  reason: ({ reason }) => reason,
  request_id: ({ request_id }) => request_id,
  id: ({ id }) => id,
  count: ({ count }) => count,
  details: ({ details }) => details.join(' '),
}

const FAILURE_COLUMNS: Columns<FailedRequest> = {
  first_at: ({ first_at }) => time(first_at),
  at: ({ at }) => time(at),
  count: ({ count }) => count,
  actor_kind: ({ actor }) => actor.kind,
  actor_id: ({ actor }) => actor.id,
  actor_name: ({ actor }) => actor.name,
  operation: ({ operation }) => operation,
  account: ({ account }) => account,
  method: ({ method }) => method,
  path: ({ route, path }) => route ?? path,
  status: ({ status }) => status,
  code: ({ code }) => code,
  reason: ({ reason }) => reason,
  fields: ({ fields }) => fields.map(({ name, problem }) => `${name}: ${problem}`).join('; '),
  product_status: ({ product_status }) => product_status,
  setting: ({ setting }) => setting,
  origin: ({ origin }) => origin,
  upstream_ms: ({ upstream_ms }) => upstream_ms,
  request_id: ({ request_id }) => request_id,
}

const outcome = () =>
  z
    .optional(choice(OUTCOMES))
    .check(z.meta({ description: 'Only what came out so: ok is below 400, refused 4xx, failed 5xx', examples: ['ok'] }))

const page = () => ({
  limit: clamped(50, 1, 200).check(z.meta({ description: 'How many to return at most, 1 to 200', narrows: 'amount' })),
  cursor: z
    .optional(id('The next_cursor of the page before'))
    .check(z.meta({ examples: ['100'], narrows: 'position' })),
})

const format = () =>
  z._default(choice(FORMATS), 'json').check(z.meta({ description: 'csv for all entries as one table, without pages' }))

const auditInput = () => ({
  query: z.strictObject({
    from: z
      .optional(instant())
      .check(z.meta({ description: 'Only entries since then', examples: ['2026-11-01T00:00:00Z'] })),
    to: z
      .optional(instant())
      .check(z.meta({ description: 'Only entries until then', examples: ['2030-12-31T00:00:00Z'] })),
    actor: z
      .optional(id('Only entries of this actor: its id, or a kind such as admin, key or client'))
      .check(z.meta({ examples: ['admin'] })),
    action: z
      .optional(id('Only entries of this action, the id of an operation'))
      .check(z.meta({ examples: ['admin_delete_data'] })),
    outcome: outcome(),
    format: format(),
    ...page(),
  }),
})

const requestsInput = () => ({
  query: z.strictObject({
    outcome: outcome(),
    request_id: z
      .optional(z.string().check(z.maxLength(128)))
      .check(z.meta({ description: 'Only the request with this X-Request-Id', examples: ['8c1f0a52'] })),
    key: z
      .optional(
        id(
          "Only requests of this caller: the id of a key or of a client's grant, deployment, or a kind such as nobody, for requests without a key",
        ),
      )
      .check(z.meta({ examples: ['deployment'] })),
    account: z
      .optional(accountId())
      .check(z.meta({ description: 'Only requests that need this account', examples: ['recorder'] })),
    group: z
      .optional(choice(AREAS))
      .check(z.meta({ description: 'Only requests to this group', examples: ['recorder'] })),
    status: z
      .optional(z.pipe(z.string().check(z.regex(/^[1-5]\d\d$/, 'must be an HTTP status')), z.transform(Number)))
      .check(
        z.meta({
          description: 'Only answers with this status',
          examples: [400],
          override: { type: 'integer', minimum: 100, maximum: 599 },
        }),
      ),
    reason: z
      .optional(z.string().check(z.minLength(1, 'must not be empty'), z.maxLength(100)))
      .check(z.meta({ description: 'Only failures with this code, or with this reason', examples: ['invalid_input'] })),
    format: format(),
    ...page(),
  }),
})

/** Lists changes with their author, and failed requests. */
export const auditRoutes = new Hono<AppEnv>()
  .get(
    '/admin/audit',
    read('admin_list_audit', {
      summary: 'List audit log entries',
      description:
        'Changes, sign-ins and failed sign-ins of 90 days, the oldest of each kind dropped where there are too many. Equal ones of a minute are one entry with their `count`. It holds no credential and no content. The last second of callers may be missing.',
      ko: '변경 기록',
      input: auditInput,
      handle: async (c) => {
        const { settings, platform } = c.get('state')
        const { cursor, format, limit, ...query } = c.req.valid('query')
        const entries = (more: { limit: number; before?: string | undefined }) =>
          callUsage(settings, platform, (usage) => usage.audit.entries({ ...query, ...more }))
        if (format === 'csv') {
          const part = async (last: AuditEntry | undefined) =>
            (await entries({ limit: PART, before: last?.id }))?.entries ?? []
          return csvFile('audit', await csv(AUDIT_COLUMNS, part))
        }
        const found = await entries({ limit: limit + 1, before: cursor })
        return { ...toPage(found?.entries ?? [], limit, toChange), not_recorded: found?.lost ?? 0 }
      },
    }),
  )
  .get(
    '/admin/requests',
    read('admin_list_requests', {
      summary: 'List failed requests with their reasons',
      description:
        'Of 7 days. Equal failures are one entry with their `count`. Requests without a key only with `key=nobody`. Look up the X-Request-Id of an answer by `request_id`.',
      ko: '실패한 요청 목록',
      input: requestsInput,
      handle: async (c) => {
        const { settings, platform } = c.get('state')
        const { cursor, format, limit, ...query } = c.req.valid('query')
        const failures = (more: { limit: number; before?: string | undefined }) =>
          callUsage(settings, platform, (usage) => usage.audit.failures({ ...query, ...more }))
        if (format === 'csv') {
          const part = async (last: FailedRequest | undefined) =>
            (await failures({ limit: PART, before: last?.id }))?.entries ?? []
          return csvFile('failed-requests', await csv(FAILURE_COLUMNS, part))
        }
        const found = await failures({ limit: limit + 1, before: cursor })
        const { entries, next_cursor } = toPage(found?.entries ?? [], limit, toResponse)
        return {
          entries: entries.map(({ request_ids: _, first_at, ...entry }) => ({ ...entry, first_at: time(first_at) })),
          next_cursor,
          without_key: found?.without_key ?? 0,
          not_recorded: found?.lost ?? 0,
        }
      },
    }),
  )

/** An entry as the API returns it, with its time in ISO 8601. */
const toResponse = <Entry extends Pick<AuditEntry, 'at'>>({ at, ...entry }: Entry) => ({
  ...entry,
  at: time(at),
})

const toChange = (entry: AuditEntry) => ({ ...toResponse(entry), details: [...entry.details] })

/** @param found has one entry more than a page when another page follows */
function toPage<Entry extends { id: string }, Reported>(
  found: readonly Entry[],
  limit: number,
  toReported: (entry: Entry) => Reported,
) {
  const entries = found.slice(0, limit)
  return { entries: entries.map(toReported), next_cursor: found.length > limit ? (entries.at(-1)?.id ?? null) : null }
}
