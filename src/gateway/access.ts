import type { Settings } from '../env.ts'
import { remembered } from '../remembered.ts'
import { GatewayError, misconfigured, unauthorized } from './errors.ts'
import type { Group } from './groups.ts'
import { keyRecord } from './key-record.ts'
import { isNamedKey, keyRecordName, sha256, sha256Hex } from './keys.ts'
import type { Licence } from './licence.ts'

/** Who calls, and what the key opens. */
export interface Caller {
  readonly name: string
  readonly licence: Licence
  /** SHA-256 of the key in hex: it tells callers apart where something is kept for them. */
  readonly digest: string
  /** The groups that the key is limited to; all of them when absent. */
  readonly groups?: readonly Group[] | undefined
  /** Epoch milliseconds. */
  readonly expiresAt?: number | undefined
}

/** How long an isolate believes a checked key, in milliseconds. */
const REMEMBER_MS = 60_000
const MOST_REMEMBERED = 500

const rememberedCallers = remembered(() => new Map<string, { caller: Caller; until: number }>())

/**
 * Finds the caller of a key. Throws 401 for a missing, wrong or expired one, and 500 naming the setting where the
 * deployment has no API_KEY or a LICENCE that does not exist.
 */
export async function authenticate(settings: Settings, key: string | undefined, now: number): Promise<Caller> {
  const known = rememberedCallers(settings)
  const hit = key && known.get(key)
  if (hit && now < hit.until) return unexpired(hit.caller, now)

  const { apiKey, licence } = settings
  if (!key) throw unauthorized('X-API-KEY is missing')
  const owner = (await sameText(key, apiKey)) ? { name: 'deployment', licence } : await namedCaller(settings, key)
  const caller: Caller = { ...owner, digest: await sha256Hex(key) }
  known.delete(key)
  if (known.size >= MOST_REMEMBERED) known.clear()
  known.set(key, { caller, until: now + REMEMBER_MS })
  return unexpired(caller, now)
}

async function namedCaller(settings: Settings, key: string): Promise<Omit<Caller, 'digest'>> {
  const stored = isNamedKey(key) ? await settings.env.STORE.get(await keyRecordName(key), 'json') : null
  if (!stored) throw unauthorized('X-API-KEY is not valid')
  const record = keyRecord().safeParse(stored)
  if (!record.success) throw misconfigured('the stored record of this API key is not valid: create the key again')
  const { name, licence, groups, expires_at } = record.data
  return { name, licence, groups, expiresAt: expires_at === undefined ? undefined : Date.parse(expires_at) }
}

function unexpired(caller: Caller, now: number): Caller {
  if (caller.expiresAt !== undefined && caller.expiresAt <= now) throw unauthorized('X-API-KEY has expired')
  return caller
}

/** A scoped key opens its own groups and no others. */
export const isInScope = ({ groups }: Caller, group: Group): boolean => !groups || groups.includes(group)

export function checkScope(caller: Caller, group: Group): void {
  if (!isInScope(caller, group)) {
    throw new GatewayError(403, `this API key does not open the ${group} group`, { reason: 'refused scope' })
  }
}

/** Compares digests of one length in constant time, so that neither content nor length of the key shows. */
async function sameText(a: string, b: string): Promise<boolean> {
  const [digestA, digestB] = await Promise.all([sha256(a), sha256(b)])
  return crypto.subtle.timingSafeEqual(digestA, digestB)
}
