import { sameText, sha256Hex } from '../../base/crypto.ts'
import { GatewayError, unauthorized } from '../../base/errors.ts'
import { type Area, isGroup, type Licence } from '../../base/groups.ts'
import { visibleText } from '../../base/json.ts'
import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import type { Settings } from '../../base/settings.ts'
import type { Actor } from '../../base/usage.ts'
import type { Operation } from '../operation-type.ts'
import type { RequestState } from '../state.ts'
import type { Caller } from './caller.ts'
import { isNamedKey, NAMED_KEY_LENGTH } from './key.ts'
import { getLineage, readKey } from './keys.ts'

/** The actor of a request, by how it was authenticated. */
export function getActor({ caller, isAdmin, link }: Pick<RequestState, 'caller' | 'isAdmin' | 'link'>): Actor {
  if (isAdmin) return ADMIN
  if (caller) {
    const { id, name, isNamed, isGrant } = caller
    if (!isNamed) return { kind: 'deployment', id, name: null }
    return { kind: isGrant ? 'client' : 'key', id, name }
  }
  return link ? { kind: 'link', id: link.digest.slice(0, 16), name: null } : NOBODY
}

const ADMIN: Actor = { kind: 'admin', id: null, name: null }
const NOBODY: Actor = { kind: 'nobody', id: null, name: null }

/** How long an isolate caches a checked key, in milliseconds. */
const CACHE_MS = 60_000
const MOST_CACHED = 500

const cachedCallers = perIsolateCache(() => new Map<string, { caller: Caller; until: number }>())

/** The part of a request's state that authentication reads and sets. */
interface Authentication {
  readonly settings: Settings
  caller?: Caller
}

/**
 * Sets the caller of a valid key. The sender of a disabled or expired key remains unknown. Throws 401 for a missing,
 * wrong, disabled or expired key, 429 for a named key over its rate limit, and 500 with the setting's name when the
 * deployment has no API_KEY or an invalid LICENCE.
 */
export async function authenticate(state: Authentication, key: string | undefined, now: number): Promise<Caller> {
  const { settings } = state
  const known = cachedCallers(settings)
  const hit = key && known.get(key)
  if (hit && now < hit.until) {
    const { caller } = hit
    if (!isExpired(caller, now)) state.caller = caller
    await checkUse(settings, caller, now)
    return caller
  }
  const { apiKey, licence } = settings
  if (!key)
    throw unauthorized(
      'X-API-KEY is missing: send the key in this header (only /mcp takes it in Authorization as well)',
    )
  const isOwner = await sameText(key, apiKey)
  const digest = await sha256Hex(key)
  const caller = isOwner ? deploymentCaller(licence, digest) : await readNamedCaller(settings, key, digest)
  if (known.size >= MOST_CACHED) known.clear()
  known.set(key, { caller, until: now + CACHE_MS })
  if (isExpired(caller, now)) throw expired()
  state.caller = caller
  return caller
}

/** Throws 429 for a named key over its rate limit, and 401 for one that has expired. */
export async function checkUse(settings: Settings, caller: Caller, now: number): Promise<void> {
  if (caller.isNamed) await checkRate(settings, caller.digest)
  if (isExpired(caller, now)) throw expired()
}

const isExpired = ({ expiresAt }: Caller, now: number) => expiresAt !== undefined && expiresAt <= now
const expired = () => unauthorized('X-API-KEY has expired')

/** Empties the isolate's cache of keys, so that a change of a key and of its lineage is visible here at once. */
export const clearCallerCache = (settings: Settings): void => cachedCallers(settings).clear()

const deploymentCaller = (licence: Licence, digest: string): Caller => ({
  id: 'deployment',
  lineage: 'deployment',
  name: 'deployment',
  licence,
  digest,
  isNamed: false,
  readOnly: false,
})

async function readNamedCaller(settings: Settings, key: string, digest: string): Promise<Caller> {
  if (!isNamedKey(key)) throw unknownKey(key)
  // Before STORE is read, so that a key which is refused is limited as well.
  await checkRate(settings, digest)
  const record = await readKey(settings, digest)
  if (!record) throw unknownKey(key)
  // Not cached: a key that was disabled by mistake works again as soon as its record says so.
  if (record.disabled) throw unauthorized('X-API-KEY is disabled: ask the owner of this gateway')
  const { id, licence, groups, accounts, read_only: readOnly = false, expires_at, limits, confirm } = record
  const name = visibleText(record.name)
  const expiresAt = expires_at === undefined ? undefined : Date.parse(expires_at)
  return {
    id,
    lineage: getLineage(record),
    name,
    licence,
    groups,
    accounts,
    readOnly,
    isNamed: true,
    expiresAt,
    digest,
    limits,
    confirms: confirm,
  }
}

const unknownKey = (key: string) => unauthorized(`X-API-KEY is not valid${adviceFor(key)}`)

/** Advice for a key with signs of a common mistake. Empty for any other. */
function adviceFor(key: string): string {
  if (/^(bearer|basic)\s|["']/i.test(key)) return ': send only the key, without "Bearer" or quotes'
  if (/^lk_/i.test(key) && !isNamedKey(key))
    return `: it is mistyped or cut off, a named key has ${NAMED_KEY_LENGTH} characters`
  return ''
}

/** Throws 429. The limiter does not say when it resets, so Retry-After is its whole period. */
async function checkRate({ env }: Settings, digest: string): Promise<void> {
  const allowed = await env.KEY_LIMIT?.limit({ key: digest })
  if (allowed?.success === false) {
    throw new GatewayError(429, 'this API key asks too often: wait a minute', { headers: { 'Retry-After': '60' } })
  }
}

/** A scoped key opens only its own groups, and operations outside of groups. */
export const isInScope = ({ groups }: Caller, area: Area): boolean => !groups || !isGroup(area) || groups.includes(area)

/** Whether the key's groups, read-only access and payment permission allow the operation. */
export const opens = (caller: Caller, { group, reads }: Scoped): boolean =>
  isInScope(caller, group) && (reads || !(caller.readOnly || isBarredPayment(caller, group)))

const isBarredPayment = ({ withoutPayments = false }: Caller, area: Area) => withoutPayments && area === 'payment'

type Scoped = Pick<Operation, 'group' | 'reads'>

/** Throws 403. */
export function checkScope(caller: Caller, { group, reads }: Scoped): void {
  if (!isInScope(caller, group)) {
    throw new GatewayError(403, `this API key does not open the ${group} group`, { reason: 'refused scope' })
  }
  if (caller.readOnly && !reads) throw new GatewayError(403, 'this API key only reads', { reason: 'refused scope' })
  if (isBarredPayment(caller, group) && !reads) {
    throw new GatewayError(403, 'this client may not make payments: reconnect it to allow them', {
      reason: 'refused scope',
    })
  }
}
