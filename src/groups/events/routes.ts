import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { readNotWorking } from '../../accounts/events.ts'
import { type EventType, FEED_ORDERS, TYPES, typesOf } from '../../base/events.ts'
import { isAccount } from '../../base/groups.ts'
import { callObject, EVENTS } from '../../base/objects.ts'
import { getHand } from '../../gateway/auth/admin.ts'
import * as shared from '../../gateway/events.ts'
import {
  toAsker,
  toPage,
  toSubscribedReply,
  toSubscriber,
  toSubscription,
  toSubscriptionChange,
  toVisibleSubscription,
  unique,
} from '../../gateway/events.ts'
import type { Subscription } from '../../gateway/events.types.ts'
import { checkTypes } from '../../gateway/http/endpoint.ts'
import { choice, clamped, converted, id } from '../../gateway/http/fields.ts'
import { preferredLanguage } from '../../gateway/http/language.ts'
import { idempotencyKey } from '../../gateway/once.ts'
import { type CallDetails, type HasEffect, pro } from '../../gateway/operation-type.ts'
import type { AppEnv, RequestState } from '../../gateway/state.ts'
import { givenTypes, readAccounts, toSample } from './catalogue.ts'
import { read, write } from './group.ts'

const subscriptionId = (example = 'sub_0123456789abcdefghijklmnop') =>
  id('The id of a subscription').check(z.meta({ examples: [example] }))

const newSubscription = () => ({
  ...shared.newSubscription(),
  header: z.object({
    'Idempotency-Key': idempotencyKey(
      'Makes a repeated request safe, for 24 hours: the same key and body get the first answer, with the secret',
    ),
  }),
})

const subscription = (example?: string) => ({ param: z.object({ id: subscriptionId(example) }) })

const test = () => ({
  ...subscription(),
  json: z.strictObject({
    type: z.optional(choice(TYPES)).check(
      z.meta({
        description: 'The newest event of this type, or its sample where there is none; a sentence unless given',
        examples: ['recorder.file.ready'],
      }),
    ),
  }),
})

const subscriptionToDelete = () => subscription('sub_1123456789abcdefghijklmnop')

const change = () => ({
  ...subscription(),
  json: shared.subscriptionChange(),
})

const deliveries = () => ({
  ...subscription(),
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
})

/** A comma list of names. */
const commaList = <Name extends string>(isName: (name: string) => name is Name, rule: string, emptyRule?: string) =>
  converted(z.string(), (text, refuse) => {
    const names = text
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)
    const known = names.filter(isName)
    if (known.length < names.length) refuse(rule)
    if (emptyRule && names.length === 0) refuse(emptyRule)
    return unique(known)
  }).check(z.meta({ override: { type: 'string' }, list: [] }))

const isType = (name: string): name is EventType => TYPES.some((type) => type === name)
const typeList = () => commaList(isType, `must be a comma list of ${TYPES.join(', ')}`)

const accountList = () =>
  commaList(
    isAccount,
    'must be a comma list of accounts, such as notes or notes:business',
    'must name at least one account',
  )

const feed = () => ({
  query: z.strictObject({
    after: z.optional(z.string().check(z.maxLength(512))).check(
      z.meta({
        description:
          'The next_after of the previous page, or now for an empty page with the present next_after; without it, the start',
        examples: [''],
        narrows: 'position',
      }),
    ),
    order: z
      ._default(choice(FEED_ORDERS), 'oldest')
      .check(z.meta({ description: 'newest: next_after continues with older ones' })),
    types: z.optional(typeList()).check(
      z.meta({
        description: 'Only these types, a comma list. Their sources are asked for a day, subscribed to or not',
        examples: ['account.rejected,recorder.file.ready'],
        narrows: 'amount',
      }),
    ),
    accounts: z.optional(accountList()).check(
      z.meta({
        description: 'Only events of these accounts, a comma list; all that the key opens unless given',
        examples: ['recorder'],
        narrows: 'amount',
      }),
    ),
    limit: clamped(50, 1, 100).check(
      z.meta({ description: 'How many to return at most, 1 to 100', narrows: 'amount' }),
    ),
  }),
})

const redelivery = () => ({
  param: z.object({ id: id('The id of an event').check(z.meta({ examples: ['evt_0123456789abcdefghijklmnop'] })) }),
  json: z.strictObject({
    subscription_id: z.optional(subscriptionId()).check(z.meta({ description: 'Redeliver to this subscription only' })),
  }),
})

const TRIGGERS = 'Triggers of Zapier and n8n cannot wait for that: they need a key without "Ask me first".'

/** The changes of a subscription that send no more data, nor data to another address. */
const HARMLESS: ReadonlySet<string> = new Set(['id', 'description', 'language'])

/** Whether a change moves, widens or resumes a subscription. */
const sendsMore: HasEffect = (_, input) =>
  Object.entries(input).some(
    ([name, value]) => value !== undefined && !HARMLESS.has(name) && !(name === 'enabled' && value === false),
  )

/** The subscriptions of the caller that a call delivers to, as they are called. */
async function readReached(c: Context<AppEnv>, id: unknown): Promise<Subscription[]> {
  const state = c.get('state')
  const all = await callObject(state.settings, EVENTS, (events) => events.subscriptions(toAsker(state)))
  return all.filter((one) => one.key_id === state.caller?.lineage && (id === undefined || one.id === id))
}

/** Whether a call writes to people, whose channels read what arrives. A webhook gets only what it was agreed to. */
const reachesPeople =
  (field: string): HasEffect =>
  async (c, input) =>
    (await readReached(c, input[field])).some(({ channel }) => channel !== 'webhook')

/** Describes the target of a call's deliveries. */
const describeReached =
  (field: string): CallDetails =>
  async (c, input) => {
    const reached = await readReached(c, input[field])
    return {
      url: reached.map(({ url }) => url).join(', ') || undefined,
      description: reached.map(({ description }) => description ?? '').join(', ') || undefined,
    }
  }

/** Has the audit log name a subscription as it is called now. Throws 404 for an unknown one. */
async function nameTarget(state: RequestState, id: string): Promise<void> {
  nameSubscription(state, await callObject(state.settings, EVENTS, (events) => events.subscription(toAsker(state), id)))
}

/** @param enabled what a change makes of it */
function nameSubscription(
  state: RequestState,
  { description, host, channel }: Pick<Subscription, 'description' | 'host' | 'channel'>,
  enabled?: boolean,
): void {
  state.targetName = description ?? host
  state.details = [channel, ...(enabled === undefined ? [] : [enabled ? 'resumed' : 'paused'])]
}

/** Who acts as the owner. Undefined for a key. */
const findHand = (c: Context<AppEnv>) => (c.get('state').isAdmin ? getHand(c) : undefined)

/** Describes the state of the accounts for a new subscriber, because no event reports what is broken already. */
async function describeAccounts(state: RequestState, { types }: Pick<Subscription, 'types'>) {
  if (!typesOf(types).some((type) => type.startsWith('account.'))) return {}
  const { settings, platform } = state
  // The subscription stands, whether this can be read or not.
  const found = await readAccounts(state)
    .then((accounts) => readNotWorking(settings, accounts, platform.now()))
    .catch(() => undefined)
  return found ? { accounts_not_working: found } : {}
}

/** Throws 400. The access policy checks the licence of a key. The owner may always manage what there is. */
function checkOwnLicence({ isAdmin, settings }: RequestState): void {
  if (isAdmin && !pro.admits.includes(settings.licence)) throw pro.refuse(settings.serviceName)
}

/** Subscriptions, events and deliveries. */
export const events = new Hono<AppEnv>()
  .get(
    '/events/types',
    read('events_list_types', {
      summary: 'List event types',
      description: "The types that the connected accounts of the key's groups provide.",
      ko: '받을 수 있는 알림 종류',
      search:
        'which events do you offer, can you inform me about new orders by webhook, what can I be notified about, which alerts exist, kinds of events, could you warn me when, what news can go to Slack, 알림 종류, 무슨 알림, 어떤 일에 알림, 알림 받을 수 있, 이벤트 종류, 뭘 알려 줄 수',
      title: 'Get event types',
      handle: async (c) => ({
        types: await givenTypes(c.get('state')),
      }),
    }),
  )
  .post(
    '/events/subscriptions',
    write('events_create_subscription', {
      summary: 'Create a subscription',
      description:
        'It receives events from now on, and is paused with its key. 200, without `secret`: the key has the same one. With events_delete_subscription the pair that Zapier and n8n call. 409: the key has 10, or there are 50 in all.',
      ko: '알림 추가',
      tool: null,
      effect: 'delivery',
      confirmAdvice: TRIGGERS,
      destructive: false,
      idempotent: true,
      needsProof: true,
      status: 201,
      existingStatus: 200,
      input: newSubscription,
      handle: async (c) => {
        const state = c.get('state')
        const { settings, caller } = state
        checkOwnLicence(state)
        const preferred = preferredLanguage(c.req.header('Accept-Language'))
        const fields = toSubscription(c.req.valid('json'), { ...state, askedAt: c.req.url, preferred })
        if (caller) checkTypes(caller, fields.types)
        const key = c.req.valid('header')['Idempotency-Key']
        const subscribed = await callObject(settings, EVENTS, (events) =>
          events.subscribe(toSubscriber(state), fields, {
            idempotencyKey: key,
            namedKey: toAsker(state)?.namedKey,
            hand: findHand(c),
          }),
        )
        state.target = subscribed.subscription.id
        nameSubscription(state, subscribed.subscription)
        return toSubscribedReply(await describeAccounts(state, subscribed.subscription), subscribed)
      },
    }),
  )
  .get(
    '/events/subscriptions',
    read('events_list_subscriptions', {
      summary: 'List subscriptions',
      description:
        'All fields of the subscriptions that the key created, for the owner of all. Of others in the groups of the key, only id, types, host, state and time. Read-only keys and models do not see URLs.',
      ko: '알림 목록',
      search:
        'my webhooks, 내 웹훅, 웹훅 걸려, which notifications are set up, who gets told, where do alerts go, which webhooks are registered, what is connected to Slack Make or Zapier, my automations, 알림 설정된 거, 누가 알림 받, 웹훅 목록, 알림 어디로 가, 등록된 알림, 연동 목록, 어디로 보내게 돼',
      title: 'Get subscriptions',
      handle: async (c) => {
        const state = c.get('state')
        const subscriptions = await callObject(state.settings, EVENTS, (events) => events.subscriptions(toAsker(state)))
        return { subscriptions: subscriptions.map((one) => toVisibleSubscription(state, one)) }
      },
    }),
  )
  .get(
    '/events/subscriptions/:id',
    read('events_get_subscription', {
      summary: 'Get a subscription and the state of its endpoint',
      description: 'The id comes from events_list_subscriptions.',
      ko: '알림 하나와 받는 주소의 상태',
      search:
        'is this webhook still alive, why is the subscription paused, state of the receiver, was the automation switched off, 웹훅 상태, 알림 왜 멈췄, 받는 곳 살아 있, 연동 꺼졌, 구독 상태',
      title: 'Get a subscription',
      input: subscription,
      handle: async (c) => {
        const state = c.get('state')
        const { id } = c.req.valid('param')
        return toVisibleSubscription(
          state,
          await callObject(state.settings, EVENTS, (events) => events.subscription(toAsker(state), id)),
        )
      },
    }),
  )
  .patch(
    '/events/subscriptions/:id',
    write('events_change_subscription', {
      summary: 'Update, pause or resume a subscription',
      description:
        'What is not named stays. The id comes from events_list_subscriptions. `enabled: true` after an outage delivers what was missed. By the owner, one whose key was replaced then belongs to the present key.',
      ko: '알림 변경, 일시 중지와 다시 시작',
      title: 'Change a subscription',
      tool: null,
      effect: 'delivery',
      hasEffect: sendsMore,
      confirmAdvice: TRIGGERS,
      details: describeReached('id'),
      idempotent: true,
      // All but the words: other types may tell more, or no longer what the owner has to know.
      needsProof: (c) => {
        const { description: _, language: __, ...rest } = c.req.valid('json')
        return Object.values(rest).some((value) => value !== undefined)
      },
      input: change,
      handle: async (c) => {
        const state = c.get('state')
        const { id } = c.req.valid('param')
        const change = c.req.valid('json')
        if (state.caller && change.types) checkTypes(state.caller, change.types)
        const fields = toSubscriptionChange(change, c.req.url, state.settings)
        const changed = await callObject(state.settings, EVENTS, (events) =>
          events.change(toAsker(state), id, fields, findHand(c)),
        )
        nameSubscription(state, changed, change.enabled)
        return { ...changed, ...(await describeAccounts(state, changed)) }
      },
    }),
  )
  .delete(
    '/events/subscriptions/:id',
    write('events_delete_subscription', {
      summary: 'Delete a subscription',
      description: 'The id comes from events_list_subscriptions. What waits is not delivered any more.',
      ko: '알림 삭제',
      tool: null,
      idempotent: true,
      needsProof: true,
      input: subscriptionToDelete,
      handle: async (c) => {
        const state = c.get('state')
        const { id } = c.req.valid('param')
        await nameTarget(state, id)
        await callObject(state.settings, EVENTS, (events) => events.unsubscribe(toAsker(state), id, findHand(c)))
      },
      status: 204,
    }),
  )
  .post(
    '/events/subscriptions/:id/test',
    write('events_test_subscription', {
      summary: 'Send a test event now, and return the response of the endpoint',
      description:
        'Answers 200 whatever the endpoint says. `latchkey.test`, or an event of `type`, marked `test: true` and signed as every delivery.',
      ko: '알림 테스트',
      title: 'Send a test event',
      tool: null,
      effect: 'message',
      hasEffect: reachesPeople('id'),
      details: describeReached('id'),
      destructive: false,
      input: test,
      handle: async (c) => {
        const state = c.get('state')
        const { id } = c.req.valid('param')
        const { type } = c.req.valid('json')
        if (state.caller && type) checkTypes(state.caller, [type])
        const sample = type && toSample(type)
        await nameTarget(state, id)
        return callObject(state.settings, EVENTS, (events) => events.deliverTest(toAsker(state), id, sample))
      },
    }),
  )
  .post(
    '/events/subscriptions/:id/secret',
    write('events_roll_secret', {
      summary: 'Rotate the signing secret; both secrets sign for 24 hours',
      description: 'The id comes from events_list_subscriptions.',
      ko: '새 비밀 값 만들기, 이전 값은 24시간 동안 함께 서명',
      title: 'Rotate a signing secret',
      tool: null,
      needsProof: true,
      input: subscription,
      handle: async (c) => {
        const state = c.get('state')
        const { id } = c.req.valid('param')
        await nameTarget(state, id)
        return callObject(state.settings, EVENTS, (events) => events.rollSecret(toAsker(state), id))
      },
    }),
  )
  .post(
    '/events/subscriptions/:id/redeliver',
    write('events_redeliver_failed', {
      summary: 'Redeliver all failed events of a subscription',
      description:
        'Events whose last attempt failed, and pending ones. 409: the subscription is disabled. Enabling it delivers what is pending.',
      ko: '실패한 알림 모두 다시 보내기',
      title: 'Redeliver failed events',
      tool: null,
      effect: 'message',
      hasEffect: reachesPeople('id'),
      details: describeReached('id'),
      destructive: false,
      input: subscription,
      handle: async (c) => {
        const state = c.get('state')
        const { id } = c.req.valid('param')
        await nameTarget(state, id)
        return callObject(state.settings, EVENTS, (events) => events.redeliverFailed(toAsker(state), id))
      },
    }),
  )
  .get(
    '/events/subscriptions/:id/deliveries',
    read('events_list_deliveries', {
      summary: 'List delivery attempts',
      description: 'Of 30 days. Go on with `next_before` as `before`.',
      ko: '알림을 보낸 기록과 받는 주소의 응답',
      search:
        'when was the last one sent to Make, 마지막으로 보낸 게, was it sent, did the webhook arrive, failed deliveries, why did my Zap not fire, what did the receiver answer, notifications that failed, sending log, 알림 갔는지, 전송 기록, 실패한 알림, 웹훅 실패, 제대로 전달, 왜 안 왔, 자동화 안 돌았, 보낸 기록',
      title: 'Get deliveries',
      tool: {
        hidden: ['limit', 'outcome'],
      },
      input: deliveries,
      handle: async (c) => {
        const state = c.get('state')
        const { id } = c.req.valid('param')
        const { limit, before, outcome } = c.req.valid('query')
        const page = { limit: limit + 1, before, isFailed: outcome === 'failed' }
        return toPage(
          await callObject(state.settings, EVENTS, (events) => events.deliveries(toAsker(state), id, page)),
          limit,
        )
      },
    }),
  )
  .get(
    '/events',
    read('events_list_events', {
      summary: 'List events, for callers that poll',
      description:
        'Of 30 days, 20,000 at most, oldest first. Go on with `next_after` as `after`, and keep it while `has_more` is false; `after=now` starts at the present. With `order=newest` a caller without cursor gets the newest. Types named in `types` are watched for a day.',
      ko: '일어난 일: 주기적으로 확인하는 프로그램용',
      title: 'Get many events',
      wanted: 1,
      search:
        'what happened since yesterday, what is new, anything new while I was away, what came in today, catch me up, news of all accounts, 무슨 일 있었, 새로운 소식, 뭐 들어왔, 어제부터 있었던 일, 그동안 뭐, 새로 생긴 일, 오늘 있었던 일',
      tool: {
        hidden: ['limit'],
      },
      input: feed,
      handle: async (c) => {
        const state = c.get('state')
        checkOwnLicence(state)
        const page = c.req.valid('query')
        return callObject(state.settings, EVENTS, (events) => events.feed(toAsker(state), page))
      },
    }),
  )
  .post(
    '/events/:id/redeliver',
    write('events_redeliver_event', {
      summary: 'Redeliver an event',
      description: 'The id comes from events_list_events or events_list_deliveries.',
      ko: '알림 다시 보내기',
      tool: null,
      effect: 'message',
      hasEffect: reachesPeople('subscription_id'),
      details: describeReached('subscription_id'),
      destructive: false,
      input: redelivery,
      handle: async (c) => {
        const state = c.get('state')
        const { id } = c.req.valid('param')
        const { subscription_id } = c.req.valid('json')
        return callObject(state.settings, EVENTS, (events) => events.redeliver(toAsker(state), id, subscription_id))
      },
    }),
  )
