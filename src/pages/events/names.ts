import { typesOf } from '../../base/events.ts'
import type { Subscription } from '../api/event-types.ts'
import type { Texts } from '../text/texts.ts'

/** How many types a title names. */
const MOST_NAMED = 2

/** What a subscription is called: its description, or what it is about. Two hooks of one service look different by that. */
export function getTitle(
  { events, words }: Texts,
  { description, types }: Pick<Subscription, 'description' | 'types'>,
) {
  if (description) return description
  const all = typesOf(types)
  const named = all.slice(0, MOST_NAMED).map((type) => words.eventTypes[type])
  return named.join(', ') + (all.length > MOST_NAMED ? ` ${events.andMore(all.length - MOST_NAMED)}` : '')
}

/** Who created it. */
export function getOwner({ events }: Texts, { key_id, key_name }: Pick<Subscription, 'key_id' | 'key_name'>): string {
  if (key_id === 'admin') return events.thisApp
  return key_id === 'deployment' ? events.deploymentKey : key_name
}
