import * as z from 'zod'
import { OWNERS_GROUP, TYPES } from '../../base/events.ts'
import { GROUPS } from '../../base/groups.ts'
import * as shared from '../../gateway/events.outputs.ts'
import {
  attempt,
  attempts,
  changed,
  made,
  redelivered,
  rolledSecret,
  seenSubscription,
} from '../../gateway/events.outputs.ts'

export {
  attempt,
  attempts,
  changed,
  made,
  redelivered,
  rolledSecret,
  seenSubscription,
  subscription,
} from '../../gateway/events.outputs.ts'

const value = () =>
  z.unknown().meta({ override: { type: ['string', 'number', 'boolean', 'array', 'object', 'null'], items: {} } })

const account = () =>
  z.string().nullable().describe('The id of its account, such as notes or notes:business; null for one about none')

const data = () => z.record(z.string(), z.unknown())

const types = () =>
  z.object({
    types: z
      .array(
        z.object({
          type: z.enum(TYPES).describe('Its name'),
          group: z
            .enum([...GROUPS, OWNERS_GROUP])
            .nullable()
            .describe('The group whose keys may subscribe to it; null for every key, `admin` for the owner alone'),
          description: z.string().describe('When it happens'),
          include: z.array(z.string()).describe('What a delivery may hold beside it'),
          sample: z
            .object({
              type: z.enum(TYPES).describe('Its name'),
              timestamp: shared.timestamp('When it happened'),
              account: account(),
              data: z.record(z.string(), value()).describe('The `data` of one, in part'),
            })
            .describe('What a delivery has'),
        }),
      )
      .describe("The types that the connected accounts of the key's groups provide"),
  })

const redeliveredEvents = () =>
  z.object({ deliveries: z.int().describe('How many events are delivered now; 1000 means 1000 or more') })

const subscriptions = () =>
  z.object({ subscriptions: z.array(shared.seenSubscription()).describe('The subscriptions that the key may see') })

const feed = () =>
  z.object({
    events: z
      .array(
        z
          .object({
            id: z.string().describe('The id of the event, the `webhook-id` of its deliveries'),
            type: z.enum(TYPES).describe('What happened'),
            timestamp: shared.timestamp('When it happened'),
            account: account(),
            data: data().describe('What it happened to'),
          })
          .meta({ component: 'Event' }),
      )
      .describe('The oldest first, unless `order` is newest'),
    next_after: z
      .string()
      .describe(
        'The after of the next page; keep it at the end of the oldest-first order, too, to ask for what comes later',
      ),
    has_more: z.boolean().describe('Whether there is more already'),
  })

/** The bodies of the successes, by operation. Only documents and tests need them, so that the Worker has none. */
export const outputs = {
  events_list_types: types,
  events_create_subscription: made,
  events_list_subscriptions: subscriptions,
  events_get_subscription: seenSubscription,
  events_change_subscription: changed,
  events_test_subscription: attempt,
  events_roll_secret: rolledSecret,
  events_list_deliveries: attempts,
  events_list_events: feed,
  events_redeliver_failed: redeliveredEvents,
  events_redeliver_event: redelivered,
}
