import type {
  Attempt,
  AttemptPage,
  Events,
  NewSubscription,
  Source,
  Subscription,
  SubscriptionFields,
} from './event-types.ts'
import { callSignedIn } from './session.ts'

const SUBSCRIPTIONS = '/events/subscriptions'
const toPath = (id: string) => `${SUBSCRIPTIONS}/${id}`

export const fetchEvents = () => callSignedIn<Events>('/admin/events')
export const makeSubscription = ({ description, ...fields }: SubscriptionFields) =>
  callSignedIn<NewSubscription>(SUBSCRIPTIONS, {
    method: 'POST',
    body: { ...fields, ...(description && { description }) },
  })
export const changeSubscription = (id: string, change: Partial<SubscriptionFields> & { enabled?: boolean }) =>
  callSignedIn<Subscription>(toPath(id), { method: 'PATCH', body: change })
export const enableSubscription = (id: string, enabled: boolean) => changeSubscription(id, { enabled })
export const endSubscription = (id: string) => callSignedIn<void>(toPath(id), { method: 'DELETE' })
export const testSubscription = (id: string) => callSignedIn<Attempt>(`${toPath(id)}/test`, { method: 'POST' })
/** Returns the new secret. The previous one signs as well for a day. */
export const rollSecret = async (id: string) =>
  (await callSignedIn<{ secret: string }>(`${toPath(id)}/secret`, { method: 'POST' })).secret
export const fetchAttempts = (id: string, onlyFailed: boolean, before = '') =>
  callSignedIn<AttemptPage>(
    `${toPath(id)}/deliveries?${new URLSearchParams({
      limit: '10',
      ...(onlyFailed && { outcome: 'failed' }),
      ...(before && { before }),
    })}`,
  )
export const redeliver = (eventId: string, subscriptionId: string) =>
  callSignedIn<{ deliveries: number }>(`/events/${eventId}/redeliver`, {
    method: 'POST',
    body: { subscription_id: subscriptionId },
  })
/** Sends everything again that failed. Returns how many events. */
export const redeliverFailed = async (id: string) =>
  (await callSignedIn<{ deliveries: number }>(`${toPath(id)}/redeliver`, { method: 'POST' })).deliveries
export const askNow = async () =>
  (await callSignedIn<{ sources: Source[] }>('/admin/events/poll', { method: 'POST' })).sources
