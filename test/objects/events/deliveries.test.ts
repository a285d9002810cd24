import { describe, expect, it, vi } from 'vitest'
import { misconfigured, unwrap } from '../../../src/base/errors.ts'
import { Secrets } from '../../../src/objects/events/message.ts'
import {
  alarmAt,
  DAY,
  events,
  fileReady,
  getSource,
  HOUR,
  idleAt,
  MINUTE,
  ring,
  settle,
  subscribe,
  useStage,
} from './stage.ts'

/** docs/spec/events.md, "Deliveries": when a delivery is attempted. */
const stage = useStage()
const HOST = 'hooks.example.com'

/** The event in a delivery, as `fileReady` names it. */
const subjects = () => stage().received.map(({ body }) => JSON.parse(body).data.file_id)
const fails = (status: number, headers = {}) => stage().answers.set(HOST, () => new Response('', { status, headers }))
const one = async (id: string) => unwrap(await events().subscription(null, id))

it('tries again on the schedule, and stops an endpoint that failed for 5 days', async () => {
  const { id } = await subscribe()
  fails(500)
  await events().keep([fileReady('f1')])
  const start = stage().clock.now()
  const times: number[] = []
  for (let rung = 0; rung < 12 && (await alarmAt()) !== undefined; rung++) {
    await ring(stage())
    times.push(stage().clock.now() - start)
  }
  const waits = [5000, 5 * MINUTE, 30 * MINUTE, ...[2, 5, 10, 14, 20, 24, 24, 24].map((hours) => hours * HOUR)]
  expect(times.map((time, at) => time - (times[at - 1] ?? 0)).slice(1)).toEqual(waits)
  expect(await one(id)).toMatchObject({ enabled: false, disabled_reason: 'failing', pending_count: 1 })
  const [last, before] = unwrap(await events().deliveries(null, id, { limit: 2 }))
  expect(last).toMatchObject({ attempt: 12, ok: false, status: 500, next_attempt_at: null })
  expect(before).toMatchObject({ attempt: 11, next_attempt_at: expect.any(String) })
})

it('stops an endpoint that failed for 5 days, although the clock went back', async () => {
  const { id } = await subscribe()
  fails(500)
  await events().keep([fileReady('f1')])
  await ring(stage())
  stage().clock.advance(-10 * DAY)
  await stage().ringNow()
  await settle(stage(), 4 * DAY)
  expect(await one(id)).toMatchObject({ enabled: true })
  await settle(stage(), 2 * DAY)
  expect(await one(id)).toMatchObject({ enabled: false, disabled_reason: 'failing' })
})

it('an endpoint that was down for 7 days has lost nothing once it is enabled', async () => {
  const { id } = await subscribe()
  fails(503)
  const start = stage().clock.now()
  for (let day = 0; day < 9; day++) {
    await events().keep([fileReady(`day ${day}`)])
    await settle(stage(), Math.max(0, start + (day + 1) * DAY - 1 - stage().clock.now()))
    stage().clock.advance(start + (day + 1) * DAY - stage().clock.now())
  }
  expect(await one(id)).toMatchObject({ disabled_reason: 'failing' })
  stage().answers.clear()
  stage().received.length = 0
  unwrap(await events().change(null, id, { enabled: true }))
  await settle(stage())
  expect(subjects()).toEqual([0, 1, 2, 3, 4, 5, 6].map((day) => `day ${day}`))
  expect(await one(id)).toMatchObject({ enabled: true, failing_since: null, pending_count: 0 })
})

it.each([
  ['600', 600_000],
  ['Sat, 21 Nov 2026 10:00:00 GMT', HOUR],
  ['999999', DAY],
  ['1', 5000],
])('waits for Retry-After: %s', async (header, ms) => {
  await subscribe()
  fails(429, { 'Retry-After': header })
  await events().keep([fileReady('f1')])
  await ring(stage())
  expect(((await alarmAt()) ?? 0) - stage().clock.now()).toBe(ms)
})

it('410 disables it', async () => {
  const { id } = await subscribe()
  fails(410)
  await events().keep([fileReady('f1'), fileReady('f2')])
  await settle(stage(), DAY)
  expect(await one(id)).toMatchObject({ enabled: false, disabled_reason: 'gone', last_error: 'the endpoint is gone' })
  expect(await alarmAt()).toBe(idleAt(stage()))
})

it('does not follow a redirect', async () => {
  const { id } = await subscribe()
  stage().answers.set(HOST, () => Response.redirect('https://other.example.com/', 307))
  await events().keep([fileReady('f1')])
  await ring(stage())
  expect(stage().received.map(({ url }) => new URL(url).hostname)).toEqual([HOST])
  expect(await one(id)).toMatchObject({ last_error: 'the endpoint redirects, which is not followed' })
})

it('gives an endpoint 15 s', async () => {
  const { id } = await subscribe()
  stage().answers.set(HOST, () => new Promise(() => {}))
  await events().keep([fileReady('f1')])
  const rung = ring(stage())
  await stage().until(() => stage().received.length === 1)
  stage().clock.advance(15_000)
  await stage().passTimers()
  await rung
  expect(unwrap(await events().deliveries(null, id, { limit: 2 }))).toMatchObject([
    { ok: false, status: null, error: 'no answer within 15 s', duration_ms: 15_000 },
  ])
})

it('a response of any length is a success', async () => {
  const { id } = await subscribe()
  stage().answers.set(HOST, () => new Response('x'.repeat(3_000_000), { status: 201 }))
  await events().keep([fileReady('f1')])
  await settle(stage())
  const [attempt] = unwrap(await events().deliveries(null, id, { limit: 2 }))
  expect(attempt).toMatchObject({ ok: true, status: 201, response_body: 'x'.repeat(500) })
})

/** A body with this start, which then fails or never ends. */
const parseBody = (text: string, error?: Error) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text))
    },
    pull: (controller) => (error ? controller.error(error) : new Promise(() => {})),
  })

describe.each([
  [200, true],
  [500, false],
])('the status decides, not the body: %i', (status, ok) => {
  // The runtime throws a TypeError for a body that says it is gzip and is not.
  it.each([
    ['that cannot be unpacked', new TypeError('Decompression failed.')],
    ['that breaks off', new Error('Network connection lost.')],
  ])('a body %s', async (_, error) => {
    const { id } = await subscribe()
    stage().answers.set(HOST, () => new Response(parseBody('began', error), { status }))
    await events().keep([fileReady('f1')])
    await ring(stage())
    expect(unwrap(await events().deliveries(null, id, { limit: 5 }))).toMatchObject([
      { ok, status, response_body: 'began' },
    ])
    expect(await one(id)).toMatchObject({
      pending_count: ok ? 0 : 1,
      last_error: ok ? null : 'the endpoint answered 500',
    })
  })

  it('a body that never ends is dropped after half a second', async () => {
    const { id } = await subscribe()
    stage().answers.set(HOST, () => new Response(parseBody('began'), { status }))
    await events().keep([fileReady('f1')])
    const rung = ring(stage())
    await stage().until(() => stage().log.some((line) => line.includes(`"status":${status}`)))
    expect(await one(id)).toMatchObject({ pending_count: ok ? 0 : 1 })
    stage().clock.advance(500)
    await stage().passTimers()
    await rung
    expect(unwrap(await events().deliveries(null, id, { limit: 5 }))).toMatchObject([{ ok, status, duration_ms: 0 }])
    expect(stage().timers()).toBe(0)
  })
})

it('a bug of the gateway is a failed attempt: recorded, counted, and finally given up', async () => {
  const { id } = await subscribe({ include: ['transcript'] })
  const attach = async () => {
    throw new RangeError('a bug')
  }
  stage().sources.push(getSource({ attach, atLeastMs: 30 * DAY }))
  await events().keep([fileReady('f1')])
  await settle(stage(), 6 * DAY)
  const error = 'the gateway failed on this request'
  expect(stage().log.some((line) => line.includes('"bug":"RangeError"'))).toBe(true)
  expect(await one(id)).toMatchObject({ disabled_reason: 'failing', last_error: error })
  const attempts = unwrap(await events().deliveries(null, id, { limit: 100 }))
  expect(attempts.at(-1)).toMatchObject({ attempt: 1, ok: false, status: null, error })
  expect(attempts).toHaveLength(12)
})

it("a wrong setting is not the endpoint's failure: it is recorded once, and pending events are sent when it is fixed", async () => {
  const { id } = await subscribe()
  const valid = await stage().inside(() => vi.spyOn(Secrets.prototype, 'valid'))
  valid.mockRejectedValue(misconfigured('CREDENTIALS_KEY is wrong'))
  await events().keep([fileReady('f1')])
  await settle(stage(), DAY)
  expect(await one(id)).toMatchObject({ enabled: true, failing_since: null, last_error: 'CREDENTIALS_KEY is wrong' })
  const recorded = unwrap(await events().deliveries(null, id, { limit: 100 }))
  expect(recorded).toMatchObject([{ attempt: 1, ok: false, status: null, next_attempt_at: expect.any(String) }])
  valid.mockRestore()
  await settle(stage(), 5 * MINUTE)
  expect(subjects()).toEqual(['f1'])
  expect(await one(id)).toMatchObject({ pending_count: 0, last_error: null })
})

it('preserves the order, and a failed event arrives before later ones', async () => {
  await subscribe()
  fails(500)
  await events().keep([fileReady('f1')])
  await ring(stage())
  await events().keep([fileReady('f2'), fileReady('f3')])
  stage().answers.clear()
  await settle(stage(), MINUTE)
  expect(subjects()).toEqual(['f1', 'f1', 'f2', 'f3'])
})

it('an event that its endpoint never accepts blocks the others for three attempts', async () => {
  const { id } = await subscribe()
  stage().answers.set(HOST, ({ body }) => new Response('', { status: body.includes('poison') ? 500 : 200 }))
  await events().keep([fileReady('poison'), fileReady('f2'), fileReady('f3')])
  await settle(stage(), 6 * MINUTE)
  expect(subjects().filter((subject) => subject !== 'poison')).toEqual(['f2', 'f3'])
  expect(await one(id)).toMatchObject({ enabled: true, failing_since: null, pending_count: 1 })
  await settle(stage(), 10 * DAY)
  expect(subjects().filter((subject) => subject === 'poison')).toHaveLength(10)
  expect(await one(id)).toMatchObject({ enabled: true, pending_count: 0 })
  const [last] = unwrap(await events().deliveries(null, id, { limit: 1 }))
  expect(last).toMatchObject({ attempt: 10, next_attempt_at: null })
  const { deliveries } = unwrap(await events().redeliver(null, last?.event_id ?? ''))
  expect(deliveries).toBe(1)
})

describe('an endpoint that hangs', () => {
  it('delays no other one', async () => {
    await subscribe({ url: 'https://hangs.example.com/' })
    await subscribe()
    stage().answers.set('hangs.example.com', () => new Promise(() => {}))
    await events().keep(Array.from({ length: 20 }, (_, at) => fileReady(`f${at}`)))
    const rung = ring(stage())
    await stage().until(() => stage().received.filter(({ url }) => url.includes(HOST)).length === 20)
    expect(stage().clock.now()).toBe(stage().received[0]?.at)
    // The alarm ends before the endpoint responds.
    stage().clock.advance(1500)
    await stage().passTimers()
    await rung
    stage().clock.advance(13_500)
    await stage().passTimers()
    await stage().until(() => stage().log.some((line) => line.includes('"ok":false')))
  })

  it('has one connection, and all that fail have two', async () => {
    const hosts = ['a', 'b', 'c', 'd'].map((name) => `${name}.example.com`)
    for (const host of hosts) await subscribe({ url: `https://${host}/` })
    for (const host of hosts) stage().answers.set(host, () => new Response('', { status: 500 }))
    await events().keep([fileReady('f1'), fileReady('f2')])
    await ring(stage())
    stage().received.length = 0
    for (const host of hosts) stage().answers.set(host, () => new Promise(() => {}))
    const rung = ring(stage())
    await stage().until(() => stage().received.length === 2)
    stage().clock.advance(1500)
    await stage().passTimers()
    await rung
    expect(stage().received).toHaveLength(2)
  })
})

it('running deliveries are repeated after an eviction, once the endpoint has had its time to answer', async () => {
  await subscribe()
  stage().answers.set(HOST, () => new Promise(() => {}))
  await events().keep([fileReady('f1')])
  const rung = ring(stage()).catch(() => {})
  await stage().until(() => stage().received.length === 1)
  stage().answers.clear()
  await stage().restart()
  await rung
  await settle(stage(), MINUTE)
  const [first, second] = stage().received
  expect(second?.headers.get('webhook-id')).toBe(first?.headers.get('webhook-id'))
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(30_000)
})
