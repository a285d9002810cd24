import { reset, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Env } from '../../src/env.ts'
import type { Answer, Ledger } from '../../src/ledger/ledger.ts'
import { createWorld, type World } from '../support/world.ts'

/** The idempotency record of decisions.md section 7, without the gateway around it. */

const { LEDGER } = env as unknown as Env
const DAY = 24 * 60 * 60 * 1000

let world: World
let record: DurableObjectStub<Ledger>

beforeEach(() => {
  world = createWorld()
  record = LEDGER.getByName('a')
})

afterEach(async () => {
  vi.restoreAllMocks()
  await reset()
})

const answer: Answer = { ok: true, value: { bill_id: 'B-1', appr_num: '1' } }
const failure: Answer = { ok: false, status: 504, message: 'no answer', reason: 'timeout', headers: {} }

describe('begin', () => {
  it('is new once, then running', async () => {
    expect(await record.begin('x', 'B-1')).toEqual({ state: 'new' })
    expect(await record.begin('x', 'B-2')).toEqual({ state: 'running' })
    expect(await record.begin('y', 'B-1')).toEqual({ state: 'other body' })
  })

  it('is new for one of many', async () => {
    const found = await Promise.all(Array.from({ length: 50 }, () => record.begin('x', 'B-1')))
    expect(found.filter(({ state }) => state === 'new')).toHaveLength(1)
    expect(found.filter(({ state }) => state === 'running')).toHaveLength(49)
  })

  it('is new for another record', async () => {
    await record.begin('x', 'B-1')
    expect(await LEDGER.getByName('b').begin('x', 'B-1')).toEqual({ state: 'new' })
  })

  it('finds a run that did not end unknown after a minute, with the bill it chose', async () => {
    await record.begin('x', 'B-1')
    world.clock.advance(59_999)
    expect(await record.begin('x', 'B-2')).toEqual({ state: 'running' })
    world.clock.advance(1)
    expect(await record.begin('x', 'B-2')).toEqual({ state: 'unknown', billId: 'B-1', answer: undefined })
    expect(await record.begin('y', 'B-2')).toEqual({ state: 'other body' })
  })
})

describe('settle', () => {
  it('keeps a final answer', async () => {
    await record.begin('x', 'B-1')
    await record.settle({ state: 'done', answer })
    expect(await record.begin('x', 'B-2')).toEqual({ state: 'done', answer })
    expect(await record.begin('y', 'B-1')).toEqual({ state: 'other body' })
  })

  it('keeps a failure that leaves the outcome open, until somebody knows', async () => {
    await record.begin('x', 'B-1')
    await record.settle({ state: 'unknown', answer: failure })
    expect(await record.begin('x', 'B-2')).toEqual({ state: 'unknown', billId: 'B-1', answer: failure })
    await record.settle({ state: 'done', answer })
    expect(await record.begin('x', 'B-2')).toEqual({ state: 'done', answer })
  })

  it('does not put an open outcome over a final one', async () => {
    await record.begin('x', 'B-1')
    await record.settle({ state: 'done', answer })
    await record.settle({ state: 'unknown', answer: failure })
    expect(await record.begin('x', 'B-1')).toEqual({ state: 'done', answer })
  })

  it('comes too late for a record that ran out', async () => {
    await record.begin('x', 'B-1')
    world.clock.advance(DAY)
    await record.settle({ state: 'done', answer })
    expect(await record.begin('x', 'B-1')).toEqual({ state: 'new' })
  })
})

describe('release', () => {
  it('frees the key of a run that left nothing behind', async () => {
    await record.begin('x', 'B-1')
    await record.release()
    expect(await record.begin('y', 'B-2')).toEqual({ state: 'new' })
  })

  it.each(['done', 'unknown'] as const)('frees nothing that is %s', async (state) => {
    await record.begin('x', 'B-1')
    await record.settle({ state, answer })
    await record.release()
    expect((await record.begin('x', 'B-1')).state).toBe(state)
  })
})

describe('24 hours', () => {
  it.each(['running', 'done', 'unknown'] as const)('free the key of a record that is %s', async (state) => {
    await record.begin('x', 'B-1')
    if (state !== 'running') await record.settle({ state, answer })
    world.clock.advance(DAY - 1)
    expect((await record.begin('x', 'B-1')).state).toBe(state === 'running' ? 'unknown' : state)
    world.clock.advance(1)
    expect((await record.begin('x', 'B-1')).state).toBe('new')
  })

  it('later the object is empty, and no sooner', async () => {
    await record.begin('x', 'B-1')
    const kept = () =>
      runInDurableObject(record, async (ledger, { storage }) => {
        await ledger.alarm()
        return [...storage.kv.list()].length
      })
    world.clock.advance(DAY - 1)
    expect(await kept()).toBe(1)
    world.clock.advance(1)
    expect(await kept()).toBe(0)
  })

  it('wake the object a minute after', async () => {
    const setAlarm = await runInDurableObject(record, async (ledger, { storage }) => {
      const spy = vi.spyOn(storage, 'setAlarm')
      await ledger.begin('x', 'B-1')
      return spy.mock.calls
    })
    expect(setAlarm).toEqual([[world.clock.now() + DAY + 60_000]])
  })
})
