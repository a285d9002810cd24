import type { Attempt, Events, Source, Subscription } from './event-types.ts'
import { callSignedIn } from './session.ts'

const of = (id: string) => `/admin/events/subscriptions/${id}`

export const fetchEvents = () => callSignedIn<Events>('/admin/events')
export const fetchAttempts = async (id: string) =>
  (await callSignedIn<{ deliveries: Attempt[] }>(`${of(id)}/deliveries?limit=10`)).deliveries
export const enableSubscription = (id: string, enabled: boolean) =>
  callSignedIn<Subscription>(of(id), { method: 'PATCH', body: { enabled } })
export const testSubscription = (id: string) => callSignedIn<Attempt>(`${of(id)}/test`, { method: 'POST' })
export const endSubscription = (id: string) => callSignedIn<void>(of(id), { method: 'DELETE' })
export const sendAgain = (eventId: string, subscriptionId: string) =>
  callSignedIn<{ deliveries: number }>(`/admin/events/${eventId}/redeliver`, {
    method: 'POST',
    body: { subscription_id: subscriptionId },
  })
export const askNow = async () =>
  (await callSignedIn<{ sources: Source[] }>('/admin/events/poll', { method: 'POST' })).sources
