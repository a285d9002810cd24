import type { Stub } from '../../base/env.ts'
import { GatewayError } from '../../base/errors.ts'
import type { Platform } from '../../base/platform.ts'
import type { Settings } from '../../base/settings.ts'
import { type KeyUse, koreanDay, type UsageRow } from '../../base/usage.ts'
import { sendRecorded } from './audit.ts'
import { HAND_OVER_MS, handOver, USAGE_NAME } from './usage.ts'

/** How long a report may be on its way, in milliseconds. */
const ON_ITS_WAY_MS = 5_000

/** The counts of this many days, including today in Korea. Throws 503 when USAGE does not respond. */
export async function readUsage(
  settings: Settings,
  platform: Platform,
  days: number,
): Promise<{ rows: UsageRow[]; completeUntil: number; cutUntil: number | undefined }> {
  const now = platform.now()
  const first = koreanDay(now) - days + 1
  const [rows = [], cut] =
    (await ask(settings, platform, (usage) => Promise.all([usage.since(first), usage.cutUntil()]))) ?? []
  const cutUntil = cut !== undefined && cut >= first ? cut : undefined
  return { rows, completeUntil: now - HAND_OVER_MS - ON_ITS_WAY_MS, cutUntil }
}

/** The use of each key in the last 30 days, by id. Undefined when USAGE does not respond. */
export async function readKeyUse(settings: Settings, platform: Platform): Promise<Map<string, KeyUse> | undefined> {
  try {
    const uses = await ask(settings, platform, (usage) => usage.keys(koreanDay(platform.now()) - 29))
    return uses && new Map(uses.map((use) => [use.key, use]))
  } catch (error) {
    if (error instanceof GatewayError) return undefined
    throw error
  }
}

/**
 * Calls USAGE after sending this isolate's counts. Undefined without the binding. Throws 503 when it does not respond.
 */
export async function ask<Value>(
  settings: Settings,
  platform: Platform,
  question: (usage: Stub<'USAGE'>) => Promise<Value>,
): Promise<Value | undefined> {
  const { USAGE } = settings.env
  if (!USAGE) return undefined
  try {
    await Promise.all([handOver(settings, platform), sendRecorded(settings)])
    return await question(USAGE.getByName(USAGE_NAME))
  } catch {
    throw new GatewayError(503, 'the records of this gateway are not available: try again in a few seconds', {
      headers: { 'Retry-After': '5' },
    })
  }
}
