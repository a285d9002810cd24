import { Hono } from 'hono'
import * as z from 'zod/mini'
import { formatDate, HOUR_MS, koreanDay, USAGE_PARTS, type UsageRow } from '../../base/usage.ts'
import { choice, optionalClamped } from '../../gateway/http/fields.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { type Period, readUsage } from '../../gateway/usage.ts'
import { type Columns, csv, csvFile, FORMATS } from './csv.ts'
import { read } from './group.ts'

const input = () => ({
  query: z
    .strictObject({
      days: optionalClamped(1, 30).check(
        z.meta({
          description: 'So many days in Korea, 1 to 30, today among them; 7 if neither is sent',
          examples: [7],
        }),
      ),
      hours: optionalClamped(1, 48).check(
        z.meta({ description: 'Instead of days: so many hours, 1 to 48, the present one among them', examples: [24] }),
      ),
      by: z
        ._default(choice(USAGE_PARTS), 'group')
        .check(z.meta({ description: 'operation for a row of each operation, instead of each group' })),
      format: z._default(choice(FORMATS), 'json').check(z.meta({ description: 'csv for a table' })),
    })
    .check(
      z.refine(({ days, hours }) => days === undefined || hours === undefined, {
        path: ['hours'],
        error: 'must not be sent together with days',
      }),
    ),
})

const getMean = ({ ok, refused, failed, ms }: UsageRow) => Math.round(ms / Math.max(1, ok + refused + failed))

const toResponse = ({ key, name, area, operation, ok, refused, failed, ...row }: UsageRow) => ({
  key: name,
  key_id: key,
  group: area,
  operation,
  ok,
  refused,
  failed,
  mean_ms: getMean({ key, name, area, operation, ok, refused, failed, ...row }),
  max_ms: row.max_ms,
})

/** The day of a row, or the beginning of its hour. */
const getTime = ({ span }: Period, { hour }: UsageRow) =>
  span === 'day' ? formatDate(koreanDay(hour * HOUR_MS)) : new Date(hour * HOUR_MS).toISOString()

const toColumns = (period: Period): Columns<UsageRow> => ({
  [period.span]: (row) => getTime(period, row),
  key: ({ name }) => name,
  key_id: ({ key }) => key,
  group: ({ area }) => area,
  ...(period.by === 'operation' && { operation: ({ operation }: UsageRow) => operation }),
  ok: ({ ok }) => ok,
  refused: ({ refused }) => refused,
  failed: ({ failed }) => failed,
  mean_ms: getMean,
  max_ms: ({ max_ms }) => max_ms,
})

/** Usage by day or hour, key, and group or operation. */
export const usageRoutes = new Hono<AppEnv>().get(
  '/admin/usage',
  read('admin_get_usage', {
    summary: 'Requests and their duration by day or hour, key, and group or operation',
    description:
      'A tool call counts as the operation that it runs. Days are Korean days. Counts are stored for 35 days, those of hours for 48 hours.',
    ko: '사용량',
    input,
    handle: async (c) => {
      const { settings, platform } = c.get('state')
      const { days = 7, hours, by, format } = c.req.valid('query')
      const period: Period = hours === undefined ? { span: 'day', count: days, by } : { span: 'hour', count: hours, by }
      const { rows, completeUntil, cutUntil } = await readUsage(settings, platform, period)
      if (format === 'csv') return csvFile('usage', await csv(toColumns(period), async (last) => (last ? [] : rows)))
      const isHourly = period.span === 'hour'
      return {
        days: isHourly ? [] : rows.map((row) => ({ day: getTime(period, row), ...toResponse(row) })),
        hours: isHourly ? rows.map((row) => ({ hour: getTime(period, row), ...toResponse(row) })) : [],
        complete_until: new Date(completeUntil).toISOString(),
        missing_until: cutUntil === undefined ? null : formatDate(cutUntil),
      }
    },
  }),
)
