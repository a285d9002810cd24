import { runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Answer, Run } from '../../../src/base/once.ts'
import type { Ledger } from '../../../src/objects/ledger/ledger.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { OBJECTS } from '../../support/objects.ts'
import { abortObjects } from '../../support/work.ts'
import { createWorld, type World } from '../../support/world.ts'

/** The idempotency record of docs/spec/gateway.md, "Idempotency-Key", without the gateway around it. */

const { LEDGER } = OBJECTS
const DAY = 24 * 60 * 60 * 1000
const MINUTE = 60_000

let world: World
let record: DurableObjectStub<Ledger>

beforeEach(() => {
  world = createWorld()
  record = LEDGER.getByName('a')
})

afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

/** A run of this name, about the bill that it chose. */
const run = (id: string, more: Partial<Run> = {}): Run => ({
  id,
  body: 'x',
  billId: `bill of ${id}`,
  isPrepared: false,
  ...more,
})

const answer: Answer = { ok: true, value: { bill_id: 'B-1', appr_num: '1' } }
const failure: Answer = { ok: false, status: 504, message: 'no answer', reason: 'timeout', headers: {} }
const done = { state: 'done', answer } as const
const lost = { state: 'unknown', answer: failure } as const
const RUNNING = { state: 'running', retryAfter: 2 }
const unknown = (id: string, more = {}) => ({
  state: 'unknown',
  run: id,
  billId: `bill of ${id}`,
  fresh: true,
  answer: failure,
  ...more,
})

describe('begin', () => {
  it('is new once, then running', async () => {
    expect(await record.begin(run('one'))).toEqual({ state: 'new' })
    expect(await record.begin(run('two'))).toEqual(RUNNING)
    expect(await record.begin(run('two', { body: 'y' }))).toEqual({ state: 'other body' })
  })

  it('is new for one of many', async () => {
    const found = await Promise.all(Array.from({ length: 50 }, (_, at) => record.begin(run(`run ${at}`))))
    expect(found.filter(({ state }) => state === 'new')).toHaveLength(1)
    expect(found.filter(({ state }) => state === 'running')).toHaveLength(49)
  })

  it('is new for another record', async () => {
    await record.begin(run('one'))
    expect(await LEDGER.getByName('b').begin(run('one'))).toEqual({ state: 'new' })
  })

  it('may be repeated by the same run, whose response was lost', async () => {
    expect(await record.begin(run('one'))).toEqual({ state: 'new' })
    expect(await record.begin(run('one'))).toEqual({ state: 'new' })
    expect(await record.begin(run('two'))).toEqual(RUNNING)
  })

  it.each([done, lost])('that comes again after the end, $state, changes nothing', async (ending) => {
    await record.begin(run('one'))
    await record.settle('one', ending)
    expect((await record.begin(run('one'))).state).toBe(ending.state)
    expect((await record.begin(run('two'))).state).toBe(ending.state)
  })

  it('finds a run that did not end unknown after a minute, with its bill', async () => {
    await record.begin(run('one'))
    world.clock.advance(MINUTE - 1)
    expect((await record.begin(run('two'))).state).toBe('running')
    world.clock.advance(1)
    expect(await record.begin(run('two'))).toEqual(unknown('one', { answer: undefined }))
    expect(await record.begin(run('two', { body: 'y' }))).toEqual({ state: 'other body' })
  })

  it.each([
    [0, 2],
    [24_999, 2],
    // Past its deadline it has crashed, and nothing comes before it counts so.
    [25_000, 35],
    [59_001, 1],
    [59_999, 1],
  ])('of a run that is %i ms old says to wait %i s', async (age, retryAfter) => {
    await record.begin(run('one'))
    world.clock.advance(age)
    expect(await record.begin(run('two'))).toEqual({ state: 'running', retryAfter })
  })

  it('of a run that does not look is about a bill that did not exist before', async () => {
    await record.begin(run('one'))
    await record.settle('one', lost)
    expect(await record.begin(run('two'))).toEqual(unknown('one', { fresh: true }))
  })
})

describe('a run that looks before it sends', () => {
  const looking = (id: string) => run(id, { isPrepared: true })

  it.each([true, false])('stores what it found: fresh %s', async (fresh) => {
    await record.begin(looking('one'))
    expect(await record.send('one', fresh)).toBe(true)
    await record.settle('one', lost)
    expect(await record.begin(run('two'))).toEqual(unknown('one', { fresh }))
  })

  it('and crashes has sent nothing: after a minute the key is free, also for another body and bill', async () => {
    await record.begin(looking('one'))
    world.clock.advance(MINUTE - 1)
    expect((await record.begin(looking('two'))).state).toBe('running')
    world.clock.advance(1)
    expect(await record.begin(run('two', { body: 'y' }))).toEqual({ state: 'new' })
    await record.settle('two', lost)
    expect(await record.begin(run('three', { body: 'y' }))).toEqual(unknown('two'))
  })

  it('and is overtaken must not send', async () => {
    await record.begin(looking('one'))
    world.clock.advance(MINUTE)
    await record.begin(looking('two'))
    expect(await record.send('one', true)).toBe(false)
    expect(await record.send('two', true)).toBe(true)
  })

  it('and took too long must not send, although nobody replaced it', async () => {
    await record.begin(looking('one'))
    world.clock.advance(MINUTE)
    expect(await record.send('one', true)).toBe(false)
    expect(await record.begin(looking('two'))).toEqual({ state: 'new' })
  })

  it('and continues to send may say so twice', async () => {
    await record.begin(looking('one'))
    expect([await record.send('one', true), await record.send('one', true)]).toEqual([true, true])
  })

  it('and crashes after that may have sent', async () => {
    await record.begin(looking('one'))
    await record.send('one', true)
    world.clock.advance(MINUTE)
    expect(await record.begin(run('two'))).toEqual(unknown('one', { answer: undefined }))
  })

  it('no record, no right to send', async () => {
    expect(await record.send('one', true)).toBe(false)
  })
})

describe('takeOver', () => {
  const leave = async (ending: typeof lost | 'crash' = lost) => {
    await record.begin(run('one', { isPrepared: true }))
    await record.send('one', false)
    if (ending === 'crash') world.clock.advance(MINUTE)
    else await record.settle('one', ending)
  }

  it.each([lost, 'crash'] as const)('gives the right to send to one of many, after %o', async (ending) => {
    await leave(ending)
    const ids = Array.from({ length: 50 }, (_, at) => `again ${at}`)
    const found = await Promise.all(ids.map((id) => record.takeOver(id, 'one')))
    expect(found.filter(({ state }) => state === 'new')).toHaveLength(1)
    expect(found.filter(({ state }) => state === 'running')).toHaveLength(49)
  })

  it('replaces no running run', async () => {
    await record.begin(run('one'))
    world.clock.advance(MINUTE - 1)
    expect((await record.takeOver('two', 'one')).state).toBe('running')
    await record.settle('one', done)
    expect(await record.begin(run('three'))).toMatchObject(done)
  })

  it('keeps the bill of the first run, which the next run creates', async () => {
    await leave()
    await record.takeOver('two', 'one')
    await record.settle('two', lost)
    expect(await record.begin(run('three'))).toEqual({ ...unknown('one'), run: 'two', fresh: true })
  })

  it('is for who saw the last run: a run in between has sent', async () => {
    await leave()
    await record.takeOver('two', 'one')
    await record.settle('two', lost)
    expect((await record.takeOver('three', 'one')).state).toBe('unknown')
    expect((await record.takeOver('three', 'two')).state).toBe('new')
  })

  it('finds what became final in the meantime', async () => {
    await leave()
    await record.settle('one', done)
    expect(await record.takeOver('two', 'one')).toMatchObject(done)
  })

  it('may be repeated by the same run, and late changes nothing', async () => {
    await leave()
    await record.takeOver('two', 'one')
    expect((await record.takeOver('two', 'one')).state).toBe('new')
    await record.settle('two', done)
    expect(await record.takeOver('two', 'one')).toMatchObject(done)
    expect(await record.begin(run('three'))).toMatchObject(done)
  })

  it('of a run that crashes passes on after a minute, and no sooner', async () => {
    await leave()
    await record.takeOver('two', 'one')
    world.clock.advance(MINUTE - 1)
    expect((await record.begin(run('three'))).state).toBe('running')
    world.clock.advance(1)
    // Nobody got the result of that run. What its predecessor's caller got is still valid.
    expect(await record.begin(run('three'))).toEqual({ ...unknown('one'), run: 'two' })
    expect((await record.takeOver('three', 'two')).state).toBe('new')
  })

  it('silences the run before it, should that one still live', async () => {
    await leave('crash')
    await record.takeOver('two', 'one')
    await record.settle('one', done)
    await record.release('one')
    expect((await record.begin(run('three'))).state).toBe('running')
    await record.settle('two', lost)
    expect((await record.begin(run('three'))).state).toBe('unknown')
  })

  it('extends the record by 24 hours, because it sends', async () => {
    await leave()
    world.clock.advance(DAY - 1)
    await record.takeOver('two', 'one')
    world.clock.advance(1)
    expect((await record.begin(run('three'))).state).toBe('running')
    await record.settle('two', done)
    world.clock.advance(DAY - 2)
    expect(await record.begin(run('three'))).toMatchObject(done)
    world.clock.advance(1)
    expect(await record.begin(run('three'))).toEqual({ state: 'new' })
  })

  it('of a deleted record: not now', async () => {
    expect(await record.takeOver('two', 'one')).toEqual({ state: 'running', retryAfter: 1 })
    expect(await record.begin(run('three'))).toEqual({ state: 'new' })
  })
})

describe('a final response that does not count any more', () => {
  it('opens the record for one of those that name its run', async () => {
    await record.begin(run('one'))
    await record.settle('one', done)
    const found = await Promise.all(['two', 'three'].map((id) => record.begin(run(id), 'one')))
    expect(found.map(({ state }) => state).toSorted()).toEqual(['new', 'running'])
  })

  it('is not that of another run', async () => {
    await record.begin(run('one'))
    await record.settle('one', done)
    expect(await record.begin(run('two'), 'zero')).toMatchObject(done)
    await record.begin(run('two'), 'one')
    await record.settle('two', done)
    expect(await record.begin(run('three'), 'one')).toMatchObject({ ...done, run: 'two' })
  })
})

describe('steps', () => {
  it('are for the next run of the same request, until one is done', async () => {
    await record.begin(run('one', { isPrepared: true }))
    expect(await record.keep('one', 'a')).toBe(true)
    expect(await record.send('one', true, 'b')).toBe(true)
    await record.release('one')
    expect(await record.begin(run('two'))).toEqual({ state: 'new', steps: 'b' })
    await record.settle('two', lost)
    expect(await record.begin(run('three'))).toEqual(unknown('two', { steps: 'b' }))
    expect(await record.takeOver('three', 'two')).toEqual({ state: 'new', steps: 'b' })
    await record.settle('three', done)
    expect(await record.begin(run('four'), 'three')).toEqual({ state: 'new' })
  })

  it('are not for another body', async () => {
    await record.begin(run('one'))
    await record.keep('one', 'a')
    await record.release('one')
    expect(await record.begin(run('two', { body: 'y' }))).toEqual({ state: 'new' })
  })

  it('of a run that lost the record, or that took too long, are not stored', async () => {
    await record.begin(run('one', { isPrepared: true }))
    world.clock.advance(MINUTE)
    expect(await record.keep('one', 'a')).toBe(false)
    await record.begin(run('two', { isPrepared: true }))
    expect([await record.keep('one', 'a'), await record.keep('two', 'b')]).toEqual([false, true])
    await record.release('two')
    expect(await record.begin(run('three'))).toEqual({ state: 'new', steps: 'b' })
  })
})

describe('settle', () => {
  it('stores a final response', async () => {
    await record.begin(run('one'))
    await record.settle('one', done)
    expect(await record.begin(run('two'))).toMatchObject(done)
    expect(await record.begin(run('two', { body: 'y' }))).toEqual({ state: 'other body' })
  })

  it('stores a failure that leaves the outcome open, until somebody knows', async () => {
    await record.begin(run('one'))
    await record.settle('one', lost)
    expect(await record.begin(run('two'))).toEqual(unknown('one'))
    await record.settle('one', done)
    expect(await record.begin(run('two'))).toMatchObject(done)
  })

  it('does not put an open outcome over a final one', async () => {
    await record.begin(run('one'))
    await record.settle('one', done)
    await record.settle('one', lost)
    expect(await record.begin(run('one'))).toMatchObject(done)
  })

  it('accepts only the run that has the record', async () => {
    await record.begin(run('one'))
    await record.settle('two', done)
    expect(await record.begin(run('two'))).toEqual(RUNNING)
  })

  it('comes too late for a record that ran out', async () => {
    await record.begin(run('one'))
    world.clock.advance(DAY)
    await record.settle('one', done)
    expect(await record.begin(run('two'))).toEqual({ state: 'new' })
  })
})

describe('release', () => {
  it.each([false, true])('frees the key of a run without effect (looks: %s)', async (isPrepared) => {
    await record.begin(run('one', { isPrepared }))
    await record.release('one')
    expect(await record.begin(run('two', { body: 'y' }))).toEqual({ state: 'new' })
    expect(await record.begin(run('three', { body: 'y' }))).toEqual(RUNNING)
  })

  it.each([done, lost])('does not free what is $state', async (ending) => {
    await record.begin(run('one'))
    await record.settle('one', ending)
    await record.release('one')
    expect((await record.begin(run('two'))).state).toBe(ending.state)
  })

  it('of a run that took over restores what the earlier run left', async () => {
    await record.begin(run('one'))
    await record.settle('one', lost)
    await record.takeOver('two', 'one')
    await record.release('two')
    expect(await record.begin(run('three'))).toEqual({ ...unknown('one'), run: 'two' })
  })

  it('of another run frees nothing', async () => {
    await record.begin(run('one'))
    await record.release('two')
    expect(await record.begin(run('two'))).toEqual(RUNNING)
  })

  it('prevents a later begin of the same run, whether or not the first one arrived', async () => {
    await record.begin(run('one'))
    await record.release('one')
    expect((await record.begin(run('one'))).state).not.toBe('new')
    expect(await record.begin(run('two'))).toEqual({ state: 'new' })

    const other = LEDGER.getByName('b')
    await other.release('one')
    expect((await other.begin(run('one'))).state).not.toBe('new')
    expect(await other.begin(run('two'))).toEqual({ state: 'new' })
  })
})

describe('24 hours', () => {
  it.each(['running', 'done', 'unknown'] as const)('free the key of a record that is %s', async (state) => {
    await record.begin(run('one'))
    if (state !== 'running') await record.settle('one', { state, answer })
    world.clock.advance(DAY - 1)
    expect((await record.begin(run('two'))).state).toBe(state === 'running' ? 'unknown' : state)
    world.clock.advance(1)
    expect((await record.begin(run('two'))).state).toBe('new')
  })

  const wake = () =>
    runInDurableObject(record, async (ledger, { storage }) => {
      await ledger.alarm()
      return { kept: [...storage.kv.list()].length, alarm: await storage.getAlarm() }
    })

  it('later the object is empty, its schema version included, and no sooner: an alarm that came early comes again', async () => {
    await record.begin(run('one'))
    const due = world.clock.now() + DAY + MINUTE
    world.clock.advance(DAY - 1)
    expect(await wake()).toEqual({ kept: 2, alarm: due })
    world.clock.advance(1)
    expect(await wake()).toMatchObject({ kept: 0 })
  })

  it('a record that follows an expired one is there after a restart', async () => {
    await record.begin(run('one'))
    world.clock.advance(DAY + MINUTE)
    expect(await wake()).toMatchObject({ kept: 0 })
    await record.begin(run('two'))
    await record.settle('two', done)
    await abortObjects()
    expect(await LEDGER.getByName('a').begin(run('three'))).toEqual({ ...done, run: 'two' })
  })

  it.each(['begin', 'release', 'takeOver'] as const)('wake the object a minute after (%s)', async (last) => {
    await record.begin(run('one'))
    await record.settle('one', lost)
    if (last !== 'begin') world.clock.advance(1_000)
    if (last === 'takeOver') await record.takeOver('two', 'one')
    if (last === 'release') record = LEDGER.getByName('never begun')
    if (last === 'release') await record.release('one')
    const alarm = await runInDurableObject(record, (_, { storage }) => storage.getAlarm())
    expect(alarm).toBe(world.clock.now() + DAY + MINUTE)
  })
})
