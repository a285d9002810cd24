import { sameText } from '../../../base/crypto.ts'
import { GatewayError, unauthorized } from '../../../base/errors.ts'
import { perIsolateCache } from '../../../base/per-isolate-cache.ts'
import type { Settings } from '../../../base/settings.ts'

/** A shorter key could be guessed within the limit of attempts. */
export const SHORTEST_ADMIN_KEY = 20

/** ADMIN_KEY. Throws 401 that says how to set it when it is missing or too short. */
export function adminKey({ env }: Settings): string {
  const key = env.ADMIN_KEY ?? ''
  if (key.length >= SHORTEST_ADMIN_KEY) return key
  const what = key === '' ? 'is not set on this deployment' : `is shorter than ${SHORTEST_ADMIN_KEY} characters`
  throw new GatewayError(
    401,
    `ADMIN_KEY ${what}: set it to a random text of at least ${SHORTEST_ADMIN_KEY} characters, by \`npx wrangler secret put ADMIN_KEY\``,
    { reason: 'setting', parameters: { setting: 'ADMIN_KEY' } },
  )
}

/** How long another correct key from the same IP address does not count as an attempt, in milliseconds. */
const TRUSTED_MS = 60_000
const MOST_ADDRESSES = 500

const trustedAddresses = perIsolateCache(() => new Map<string, number>())

/** A sign-in attempt. */
export interface LoginAttempt {
  /** Its IPv4 address or IPv6 /64. Empty on this machine. */
  address: string
  now: number
}

/**
 * Checks a key that may be ADMIN_KEY. A correct one counts as an attempt as well, once a minute. Otherwise a limited
 * attacker could continue guessing and would notice the correct one. Throws 401, and 429 after too many attempts from
 * an IP address.
 */
export async function checkAdminKey(settings: Settings, given: string, { address, now }: LoginAttempt): Promise<void> {
  const isRight = await sameText(given, adminKey(settings))
  const trusted = trustedAddresses(settings)
  if (isRight && (trusted.get(address) ?? 0) > now) return
  await countTry(settings, address)
  if (!isRight) throw unauthorized('the admin key is not right', 'refused admin')
  if (trusted.size >= MOST_ADDRESSES) trusted.clear()
  trusted.set(address, now + TRUSTED_MS)
}

/** Throws 429. The limiter does not say when it resets, so Retry-After is its whole period. */
export async function countTry({ env }: Settings, address: string): Promise<void> {
  const allowed = await env.TRY_LIMIT?.limit({ key: address })
  if (allowed?.success === false) {
    throw new GatewayError(429, 'too many tries from this address: wait a minute', { headers: { 'Retry-After': '60' } })
  }
}
