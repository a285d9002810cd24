import type { OwnedSubscription, Subscription } from '../../base/events.ts'
import type { RequestState } from '../state.ts'

/** EVENTS tells what cannot change; an answer is a plain object, as every other body is. */
export const toSubscriptionResponse = ({ types, include, filter, ...rest }: Subscription) => ({
  ...rest,
  types: [...types],
  include: [...include],
  filter: filter ?? null,
})

/**
 * A subscription as far as the caller may know it (decisions.md section 12.2). Whoever has the URL may send to it, so that a
 * model never reads it, nor does a key that only reads.
 */
export function toReportResponse({ caller, isTool }: RequestState, subscription: Subscription) {
  const { id, types, host, enabled, created_at, key_id } = subscription
  if (caller?.lineage !== key_id) return { id, types: [...types], host, enabled, created_at }
  const { url, ...rest } = toSubscriptionResponse(subscription)
  return isTool || caller.readOnly ? rest : { ...rest, url }
}

/** The same of what a key has set up. */
export const toOwnedResponse = ({ types, ...rest }: OwnedSubscription) => ({ ...rest, types: [...types] })

/** A page of attempts out of those that EVENTS told: one more than were asked for, where there are more. */
export function toPage<Attempt extends { id: string }>(told: readonly Attempt[], limit: number) {
  const deliveries = told.slice(0, limit)
  return { deliveries, next_before: told.length > limit ? (deliveries.at(-1)?.id ?? null) : null }
}
