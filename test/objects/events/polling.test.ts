import { runInDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import type { Env } from '../../../src/base/env.ts'
import { GatewayError, unwrap } from '../../../src/base/errors.ts'
import { EVENTS_NAME } from '../../../src/base/events.ts'
import type { Found, PollContext } from '../../../src/upstream/polling.ts'
import { OBJECTS, SHARED_OBJECTS } from '../../support/objects.ts'
import {
  alarmAt,
  DAY,
  events,
  fileReady,
  getSource,
  HOUR,
  idleAt,
  KEY,
  MINUTE,
  ring,
  settle,
  subscribe,
  useStage,
} from './stage.ts'

/** docs/spec/events.md, "Polling": when sources are polled, and what is stored. */
const stage = useStage()

const subjects = () => stage().received.map(({ body }) => JSON.parse(body).data.file_id)
const feed = async () => unwrap(await events().feed(null, { limit: 100 })).events.map(({ data }) => data.file_id)

function watch(over = {}) {
  const source = getSource(over)
  stage().sources.push(source)
  return source
}

describe('polls', () => {
  it('nothing without subscribers, and sets no alarm then', async () => {
    const source = watch()
    await subscribe({ types: ['notes.note.created'] })
    expect([source.asks.length, await alarmAt()]).toEqual([0, idleAt(stage())])
    const { id } = await subscribe()
    await ring(stage())
    expect([source.asks.length, (await alarmAt()) !== undefined]).toEqual([1, true])
    unwrap(await events().change(null, id, { enabled: false }))
    expect(await alarmAt()).toBe(idleAt(stage()))
    unwrap(await events().change(null, id, { enabled: true }))
    await ring(stage())
    // Nothing was collected in between, so it starts again.
    expect(source.asks.map(({ cursor }) => cursor)).toEqual([undefined, undefined])
  })

  it('what the feed was requested for by type, for 24 hours', async () => {
    const source = watch({ atLeastMs: HOUR })
    await events().feed(null, { limit: 1 })
    expect(await alarmAt()).toBeUndefined()
    await events().feed(null, { types: ['recorder.file.ready'], limit: 1 })
    await settle(stage(), DAY + HOUR)
    expect(source.asks).toHaveLength(24)
    expect(await alarmAt()).toBe(idleAt(stage()))
  })

  it('a new source at once, which has no time of the next poll until then', async () => {
    watch()
    await subscribe()
    expect(await events().sources()).toMatchObject([{ is_watched: true, polled_at: null, next_poll_at: null }])
    await ring(stage())
    const next_poll_at = new Date(stage().clock.now() + 2 * MINUTE).toISOString()
    expect(await events().sources()).toMatchObject([{ next_poll_at }])
  })

  it('every 120 s, sources that are as often together', async () => {
    const [files, notes] = [watch(), watch({ name: 'notes.notes', types: ['notes.note.created'] })]
    await subscribe()
    await ring(stage())
    stage().clock.advance(MINUTE)
    await subscribe({ types: ['notes.note.created'] })
    await ring(stage())
    let rung = 0
    for (; stage().clock.now() < Date.parse('2026-11-21T10:00:00Z'); rung++) await ring(stage())
    expect([rung, files.asks.length, notes.asks.length]).toEqual([30, 31, 31])
  })

  it('more at once, as long as it gets on', async () => {
    const source = watch()
    source.next.push({ isMore: true }, { isMore: true })
    await subscribe()
    await settle(stage())
    expect(source.asks).toHaveLength(3)
  })

  it('not while CREDENTIALS_KEY is wrong, and on its own once it is right', async () => {
    const source = watch()
    await subscribe()
    const setKey = (key: string) =>
      runInDurableObject(OBJECTS.EVENTS.getByName(EVENTS_NAME), (instance) => {
        const { env } = instance as unknown as { env: Env }
        const before = env.CREDENTIALS_KEY ?? ''
        env.CREDENTIALS_KEY = key
        return before
      })
    const right = await setKey(btoa('x'.repeat(32)))
    try {
      await ring(stage())
      expect([source.asks.length, await alarmAt()]).toEqual([0, stage().clock.now() + 30_000])
    } finally {
      await setKey(right)
    }
    await ring(stage())
    expect(source.asks).toHaveLength(1)
  })

  it('not at once, when there is more and it did not get on', async () => {
    const source = watch()
    source.next.push({ isMore: true, cursor: 'same' }, { isMore: true, cursor: 'same' })
    await subscribe()
    await settle(stage())
    expect(source.asks).toHaveLength(2)
  })

  it.each([
    ['upstream', new GatewayError(502, 'down'), [2, 4, 8, 16, 32, 60, 60].map((minutes) => 2 * minutes * MINUTE)],
    ['Retry-After', new GatewayError(429, 'slow', { headers: { 'Retry-After': '7200' } }), [2 * HOUR]],
    ['rejected', new GatewayError(401, 'reconnect'), [4, 8, 15, 15].map((minutes) => minutes * MINUTE)],
  ])('less often after a failure: %s', async (_, error, waits) => {
    watch({ poll: () => Promise.reject(error) })
    await subscribe()
    const seen: number[] = []
    for (const _wait of waits) {
      await ring(stage())
      seen.push(((await alarmAt()) ?? 0) - stage().clock.now())
    }
    expect(seen).toEqual(waits.map((wait) => (error.status === 502 ? Math.min(wait, HOUR) : wait)))
    expect(await events().sources()).toMatchObject([{ failures: waits.length, last_error: error.message }])
  })

  it('and notes for its account what a product refuses, which notifies this object', async () => {
    let isRefused = false
    watch({
      poll: async ({ upstream }: PollContext) => {
        Object.assign(upstream.used, { account: 'notes', secrets: { NOTES_TOKEN: 'refused' } })
        if (isRefused) throw new GatewayError(401, 'reconnect', { reason: 'account rejected' })
        return { cursor: 1, marks: new Map(), events: [], isMore: false }
      },
    })
    await subscribe()
    await ring(stage())
    isRefused = true
    await ring(stage())
    const refusedAt = stage().clock.now()
    const state = SHARED_OBJECTS.ACCOUNTS.getByName('state/notes')
    expect((await state.records.read())?.lastFailure).toMatchObject({ kind: 'rejected', status: 401, at: refusedAt })
    expect(await runInDurableObject(state, (_, { storage }) => storage.getAlarm())).toBe(refusedAt)
  })

  it('the accounts soon after one has turned, however late they would be polled, once for several', async () => {
    const accounts = watch({ name: 'accounts', types: ['account.rejected'], atLeastMs: 15 * MINUTE })
    await subscribe({ types: ['account.rejected'] })
    await ring(stage())
    stage().clock.advance(5 * MINUTE)
    const turnedAt = stage().clock.now()
    await events().accountTurned()
    stage().clock.advance(5000)
    await events().accountTurned()
    await ring(stage())
    expect([accounts.asks.length, stage().clock.now() - turnedAt]).toEqual([2, 15_000])
  })

  it('a hanging source without the others, and an account that is not connected never', async () => {
    const [hanging, other] = [
      watch({ poll: () => new Promise(() => {}) }),
      watch({ name: 'shop.orders', types: ['shop.order.created'] }),
    ]
    const off = watch({ name: 'notes.notes', types: ['notes.note.created'], isConnected: async () => false })
    await subscribe({ types: ['recorder.file.ready', 'shop.order.created', 'notes.note.created'] })
    const rung = ring(stage())
    await stage().until(() => other.asks.length === 1)
    stage().clock.advance(1500)
    await stage().passTimers()
    await rung
    expect([hanging.asks.length, off.asks.length]).toEqual([0, 0])
    await settle(stage(), 3 * MINUTE)
    expect(other.asks).toHaveLength(2)
  })

  it('again what was running at an eviction', async () => {
    watch({ poll: () => new Promise(() => {}) })
    await subscribe()
    const rung = ring(stage()).catch(() => {})
    await stage().until(() => stage().timers() > 0)
    stage().clock.advance(1500)
    await stage().passTimers()
    await rung
    expect(await alarmAt()).toBeLessThanOrEqual(stage().clock.now() + 40_000)
    stage().sources.splice(0, 1, getSource())
    await stage().restart()
    await ring(stage())
    expect(await events().sources()).toMatchObject([{ polled_at: expect.any(String) }])
  })

  it('and stores nothing of a source whose last subscription ended in the meantime', async () => {
    const { promise, resolve } = Promise.withResolvers<Found>()
    watch({ poll: () => promise })
    const { id } = await subscribe()
    const rung = ring(stage())
    await stage().until(() => stage().timers() > 0)
    unwrap(await events().unsubscribe(null, id))
    const found = { cursor: 1, marks: new Map(), events: [fileReady('late')], isMore: false }
    await stage().inside(() => resolve(found))
    await rung
    expect(await feed()).toEqual([])
    expect(await events().sources()).toMatchObject([{ polled_at: null }])
  })

  it('at once on request, and a moment later what was just polled', async () => {
    const source = watch()
    await subscribe()
    await ring(stage())
    await events().pollNow()
    await events().pollNow()
    await settle(stage())
    expect(source.asks).toHaveLength(1)
    await settle(stage(), 2000)
    expect(source.asks).toHaveLength(2)
    stage().clock.advance(2000)
    await events().pollNow()
    await settle(stage())
    expect(source.asks).toHaveLength(3)
  })

  it.each([
    ['ends', () => ({ cursor: 'before', marks: new Map(), events: [], isMore: false })],
    [
      'fails',
      () => {
        throw new GatewayError(401, 'reconnect')
      },
    ],
  ])('again on request while it is polled, once that %s', async (_, end) => {
    const asked: { go: () => void }[] = []
    watch({
      poll: async () => {
        await new Promise<void>((go) => asked.push({ go }))
        return end()
      },
    })
    await subscribe()
    const rung = ring(stage())
    await stage().until(() => asked.length === 1)
    await events().pollNow()
    await stage().inside(() => asked[0]?.go())
    await rung
    expect(((await alarmAt()) ?? 0) - stage().clock.now()).toBe(2000)
  })
})

describe('what is stored', () => {
  it('is cursor, seen keys and events together, or nothing', async () => {
    const source = watch()
    await subscribe()
    await settle(stage())
    const found = { cursor: 'after f1', marks: new Map([['f1', 'v1']]), events: [fileReady('f1')] }
    const broken = { ...fileReady('f2'), data: { long: 1n } }
    source.next.push({ ...found, events: [...found.events, broken] }, found)
    await settle(stage(), 9 * MINUTE)
    expect(await feed()).toEqual(['f1'])
    const [, failed, again, last] = source.asks
    expect([failed?.cursor, again?.cursor]).toEqual([1, 1])
    expect(last?.cursor).toBe('after f1')
    expect(subjects()).toEqual(['f1'])
  })

  it('holds the seen keys of a source until it deletes them', async () => {
    const source = watch({ keepMarksMs: DAY, atLeastMs: HOUR })
    await subscribe()
    source.next.push(
      {
        marks: new Map([
          ['a', '1'],
          ['b', '2'],
        ]),
      },
      { marks: new Map([['a', null]]) },
    )
    await settle(stage(), HOUR)
    const known = () => [...(source.asks.at(-1)?.known(['a', 'b']) ?? [])]
    expect(await stage().inside(known)).toEqual([['b', '2']])
    await settle(stage(), 2 * DAY)
    expect(await stage().inside(known)).toEqual([])
    source.next.push({ marks: new Map([['a', '1']]) }, { isRestart: true, marks: new Map([['b', '1']]) })
    await settle(stage(), 2 * HOUR)
    expect(await stage().inside(known)).toEqual([['b', '1']])
  })

  it('is an event once, if it has a key', async () => {
    await events().keep([fileReady('f1', { onceKey: 'bill 1' })])
    await events().keep([fileReady('f1', { onceKey: 'bill 1' }), fileReady('f2')])
    expect(await feed()).toEqual(['f1', 'f2'])
  })

  it('is no flood for a new subscription', async () => {
    await events().keep(Array.from({ length: 50 }, (_, at) => fileReady(`f${at}`)))
    await subscribe()
    await settle(stage(), HOUR)
    expect(stage().received).toEqual([])
  })
})

describe('keys', () => {
  const account = fileReady('f1', { type: 'account.expiring', account: 'shop-seller' })

  it('that expired get nothing', async () => {
    const { id } = await subscribe({}, { ...KEY, expiresAt: stage().clock.now() + HOUR })
    stage().clock.advance(HOUR)
    await events().keep([fileReady('f1')])
    await settle(stage())
    expect(unwrap(await events().subscription(null, id))).toMatchObject({ disabled_reason: 'key', pending_count: 0 })
    await events().keyChanged(KEY.id, KEY)
    await events().keep([fileReady('f2')])
    await events().keyChanged(KEY.id, undefined)
    await settle(stage())
    expect(unwrap(await events().subscription(null, id))).toMatchObject({ disabled_reason: 'key', pending_count: 0 })
    expect(stage().received).toEqual([])
  })

  it('that were limited pause what needs more, and the rest gets what they may see', async () => {
    await subscribe({ types: ['account.expiring'] })
    const { id } = await subscribe({ types: ['recorder.file.ready', 'account.expiring'] })
    await events().keep([fileReady('f1'), account])
    await events().keyChanged(KEY.id, { ...KEY, groups: ['events', 'shop'] })
    await events().keep([fileReady('f2')])
    await settle(stage())
    expect(stage().received.map(({ body }) => JSON.parse(body).type)).toEqual(['account.expiring'])
    expect(unwrap(await events().subscription(null, id))).toMatchObject({ enabled: false, disabled_reason: 'key' })
    expect(unwrap(await events().feed({ id: 'k1', groups: ['shop'] }, { limit: 9 })).events).toHaveLength(1)
  })
})
