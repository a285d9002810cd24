import { Hono } from 'hono'
import * as z from 'zod/mini'
import { AREAS } from '../../base/groups.ts'
import { type AuditEntry, OUTCOMES } from '../../base/usage.ts'
import { choice, clamped, id, instant } from '../../gateway/http/fields.ts'
import { Reply } from '../../gateway/http/respond.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { ask } from '../../gateway/usage.ts'
import { read } from './group.ts'

/** The log is read in parts, because the response of a Durable Object has a size limit. */
const PART = 2_000
const COLUMNS = [
  ...(['at', 'actor_kind', 'actor_id', 'actor_name', 'action', 'target', 'outcome', 'status', 'reason'] as const),
  ...(['request_id', 'id', 'count'] as const),
]

/**
 * All entries as CSV (RFC 4180), newest first. It starts with a byte order mark, so that spreadsheets read it as UTF-8.
 * Each part is sent before the next one is read.
 *
 * @param read returns at most this many entries before an id
 */
export async function auditCsv(
  read: (before: string | undefined, most: number) => Promise<readonly AuditEntry[]>,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  let rows = `\ufeff${COLUMNS.join(',')}\r\n`
  let part = await read(undefined, PART)
  return new ReadableStream({
    async pull(controller) {
      for (const entry of part) rows += `${toRow(entry)}\r\n`
      controller.enqueue(encoder.encode(rows))
      if (part.length < PART) return controller.close()
      rows = ''
      part = await read(part.at(-1)?.id, PART)
    },
  })
}

function toRow({ id, at, actor, action, target, outcome, status, reason, request_id, count }: AuditEntry): string {
  const values = [
    new Date(at).toISOString(),
    actor.kind,
    actor.id,
    actor.name,
    action,
    target,
    outcome,
    status,
    reason,
    request_id,
    id,
    count,
  ]
  return values.map(cell).join(',')
}

/**
 * A spreadsheet runs a cell that starts with one of these characters as a formula, also in their full-width and small
 * forms. A leading quote makes it text.
 */
function cell(value: string | number | null): string {
  const text = String(value ?? '')
  const safe = /^[=+\-@\t\r]/.test(text.normalize('NFKC')) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
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
    format: z
      ._default(choice(['json', 'csv']), 'json')
      .check(z.meta({ description: 'csv for all entries as one table, without pages' })),
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
      .optional(id("Only requests of this caller: the id of a key or of a client's grant, or deployment"))
      .check(z.meta({ examples: ['deployment'] })),
    group: z
      .optional(choice(AREAS))
      .check(z.meta({ description: 'Only requests to this group', examples: ['recorder'] })),
    ...page(),
  }),
})

/** Lists changes with their author, and failed requests. */
export const auditRoutes = new Hono<AppEnv>()
  .get(
    '/admin/audit',
    read(
      'admin_list_audit',
      {
        summary: 'List audit log entries',
        description:
          'Changes, changes of keys and credentials, and failed sign-ins of 90 days, at most 20,000. It holds no credential and no content. The last second may be missing.',
        ko: '변경 기록',
        input: auditInput,
      },
      async (c) => {
        const { settings, platform } = c.get('state')
        const { cursor, format, limit, ...query } = c.req.valid('query')
        const entries = (more: { limit: number; before?: string | undefined }) =>
          ask(settings, platform, (usage) => usage.auditEntries({ ...query, ...more }))
        if (format === 'csv') {
          const file = await auditCsv(async (before, most) => (await entries({ limit: most, before }))?.entries ?? [])
          return new Reply(file, 200, {
            'Content-Type': 'text/csv; charset=utf-8',
            'Content-Disposition': 'attachment; filename="latchkey-audit.csv"',
          })
        }
        const found = await entries({ limit: limit + 1, before: cursor })
        return { ...toPage(found?.entries ?? [], limit, toResponse), not_recorded: found?.lost ?? 0 }
      },
    ),
  )
  .get(
    '/admin/requests',
    read(
      'admin_list_requests',
      {
        summary: 'List failed requests with their reasons',
        description: 'The last 500 failed requests of 7 days. Look up the X-Request-Id of an answer by `request_id`.',
        ko: '실패한 요청 목록',
        input: requestsInput,
      },
      async (c) => {
        const { settings, platform } = c.get('state')
        const { cursor, limit, ...query } = c.req.valid('query')
        const found = await ask(settings, platform, (usage) =>
          usage.failedRequests({ ...query, limit: limit + 1, before: cursor }),
        )
        return { ...toPage(found?.entries ?? [], limit, toResponse), not_recorded: found?.lost ?? 0 }
      },
    ),
  )

/** An entry as the API returns it, with its time in ISO 8601. */
const toResponse = <Entry extends Pick<AuditEntry, 'at'>>({ at, ...entry }: Entry) => ({
  ...entry,
  at: new Date(at).toISOString(),
})

/** @param found has one entry more than a page when another page follows */
function toPage<Entry extends { id: string }, Reported>(
  found: readonly Entry[],
  limit: number,
  toReported: (entry: Entry) => Reported,
) {
  const entries = found.slice(0, limit)
  return { entries: entries.map(toReported), next_cursor: found.length > limit ? (entries.at(-1)?.id ?? null) : null }
}
