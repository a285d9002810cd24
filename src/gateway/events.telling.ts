import type { Subscription } from '../base/events.ts'

/** EVENTS tells what cannot change; an answer is a plain object, as every other body is. */
export const tellSubscription = ({ types, include, ...rest }: Subscription) => ({
  ...rest,
  types: [...types],
  include: [...include],
})

/** A page of attempts out of those that EVENTS told: one more than were asked for, where there are more. */
export function pageOf<Attempt extends { id: string }>(told: readonly Attempt[], limit: number) {
  const deliveries = told.slice(0, limit)
  return { deliveries, next_before: told.length > limit ? (deliveries.at(-1)?.id ?? null) : null }
}
