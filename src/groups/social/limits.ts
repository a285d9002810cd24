import { GatewayError } from '../../base/errors.ts'
import { at, count } from '../../base/json.ts'
import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import type { Limits } from './answers.ts'
import type { Connection } from './connection.ts'
import { parseEntries } from './pages.ts'

/** The `fields` that every token may request, and all of them. */
const NARROW_FIELDS = 'quota_usage,config,reply_quota_usage,reply_config'
const ALL_FIELDS = `${NARROW_FIELDS},delete_quota_usage,delete_config`

/** How long an isolate requests the narrow set after the wide one was refused, in milliseconds. */
const NARROW_MS = 6 * 3_600_000

/** Until when the narrow set is requested, in epoch milliseconds, by account name. */
const narrowUntil = perIsolateCache(() => new Map<string, number>())

/**
 * Reads the publishing limits. If the token lacks the permission for one field, the product refuses the whole request.
 * Then only posts and replies are requested.
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

/** The statuses of a refused request. A product's 500 becomes 502. */
const REFUSALS: readonly number[] = [400, 403, 502]

/** Parses the publishing limits. A missing or incomplete limit is null. */
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
