import { EVENT_TYPES, type EventType } from '../../base/event-types.ts'
import { ADMIN, type ApiKeyRef, type Asker, DEPLOYMENT, type Scope } from '../../base/events.ts'
import type { Group } from '../../base/groups.ts'
import type { Settings } from '../../base/settings.ts'
import { sign } from '../../gateway/auth/oauth/signature.ts'

/**
 * For the owners that are no named keys: identifies the current value of API_KEY or ADMIN_KEY. Undefined when that is
 * not set.
 */
export interface OwnerMarks {
  [DEPLOYMENT]: string | undefined
  [ADMIN]: string | undefined
}

export async function ownerMarks({ env }: Settings): Promise<OwnerMarks> {
  const markBy = async (key: string | undefined) => (key ? sign(key, 'subscription owner', '') : undefined)
  const [deployment, admin] = await Promise.all([markBy(env.API_KEY), markBy(env.ADMIN_KEY)])
  return { deployment, admin }
}

export const isSettingOwner = (id: string): id is keyof OwnerMarks => id === DEPLOYMENT || id === ADMIN

/** Why nothing is delivered for a key: it was replaced, or it opens too little. */
export type KeyPause = 'previous' | 'limited' | undefined

/** Whether a subscription is paused because of its key (decisions.md section 12.2). */
export function keyPause(
  key: ApiKeyRef,
  types: readonly EventType[],
  { settings, marks, now }: { settings: Settings; marks: OwnerMarks; now: number },
): KeyPause {
  if (isSettingOwner(key.id)) {
    const mark = marks[key.id]
    if (mark === undefined || key.mark !== mark) return 'previous'
    return settings.env.LICENCE === 'pro' ? undefined : 'limited'
  }
  if (key.deleted) return 'previous'
  const isOver = key.disabled || (key.expiresAt !== undefined && key.expiresAt <= now)
  const { groups, licence, readOnly } = key
  const opens = (group: Group | null) => group === null || seesGroup(groups, group)
  const opensAll = opens('events') && types.every((type) => opens(EVENT_TYPES[type]))
  return isOver || readOnly || licence !== 'pro' || !opensAll ? 'limited' : undefined
}

export const seesGroup = (scope: Scope | undefined, group: Group): boolean => !scope || scope.includes(group)

/** Whether the scope may see events of the type. Types of every group are checked by the event's own group. */
export function seesType(scope: Scope | undefined, type: EventType): boolean {
  const group = EVENT_TYPES[type]
  return group === null || seesGroup(scope, group)
}

/** Whether a caller may see that a subscription exists: its owner, and keys that open the groups of all its types. */
export function mayKnow(asker: Asker, { key, types }: { key: ApiKeyRef; types: readonly EventType[] }): boolean {
  if (!asker || asker.id === key.id || !asker.groups) return true
  return types.every((type) => EVENT_TYPES[type] !== null && seesType(asker.groups, type))
}
