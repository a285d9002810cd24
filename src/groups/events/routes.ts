import { Hono } from 'hono'
import type { Scope } from '../../base/events.ts'
import { toPage, toReportResponse, toSubscribedReply } from '../../gateway/events/events.responses.ts'
import { askEvents, reachEvents, toAsker, toSubscriber } from '../../gateway/events/events.ts'
import { toSubscriptionChange } from '../../gateway/events/subscription.schemas.ts'
import { checkFilter, checkTypes, endpoint } from '../../gateway/http/endpoint.ts'
import { pro, proOrOwner } from '../../gateway/licence.ts'
import { operations } from '../../gateway/operation.ts'
import type { AppEnv, RequestState } from '../../gateway/state.ts'
import { givenTypes, toSample } from './given-types.ts'
import * as inputs from './schemas.ts'

const { read, write } = operations<typeof import('./outputs.ts').outputs>({
  group: 'events',
  gate: proOrOwner,
  headers: inputs.HEADERS,
  synonyms: inputs.SYNONYMS,
})

/** Loaded at the first such request, because the catalogue has an example of every type. */

/** A caller only sees what is in the groups of its key, and the owner sees everything. */
const getScope = ({ caller }: RequestState): Scope => caller?.groups ?? null

/** Throws 400. The gate checks the licence of a key. The owner may always manage what there is. */
function checkOwnLicence({ isAdmin, settings }: RequestState): void {
  if (isAdmin && !pro.admits.includes(settings.licence)) throw pro.refuse(settings.serviceName)
}

/** Subscriptions, events and deliveries. */
export const events = new Hono<AppEnv>()
  .get(
    '/events/types',
    read('events_list_types', {}, async (c) => ({
      types: await givenTypes(c.get('state')),
    })),
  )
  .post(
    '/events/subscriptions',
    write(
      'events_create_subscription',
      {
        destructive: false,
        idempotent: true,
        status: 201,
        existingStatus: 200,
        input: inputs.newSubscription,
      },
      async (c) => {
        const state = c.get('state')
        const { settings, caller } = state
        checkOwnLicence(state)
        const { url, types, include = [], filter = null, description = null } = c.req.valid('json')
        const fields = { url: endpoint(url, c.req.url), types, include, filter, description }
        if (caller) checkTypes(caller, types)
        checkFilter(filter, types)
        const key = c.req.valid('header')['Idempotency-Key']
        const subscribed = await askEvents(settings, (events) =>
          events.subscribe(toSubscriber(state), fields, key, toAsker(state)?.namedKey),
        )
        state.target = subscribed.subscription.id
        return toSubscribedReply(subscribed)
      },
    ),
  )
  .get(
    '/events/subscriptions',
    read('events_list_subscriptions', {}, async (c) => {
      const state = c.get('state')
      const subscriptions = await reachEvents(state.settings, (events) => events.subscriptions(toAsker(state)))
      return { subscriptions: subscriptions.map((one) => toReportResponse(state, one)) }
    }),
  )
  .get(
    '/events/subscriptions/:id',
    read(
      'events_get_subscription',
      {
        input: inputs.subscription,
      },
      async (c) => {
        const state = c.get('state')
        const { id } = c.req.valid('param')
        return toReportResponse(
          state,
          await askEvents(state.settings, (events) => events.subscription(toAsker(state), id)),
        )
      },
    ),
  )
  .patch(
    '/events/subscriptions/:id',
    write(
      'events_change_subscription',
      {
        idempotent: true,
        input: inputs.change,
      },
      async (c) => {
        const state = c.get('state')
        const { id } = c.req.valid('param')
        const change = c.req.valid('json')
        if (state.caller && change.types) checkTypes(state.caller, change.types)
        const fields = toSubscriptionChange(change, c.req.url)
        return askEvents(state.settings, (events) => events.change(toAsker(state), id, fields))
      },
    ),
  )
  .delete(
    '/events/subscriptions/:id',
    write(
      'events_delete_subscription',
      {
        idempotent: true,
        input: inputs.subscriptionToDelete,
        status: 204,
      },
      async (c) => {
        const state = c.get('state')
        const { id } = c.req.valid('param')
        await askEvents(state.settings, (events) => events.unsubscribe(toAsker(state), id))
      },
    ),
  )
  .post(
    '/events/subscriptions/:id/test',
    write(
      'events_test_subscription',
      {
        destructive: false,
        input: inputs.test,
      },
      async (c) => {
        const state = c.get('state')
        const { id } = c.req.valid('param')
        const { type } = c.req.valid('json')
        if (state.caller && type) checkTypes(state.caller, [type])
        const sample = type && toSample(type)
        return askEvents(state.settings, (events) => events.deliverTest(toAsker(state), id, sample))
      },
    ),
  )
  .post(
    '/events/subscriptions/:id/secret',
    write(
      'events_roll_secret',
      {
        input: inputs.subscription,
      },
      async (c) => {
        const state = c.get('state')
        const { id } = c.req.valid('param')
        return askEvents(state.settings, (events) => events.rollSecret(toAsker(state), id))
      },
    ),
  )
  .post(
    '/events/subscriptions/:id/redeliver',
    write(
      'events_redeliver_failed',
      {
        destructive: false,
        input: inputs.subscription,
      },
      async (c) => {
        const state = c.get('state')
        const { id } = c.req.valid('param')
        return askEvents(state.settings, (events) => events.redeliverFailed(toAsker(state), id))
      },
    ),
  )
  .get(
    '/events/subscriptions/:id/deliveries',
    read(
      'events_list_deliveries',
      {
        input: inputs.deliveries,
      },
      async (c) => {
        const state = c.get('state')
        const { id } = c.req.valid('param')
        const { limit, before, outcome } = c.req.valid('query')
        const page = { limit: limit + 1, before, isFailed: outcome === 'failed' }
        return toPage(await askEvents(state.settings, (events) => events.deliveries(toAsker(state), id, page)), limit)
      },
    ),
  )
  .get(
    '/events',
    read(
      'events_list_events',
      {
        input: inputs.feed,
      },
      async (c) => {
        const state = c.get('state')
        checkOwnLicence(state)
        const page = c.req.valid('query')
        return askEvents(state.settings, (events) => events.feed(getScope(state), page))
      },
    ),
  )
  .post(
    '/events/:id/redeliver',
    write(
      'events_redeliver_event',
      {
        destructive: false,
        input: inputs.redelivery,
      },
      async (c) => {
        const state = c.get('state')
        const { id } = c.req.valid('param')
        const { subscription_id } = c.req.valid('json')
        return askEvents(state.settings, (events) => events.redeliver(toAsker(state), id, subscription_id))
      },
    ),
  )
