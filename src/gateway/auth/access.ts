import { sameText, sha256Hex } from '../../base/digest.ts'
import { GatewayError, unauthorized } from '../../base/errors.ts'
import { type Area, type Group, isGroup } from '../../base/groups.ts'
import type { Licence } from '../../base/licences.ts'
import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import type { Settings } from '../../base/settings.ts'
import type { Limits } from '../../base/spending.ts'
import { visibleText } from '../../base/visible-text.ts'
import type { Operation } from '../operation.ts'
import { getLineage } from './keys/key-record.ts'
import { isNamedKey, NAMED_KEY_LENGTH } from './keys/keys.ts'
import { readKey } from './keys/named-keys.ts'

/** Who calls, and what the key opens. */
export interface Caller {
  /** That of the named key's record, or `deployment`. */
  readonly id: string
  /**
   * Stays the same when the caller gets a new key: the id that survives a roll, `deployment` for API_KEY, whatever its
   * value, or `client:` and the id of an OAuth client. What must not be done twice is recorded under it.
   */
  readonly lineage: string
  readonly name: string
  readonly licence: Licence
  /** SHA-256 of the key in hex, which identifies the caller wherever something is stored for each caller. */
  readonly digest: string
  /** The groups that the key is limited to; all of them when absent. */
  readonly groups?: readonly Group[] | undefined
  /** Whether the key opens nothing that changes something. */
  readonly readOnly: boolean
  /** Whether it is a named key or a grant, and not the key of the deployment. */
  readonly isNamed: boolean
  /** Whether it is the grant of an OAuth client. */
  readonly isGrant?: boolean
  /** How much it may ask for or move; no limit when absent. */
  readonly limits?: Limits | undefined
  /** What an access token opens, as OAuth names it; absent for a key. */
  readonly scopes?: readonly string[]
  /** Whether nothing that changes something in the payment group is opened. */
  readonly withoutPayments?: boolean
  /** Headers that name accounts, which a grant brings for a client that cannot send them (decisions.md section 13). */
  readonly accountHeaders?: Readonly<Record<string, string>>
  /** Epoch milliseconds. */
  readonly expiresAt?: number | undefined
}

interface KnownCaller extends Caller {
  readonly disabled?: boolean
}

/** How long an isolate trusts a key that it has checked, in milliseconds. */
const REMEMBER_MS = 60_000
const MOST_REMEMBERED = 500

const rememberedCallers = perIsolateCache(() => new Map<string, { caller: KnownCaller; until: number }>())

/**
 * The caller of a key that may be used now. Throws 401 for a missing, wrong, disabled or expired one, 429 for a named key
 * that asks too often, and 500 naming the setting where the deployment has no API_KEY or a LICENCE that does not exist.
 */
export async function authenticate(settings: Settings, key: string | undefined, now: number): Promise<Caller> {
  const caller = await findCaller(settings, key, now)
  await checkUse(settings, caller, now)
  return caller
}

/** The caller of a key, whether it may be used now or not. Throws 401 for a missing or unknown one, and 500 as above. */
export async function findCaller(settings: Settings, key: string | undefined, now: number): Promise<KnownCaller> {
  const known = rememberedCallers(settings)
  const hit = key && known.get(key)
  if (hit && now < hit.until) return hit.caller

  const { apiKey, licence } = settings
  if (!key)
    throw unauthorized('X-API-KEY is missing: send the key in this header (only /mcp reads Authorization as well)')
  const isOwner = await sameText(key, apiKey)
  const owner = isOwner ? deploymentCaller(licence) : await readNamedCaller(settings, key, now)
  const caller: KnownCaller = { ...owner, digest: await sha256Hex(key) }
  known.delete(key)
  // A key that was disabled by mistake works again as soon as its record says so.
  if (caller.disabled) return caller
  if (known.size >= MOST_REMEMBERED) known.clear()
  known.set(key, { caller, until: now + REMEMBER_MS })
  return caller
}

/** Throws 401 for a disabled or expired key, 429 for a named key that asks too often. */
export async function checkUse(settings: Settings, caller: KnownCaller, now: number): Promise<void> {
  if (caller.disabled) throw unauthorized('X-API-KEY is disabled: ask the owner of this gateway')
  if (caller.expiresAt !== undefined && caller.expiresAt <= now) throw unauthorized('X-API-KEY has expired')
  if (caller.isNamed) await checkRate(settings, caller)
}

/** Forgets what the isolate remembers of a named key, so that a change is seen here at once. */
export function clearCallerCache(settings: Settings, id: string): void {
  const known = rememberedCallers(settings)
  for (const [key, { caller }] of known) if (caller.id === id) known.delete(key)
}

const deploymentCaller = (licence: Licence) => ({
  ...{ id: 'deployment', lineage: 'deployment', name: 'deployment', licence },
  ...{ isNamed: false, readOnly: false, disabled: false },
})

async function readNamedCaller(settings: Settings, key: string, now: number): Promise<Omit<KnownCaller, 'digest'>> {
  const record = isNamedKey(key) ? await readKey(settings, key, now) : undefined
  if (!record) throw unauthorized(`X-API-KEY is not valid${adviceFor(key)}`)
  const { id, licence, groups, read_only: readOnly = false, expires_at, disabled = false, limits } = record
  const name = visibleText(record.name)
  const expiresAt = expires_at === undefined ? undefined : Date.parse(expires_at)
  return {
    id,
    lineage: getLineage(record),
    name,
    licence,
    groups,
    readOnly,
    isNamed: true,
    expiresAt,
    disabled,
    limits,
  }
}

/** Advice for a key with the marks of a common mistake; empty for any other. */
function adviceFor(key: string): string {
  if (/^(bearer|basic)\s|["']/i.test(key)) return ': send only the key, without "Bearer" or quotes'
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
const isInScope = ({ groups }: Caller, area: Area): boolean => !groups || !isGroup(area) || groups.includes(area)

/** Whether the key's groups, and its being for reading alone or without payments, let it use the operation. */
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
