import * as z from 'zod'
import { unreadable } from '../../upstream/failures.ts'
import type { Limits } from './answers.ts'

const usage = z.number().nullish()
const config = z.object({ quota_total: z.number(), quota_duration: z.number() }).nullish()

const productLimits = z.object({
  quota_usage: usage,
  config,
  reply_quota_usage: usage,
  reply_config: config,
  delete_quota_usage: usage,
  delete_config: config,
})

/** The `fields` to ask for (social facts, section 6). */
export const LIMIT_FIELDS = Object.keys(productLimits.shape).join(',')

const answerOfLimits = z.object({ data: z.tuple([productLimits], z.unknown()) })

/** Reads the publishing limits; one that the product does not tell is null. Throws 502 when the answer holds none. */
export function limitsOf(answer: unknown): Limits {
  const { data } = answerOfLimits.safeParse(answer)
  if (!data) throw unreadable('social')
  const [limits] = data.data
  return {
    posts: limitOf(limits.quota_usage, limits.config),
    replies: limitOf(limits.reply_quota_usage, limits.reply_config),
    deletes: limitOf(limits.delete_quota_usage, limits.delete_config),
  }
}

const limitOf = (used: z.output<typeof usage>, quota: z.output<typeof config>) =>
  typeof used === 'number' && quota ? { used, total: quota.quota_total, window_seconds: quota.quota_duration } : null
