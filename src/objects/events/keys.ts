import { EVENT_TYPES, type EventType } from '../../base/event-types.ts'
import type { Scope, SubscribingKey } from '../../base/events.ts'
import type { Group } from '../../base/groups.ts'
import type { Settings } from '../../base/settings.ts'

/** The id of the deployment's own key, whose licence is the deployment's at any time. */
const DEPLOYMENT = 'deployment'

/** Whether a key may be told anything at the moment (decisions.md section 12.2). */
export function isUsable(key: SubscribingKey, settings: Settings, now: number): boolean {
  if (key.disabled || (key.expiresAt !== undefined && key.expiresAt <= now)) return false
  return (key.id === DEPLOYMENT ? settings.env.LICENCE : key.licence) === 'pro'
}

export const seesGroup = (scope: Scope | undefined, group: Group): boolean => !scope || scope.includes(group)

/** Whether events of the type are anything for the scope; those of every group are told by the event's own group. */
export function seesType(scope: Scope | undefined, type: EventType): boolean {
  const group = EVENT_TYPES[type]
  return group === null || seesGroup(scope, group)
}
