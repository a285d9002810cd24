import { Hono } from 'hono'
import { reachEvents, readWebhook, webhookUrl } from '../../gateway/events.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { read } from './group.ts'

const iso = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString())

/** The URL that the product pushes changes to, and its handshake. */
export const webhookRoutes = new Hono<AppEnv>().get(
  '/admin/webhooks/workspace',
  read(
    'admin_get_webhook',
    {
      summary: 'Get the webhook URL for changes of the workspace',
      description: 'Events of the workspace come without it as well, within EVENTS_POLL_SECONDS.',
      ko: '워크스페이스 웹훅 주소',
      audited: true,
      target: 'workspace',
    },
    async (c) => {
      const { settings } = c.get('state')
      const url = await webhookUrl(settings, new URL(c.req.url).origin, 'workspace')
      await reachEvents(settings, (events) => events.takeWebhookToken('workspace'))
      const webhook = await readWebhook(settings, 'workspace')
      const state = webhook?.pushedAt !== undefined ? ('active' as const) : ('received' as const)
      return {
        url,
        state: webhook ? state : ('waiting' as const),
        verification_token: webhook?.tokens[0] ?? null,
        received_at: iso(webhook?.receivedAt),
        pushed_at: iso(webhook?.pushedAt),
      }
    },
  ),
)
