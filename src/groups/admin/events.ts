import { Hono } from 'hono'
import { reachEvents } from '../../gateway/events.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { read, write } from './group.ts'

/** An overview of the subscriptions of all keys and the event sources. */
export const eventRoutes = new Hono<AppEnv>()
  .get(
    '/admin/events',
    read(
      'admin_get_events',
      {
        summary: 'List all subscriptions and event sources',
        description: 'The operations of `/events` change, test and end them.',
        ko: '이벤트 구독 목록',
      },
      async (c) => {
        const { settings } = c.get('state')
        const [subscriptions, sources] = await reachEvents(settings, (events) =>
          Promise.all([events.subscriptions(null), events.sources()]),
        )
        return { subscriptions, sources }
      },
    ),
  )
  .post(
    '/admin/events/poll',
    write(
      'admin_poll_events',
      {
        summary: 'Poll the event sources now',
        description:
          'What they tell is delivered in the seconds after. One that was asked just now is asked 2 s later.',
        ko: '이벤트 지금 확인',
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
