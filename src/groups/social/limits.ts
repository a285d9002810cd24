import * as z from 'zod'
import { once } from '../../base/once.ts'
import { shapeReader } from '../../upstream/shape.ts'
import type { Limits } from './answers.ts'

const usage = () => z.number().nullish()
const config = () => z.object({ quota_total: z.number(), quota_duration: z.number() }).nullish()

const productLimits = once(() =>
  z.object({
    quota_usage: usage(),
    config: config(),
    reply_quota_usage: usage(),
    reply_config: config(),
    delete_quota_usage: usage(),
    delete_config: config(),
  }),
)

/** The `fields` to ask for (social facts, section 6). */
export const limitFields = () => Object.keys(productLimits().shape).join(',')

const readLimits = shapeReader('social', () => z.object({ data: z.tuple([productLimits()], z.unknown()) }))

/** Reads the publishing limits; one that the product does not tell is null. Throws 502 when the answer holds none. */
export function limitsOf(answer: unknown): Limits {
  const [limits] = readLimits(answer).data
  return {
    posts: limitOf(limits.quota_usage, limits.config),
    replies: limitOf(limits.reply_quota_usage, limits.reply_config),
    deletes: limitOf(limits.delete_quota_usage, limits.delete_config),
  }
}

const limitOf = (used: z.output<ReturnType<typeof usage>>, quota: z.output<ReturnType<typeof config>>) =>
  typeof used === 'number' && quota ? { used, total: quota.quota_total, window_seconds: quota.quota_duration } : null
