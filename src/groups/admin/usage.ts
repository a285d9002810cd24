import * as z from 'zod'
import { AREAS } from '../../base/groups.ts'
import { dateOf } from '../../base/usage.ts'
import { clamped } from '../../gateway/fields.ts'
import { routeList } from '../../gateway/router.ts'
import { readUsage } from '../../gateway/usage-report.ts'
import { read } from './declare.ts'

const input = () => ({
  query: z.object({
    days: clamped(7, 1, 30).meta({ description: 'So many days in Korea, 1 to 30, today among them' }),
  }),
})

const output = () =>
  z.object({
    days: z
      .array(
        z.object({
          day: z.string().describe('A day in Korea, YYYY-MM-DD'),
          key: z.string().nullable().describe("The key's name; null where nobody's key was sent"),
          key_id: z.string().nullable().describe('`deployment` for API_KEY'),
          group: z.enum(AREAS).describe('The group of the operation'),
          ok: z.int().describe('Answers below 400'),
          refused: z.int().describe('4xx'),
          failed: z.int().describe('5xx'),
        }),
      )
      .describe('The newest day first'),
    complete_until: z.iso.datetime().describe('What was answered later may be missing'),
  })

/** What keys are used for (decisions.md section 11.7). */
export const usageRoutes = routeList().get(
  '/admin/usage',
  read(
    {
      id: 'admin_get_usage',
      summary: 'Requests per day, key, group and outcome',
      description: 'A tool call counts as the operation that it runs.',
      input,
      output,
    },
    async (c) => {
      const { settings, platform } = c.get('state')
      const { rows, completeUntil } = await readUsage(settings, platform, c.req.valid('query').days)
      return {
        days: rows.map(({ day, key, name, area, ok, refused, failed }) => ({
          ...{ day: dateOf(day), key: name, key_id: key, group: area },
          ...{ ok, refused, failed },
        })),
        complete_until: new Date(completeUntil).toISOString(),
      }
    },
  ),
)
