import { runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { Stub } from '../../../src/base/env.ts'
import { unwrap } from '../../../src/base/errors.ts'
import { EVENTS_NAME, type EventInput, type SubscriptionOwner } from '../../../src/base/events.ts'
import { platform } from '../../../src/base/platform.ts'
import type { SubscriptionFields } from '../../../src/gateway/events.types.ts'
import type { EventSource, Found, PollContext } from '../../../src/upstream/polling.ts'
import { Clock } from '../../simulators/clock.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { OBJECTS } from '../../support/objects.ts'
import { abortObjects } from '../../support/work.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** A key that sees everything. */
export const KEY: SubscriptionOwner = { id: 'k1', name: 'automation', licence: 'pro' }
export const FIELDS: SubscriptionFields = {
  url: 'https://hooks.example.com/in/secret-path',
  types: ['recorder.file.ready'],
  include: [],
  filter: null,
  description: null,
  ...{ language: 'en', origin: 'https://gw.example' },
}

/** A delivery as an endpoint sees it. */
export interface Received {
  at: number
  url: string
  headers: Headers
  body: string
}

export interface Stage {
  clock: Clock
  log: string[]
  received: Received[]
  /** The response of an endpoint, by host. 200 by default. A pending promise hangs. */
  answers: Map<string, (received: Received) => Response | Promise<Response>>
  sources: EventSource[]
  /** Evicts the object, like a kill, and restarts it with its stored data. */
  restart(): Promise<void>
  /** Waits until the condition holds, without advancing the clock. */
  until(isSo: () => boolean): Promise<void>
  /** How many of the gateway's timers are running. */
  timers(): number
  /** Rings the alarm before its time. */
  ringNow(): Promise<void>
  /** Uses the object's storage. */
  storage<Value>(work: (storage: DurableObjectStorage) => Value): Promise<Value>
  sql<Value>(work: (sql: SqlStorage) => Value): Promise<Value>
  /** Does something in the object's own context: the runtime refuses another one's. */
  inside<Value>(work: () => Value): Promise<Value>
  /** Fires the gateway's timers that are due. */
  passTimers(): Promise<void>
}

/** The object with the test's sources, endpoints and clock. */
export function useStage(): () => Stage {
  let stage: Stage
  beforeEach(async () => {
    stage = createStage(open)
    await open()
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await freshDeployment()
  })
  /** An object with the test's sources. */
  async function open() {
    await runInDurableObject(object(), (instance) => {
      instance.ownSources = stage.sources
    })
  }
  return () => stage
}

const object = () => OBJECTS.EVENTS.getByName(EVENTS_NAME)
/** The stub's own type has no form for data that may be anything. */
export const events = () => object() as unknown as Stub<'EVENTS'>

function createStage(open: () => Promise<void>): Stage {
  const clock = new Clock()
  const timers = new Set<{ due: number; ring: () => void }>()
  const stage: Stage = {
    ...{ clock, log: [], received: [], answers: new Map(), sources: [] },
    async restart() {
      await abortObjects()
      await open()
    },
    until: (isSo) => vi.waitFor(() => expect(isSo()).toBe(true), { timeout: 5000, interval: 5 }),
    timers: () => timers.size,
    ringNow: () => runInDurableObject(object(), (instance) => instance.alarm()),
    storage: (work) => runInDurableObject(object(), (_, { storage }) => work(storage)),
    sql: (work) => stage.storage(({ sql }) => work(sql)),
    inside: (work) => runInDurableObject(object(), work),
    passTimers: () =>
      stage.inside(() => {
        for (const timer of timers) if (timer.due <= clock.now() && timers.delete(timer)) timer.ring()
      }),
  }
  vi.spyOn(platform, 'now').mockImplementation(clock.now)
  vi.spyOn(platform, 'random').mockImplementation(() => 0.5)
  vi.spyOn(platform, 'timer').mockImplementation((ms, ring) => {
    const timer = { due: clock.now() + ms, ring }
    timers.add(timer)
    return () => void timers.delete(timer)
  })
  vi.spyOn(platform, 'fetch').mockImplementation(async (url, init) => {
    const received = { at: clock.now(), url, headers: new Headers(init.headers), body: String(init.body) }
    stage.received.push(received)
    return stage.answers.get(new URL(url).hostname)?.(received) ?? new Response('ok')
  })
  vi.spyOn(console, 'log').mockImplementation((line: unknown) => void stage.log.push(String(line)))
  return stage
}

export async function subscribe(fields: Partial<SubscriptionFields> = {}, key = KEY) {
  const made = unwrap(await events().subscribe(key, { ...FIELDS, ...fields }))
  if (made.secret === undefined) expect.unreachable('the subscription existed')
  return { ...made.subscription, secret: made.secret ?? '' }
}

/** Fires the alarm that the object has set, and returns when it was due. Undefined without one. */
export async function ring(stage: Pick<Stage, 'clock'>): Promise<number | undefined> {
  const at = await alarmAt()
  if (at === undefined) return undefined
  if (at > stage.clock.now()) stage.clock.advance(at - stage.clock.now())
  await runInDurableObject(object(), (instance) => instance.alarm())
  return at
}

export const alarmAt = (): Promise<number | undefined> =>
  runInDurableObject(object(), async (_, { storage }) => (await storage.getAlarm()) ?? undefined)

/** When the alarm is due without any work: at the next full hour, for a new CREDENTIALS_KEY and retention. */
export const idleAt = ({ clock }: Stage): number => (Math.floor(clock.now() / HOUR) + 1) * HOUR

/** Rings alarms until none is due within a time from now. */
export async function settle(stage: Pick<Stage, 'clock'>, ms = 0): Promise<void> {
  const until = stage.clock.now() + ms
  for (let rung = 0; rung < 500; rung++) {
    const at = await alarmAt()
    if (at === undefined || at > until) return
    await ring(stage)
  }
  expect.unreachable('the alarm rings for ever')
}

export const fileReady = (subject: string, over: Partial<EventInput> = {}): EventInput => ({
  ...{ type: 'recorder.file.ready', account: 'recorder', subject, at: 1_700_000_000_000, data: { file_id: subject } },
  ...over,
})

/** A source whose next poll result a test defines. */
export function getSource(over: Partial<EventSource> = {}) {
  const asks: PollContext[] = []
  const next: Partial<Found>[] = []
  const source: EventSource & { asks: PollContext[]; next: Partial<Found>[] } = {
    ...{
      name: 'recorder.files',
      account: 'recorder',
      types: ['recorder.file.ready', 'recorder.file.updated'],
      asks,
      next,
    },
    isConnected: async () => true,
    async poll(ask) {
      asks.push(ask)
      return { cursor: asks.length, marks: new Map(), events: [], isMore: false, ...next.shift() }
    },
    ...over,
  }
  return source
}
