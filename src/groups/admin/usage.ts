import { Hono } from 'hono'
import * as z from 'zod/mini'
import { formatDate } from '../../base/usage.ts'
import { clamped } from '../../gateway/http/fields.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { readUsage } from '../../gateway/usage.ts'
import { read } from './group.ts'

const input = () => ({
  query: z.strictObject({
    days: clamped(7, 1, 30).check(z.meta({ description: 'So many days in Korea, 1 to 30, today among them' })),
  }),
})

/** Usage by key. */
export const usageRoutes = new Hono<AppEnv>().get(
  '/admin/usage',
  read(
    'admin_get_usage',
    {
      summary: 'Requests per day, key, group and outcome',
      description:
        'A tool call counts as the operation that it runs. Days are Korean days. Counts are stored for 35 days.',
      ko: '사용량',
      input,
    },
    async (c) => {
      const { settings, platform } = c.get('state')
      const { rows, completeUntil, cutUntil } = await readUsage(settings, platform, c.req.valid('query').days)
      return {
        days: rows.map(({ day, key, name, area, ok, refused, failed }) => ({
          day: formatDate(day),
          key: name,
          key_id: key,
          group: area,
          ok,
          refused,
          failed,
        })),
        complete_until: new Date(completeUntil).toISOString(),
        missing_until: cutUntil === undefined ? null : formatDate(cutUntil),
      }
    },
  ),
)
