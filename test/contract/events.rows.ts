import { createEndpoint } from '../simulators/events/index.ts'
import type { GroupContract, Row } from './contract.ts'

const ID = 'sub_0123456789abcdefghijklmnop'

const pro = (path: string, body?: unknown, more: Partial<Row> = {}): Row => ({
  path: `/api/v1/events${path}`,
  tier: 'pro',
  missing: null,
  // A type of no group needs a key that is not limited.
  alsoNeeds: ['recorder'],
  noUpstream: 'EVENTS alone is asked, and an endpoint is no product',
  ...(body !== undefined && { body }),
  ...more,
})

const subscription = {
  url: 'https://hooks.example.com/latchkey',
  types: ['recorder.file.ready', 'recorder.file.updated'],
  include: ['transcript'],
  description: 'The contract suite',
}

export const events: GroupContract = {
  group: 'events',
  simulate: () => createEndpoint(),
  connected: {},
  rejected: {},
  failure: (error, code) => ({ error, code }),
  rows: {
    events_list_types: pro('/types'),
    events_create_subscription: pro('/subscriptions', subscription),
    events_list_subscriptions: pro('/subscriptions'),
    events_get_subscription: pro(`/subscriptions/${ID}`),
    events_change_subscription: pro(`/subscriptions/${ID}`, { types: ['recorder.file.ready'], enabled: false }),
    events_delete_subscription: pro(`/subscriptions/${ID}`, undefined, {
      again: { status: 404, why: 'the subscription is gone' },
    }),
    events_test_subscription: pro(`/subscriptions/${ID}/test`, { type: 'recorder.file.ready' }),
    events_roll_secret: pro(`/subscriptions/${ID}/secret`),
    events_redeliver_failed: pro(`/subscriptions/${ID}/redeliver`),
    events_list_deliveries: pro(`/subscriptions/${ID}/deliveries?limit=1`),
    events_list_events: pro('?types=account.rejected&limit=10'),
    events_redeliver_event: pro('/evt_0123456789abcdefghijklmnop/redeliver', { subscription_id: ID }),
  },
}
