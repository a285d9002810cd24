import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import { unwrap } from '../../../src/base/errors.ts'
import { Outside } from './events-outside.ts'
import { type EventsRuntime, startEvents } from './events-runtime.ts'

const GOOD = 'good.example.com'
const FLAKY = 'flaky.example.com'
const HANGS = 'hangs.example.com'
const KEY = { id: 'k1', name: 'automation', licence: 'pro' as const }

/** The time between two steps of the clock, in milliseconds of the machine. Each step is a little more than a poll. */
const TICK_MS = 50
const STEP_MS = 31_000
/** A step waits so long for the good endpoint, since a busy machine delivers more slowly than the clock is moved. */
const SETTLED_MS = 3000
/** All is delivered so long after the last fault, in milliseconds. */
const DRAINED_MS = 90_000

/**
 * Changes at a product, while product, endpoint, runtime and clock fail at random. The guarantees of
 * docs/spec/events.md, "The promise" hold anyway.
 */
export async function proveEvents({ changes, kills, seed }: { changes: number; kills: number; seed: number }) {
  const storage = await mkdtemp(join(tmpdir(), 'latchkey-events-'))
  const random = seeded(seed)
  const outside = new Outside(random)
  let ahead = 0
  let runtime: EventsRuntime | undefined
  const start = async () => {
    runtime = await startEvents(storage, outside, ahead)
    return runtime
  }
  try {
    let events = await start()
    const secrets = new Map<string, string>()
    const subscribed = new Map<string, string>()
    for (const host of [HANGS, GOOD, FLAKY]) {
      const fields = { types: ['recorder.file.ready' as const], include: [], filter: null, description: null }
      const reader = { language: 'en' as const, origin: 'https://gw.example' }
      const made = unwrap(await events.call('subscribe', KEY, { url: `https://${host}/hook`, ...fields, ...reader }))
      secrets.set(host, made.secret ?? expect.unreachable('it existed'))
      subscribed.set(host, made.subscription.id)
    }
    await waitFor(
      async () => (await events.call('sources'))[0]?.polled_at !== null,
      () => step(),
    )

    const killedAt = new Set(Array.from({ length: kills }, (_, at) => Math.round(((at + 1) * changes) / (kills + 1))))
    while (outside.changes < changes) {
      const made = Math.min(changes, outside.changes + 1 + Math.floor(random() * 7))
      const isKilled = [...killedAt].some((at) => at > outside.changes && at <= made)
      outside.changes = made
      await step(random() < 0.02 ? -40_000 : random() < 0.02 ? 3_600_000 : STEP_MS)
      if (!isKilled) continue
      await pass(random() * 2 * TICK_MS)
      await events.kill()
      events = await start()
    }
    const taken = (host: string) => new Set(outside.taken(host).map(({ change }) => change)).size
    await waitFor(
      async () => taken(FLAKY) >= 0.9 * changes,
      () => step(),
    )
    outside.fails = false
    await waitFor(
      async () => [GOOD, FLAKY].every((host) => taken(host) === changes),
      () => step(),
    )

    // Signatures and ids, of every attempt.
    const ids = new Map<number, Set<string>>()
    for (const { host, headers, body, change } of outside.received) {
      const { 'webhook-id': id = '', 'webhook-timestamp': at = '', 'webhook-signature': signature } = headers
      const sent = new Date(Number(at) * 1000)
      expect(signature).toBe(new Webhook(secrets.get(host) ?? '').sign(id, sent, body))
      ids.set(change, (ids.get(change) ?? new Set()).add(id))
    }
    expect([...ids.values()].filter(({ size }) => size !== 1)).toEqual([])
    expect(new Set([...ids.values()].flatMap((own) => [...own])).size).toBe(changes)
    expect(await kept(events)).toEqual(Array.from({ length: changes }, (_, at) => at + 1))
    const late = [GOOD, FLAKY].map((host) => latest(outside, host))
    for (const polls of late) expect(polls).toBeLessThanOrEqual(2)
    expect(outside.taken(HANGS)).toEqual([])
    // An alarm waits 1.5 s for what it started, and a hanging attempt continues after it.
    await waitFor(
      async () => {
        const attempts = unwrap(await events.call('deliveries', null, subscribed.get(HANGS) ?? '', { limit: 5 }))
        return attempts.some(({ ok, error }) => !ok && error === 'no answer within 15 s')
      },
      () => step(),
    )
    // A hanging attempt blocked nothing: the event came with the poll that found it, or with the next ones.
    const held = Math.max(...outside.taken(GOOD).map(({ asked, poll }) => asked - poll))
    // A step waits 3 s at most, so 15 s of blocking would take five.
    expect(held).toBeLessThanOrEqual(4)
    const duplicates = [GOOD, FLAKY].map((host) => outside.taken(host).length - changes)
    return { attempts: outside.received.length, duplicates, late, held }
  } finally {
    await runtime?.kill()
    await rm(storage, { recursive: true })
  }

  async function step(ms = STEP_MS): Promise<void> {
    ahead += ms
    await runtime?.call('jump', ahead)
    const until = Date.now() + SETTLED_MS
    do await pass(TICK_MS)
    while (Date.now() < until && new Set(outside.taken(GOOD).map(({ change }) => change)).size < outside.told)
  }
}

/** By how many polls an event came later than one that was found after it. */
function latest(outside: Outside, host: string): number {
  let newest = 0
  let late = 0
  const seen = new Set<number>()
  for (const { change, poll } of outside.taken(host)) {
    if (seen.has(change)) continue
    seen.add(change)
    late = Math.max(late, newest - poll)
    newest = Math.max(newest, poll)
  }
  return late
}

/** The changes in the feed, in its order. */
async function kept(events: EventsRuntime): Promise<unknown[]> {
  const found: unknown[] = []
  for (let after: string | undefined; ; ) {
    const page = unwrap(await events.call('feed', null, { after, limit: 100 }))
    found.push(...page.events.map(({ data }) => data.change))
    if (!page.has_more) return found
    after = page.next_after
  }
}

async function waitFor(isSo: () => Promise<boolean>, meanwhile: () => Promise<void>): Promise<void> {
  const until = Date.now() + DRAINED_MS
  while (!(await isSo())) {
    if (Date.now() > until) throw new Error('it does not come about')
    await meanwhile()
  }
}

/** Numbers in [0, 1) that are the same for a seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
