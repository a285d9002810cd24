import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { failed, GatewayError } from '../../src/base/errors.ts'
import type { Answer } from '../../src/base/once.ts'
import { platform } from '../../src/base/platform.ts'
import { type Finding, type Once, type OnceRun, once, type Sent } from '../../src/gateway/once.ts'
import type { RequestState } from '../../src/gateway/state.ts'
import { freshDeployment } from '../support/fresh.ts'
import { OBJECTS } from '../support/objects.ts'
import { createWorld, type World } from '../support/world.ts'

/** A change is made at most once for its key (docs/spec/gateway.md, "Idempotency-Key"), whatever makes it. */

const MINUTE = 60_000

let world: World
let ledger: { getByName(name: string): unknown }

beforeEach(() => {
  world = createWorld()
  ledger = OBJECTS.LEDGER
})

afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

const ok = (id: string): Answer => ({ ok: true, value: { id } })
const done = (id: string): Sent => ({ state: 'done', answer: ok(id) })
const lost: Answer = failed(new GatewayError(504, 'no answer'))
const refusal = () => new GatewayError(400, 'refused')

/** A change of one key whose runs are counted. */
function change(more: Partial<Once> = {}) {
  const sent: OnceRun[] = []
  const found: string[] = []
  const { send, find, ...rest } = more
  const all: Once = {
    ...{ account: ['a'], key: 'k', body: { b: 1 }, isPrepared: false },
    async send(run) {
      sent.push(run)
      return send ? send(run) : done(`made ${sent.length}`)
    },
    async find(before) {
      found.push(before.run)
      return find ? find(before) : 'undone'
    },
    ...rest,
  }
  const ask = (other: Partial<Once> = {}, lineage = 'caller', operation = 'pay') => {
    const state = {
      ...{ id: 'request', caller: { lineage }, operation: { id: operation }, platform },
      settings: { env: { LEDGER: ledger } },
    }
    return once(state as unknown as RequestState, { ...all, ...other })
  }
  return { sent, found, ask }
}

/** A change whose first run ended without showing what it did. */
async function leftUnknown(find?: () => Promise<Finding>) {
  let isFirst = true
  const made = change({
    ...(find && { find }),
    async send() {
      if (!isFirst) return done('again')
      isFirst = false
      return { state: 'unknown', answer: lost }
    },
  })
  expect(await made.ask()).toEqual({ answer: lost, replayed: false })
  return made
}

describe('the same key', () => {
  it('sends once, and gets the first response', async () => {
    const { sent, ask } = change()
    expect(await ask()).toEqual({ answer: ok('made 1'), replayed: false })
    expect(await ask({ body: { b: 1 } })).toEqual({ answer: ok('made 1'), replayed: true })
    expect(sent).toHaveLength(1)
  })

  it('is that of its caller, account and operation', async () => {
    const { sent, ask } = change()
    await ask()
    await ask({ account: ['b'] })
    await ask({ key: 'l' })
    await ask({}, 'another')
    await ask({}, 'caller', 'refund')
    expect(sent).toHaveLength(5)
  })

  it('with another body is 400, and nothing is sent', async () => {
    const { sent, ask } = change()
    await ask()
    await expect(ask({ body: { b: 2 } })).rejects.toMatchObject({ status: 400 })
    expect(sent).toHaveLength(1)
  })

  it('of many requests at once sends once: the others are 409', async () => {
    const { sent, ask } = change()
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => ask()))
    for (const each of all) if (each.status === 'rejected') expect(each.reason).toMatchObject({ status: 409 })
    expect(sent).toHaveLength(1)
  })

  it('while it runs is 409 that says how long to wait', async () => {
    const { ask } = change({
      send: async () => {
        await expect(ask()).rejects.toMatchObject({ status: 409, headers: { 'Retry-After': '2' } })
        return done('x')
      },
    })
    await ask()
  })

  it('says that the change is an earlier one when the run says so', async () => {
    const { ask } = change({ send: async () => ({ ...done('x'), isEarlier: true }) })
    expect(await ask()).toEqual({ answer: ok('x'), replayed: true })
  })

  it('stores what `recorded` leaves of a response', async () => {
    const { ask } = change({ recorded: () => ok('short') })
    expect((await ask()).answer).toEqual(ok('made 1'))
    expect((await ask()).answer).toEqual(ok('short'))
  })
})

describe('a run that fails', () => {
  it('with an error has sent nothing: the key is unused, for another body as well', async () => {
    const { sent, ask } = change()
    await expect(ask({ send: () => Promise.reject(refusal()) })).rejects.toMatchObject({ status: 400 })
    expect((await ask({ body: { b: 2 } })).replayed).toBe(false)
    expect(sent).toHaveLength(1)
  })

  it('with a bug may have sent: after a minute it is looked for', async () => {
    const { sent, found, ask } = change({ find: async () => ({ done: ok('found') }) })
    await expect(ask({ send: () => Promise.reject(new TypeError('a bug')) })).rejects.toThrow('a bug')
    await expect(ask()).rejects.toMatchObject({ status: 409 })
    world.clock.advance(MINUTE)
    expect(await ask()).toEqual({ answer: ok('found'), replayed: true })
    expect([sent.length, found.length]).toEqual([0, 1])
  })
})

describe('a run whose outcome is unknown', () => {
  it('that is found done is the response from then on', async () => {
    const { sent, found, ask } = await leftUnknown(async () => ({ done: ok('found') }))
    for (let time = 0; time < 2; time++) expect(await ask()).toEqual({ answer: ok('found'), replayed: true })
    expect([sent.length, found.length]).toEqual([1, 1])
  })

  it('that stays unknown sends nothing, and is looked for each time', async () => {
    const { sent, found, ask } = await leftUnknown(async () => ({ unknown: lost }))
    for (let time = 0; time < 2; time++) expect(await ask()).toEqual({ answer: lost, replayed: true })
    expect([sent.length, found.length]).toEqual([1, 2])
  })

  it('that cannot be looked for sends nothing', async () => {
    const { sent, ask } = await leftUnknown(() => Promise.reject(new GatewayError(502, 'unreadable')))
    for (let time = 0; time < 2; time++) await expect(ask()).rejects.toMatchObject({ status: 502 })
    expect(sent).toHaveLength(1)
  })

  it('that is found undone is sent again, once of many, by a run that knows it', async () => {
    const { sent, ask } = await leftUnknown()
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => ask()))
    for (const each of all) if (each.status === 'rejected') expect(each.reason).toMatchObject({ status: 409 })
    expect(all.filter((each) => each.status === 'fulfilled' && !each.value.replayed)).toHaveLength(1)
    expect(sent.map(({ before }) => before?.run)).toEqual([undefined, sent[0]?.run])
  })

  it('is unknown again when the run after it sends nothing', async () => {
    const { found, ask } = await leftUnknown()
    await expect(ask({ send: () => Promise.reject(refusal()) })).rejects.toMatchObject({ status: 400 })
    await expect(ask({ body: { b: 2 } })).rejects.toMatchObject({ status: 400 })
    await ask()
    expect(found).toHaveLength(2)
  })

  it('is that of the run in between, which may have sent as well', async () => {
    const { found, ask } = await leftUnknown()
    expect(await ask({ send: async () => ({ state: 'unknown', answer: lost }) })).toEqual({
      answer: lost,
      replayed: false,
    })
    await ask()
    expect(new Set(found).size).toBe(2)
  })
})

describe('a run that looks before it sends', () => {
  it('and ends without a word has sent nothing: after a minute the key is unused', async () => {
    const { sent, found, ask } = change({ isPrepared: true })
    await expect(ask({ send: () => Promise.reject(new TypeError('killed')) })).rejects.toThrow('killed')
    world.clock.advance(MINUTE)
    expect((await ask({ body: { b: 2 } })).replayed).toBe(false)
    expect([sent.length, found.length]).toEqual([1, 0])
  })

  it('may have sent from the moment on that it says so', async () => {
    const { found, ask } = change({ isPrepared: true, find: async () => ({ done: ok('found') }) })
    const dies = async (run: OnceRun) => {
      await run.startSending(true)
      throw new TypeError('killed')
    }
    await expect(ask({ send: dies })).rejects.toThrow('killed')
    world.clock.advance(MINUTE)
    expect(await ask()).toEqual({ answer: ok('found'), replayed: true })
    expect(found).toHaveLength(1)
  })

  it('and was overtaken must not send', async () => {
    const { ask } = change({ isPrepared: true })
    const isSlow = async (run: OnceRun) => {
      world.clock.advance(MINUTE)
      expect((await ask()).replayed).toBe(false)
      await expect(run.keep('x')).rejects.toMatchObject({ status: 409 })
      await run.startSending(true)
      return done('twice')
    }
    await expect(ask({ send: isSlow })).rejects.toMatchObject({ status: 409 })
    expect(await ask()).toEqual({ answer: ok('made 1'), replayed: true })
  })

  it('leaves its steps, the last of them, to the next run', async () => {
    const { sent, ask } = change({ isPrepared: true })
    const prepares = async (run: OnceRun) => {
      await Promise.all([run.keep('1'), run.keep('2'), run.keep('3')])
      await run.startSending(true, '4')
      await run.keep('5')
      throw refusal()
    }
    await expect(ask({ send: prepares })).rejects.toMatchObject({ status: 400 })
    await ask()
    expect(sent[0]?.steps).toBe('5')
  })
})

describe('without a key', () => {
  it('the same request of another operation is another change', async () => {
    const { sent, ask } = change({ key: undefined })
    await ask()
    await ask({}, 'caller', 'refund')
    expect(sent).toHaveLength(2)
  })

  it('identical requests of all callers are one change', async () => {
    const { sent, ask } = change({ key: undefined })
    await ask()
    expect(await ask({}, 'another')).toEqual({ answer: ok('made 1'), replayed: true })
    await ask({ body: { b: 2 } })
    expect(sent).toHaveLength(2)
  })

  it('one waits for the other', async () => {
    const { sent, ask } = change({ key: undefined })
    let waits = 0
    let second: Promise<unknown> | undefined
    await ask({
      async send() {
        const began = Promise.withResolvers<void>()
        second = ask({
          async wait() {
            waits += 1
            began.resolve()
          },
        })
        await began.promise
        return done('first')
      },
    })
    expect(await second).toEqual({ answer: ok('first'), replayed: true })
    expect(waits).toBeGreaterThan(0)
    expect(sent).toEqual([])
  })

  it('what is over is made again, once', async () => {
    const { sent, ask } = change({ key: undefined })
    await ask()
    const isOver = async (answer: Answer) => answer.ok && answer.value.id === 'made 1'
    const all = await Promise.allSettled(Array.from({ length: 5 }, () => ask({ isOver })))
    for (const each of all) if (each.status === 'rejected') expect(each.reason).toMatchObject({ status: 409 })
    expect(sent).toHaveLength(2)
  })
})

describe('the record', () => {
  /** A LEDGER that fails in these steps, as often. */
  const failing = (times: Record<string, number>, isMade: boolean) => ({
    getByName: (name: string) =>
      new Proxy(OBJECTS.LEDGER.getByName(name), {
        get: (target, step: string) => {
          const made = Reflect.get(target, step)
          if (!(step in times)) return made
          return async (...given: unknown[]) => {
            const left = times[step] ?? 0
            times[step] = left - 1
            if (left <= 0) return Reflect.apply(made, target, given)
            if (isMade) await Reflect.apply(made, target, given)
            throw new Error('the object is unreachable')
          }
        },
      }),
  })

  it.each([true, false])('whose step fails once is asked again (made: %s)', async (isMade) => {
    ledger = failing({ begin: 1, settle: 1 }, isMade)
    const { sent, ask } = change()
    expect((await ask()).replayed).toBe(false)
    expect((await ask()).replayed).toBe(true)
    expect(sent).toHaveLength(1)
  })

  it.each([true, false])('that cannot be opened is 503, and nothing is sent (made: %s)', async (isMade) => {
    ledger = failing({ begin: 2 }, isMade)
    const { sent, ask } = change()
    await expect(ask()).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '1' } })
    expect(sent).toEqual([])
    expect((await ask()).replayed).toBe(false)
  })

  it('that misses the end of a run costs the caller nothing, and is looked for', async () => {
    ledger = failing({ settle: 2 }, false)
    const { sent, found, ask } = change({ find: async () => ({ done: ok('found') }) })
    expect((await ask()).answer).toEqual(ok('made 1'))
    world.clock.advance(MINUTE)
    expect((await ask()).answer).toEqual(ok('found'))
    expect([sent.length, found.length]).toEqual([1, 1])
  })
})
