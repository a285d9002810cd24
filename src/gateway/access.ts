import { sha256, sha256Hex } from '../base/digest.ts'
import { GatewayError, misconfigured, unauthorized } from '../base/errors.ts'
import { type Area, type Group, isGroup } from '../base/groups.ts'
import type { Licence } from '../base/licences.ts'
import { remembered } from '../base/remembered.ts'
import type { Settings } from '../base/settings.ts'
import { isNamedKey, keyRecord, keyRecordName, NAMED_KEY_LENGTH } from './keys.ts'

/** Who calls, and what the key opens. */
export interface Caller {
  readonly name: string
  readonly licence: Licence
  /** SHA-256 of the key in hex, which identifies the caller wherever something is stored for each caller. */
  readonly digest: string
  /** The groups that the key is limited to; all of them when absent. */
  readonly groups?: readonly Group[] | undefined
  /** Whether it is a named key, and not that of the deployment. */
  readonly isNamed: boolean
  /** Epoch milliseconds. */
  readonly expiresAt?: number | undefined
}

/** How long an isolate trusts a key that it has checked, in milliseconds. */
const REMEMBER_MS = 60_000
const MOST_REMEMBERED = 500

const rememberedCallers = remembered(() => new Map<string, { caller: Caller; until: number }>())

/**
 * Finds the caller of a key. Throws 401 for a missing, wrong or expired one, 429 for a named key that asks too often,
 * and 500 naming the setting where the deployment has no API_KEY or a LICENCE that does not exist.
 */
export async function authenticate(settings: Settings, key: string | undefined, now: number): Promise<Caller> {
  const caller = await findCaller(settings, key, now)
  if (caller.expiresAt !== undefined && caller.expiresAt <= now) throw unauthorized('X-API-KEY has expired')
  if (caller.isNamed) await checkRate(settings, caller)
  return caller
}

async function findCaller(settings: Settings, key: string | undefined, now: number): Promise<Caller> {
  const known = rememberedCallers(settings)
  const hit = key && known.get(key)
  if (hit && now < hit.until) return hit.caller

  const { apiKey, licence } = settings
  if (!key)
    throw unauthorized('X-API-KEY is missing: send the key in this header (only /mcp reads Authorization as well)')
  const isOwner = await sameText(key, apiKey)
  const owner = isOwner ? { name: 'deployment', licence, isNamed: false } : await readNamedCaller(settings, key)
  const caller: Caller = { ...owner, digest: await sha256Hex(key) }
  known.delete(key)
  if (known.size >= MOST_REMEMBERED) known.clear()
  known.set(key, { caller, until: now + REMEMBER_MS })
  return caller
}

async function readNamedCaller(settings: Settings, key: string): Promise<Omit<Caller, 'digest'>> {
  const stored = isNamedKey(key) ? await settings.env.STORE.get(await keyRecordName(key), 'json') : null
  if (!stored) throw unauthorized(`X-API-KEY is not valid${adviceFor(key)}`)
  const record = keyRecord().safeParse(stored)
  if (!record.success) throw misconfigured('the stored record of this API key is not valid: create the key again')
  const { name, licence, groups, expires_at } = record.data
  return {
    name,
    licence,
    groups,
    isNamed: true,
    expiresAt: expires_at === undefined ? undefined : Date.parse(expires_at),
  }
}

/** Advice for a key with the marks of a common mistake; empty for any other. */
function adviceFor(key: string): string {
  if (/^(bearer|basic)\s|["']/i.test(key)) return ': send the key alone, without "Bearer" or quotes'
  if (/^lk_/i.test(key) && !isNamedKey(key))
    return `: it is mistyped or cut off, a named key has ${NAMED_KEY_LENGTH} characters`
  return ''
}

/** Throws 429. The limiter does not say when it opens again, so Retry-After is its whole period. */
async function checkRate({ env }: Settings, { digest }: Caller): Promise<void> {
  const allowed = await env.KEY_LIMIT?.limit({ key: digest })
  if (allowed?.success === false) {
    throw new GatewayError(429, 'this API key asks too often: wait a minute', { headers: { 'Retry-After': '60' } })
  }
}

/** A scoped key opens its own groups and no others; what belongs to no group is open to each. */
export const isInScope = ({ groups }: Caller, area: Area): boolean => !groups || !isGroup(area) || groups.includes(area)

export function checkScope(caller: Caller, area: Area): void {
  if (!isInScope(caller, area)) {
    throw new GatewayError(403, `this API key does not open the ${area} group`, { reason: 'refused scope' })
  }
}

/** Compares digests, which have one length, in constant time: the duration tells neither content nor length of the key. */
export async function sameText(a: string, b: string): Promise<boolean> {
  const [digestA, digestB] = await Promise.all([sha256(a), sha256(b)])
  return crypto.subtle.timingSafeEqual(digestA, digestB)
}
