import { Hono } from 'hono'
import { reachEvents } from '../../gateway/events/events.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { read, write } from './declare.ts'

/** An overview of the subscriptions of all keys and the event sources. */
export const eventRoutes = new Hono<AppEnv>()
  .get(
    '/admin/events',
    read('admin_get_events', {}, async (c) => {
      const { settings } = c.get('state')
      const [subscriptions, sources] = await reachEvents(settings, (events) =>
        Promise.all([events.subscriptions(null), events.sources()]),
      )
      return { subscriptions, sources }
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
        const sources = await reachEvents(c.get('state').settings, async (events) => {
          await events.pollNow()
          return events.sources()
        })
        return { sources }
      },
    ),
  )
