import { GatewayError } from '../../base/errors.ts'
import { at, count } from '../../base/lenient-json.ts'
import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import type { Limits } from './answers.ts'
import type { Connection } from './connection.ts'
import { parseEntries } from './pages.ts'

/** The `fields` that every token may ask for, and all of them (social facts, section 6). */
const NARROW_FIELDS = 'quota_usage,config,reply_quota_usage,reply_config'
const ALL_FIELDS = `${NARROW_FIELDS},delete_quota_usage,delete_config`

/** How long an isolate asks for the narrow set, once the wide one was refused, in milliseconds. */
const NARROW_MS = 6 * 3_600_000

/** Until when an account is asked for the narrow set, by its name, epoch milliseconds. */
const narrowUntil = perIsolateCache(() => new Map<string, number>())

/**
 * Asks for the publishing limits. The product refuses the whole question where the token lacks the permission for one of
 * its fields: then posts and replies are asked for alone.
 */
export async function readLimits(connection: Connection): Promise<Limits> {
  const { settings, platform } = connection.upstream
  const known = narrowUntil(settings)
  const account = await connection.name()
  const ask = async (fields: string) =>
    toLimits(await connection.call({ path: '/me/threads_publishing_limit', fields: { fields } }))
  if (platform.now() < (known.get(account) ?? 0)) return ask(NARROW_FIELDS)
  try {
    return await ask(ALL_FIELDS)
  } catch (error) {
    if (!(error instanceof GatewayError) || !REFUSALS.includes(error.status)) throw error
    const limits = await ask(NARROW_FIELDS)
    known.clear()
    known.set(account, platform.now() + NARROW_MS)
    return limits
  }
}

/** The statuses of a refused question; a product's 500 is told as 502. */
const REFUSALS: readonly number[] = [400, 403, 502]

/** Reads the publishing limits. One that the product does not tell, or not whole, is null. */
export function toLimits(answer: unknown): Limits {
  const [limits] = parseEntries(answer)
  return {
    posts: parseLimit(at(limits, 'quota_usage'), at(limits, 'config')),
    replies: parseLimit(at(limits, 'reply_quota_usage'), at(limits, 'reply_config')),
    deletes: parseLimit(at(limits, 'delete_quota_usage'), at(limits, 'delete_config')),
  }
}

function parseLimit(usage: unknown, config: unknown): Limits['posts'] {
  const used = count(usage)
  const total = count(at(config, 'quota_total'))
  const window_seconds = count(at(config, 'quota_duration'))
  return used === null || total === null || window_seconds === null ? null : { used, total, window_seconds }
}
