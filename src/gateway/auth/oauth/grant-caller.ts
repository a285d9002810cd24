import type { Context } from 'hono'
import { unauthorized } from '../../../base/errors.ts'
import { perIsolateCache } from '../../../base/per-isolate-cache.ts'
import type { Settings } from '../../../base/settings.ts'
import type { AppEnv } from '../../state.ts'
import { type Caller, checkUse } from '../access.ts'
import { callerId, getResource } from './names.ts'

/** A token of the OAuth package: user, grant and 32 random characters. */
const TOKEN = /^owner-[0-9a-f]{64}:([\w-]{16}):[\w-]{32}$/

/** Whether a text has the format of an access token, which differs from that of keys. */
export const isAccessToken = (text: string): boolean => TOKEN.test(text)

/** How long an isolate caches a checked token, in milliseconds: as long as a key. */
const CACHE_MS = 60_000
const MOST_CACHED = 500

const cachedTokens = perIsolateCache(() => new Map<string, { caller: Caller; until: number }>())

/**
 * The caller of an access token for /mcp of this origin. Throws 401 for a token that is unknown, expired, revoked or
 * for another audience, and 429 as for a named key.
 */
export async function authenticateGrant(c: Context<AppEnv>, token: string): Promise<Caller> {
  const { settings, platform } = c.get('state')
  const caller = await findGrant(c, token)
  if ((caller.expiresAt ?? 0) <= platform.now()) throw notValid()
  await checkUse(settings, caller, platform.now())
  return caller
}

async function findGrant(c: Context<AppEnv>, token: string): Promise<Caller> {
  const { settings, platform } = c.get('state')
  const known = cachedTokens(settings)
  const name = `${getResource(new URL(c.req.url).origin)} ${token}`
  const hit = known.get(name)
  if (hit && platform.now() < hit.until) return hit.caller
  known.delete(name)
  const [, grantId = ''] = TOKEN.exec(token) ?? []
  const { readGrant } = await import('./grant-reading.ts')
  const caller = await readGrant(c, token, grantId)
  if (!caller) throw notValid()
  if (known.size >= MOST_CACHED) known.clear()
  known.set(name, { caller, until: platform.now() + CACHE_MS })
  return caller
}

const notValid = () => unauthorized('the access token is invalid or has expired: request a new one')

/** Removes a grant from the isolate's cache, so that it is refused here at once. */
export function clearGrantCache(settings: Settings, grantId: string): void {
  const known = cachedTokens(settings)
  for (const [name, { caller }] of known) if (caller.id === callerId(grantId)) known.delete(name)
}
