import { Hono } from 'hono'
import type { Attempt, Source, Subscription } from '../../../src/pages/api/event-types.ts'
import type { Stage } from './stage.ts'

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

const subscription = (id: string, url: string, more: Partial<Subscription> = {}): Subscription => ({
  ...{
    id,
    url,
    host: new URL(url).host,
    types: ['recorder.file.ready'],
    include: ['transcript'],
    filter: null,
    description: null,
    enabled: true,
  },
  ...{ disabled_reason: null, key_id: 'k1', key_name: 'make.com', last_delivered_at: ago(3), failing_since: null },
  ...{ last_error: null, pending_count: 0, ...more },
})

/** Each state once. */
export const subscriptions = (): Subscription[] => [
  subscription('sub_1', 'https://hook.eu2.make.com/s3cret-of-the-hook', { description: 'Minutes into Notion' }),
  subscription('sub_2', 'https://n8n.example.com:5678/webhook/1', {
    ...{ types: ['shop.order.created', 'payment.bill.paid', 'account.rejected'], include: [] },
    ...{ failing_since: ago(5), last_error: 'the endpoint answered 500', pending_count: 12, last_delivered_at: null },
  }),
  subscription('sub_3', 'https://gone.example.com/1', { enabled: false, disabled_reason: 'gone' }),
  subscription('sub_4', 'https://failing.example.com/1', { enabled: false, disabled_reason: 'failing' }),
  subscription('sub_5', 'https://stopped.example.com/1', { enabled: false, disabled_reason: 'owner' }),
  subscription('sub_6', 'https://narrowed.example.com/1', { enabled: false, disabled_reason: 'key' }),
]

export const sources = (): Source[] => [
  {
    ...{ name: 'recorder.files', is_watched: true, polled_at: ago(0.02), next_poll_at: ago(-0.02) },
    ...{ failures: 0, last_error: null },
  },
  {
    ...{ name: 'shop-consumer.orders', is_watched: true, polled_at: ago(0.3), next_poll_at: ago(-0.5) },
    ...{ failures: 4, last_error: 'the shop service answered 503' },
  },
  {
    ...{ name: 'notes.notes', is_watched: false, polled_at: null, next_poll_at: null },
    ...{ failures: 0, last_error: null },
  },
]

const attempt = (id: string, more: Partial<Attempt> = {}): Attempt => ({
  ...{ id, event_id: `evt_${id}`, type: 'recorder.file.ready', attempted_at: ago(3), attempt: 1, ok: true },
  ...{ status: 200, error: null, response_body: 'Accepted', duration_ms: 140, next_attempt_at: null, ...more },
})

const FAILED: Partial<Attempt> = { ok: false, status: 500, error: 'the endpoint answered 500', response_body: 'Oops' }

/** Subscriptions and their deliveries (decisions.md section 11.8). */
export const events = (stage: () => Stage) =>
  new Hono()
    .get('/', (context) => context.json({ subscriptions: stage().subscriptions, sources: stage().sources }))
    .post('/poll', (context) => context.json({ sources: stage().sources.map((one) => ({ ...one, failures: 0 })) }))
    .get('/subscriptions/:id/deliveries', (context) => {
      const failed = attempt('2', { ...FAILED, attempt: 3, next_attempt_at: ago(-2) })
      const none = attempt('3', { ...FAILED, status: null, error: 'no answer within 15 s', response_body: '' })
      return context.json({
        deliveries: context.req.param('id') === 'sub_2' ? [failed, none] : [attempt('1')],
        next_before: null,
      })
    })
    .post('/subscriptions/:id/test', (context) => {
      const isWell = context.req.param('id') !== 'sub_2'
      return context.json(attempt('4', { type: 'latchkey.test', ...(!isWell && FAILED) }))
    })
    .patch('/subscriptions/:id', async (context) => {
      const { enabled } = await context.req.json<{ enabled: boolean }>()
      const found = stage().subscriptions.find(({ id }) => id === context.req.param('id'))
      if (!found) return context.json({ error: 'there is no subscription of this id' }, 404)
      return context.json(Object.assign(found, { enabled, disabled_reason: enabled ? null : 'owner' }))
    })
    .delete('/subscriptions/:id', (context) => {
      const now = stage()
      now.subscriptions = now.subscriptions.filter(({ id }) => id !== context.req.param('id'))
      return context.body(null, 204)
    })
    .post('/:id/redeliver', (context) => context.json({ deliveries: 1 }))
