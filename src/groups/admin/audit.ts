import * as z from 'zod/mini'
import type { AuditEntry } from '../../base/audit.ts'
import { OUTCOMES } from '../../base/audit.ts'
import { AREAS } from '../../base/groups.ts'
import { about, choice, clamped, field, id, instant } from '../../gateway/http/fields.ts'
import { Reply } from '../../gateway/http/reply.ts'
import { routeList } from '../../gateway/http/router.ts'
import { ask } from '../../gateway/usage/usage-report.ts'
import { auditCsv } from './audit.csv.ts'
import { read } from './declare.ts'

const outcome = () =>
  field(
    z.optional(choice(OUTCOMES)),
    about('Only what came out so: ok is below 400, refused 4xx, failed 5xx', { examples: ['ok'] }),
  )

const page = () => ({
  limit: field(clamped(50, 1, 200), about('How many to return at most, 1 to 200', { narrows: 'amount' })),
  cursor: field(
    z.optional(id('The next_cursor of the page before')),
    about({ examples: ['100'], narrows: 'position' }),
  ),
})

const auditInput = () => ({
  query: z.strictObject({
    from: field(z.optional(instant()), about('Only entries since then', { examples: ['2026-11-01T00:00:00Z'] })),
    to: field(z.optional(instant()), about('Only entries until then', { examples: ['2030-12-31T00:00:00Z'] })),
    actor: field(
      z.optional(id('Only entries of this actor: its id, or a kind such as admin, key or client')),
      about({ examples: ['admin'] }),
    ),
    action: field(
      z.optional(id('Only entries of this action, the id of an operation')),
      about({ examples: ['admin_delete_data'] }),
    ),
    outcome: outcome(),
    format: field(
      z._default(choice(['json', 'csv']), 'json'),
      about('csv for all entries as one table, without pages'),
    ),
    ...page(),
  }),
})

const requestsInput = () => ({
  query: z.strictObject({
    outcome: outcome(),
    request_id: field(
      z.optional(z.string().check(z.maxLength(128))),
      about('Only the request with this X-Request-Id', { examples: ['8c1f0a52'] }),
    ),
    key: field(
      z.optional(id("Only requests of this caller: the id of a key or of a client's grant, or deployment")),
      about({ examples: ['deployment'] }),
    ),
    group: field(z.optional(choice(AREAS)), about('Only requests to this group', { examples: ['recorder'] })),
    ...page(),
  }),
})

/** Lists changes with their author, and failed requests (decisions.md section 11.10). */
export const auditRoutes = routeList()
  .get(
    '/admin/audit',
    read('admin_list_audit', { input: auditInput }, async (c) => {
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
    }),
  )
  .get(
    '/admin/requests',
    read(
      'admin_list_requests',
      {
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
export const toResponse = <Entry extends Pick<AuditEntry, 'at'>>({ at, ...entry }: Entry) => ({
  ...entry,
  at: new Date(at).toISOString(),
})

/** @param found has one entry more than a page when another page follows */
function toPage<Entry extends { id: string }, Reported>(
  found: readonly Entry[],
  limit: number,
  tell: (entry: Entry) => Reported,
) {
  const entries = found.slice(0, limit)
  return { entries: entries.map(tell), next_cursor: found.length > limit ? (entries.at(-1)?.id ?? null) : null }
}
