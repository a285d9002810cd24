import type { KeyRecord } from '../../base/access.ts'
import type { Stub } from '../../base/env.ts'
import { GatewayError, type Outcome, unwrap } from '../../base/errors.ts'
import { ADMIN, type ApiKeyRef, type Asker, EVENTS_NAME } from '../../base/events.ts'
import type { Account } from '../../base/groups.ts'
import type { Settings } from '../../base/settings.ts'
import { getLineage } from '../auth/keys/key-record.ts'
import type { RequestState } from '../state.ts'

/** Calls EVENTS with a stub of this request. Throws 503 when EVENTS is unreachable. */
export async function reachEvents<Value>(
  { env }: Settings,
  ask: (events: Stub<'EVENTS'>) => Promise<Value>,
): Promise<Value> {
  try {
    return await ask(env.EVENTS.getByName(EVENTS_NAME))
  } catch {
    throw new GatewayError(
      503,
      'the events of this gateway cannot be reached at the moment: try again in a few seconds',
      {
        headers: { 'Retry-After': '5' },
      },
    )
  }
}

/** Like `reachEvents`, and throws the error that EVENTS returns. */
export const askEvents = async <Value>(
  settings: Settings,
  ask: (events: Stub<'EVENTS'>) => Promise<Outcome<Value>>,
): Promise<Value> => unwrap(await reachEvents(settings, ask))

/**
 * Notifies EVENTS in the background that an account was connected or disconnected. If that fails, EVENTS detects it
 * later.
 */
export function reportAccountEvent({ settings, upstream }: RequestState, account: Account): void {
  upstream.waitUntil?.(reachEvents(settings, (events) => events.accountChanged(account)).catch(() => {}))
}

/** The caller as the owner of a new subscription. */
export function toSubscriber({ caller, isAdmin, settings }: RequestState): ApiKeyRef {
  if (isAdmin) return { id: ADMIN, name: ADMIN, licence: settings.licence }
  if (!caller) throw new Error('the gate of the operation lets nobody else through')
  const { lineage, name, licence, groups, readOnly, expiresAt } = caller
  return {
    id: lineage,
    name,
    licence,
    ...(groups && { groups }),
    ...(readOnly && { readOnly }),
    ...(expiresAt !== undefined && { expiresAt }),
  }
}

/** A stored key as the owner of its subscriptions. */
export const subscriberIn = (record: KeyRecord): ApiKeyRef => {
  const { name, licence, groups, read_only: readOnly, disabled, expires_at } = record
  return {
    id: getLineage(record),
    name,
    licence,
    ...(groups && { groups }),
    ...(readOnly && { readOnly }),
    ...(disabled && { disabled }),
    ...(expires_at !== undefined && { expiresAt: Date.parse(expires_at) }),
  }
}

/** The caller as EVENTS needs it for calls about subscriptions. */
export function toAsker({ caller, isAdmin }: RequestState): Asker {
  if (isAdmin) return null
  if (!caller) throw new Error('the gate of the operation lets nobody else through')
  const { lineage: id, groups = null, isNamed, isGrant } = caller
  return { id, groups, namedKey: isNamed && !isGrant ? caller.id : undefined }
}
