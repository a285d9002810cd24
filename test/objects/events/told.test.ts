import { runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { simulatedProducts } from '../../../scripts/support/products.ts'
import { accountEvents } from '../../../src/accounts/outputs.ts'
import type { Env } from '../../../src/base/env.ts'
import { EVENTS_NAME } from '../../../src/base/events.ts'
import { PRODUCTS } from '../../../src/base/groups.ts'
import { platform } from '../../../src/base/platform.ts'
import { Events } from '../../../src/objects/events/events.ts'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { getFields } from '../../groups/admin/deployment.ts'
import { Clock } from '../../simulators/clock.ts'
import { ADDRESSES, type Receiver } from '../../simulators/receivers/index.ts'
import { freshStorage } from '../../support/fresh.ts'
import { createGateway, json } from '../../support/gateway.ts'
import { OBJECTS, OWN_BINDINGS, useBindings } from '../../support/objects.ts'
import { abortObjects } from '../../support/work.ts'
import { createWorldAt, expectNothingUnexpected, holdDeadlines, type World } from '../../support/world.ts'

/** docs/spec/events.md, "Accounts": no test here polls by hand. Time passes, and alarms ring when they are due. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long an alarm of EVENTS waits for what it has started (src/objects/events/alarm.ts), in milliseconds. */
const ALARM_WAITS_MS = 1500

/** An alarm waits for all that it has started, however busy the machine is, so that nothing happens between two. */
function holdAlarmWaits(): void {
  const timer = vi.mocked(platform.timer).getMockImplementation()
  vi.mocked(platform.timer).mockImplementation((ms, callback) =>
    timer && ms !== ALARM_WAITS_MS ? timer(ms, callback) : () => {},
  )
}

let clock: Clock
let products: ReturnType<typeof simulatedProducts>
let world: World
let told: { at: number; text: string; links: string[] }[]

beforeEach(async () => {
  await freshStorage()
  clock = new Clock()
  products = simulatedProducts(clock)
  world = createWorldAt(clock, ...products.simulators, products.receivers)
  holdDeadlines()
  holdAlarmWaits()
  told = []
})
useBindings(() => ({
  ...{ ...OWN_BINDINGS, ACCOUNTS: OBJECTS.ACCOUNTS as unknown as Env['ACCOUNTS'] },
  ...{ ADMIN_KEY, LICENCE: 'pro' },
}))
afterEach(() => {
  vi.restoreAllMocks()
  expectNothingUnexpected(world)
})

let isolates = 0

/** A gateway in an isolate of its own: what isolates cache is separated by settings. */
const open = () => {
  const SERVICE_NAME = `Isolate ${++isolates}`
  const gateway = createGateway({ ADMIN_KEY, SERVICE_NAME, EVENTS: OWN_BINDINGS.EVENTS })
  const admin = async (method: string, path: string, body?: unknown) => {
    const init = body === undefined ? { method } : json(method, body)
    const headers = new Headers(init.headers)
    headers.set('Authorization', `Bearer ${ADMIN_KEY}`)
    const answer = await gateway.call(`/api/v1${path}`, { ...init, headers, key: null })
    await ringDue()
    return answer
  }
  const call = async (path: string) => {
    const answer = await gateway.call(path)
    await ringDue()
    return answer.status
  }
  const connect = async (account: Account) => {
    const answer = await admin('PUT', `/admin/accounts/${account}`, getFields(account, products.settings))
    expect([account, answer.status, answer.json.account?.state]).toEqual([account, 200, 'ok'])
  }
  const subscribe = async (receiver: Receiver = 'slack', more: Record<string, unknown> = {}) => {
    const answer = await admin('POST', '/events/subscriptions', {
      ...{ url: ADDRESSES[receiver], language: 'en', types: ['account.*'] },
      ...more,
    })
    expect(answer.status).toBe(201)
    return answer.json.id as string
  }
  return { gateway, admin, call, connect, subscribe }
}

const PATHS = { notes: '/api/v1/notes/notes?size=3', workspace: '/api/v2/workspace/users/me' } as const
const NAMES = { notes: 'notes', workspace: 'workspace', social: 'Threads' } as const
type Account = Parameters<typeof getFields>[0]
type Product = keyof typeof NAMES
const productOf = (account: Product) =>
  products.simulators.find(({ name }) => name === NAMES[account]) ?? expect.unreachable(`no product of ${account}`)
const fail = (account: Product, status: number) => productOf(account).fail({ kind: 'status', status })
const die = (account: Product) => fail(account, 401)
const fall = (account: Product) => fail(account, 503)
const heal = (account: Product) => productOf(account).heal()

type Woken = DurableObject & { alarm(): Promise<void> }
const objects = () => [
  OBJECTS.EVENTS.getByName(EVENTS_NAME),
  ...PRODUCTS.map((account) => OBJECTS.ACCOUNTS.getByName(`state/${account}`)),
]

/** Rings the alarm of an object, whenever it is set. */
const ring = (object: unknown) =>
  runInDurableObject(object as DurableObjectStub, async (instance, { storage }) => {
    await storage.deleteAlarm()
    await (instance as Woken).alarm()
  })

/** All objects end, as in a kill, and start again with what they stored. */
const restart = abortObjects

/** Rings the alarms that are due until a time, each at its own. */
async function ringUntil(until: number): Promise<void> {
  for (let rung = 0; rung < 2000; rung++) {
    const alarms = await Promise.all(
      objects().map(async (object) => ({
        object,
        at: await runInDurableObject(object as DurableObjectStub, (_, { storage }) => storage.getAlarm()),
      })),
    )
    const [next] = alarms
      .flatMap(({ object, at }) => (at === null || at > until ? [] : [{ object, at }]))
      .sort((one, other) => one.at - other.at)
    if (!next) return
    clock.advance(Math.max(0, next.at - clock.now()))
    await ring(next.object)
    const { messages } = products.receivers
    for (const { text, links } of messages.slice(told.length)) told.push({ at: clock.now(), text, links })
  }
  expect.unreachable('the alarms ring for ever')
}
const ringDue = () => ringUntil(clock.now())

async function pass(ms: number): Promise<void> {
  const until = clock.now() + ms
  await ringUntil(until)
  clock.advance(Math.max(0, until - clock.now()))
}

/** What was told since the last time, and how many seconds after a moment. */
/** What people were told about accounts. That the owner changed a notification is told as well (owner-changed.test.ts). */
const news = (since = clock.now()) =>
  told
    .splice(0)
    .map(({ at, text }) => {
      products.receivers.messages.splice(0)
      return { seconds: Math.round((at - since) / 1000), text }
    })
    .filter(({ text }) => !text.includes('set a new admin key'))
const time = (at: number) =>
  new Intl.DateTimeFormat('en-GB', { hour: 'numeric', minute: '2-digit', timeZone: 'Asia/Seoul' }).format(at)
const iso = (at: number) => new Date(at).toISOString()

async function readAccount(admin: ReturnType<typeof open>['admin'], account: Account) {
  const { accounts } = (await admin('GET', '/admin/accounts')).json
  return accounts.find((each: { account: string }) => each.account === account)
}

/** A gateway with these accounts, and somebody in Slack who was told all that is so. */
async function stage(...accounts: Account[]) {
  const gateway = open()
  for (const account of accounts) await gateway.connect(account)
  const id = await gateway.subscribe()
  await pass(2 * MINUTE)
  expect(news()).toEqual([])
  return { ...gateway, id }
}

describe('within a minute of the first refusal, by', () => {
  const ways: readonly (readonly [string, (gateway: ReturnType<typeof open>) => Promise<unknown>])[] = [
    ['a call', ({ call }) => call(PATHS.notes)],
    ['a test', ({ admin }) => admin('POST', '/admin/accounts/notes/test')],
    [
      'a test of all',
      async ({ admin }) => {
        // What was used less than a minute ago is not tested.
        await pass(MINUTE)
        return admin('POST', '/admin/accounts/test')
      },
    ],
    ['the doctor', ({ call }) => call('/api/v1/doctor')],
  ]
  it.each(ways)('%s', async (_, learn) => {
    const gateway = await stage('notes')
    // Long after a poll, and long before the next one.
    await pass(3 * MINUTE)
    die('notes')
    const at = clock.now()
    await learn(gateway)
    await pass(2 * MINUTE)
    const [first, ...rest] = news(at)
    expect(rest).toEqual([])
    expect(first?.text).toContain('The Tiro account of 하늘 연구소 has been disconnected since')
    heal('notes')
    const wellAt = clock.now()
    await learn(gateway)
    await pass(2 * MINUTE)
    const [again, ...others] = news(wellAt)
    expect(others).toEqual([])
    expect(again?.text).toContain('The Tiro account of 하늘 연구소 works again since')
    const waited = [first, again].map((each) => (each?.seconds ?? 0) - (_ === 'a test of all' ? 60 : 0))
    for (const seconds of waited) expect(seconds).toBeLessThanOrEqual(20)
  })

  it('a renewal, which no request sees', async () => {
    const { id, admin } = await stage('social')
    // Nothing tests the account while nobody wants to know.
    await admin('PATCH', `/events/subscriptions/${id}`, { enabled: false })
    const [renewing] = await OBJECTS.ACCOUNTS.getByName('state/social').records.objects()
    clock.advance(39 * DAY)
    fail('social', 401)
    await ring(OBJECTS.ACCOUNTS.getByName(renewing ?? expect.unreachable('no object renews the token')))
    const at = clock.now()
    const report = await readAccount(admin, 'social')
    expect(report).toMatchObject({ state: 'rejected', last_error: { at: iso(at), since: iso(at) } })
    await admin('PATCH', `/events/subscriptions/${id}`, { enabled: true })
    await pass(MINUTE)
    expect(news(at).map(({ text }) => text)).toEqual([expect.stringContaining('Threads account')])
  })
})

it('says since when by the first refusal, however late the message, also after a restart', async () => {
  const { call, admin } = await stage('notes')
  await pass(3 * MINUTE)
  products.receivers.switches.mood.slack = 'wait'
  die('notes')
  const at = clock.now()
  expect(await call(PATHS.notes)).toBe(401)
  for (let minute = 0; minute < 6; minute++) {
    await pass(MINUTE)
    expect(await call(PATHS.notes)).toBe(401)
  }
  await restart()
  products.receivers.switches.mood.slack = 'well'
  await pass(40 * MINUTE)
  const [first, ...rest] = news(at)
  expect(rest).toEqual([])
  expect(first?.text).toContain(`since 21 November at ${time(at)}`)
  const { last_error } = await readAccount(admin, 'notes')
  expect(last_error).toMatchObject({ since: iso(at) })
  expect(Date.parse(last_error.at)).toBeGreaterThan(at + 5 * MINUTE)
})

describe('a kill between the refusal and the message loses nothing', () => {
  it.each(['before EVENTS was notified', 'before EVENTS compared'])('%s', async (when) => {
    const { gateway } = await stage('notes')
    await pass(3 * MINUTE)
    die('notes')
    const at = clock.now()
    // The alarm of the account is set, and has not rung.
    expect((await gateway.call(PATHS.notes)).status).toBe(401)
    if (when === 'before EVENTS compared') await ringDue()
    expect(told).toEqual([])
    await restart()
    await pass(MINUTE)
    expect(news(at)).toEqual([{ seconds: expect.any(Number), text: expect.stringContaining('Tiro') }])
  })

  it('EVENTS that cannot be reached is notified again', async () => {
    const { call } = await stage('notes')
    const turned = vi.spyOn(Events.prototype, 'accountTurned').mockRejectedValueOnce(new Error('Durable Object reset'))
    die('notes')
    const at = clock.now()
    await call(PATHS.notes)
    await pass(MINUTE)
    expect(turned).toHaveBeenCalledTimes(2)
    expect(news(at)).toHaveLength(1)
  })
})

describe('one message', () => {
  it('for fifty calls that fail at once, in two isolates', async () => {
    const { gateway } = await stage('notes')
    await pass(3 * MINUTE)
    die('notes')
    const other = open()
    const calls = Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? gateway : other.gateway).call(PATHS.notes))
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([401]))
    await pass(20 * MINUTE)
    expect(news()).toHaveLength(1)
  })

  it('for two accounts that die at once, with a link for each', async () => {
    const { call } = await stage('notes', 'workspace')
    await pass(3 * MINUTE)
    for (const account of ['notes', 'workspace'] as const) die(account)
    await call(PATHS.notes)
    await pass(5_000)
    await call(PATHS.workspace)
    await pass(20 * MINUTE)
    const [message, ...rest] = told
    expect(rest).toEqual([])
    expect(message?.links).toEqual(['https://latchkey.test/#notes', 'https://latchkey.test/#workspace'])
    expect(message?.text).toMatch(/Tiro account[\s\S]+Reconnect Tiro[\s\S]+Notion account[\s\S]+Reconnect Notion/)
    news()
    for (const account of ['notes', 'workspace'] as const) heal(account)
    await call(PATHS.notes)
    await call(PATHS.workspace)
    await pass(MINUTE)
    const [again, ...others] = news()
    expect(others).toEqual([])
    expect(again?.text).toMatch(/Tiro account[\s\S]+works again[\s\S]+Notion account[\s\S]+works again/)
  })

  it.each(Object.keys(ADDRESSES) as Receiver[])('in %s, whose parts are each listed as delivered', async (receiver) => {
    const gateway = open()
    for (const account of ['notes', 'workspace'] as const) await gateway.connect(account)
    for (const account of ['notes', 'workspace'] as const) die(account)
    await gateway.admin('POST', '/admin/accounts/notes/test')
    await gateway.admin('POST', '/admin/accounts/workspace/test')
    const id = await gateway.subscribe(receiver)
    await pass(MINUTE)
    expect(told.map(({ links }) => links)).toEqual([
      ['https://latchkey.test/#notes', 'https://latchkey.test/#workspace'],
    ])
    news()
    const { deliveries } = (await gateway.admin('GET', `/events/subscriptions/${id}/deliveries`)).json
    expect(deliveries).toMatchObject([
      { type: 'account.rejected', ok: true },
      { type: 'account.rejected', ok: true },
    ])
    expect(new Set(deliveries.map(({ event_id }: { event_id: string }) => event_id)).size).toBe(2)
  })

  it('that a chat did not take is repeated as one, and then leaves nothing', async () => {
    const { call, admin, id } = await stage('notes', 'workspace')
    products.receivers.switches.mood.slack = 'quiet'
    for (const account of ['notes', 'workspace'] as const) die(account)
    await call(PATHS.notes)
    await call(PATHS.workspace)
    // After the first attempt, and before the second one 5 s later.
    await pass(18_000)
    expect((await admin('GET', `/events/subscriptions/${id}`)).json).toMatchObject({ pending_count: 2 })
    products.receivers.switches.mood.slack = 'well'
    await pass(MINUTE)
    expect(news()).toHaveLength(1)
    expect((await admin('GET', `/events/subscriptions/${id}`)).json).toMatchObject({ pending_count: 0 })
  })
})

describe('who sets up a notification', () => {
  it('is told at once what is broken, and then that it works again', async () => {
    const { admin, call, connect, subscribe } = open()
    await connect('notes')
    die('notes')
    const at = clock.now()
    await call(PATHS.notes)
    await pass(40 * MINUTE)
    await subscribe('discord')
    const subscribedAt = clock.now()
    await pass(10_000)
    const [first, ...rest] = news(subscribedAt)
    expect(rest).toEqual([])
    expect(first?.text).toContain(`Tiro account of 하늘 연구소 has been disconnected since 21 November at ${time(at)}`)
    expect(first?.seconds).toBeLessThan(10)
    // Whoever comes later is told as well, and nobody twice.
    await subscribe('slack')
    await pass(20 * MINUTE)
    expect(news()).toHaveLength(1)
    heal('notes')
    await admin('POST', '/admin/accounts/notes/test')
    await pass(MINUTE)
    expect(news().map(({ text }) => text)).toEqual(Array(2).fill(expect.stringContaining('works again')))
  })

  it('as a program gets each event', async () => {
    const { call, connect, admin } = open()
    await connect('notes')
    await connect('workspace')
    for (const account of ['notes', 'workspace'] as const) die(account)
    await call(PATHS.notes)
    await call(PATHS.workspace)
    await pass(MINUTE)
    const bodies: { type: string; data: { account: string } }[] = []
    const { fetch } = platform
    vi.mocked(platform.fetch).mockImplementation(
      ((given) => async (url, init) => {
        if (new URL(url).hostname !== 'hooks.example.com') return given(url, init)
        bodies.push(JSON.parse(String(init.body)))
        return new Response('ok')
      })(vi.mocked(fetch).getMockImplementation() ?? expect.unreachable()),
    )
    const url = 'https://hooks.example.com/in'
    expect((await admin('POST', '/events/subscriptions', { url, types: ['account.*'] })).status).toBe(201)
    await pass(10_000)
    expect(bodies.map(({ type, data }) => [type, data.account])).toEqual([
      ['account.rejected', 'notes'],
      ['account.rejected', 'workspace'],
    ])
  })

  it('is told what ends within 14 days, in the same message', async () => {
    const { call, connect, subscribe } = open()
    await connect('notes')
    await connect('social')
    clock.advance(30 * DAY)
    die('notes')
    await call(PATHS.notes)
    await subscribe()
    await pass(10_000)
    const [first, ...rest] = news()
    expect(rest).toEqual([])
    expect(first?.text).toMatch(/Tiro account[\s\S]+disconnected[\s\S]+Threads account[\s\S]+expires on/)
  })

  it('or wants more, or another address, or wants it again, is told as well', async () => {
    const { admin, call, connect, subscribe } = open()
    await connect('notes')
    die('notes')
    await call(PATHS.notes)
    const id = await subscribe('slack', { types: ['recorder.file.ready'] })
    const change = async (body: unknown) => {
      expect((await admin('PATCH', `/events/subscriptions/${id}`, body)).status).toBe(200)
      await pass(10_000)
      return news().length
    }
    await pass(10_000)
    expect(news()).toEqual([])
    expect(await change({ types: ['account.rejected'] })).toBe(1)
    expect(await change({ enabled: false })).toBe(0)
    expect(await change({ enabled: true })).toBe(0)
    expect(await change({ url: ADDRESSES.discord })).toBe(1)
  })

  it('is told nothing of what was disconnected, and not that it works again where it was not told of the failure', async () => {
    const { admin, call, connect, subscribe } = open()
    await connect('notes')
    const id = await subscribe()
    await admin('PATCH', `/events/subscriptions/${id}`, { enabled: false })
    die('notes')
    await call(PATHS.notes)
    await pass(MINUTE)
    heal('notes')
    await call(PATHS.notes)
    await admin('PATCH', `/events/subscriptions/${id}`, { enabled: true })
    await pass(20 * MINUTE)
    expect(news()).toEqual([])
    die('notes')
    await call(PATHS.notes)
    await pass(MINUTE)
    expect(news()).toHaveLength(1)
    await admin('DELETE', '/admin/accounts/notes')
    await subscribe('discord')
    await pass(20 * MINUTE)
    expect(news()).toEqual([])
  })
})

describe('a product that is down', () => {
  it('is reported after an hour in which calls failed, once, and once when it is over', async () => {
    const { call } = await stage('notes')
    fall('notes')
    const at = clock.now()
    for (let minute = 0; minute < 59; minute += 1) {
      expect(await call(PATHS.notes)).toBe(502)
      await pass(MINUTE)
    }
    expect(news()).toEqual([])
    await pass(3 * HOUR)
    const [first, ...rest] = news(at)
    expect(rest).toEqual([])
    expect(first?.text).toContain(`Tiro account of 하늘 연구소 has not responded since 21 November at ${time(at)}`)
    expect((first?.seconds ?? 0) / 60).toBeLessThan(61)
    heal('notes')
    expect(await call(PATHS.notes)).toBe(200)
    await pass(MINUTE)
    expect(news().map(({ text }) => text)).toEqual([expect.stringContaining('works again since')])
    await pass(2 * HOUR)
    expect(news()).toEqual([])
  })

  it('for less than an hour is not', async () => {
    const { call } = await stage('notes')
    fall('notes')
    for (let minute = 0; minute < 50; minute += 5) {
      expect(await call(PATHS.notes)).toBe(502)
      await pass(5 * MINUTE)
    }
    heal('notes')
    expect(await call(PATHS.notes)).toBe(200)
    await pass(2 * HOUR)
    expect(news()).toEqual([])
  })

  it('is told to who comes later, and is no refusal', async () => {
    const { call, subscribe } = await stage('notes')
    fall('notes')
    await call(PATHS.notes)
    await pass(90 * MINUTE)
    news()
    await subscribe('discord')
    await pass(10_000)
    expect(news().map(({ text }) => text)).toEqual([expect.stringContaining('has not responded since')])
    heal('notes')
    die('notes')
    await call(PATHS.notes)
    await pass(MINUTE)
    expect(news().map(({ text }) => text)).toEqual(Array(2).fill(expect.stringContaining('disconnected')))
  })
})

describe('an account that flaps', () => {
  async function flap(call: (path: string) => Promise<number>, ms: number) {
    die('notes')
    await call(PATHS.notes)
    await pass(ms)
    heal('notes')
    await call(PATHS.notes)
    await pass(ms)
    return news().map(({ text }) => text.split('\n')[0])
  }

  it('within the time that is gathered causes nothing', async () => {
    const { call } = await stage('notes')
    for (let time = 0; time < 6; time++) expect(await flap(call, 1_000)).toEqual([])
  })

  it('says "again" from the third time on, and after the fifth is reported as well only once it is', async () => {
    const { call } = await stage('notes')
    // So that no test of the account falls on the moment of a call.
    await pass(7_000)
    const said: (string | undefined)[][] = []
    for (let time = 0; time < 5; time++) said.push(await flap(call, MINUTE))
    expect(said.map((each) => each.length)).toEqual([2, 2, 2, 2, 2])
    expect(said.map(([first]) => /again .*\((\d) times within an hour\)/.exec(first ?? '')?.[1])).toEqual([
      undefined,
      undefined,
      ...['3', '4', '5'],
    ])
    expect(await flap(call, MINUTE)).toEqual([expect.stringContaining('6 times')])
    expect(await flap(call, MINUTE)).toEqual([])
    await pass(11 * MINUTE)
    expect(news().map(({ text }) => text)).toEqual([expect.stringContaining('works again')])
  })

  it('and was reconnected by its owner starts anew', async () => {
    const { call, connect } = await stage('notes')
    await pass(7_000)
    for (let time = 0; time < 6; time++) await flap(call, MINUTE)
    await connect('notes')
    await pass(MINUTE)
    expect(news().map(({ text }) => text)).toEqual([expect.stringContaining('works again')])
  })
})

describe('an account that was connected', () => {
  it('with an invite link is reported, and one that was reconnected in the same sentence works again', async () => {
    const { admin, gateway, call } = await stage('notes')
    const link = (await admin('POST', '/admin/accounts/workspace/link', { owner_name: 'Kim' })).json
    const opened = await gateway.call('/api/v1/connect/session', {
      ...json('POST', { account: 'workspace', token: link.url.split('#')[1] }),
      key: null,
    })
    const cookie = opened.headers.get('Set-Cookie')?.split(';')[0] ?? ''
    const init = json('PUT', getFields('workspace', products.settings))
    const headers = { ...init.headers, Cookie: cookie, Origin: 'https://latchkey.test' }
    const done = await gateway.call('/api/v1/connect/workspace', { ...init, headers, key: null })
    expect(done.status).toBe(200)
    await pass(MINUTE)
    expect(news().map(({ text }) => text)).toEqual([expect.stringMatching(/Notion account.+with an invite link\./)])
    die('notes')
    await call(PATHS.notes)
    await pass(MINUTE)
    news()
    heal('notes')
    await admin('PUT', '/admin/accounts/notes', getFields('notes', products.settings))
    await pass(MINUTE)
    expect(news().map(({ text }) => text)).toEqual([expect.stringMatching(/works again/)])
  })

  it('as a further one is reported when it is added, replaced, and added again after its erasure', async () => {
    const { admin } = await stage('notes')
    const account = 'notes:two'
    const add = async (token: string) => {
      const answer = await admin('PUT', `/admin/accounts/${account}`, { token, force: true })
      expect(answer.status).toBe(200)
      await pass(2 * MINUTE)
    }
    const events = async () => {
      const found = (await admin('GET', `/events?types=account.connected&accounts=${account}`)).json.events
      return found.map((each: { account: string }) => each.account)
    }
    await add('ab.secret-of-two')
    expect(await events()).toEqual([account])
    await add('ab.another-secret')
    expect(await events()).toEqual([account, account])
    expect((await admin('DELETE', '/admin/data', { account })).status).toBe(200)
    expect(await events()).toEqual([])
    await add('ab.one-more-secret')
    expect(await events()).toEqual([account])
  })

  it('is an event for programs, with who connected it', async () => {
    const { admin, connect } = await stage('notes')
    await connect('notes')
    await pass(MINUTE)
    const { events } = (await admin('GET', '/events?types=account.connected')).json
    expect(events).toMatchObject([{ type: 'account.connected', data: { account: 'notes', connected_by: 'owner' } }])
    expect(accountEvents['account.connected']().safeParse(events[0].data).success).toBe(true)
  })
})
