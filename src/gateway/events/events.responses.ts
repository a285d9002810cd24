import type { Subscribed, Subscription } from '../../base/events.ts'
import { reply } from '../http/reply.ts'
import { REPLAYED } from '../once.ts'
import type { RequestState } from '../state.ts'

/** The response to a request that creates a subscription: 200 without the secret for one that existed. */
export function toSubscribedReply({ subscription, secret, state }: Subscribed) {
  const body = { ...subscription, ...(secret !== undefined && { secret }) }
  return reply(body, state === 'existing' ? 200 : 201, state === 'replayed' ? REPLAYED : {})
}

/**
 * A subscription as the caller may see it. Knowing the URL may be enough to send to it, so neither a model nor a
 * read-only key can read it.
 */
export function toReportResponse({ caller, isAdmin, isTool }: RequestState, subscription: Subscription) {
  const { id, types, host, enabled, created_at, key_id } = subscription
  if (!isAdmin && caller?.lineage !== key_id) return { id, types, host, enabled, created_at }
  const { url, ...rest } = subscription
  return isTool || caller?.readOnly ? rest : { ...rest, url }
}

/** A page of attempts from the result of EVENTS, which has one more than requested when there are more. */
export function toPage<Attempt extends { id: string }>(attempts: readonly Attempt[], limit: number) {
  const deliveries = attempts.slice(0, limit)
  return { deliveries, next_before: attempts.length > limit ? (deliveries.at(-1)?.id ?? null) : null }
}
