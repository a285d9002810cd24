import { Hono } from 'hono'
import { channelOf, maskAddress } from '../../../src/base/channels.ts'
import { TYPES } from '../../../src/base/events.ts'
import type { Attempt, Source, Subscription, SubscriptionFields } from '../../../src/pages/api/types.ts'
import type { Stage } from './stage.ts'

const SECRET = 'whsec_c2VjcmV0LW9mLWEtc3Vic2NyaXB0aW9u'

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

const subscription = (id: string, url: string, more: Partial<Subscription> = {}): Subscription => ({
  ...{
    id,
    url: maskAddress(url),
    host: new URL(url).host,
    channel: channelOf(url),
    language: 'en',
    types: ['recorder.file.ready'],
    accounts: ['recorder'],
    include: ['transcript'],
    filter: null,
    description: null,
    enabled: true,
    created_at: ago(900),
    updated_at: ago(900),
  },
  ...{ disabled_reason: null, key_id: 'k1', key_name: 'make.com', last_delivered_at: ago(3), failing_since: null },
  ...{ last_error: null, last_test_error: null, last_test_at: null, has_account: true, pending_count: 0, ...more },
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
  subscription('sub_7', 'https://untested.example.com/1', {
    ...{
      types: ['notes.note.created'],
      last_test_error: 'the endpoint answered 500',
      last_test_at: ago(2),
      last_delivered_at: null,
    },
    ...{ key_id: 'admin', key_name: 'admin' },
  }),
  subscription('sub_8', 'https://idle.example.com/1', {
    ...{ types: ['social.reply.created'], has_account: false, key_id: 'admin', key_name: 'admin' },
  }),
  subscription('sub_9', 'https://hooks.slack.com/services/T0/B0/s3cret-of-slack', {
    ...{ types: ['account.rejected', 'account.expiring', 'account.recovered'], include: [] },
    ...{ key_id: 'admin', key_name: 'admin' },
  }),
]

export const sources = (): Source[] => [
  {
    ...{
      name: 'recorder.files',
      types: ['recorder.file.ready'],
      is_watched: true,
      polled_at: ago(0.02),
      next_poll_at: ago(-0.02),
    },
    ...{ failures: 0, last_error: null },
  },
  {
    ...{
      name: 'shop-consumer.orders',
      types: ['shop.order.created'],
      is_watched: true,
      polled_at: ago(0.3),
      next_poll_at: ago(-0.5),
    },
    ...{ failures: 4, last_error: 'the shop service answered 503' },
  },
  {
    ...{ name: 'accounts', types: ['account.rejected'], is_watched: true, polled_at: null, next_poll_at: null },
    ...{ failures: 0, last_error: null },
  },
  {
    ...{ name: 'notes.notes', types: ['notes.note.created'], is_watched: false, polled_at: null, next_poll_at: null },
    ...{ failures: 0, last_error: null },
  },
]

const REQUEST = JSON.stringify({
  type: 'recorder.file.ready',
  timestamp: '2026-11-20T00:00:00.000Z',
  data: { filename: 'Weekly meeting' },
})

const attempt = (id: string, more: Partial<Attempt> = {}): Attempt => ({
  ...{ id, event_id: `evt_${id}`, type: 'recorder.file.ready', attempted_at: ago(3), attempt: 1, ok: true },
  ...{
    status: 200,
    error: null,
    response_body: 'Accepted',
    request_body: REQUEST,
    duration_ms: 140,
    next_attempt_at: null,
    ...more,
  },
})

const FAILED: Partial<Attempt> = { ok: false, status: 500, error: 'the endpoint answered 500', response_body: 'Oops' }

const SAMPLE = {
  ...{ timestamp: '2026-11-20T00:00:00.000Z', account: 'recorder' },
  data: { filename: 'Weekly meeting', duration: 3_480_000 },
}
const toTest = (type: string) => JSON.stringify({ type, ...SAMPLE, test: true })

/** More than a page of each kind. */
const deliveries = (id: string): Attempt[] =>
  id === 'sub_2'
    ? [
        attempt('40', { ...FAILED, attempt: 3, next_attempt_at: ago(-2) }),
        attempt('39', { ...FAILED, status: null, error: 'no answer within 15 s', response_body: '' }),
        ...Array.from({ length: 14 }, (_, place) =>
          attempt(
            String(38 - place),
            place % 2 ? { attempted_at: ago(4 + place) } : { ...FAILED, attempted_at: ago(4 + place) },
          ),
        ),
      ]
    : [attempt('1')]

const PAGE = 10

/** What there is (docs/spec/admin.md, "Events in the app"). */
export const eventsOverview = (stage: () => Stage) =>
  new Hono()
    .get('/', (context) =>
      context.json({
        subscriptions: stage().subscriptions,
        sources: stage().sources,
        email_available: stage().hasEmail,
      }),
    )
    .post('/poll', (context) => context.json({ sources: stage().sources.map((one) => ({ ...one, failures: 0 })) }))

/** Subscriptions and their deliveries (docs/spec/events.md, "Subscriptions"). */
export const events = (stage: () => Stage) => {
  const find = (id: string | undefined) => stage().subscriptions.find((one) => one.id === id)
  /** An endpoint on this host fails, and so does that of the second subscription. */
  const isWell = ({ id, host }: Subscription) => id !== 'sub_2' && !host.startsWith('wrong.')
  return new Hono()
    .post('/subscriptions', async (context) => {
      const fields = await context.req.json<SubscriptionFields>()
      if (fields.url.includes('localhost'))
        return context.json({ error: 'url: must be public', code: 'invalid_input' }, 400, {
          'X-Error-Code': 'invalid_input',
        })
      const same = stage().subscriptions.find(({ url }) => url === fields.url)
      if (same) return context.json(same)
      const { url, ...chosen } = fields
      const made = subscription(`sub_${stage().subscriptions.length + 1}`, url, {
        ...chosen,
        ...{ description: fields.description ?? null, key_id: 'admin', key_name: 'admin', last_delivered_at: null },
      })
      stage().subscriptions.push(made)
      return context.json({ ...made, secret: made.channel === 'webhook' ? SECRET : null }, 201)
    })
    .get('/types', (context) =>
      context.json({
        types: TYPES.map((type) => ({ type, group: null, description: '', include: [], sample: { type, ...SAMPLE } })),
      }),
    )
    .get('/subscriptions/:id/deliveries', (context) => {
      const { before, outcome } = context.req.query()
      const found = deliveries(context.req.param('id')).filter(
        (one) => (!before || Number(one.id) < Number(before)) && (outcome !== 'failed' || !one.ok),
      )
      const page = found.slice(0, PAGE)
      return context.json({ deliveries: page, next_before: found.length > PAGE ? page.at(-1)?.id : null })
    })
    .post('/subscriptions/:id/test', async (context) => {
      const text = await context.req.text()
      const { type = 'latchkey.test' }: { type?: Attempt['type'] } = JSON.parse(text || '{}')
      const found = find(context.req.param('id'))
      const ok = found !== undefined && isWell(found)
      Object.assign(found ?? {}, { last_test_error: ok ? null : FAILED.error, last_test_at: ago(0) })
      return context.json(attempt('41', { type, request_body: toTest(type), ...(!ok && FAILED) }))
    })
    .post('/subscriptions/:id/secret', (context) => context.json({ secret: SECRET, previous_until: ago(-24) }))
    .post('/subscriptions/:id/redeliver', (context) => {
      const found = find(context.req.param('id'))
      const deliveries = found?.pending_count ?? 0
      const well = { failing_since: null, last_error: null, last_test_error: null, last_test_at: null }
      Object.assign(found ?? {}, { last_delivered_at: ago(0) })
      Object.assign(found ?? {}, { pending_count: 0, ...well })
      return context.json({ deliveries })
    })
    .patch('/subscriptions/:id', async (context) => {
      const { enabled, ...change } = await context.req.json<Partial<SubscriptionFields> & { enabled?: boolean }>()
      const found = find(context.req.param('id'))
      if (!found) return context.json({ error: 'there is no subscription of this id' }, 404)
      const { url } = change
      const place = url ? { url: maskAddress(url), host: new URL(url).host, channel: channelOf(url) } : {}
      const state = enabled === undefined ? {} : { enabled, disabled_reason: enabled ? null : 'owner' }
      return context.json(Object.assign(found, change, place, state))
    })
    .delete('/subscriptions/:id', (context) => {
      const now = stage()
      now.subscriptions = now.subscriptions.filter(({ id }) => id !== context.req.param('id'))
      return context.body(null, 204)
    })
    .post('/:id/redeliver', (context) => context.json({ deliveries: 1 }))
}
