import { channelOf, hostOf, maskAddress } from '../../src/base/channels.ts'
import type { Env, Stub } from '../../src/base/env.ts'
import { conflict, GatewayError, notFound, outcome } from '../../src/base/errors.ts'
import { EVENT_TYPES, type EventsCaller, type GatewayEvent, typesOf } from '../../src/base/events.ts'
import type { Attempt, OwnedSubscription, Subscription, SubscriptionFields } from '../../src/gateway/events.types.ts'

/** The initial content of the fake, with the ids in examples and rows of the contract suite. */
export const SUBSCRIPTION_ID = 'sub_0123456789abcdefghijklmnop'
const ID_TO_DELETE = 'sub_1123456789abcdefghijklmnop'
export const EVENT_ID = 'evt_0123456789abcdefghijklmnop'
const SECRET = 'whsec_dGVzdC1zZWNyZXQtb2YtMjQtYnl0ZXM='
const AT = '2026-11-20T00:00:00.000Z'
const LATER = '2026-11-21T00:00:00.000Z'

const SUBSCRIPTION: Subscription = {
  ...{
    id: SUBSCRIPTION_ID,
    url: 'https://hooks.example.com/latchkey',
    host: 'hooks.example.com',
    channel: 'webhook',
    language: 'en',
    types: ['account.rejected'],
    accounts: ['notes'],
    include: [],
    filter: null,
  },
  ...{ description: 'Tell the owner', enabled: true, disabled_reason: null, has_account: true },
  ...{ key_id: 'deployment', last_test_error: null, last_test_at: null },
  ...{ key_name: 'deployment', created_at: AT, updated_at: AT, last_delivered_at: AT, failing_since: null },
  ...{ last_error: null, pending_count: 0 },
}

const EVENT: GatewayEvent = {
  ...{ id: EVENT_ID, type: 'account.rejected', timestamp: AT, account: 'notes' },
  data: {
    ...{ account: 'notes', group: 'notes', state: 'rejected' },
    message: 'the notes account was rejected by its service: reconnect it',
    ...{ hint: 'Connect the account again', expires_at: null },
  },
}

const toAttempt = (id: string, { id: event_id, type }: GatewayEvent): Attempt => ({
  ...{ id, event_id, type, attempted_at: AT, attempt: 1, ok: true, status: 204, error: null },
  ...{ request_body: '{}', response_body: '', duration_ms: 120, next_attempt_at: null },
})

const toReceiver = <Fields extends { url: string }>({ url, ...rest }: Fields) => ({
  ...rest,
  ...{ url: maskAddress(url), host: hostOf(maskAddress(url)), channel: channelOf(url) },
})

const named = (accounts: SubscriptionFields['accounts']) => accounts && { accounts: [...accounts] }

/** Replaces EVENTS in tests of the code in front of it: none of its alarms runs after the test. */
export function eventsStandIn({ isEverybodys = false } = {}): Env['EVENTS'] {
  const kept = new Map([SUBSCRIPTION, { ...SUBSCRIPTION, id: ID_TO_DELETE }].map((one) => [one.id, one]))
  const attempts = [toAttempt('2', { ...EVENT, id: `${EVENT_ID.slice(0, -1)}q` }), toAttempt('1', EVENT)]
  const isSeen = (caller: EventsCaller, { types, key_id }: Subscription) =>
    isEverybodys ||
    caller?.id === key_id ||
    typesOf(types).every((type) => !caller?.groups || caller.groups.some((group) => group === EVENT_TYPES[type]))
  const find = (caller: EventsCaller, id: string): Subscription => {
    const found = kept.get(id)
    if (!found || !isSeen(caller, found)) throw notFound('there is no subscription with this id')
    return found
  }
  const owned = (caller: EventsCaller, id: string): Subscription => {
    const found = find(caller, id)
    if (caller && caller.id !== found.key_id && !isEverybodys)
      throw new GatewayError(403, 'the subscription belongs to another API key')
    return found
  }
  const keep = (subscription: Subscription) => {
    kept.set(subscription.id, subscription)
    return subscription
  }
  const ownedBy = (owner: string): OwnedSubscription[] =>
    [...kept.values()]
      .filter(({ key_id }) => key_id === owner)
      .map(({ id, host, types, enabled }) => ({ id, host, types, enabled }))
  const object: Stub<'EVENTS'> = {
    subscribe: ({ id: key_id, name: key_name }, { origin: _, accounts, ...fields }) =>
      outcome(async () => {
        if (kept.size >= 50) throw conflict('there are 50 subscriptions: delete one first')
        const id = `sub_${String(kept.size).padStart(26, '0')}`
        return {
          subscription: keep({ ...SUBSCRIPTION, ...toReceiver(fields), ...named(accounts), id, key_id, key_name }),
          secret: channelOf(fields.url) === 'webhook' ? SECRET : null,
          state: 'created',
        }
      }),
    subscriptions: async (caller) => [...kept.values()].filter((one) => isSeen(caller, one)),
    subscription: (caller, id) => outcome(async () => find(caller, id)),
    change: (caller, id, { enabled, origin: _, accounts, ...change }) =>
      outcome(async () => {
        const isOff = enabled === false
        const state = enabled !== undefined && ({ enabled, disabled_reason: isOff ? 'owner' : null } as const)
        return keep({ ...owned(caller, id), ...change, ...named(accounts), ...state })
      }),
    unsubscribe: (caller, id) =>
      outcome(async () => {
        kept.delete(owned(caller, id).id)
        return null
      }),
    deliverTest: (caller, id) =>
      outcome(async () => {
        owned(caller, id)
        return toAttempt('att_3', { ...EVENT, type: 'latchkey.test' })
      }),
    rollSecret: (caller, id) =>
      outcome(async () => {
        owned(caller, id)
        return { secret: SECRET, previous_until: LATER }
      }),
    deliveries: (caller, id, { limit, before }) =>
      outcome(async () => {
        owned(caller, id)
        return attempts.filter((attempt) => before === undefined || Number(attempt.id) < Number(before)).slice(0, limit)
      }),
    feed: (_scope, { after, types }) =>
      outcome(async () => ({
        events: after === undefined && (types?.includes(EVENT.type) ?? true) ? [EVENT] : [],
        ...{ next_after: '1', has_more: false },
      })),
    redeliver: (caller, eventId, subscriptionId) =>
      outcome(async () => {
        if (eventId !== EVENT_ID) throw notFound('there is no event with this id')
        if (subscriptionId !== undefined) owned(caller, subscriptionId)
        return { deliveries: subscriptionId === undefined ? kept.size : 1 }
      }),
    redeliverFailed: (caller, id) => outcome(async () => ({ deliveries: owned(caller, id).pending_count })),
    keep: async () => {},
    keyChanged: async (id) => ownedBy(id),
    keyRolled: async (id) => ownedBy(id),
    push: async () => true,
    webhookTokens: {
      find: async () => undefined,
      store: async () => {},
      useWaiting: async () => {},
      noteSigned: async () => {},
    },
    confirmReader: async () => false,
    subscriptionProblems: async () => ({ previousKey: [], limitedKey: [], unreadable: [] }),
    accountChanged: async () => {},
    accountTurned: async () => {},
    contents: async () => ({ events: [], deliveries: [] }),
    erase: async () => ({ events: 0, deliveries: 0 }),
    sources: async () => [
      {
        ...{ name: 'accounts', types: ['account.expiring', 'account.rejected', 'account.recovered'] },
        ...{ is_watched: true, polled_at: AT, next_poll_at: LATER, failures: 0, last_error: null },
      },
    ],
    pollNow: async () => {},
  }
  return { getByName: () => object }
}
