import { Hono } from 'hono'
import * as z from 'zod/mini'
import { ADMIN, type SourceReport } from '../../base/events.ts'
import { toPage, toSubscribedReply, toSubscriptionResponse } from '../../gateway/events/events.responses.ts'
import { askEvents, reachEvents } from '../../gateway/events/events.ts'
import { newSubscription, subscriptionChange, toSubscriptionChange } from '../../gateway/events/subscription.schemas.ts'
import { checkFilter, endpoint } from '../../gateway/http/endpoint.ts'
import { choice, clamped, id } from '../../gateway/http/fields.ts'
import { pro } from '../../gateway/licence.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { read, write } from './declare.ts'

const EXAMPLE = 'sub_0123456789abcdefghijklmnop'

const subscriptionId = () => id('The id of a subscription').check(z.meta({ examples: [EXAMPLE] }))
const param = () => ({ param: z.object({ id: subscriptionId() }) })

const asPlain = ({ types, ...rest }: SourceReport) => ({ ...rest, types: [...types] })

/** Subscriptions of all keys, and the event sources (decisions.md section 11.8). */
export const eventRoutes = new Hono<AppEnv>()
  .get(
    '/admin/events',
    read('admin_get_events', {}, async (c) => {
      const { settings } = c.get('state')
      const [subscriptions, found] = await reachEvents(settings, (events) =>
        Promise.all([events.subscriptions(null), events.sources()]),
      )
      return { subscriptions: subscriptions.map(toSubscriptionResponse), sources: found.map(asPlain) }
    }),
  )
  .post(
    '/admin/events/poll',
    write(
      'admin_poll_events',
      {
        target: 'sources',
        destructive: false,
        idempotent: true,
      },
      async (c) => {
        const found = await reachEvents(c.get('state').settings, async (events) => {
          await events.pollNow()
          return events.sources()
        })
        return { sources: found.map(asPlain) }
      },
    ),
  )
  .post(
    '/admin/events/subscriptions',
    write(
      'admin_create_subscription',
      {
        destructive: false,
        idempotent: true,
        status: 201,
        existingStatus: 200,
        input: newSubscription,
      },
      async (c) => {
        const state = c.get('state')
        const { settings } = state
        if (!pro.admits.includes(settings.licence)) throw pro.refuse(settings.serviceName)
        const { url, types, include = [], filter = null, description = null } = c.req.valid('json')
        checkFilter(filter, types)
        const key = { id: ADMIN, name: ADMIN, licence: settings.licence }
        const fields = { url: endpoint(url, c.req.url), types, include, filter, description }
        const subscribed = await askEvents(settings, (events) => events.subscribe(key, fields))
        state.target = subscribed.subscription.id
        return toSubscribedReply(subscribed)
      },
    ),
  )
  .get(
    '/admin/events/subscriptions/:id/deliveries',
    read(
      'admin_list_deliveries',
      {
        input: () => ({
          ...param(),
          query: z.strictObject({
            limit: clamped(20, 1, 100).check(
              z.meta({ description: 'How many to return at most, 1 to 100', narrows: 'amount' }),
            ),
            before: z
              .optional(id('The next_before of the page before'))
              .check(z.meta({ examples: ['100'], narrows: 'position' })),
            outcome: z
              .optional(choice(['failed']))
              .check(z.meta({ description: 'failed: only attempts that failed', examples: ['failed'] })),
          }),
        }),
      },
      async (c) => {
        const { limit, before, outcome } = c.req.valid('query')
        const page = { limit: limit + 1, before, isFailed: outcome === 'failed' }
        const attempts = await askEvents(c.get('state').settings, (events) =>
          events.deliveries(null, c.req.valid('param').id, page),
        )
        return toPage(attempts, limit)
      },
    ),
  )
  .patch(
    '/admin/events/subscriptions/:id',
    write(
      'admin_change_subscription',
      {
        idempotent: true,
        input: () => ({ ...param(), json: subscriptionChange() }),
      },
      async (c) => {
        const change = toSubscriptionChange(c.req.valid('json'), c.req.url)
        const { id } = c.req.valid('param')
        return toSubscriptionResponse(
          await askEvents(c.get('state').settings, (events) => events.change(null, id, change)),
        )
      },
    ),
  )
  .post(
    '/admin/events/subscriptions/:id/test',
    write(
      'admin_test_subscription',
      {
        destructive: false,
        input: param,
      },
      async (c) => askEvents(c.get('state').settings, (events) => events.deliverTest(null, c.req.valid('param').id)),
    ),
  )
  .post(
    '/admin/events/subscriptions/:id/secret',
    write('admin_roll_subscription_secret', { input: param }, async (c) =>
      askEvents(c.get('state').settings, (events) => events.rollSecret(null, c.req.valid('param').id)),
    ),
  )
  .post(
    '/admin/events/subscriptions/:id/redeliver',
    write('admin_redeliver_failed', { destructive: false, input: param }, async (c) =>
      askEvents(c.get('state').settings, (events) => events.redeliverFailed(c.req.valid('param').id)),
    ),
  )
  .delete(
    '/admin/events/subscriptions/:id',
    write('admin_delete_subscription', { idempotent: true, input: param, status: 204 }, async (c) => {
      await askEvents(c.get('state').settings, (events) => events.unsubscribe(null, c.req.valid('param').id))
    }),
  )
  .post(
    '/admin/events/:id/redeliver',
    write(
      'admin_redeliver_event',
      {
        destructive: false,
        input: () => ({
          param: z.object({
            id: id('The id of an event').check(z.meta({ examples: ['evt_0123456789abcdefghijklmnop'] })),
          }),
          json: z.strictObject({
            subscription_id: z
              .optional(subscriptionId())
              .check(z.meta({ description: 'Redeliver to this subscription only' })),
          }),
        }),
      },
      async (c) => {
        const { subscription_id } = c.req.valid('json')
        const { id } = c.req.valid('param')
        return askEvents(c.get('state').settings, (events) => events.redeliver(null, id, subscription_id))
      },
    ),
  )
