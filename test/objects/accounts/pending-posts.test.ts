import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { freshDeployment } from '../../support/fresh.ts'
import { OBJECTS } from '../../support/objects.ts'
import { createWorld, type World } from '../../support/world.ts'

/** What the object of a social account stores about unpublished posts. */

const DAY = 86_400_000

let world: World

beforeEach(() => {
  world = createWorld()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

const object = () => OBJECTS.ACCOUNTS.getByName('social/mina')
const item = (container: string, isReady = false) => ({ container, isReady })
const kept = () =>
  runInDurableObject(object(), async (_, { storage }) => [...(await storage.list({ prefix: 'pending/' })).keys()])

describe('a post', () => {
  it('is stored piece by piece, and deleted as a whole', async () => {
    expect(await object().pendingPost('a')).toBeUndefined()
    await object().keepPendingPost('a', { items: { 0: item('1') } })
    await object().keepPendingPost('a', { items: { 1: item('2') } })
    expect(await object().keepPendingPost('a', { container: '3' })).toMatchObject({
      container: '3',
      items: { 0: item('1'), 1: item('2') },
    })
    expect(await object().pendingPost('b')).toBeUndefined()
    await object().dropPendingPost('a')
    expect(await kept()).toEqual([])
  })

  it('keeps its first containers, so that two requests continue with the same', async () => {
    await object().keepPendingPost('a', { container: '1', items: { 0: item('2') } })
    const { container, items } = await object().keepPendingPost('a', { container: '3', items: { 0: item('4', true) } })
    expect([container, items]).toMatchObject(['1', { 0: item('2') }])
  })

  it('shows which of its items are ready, and only that changes', async () => {
    await object().keepPendingPost('a', { items: { 0: item('1'), 1: item('2') } })
    await object().keepPendingPost('a', { items: { 0: item('1', true), 1: item('2', true) } })
    expect((await object().keepPendingPost('a', { items: { 1: item('2') } })).items).toMatchObject({
      0: item('1', true),
      1: item('2'),
    })
  })

  it('deletes items by index, together with its container', async () => {
    await object().keepPendingPost('a', { container: '1', items: { 0: item('2'), 1: item('3'), 2: item('4') } })
    await object().dropPendingPost('a', [0, 2])
    const left = await object().pendingPost('a')
    expect([left?.container, Object.keys(left?.items ?? {})]).toEqual([undefined, ['1']])
    await object().dropPendingPost('b', [0])
    expect(await kept()).toEqual(['pending/a'])
  })
})

describe('the right to publish a post', () => {
  it('belongs to one run at a time, and passes on when that ended or is too old', async () => {
    expect((await object().claimPendingPost('a', 'one', { container: '1' })).attempt?.run).toBe('one')
    expect((await object().claimPendingPost('a', 'two', {})).attempt?.run).toBe('one')
    await object().settlePendingPost('a', 'two', 'unknown')
    expect((await object().pendingPost('a'))?.attempt).toEqual({ run: 'one', at: world.clock.now() })
    await object().settlePendingPost('a', 'one', 'unknown')
    expect((await object().pendingPost('a'))?.attempt?.isOver).toBe(true)
    expect((await object().claimPendingPost('a', 'two', {})).attempt?.run).toBe('two')
    world.clock.advance(30_000)
    expect((await object().claimPendingPost('a', 'three', {})).attempt?.run).toBe('three')
    await object().settlePendingPost('a', 'three', 'nothing')
    expect(await object().pendingPost('a')).toMatchObject({ container: '1' })
    expect((await object().pendingPost('a'))?.attempt).toBeUndefined()
  })

  it('is claimed by nobody once the post is published, until that is deleted', async () => {
    await object().claimPendingPost('a', 'one', { container: '1' })
    await object().settlePendingPost('a', 'one', { published: '17' })
    await object().settlePendingPost('a', 'two', { published: '18' })
    const published = { id: '17', at: world.clock.now() }
    expect(await object().claimPendingPost('a', 'two', {})).toMatchObject({ published })
    world.clock.advance(60_000)
    expect((await object().pendingPost('a', 60_001))?.published).toEqual(published)
    expect(await object().pendingPost('a', 60_000)).toBeUndefined()
    expect(await kept()).toEqual([])
  })
})

describe('what is stored', () => {
  it('expires a day after its first piece, whatever is added', async () => {
    await object().keepPendingPost('a', { items: { 0: item('1') } })
    world.clock.advance(DAY - 1)
    await object().keepPendingPost('a', { items: { 1: item('2') } })
    world.clock.advance(1)
    expect(await object().pendingPost('a')).toBeUndefined()
    expect((await object().keepPendingPost('a', { items: { 2: item('3') } })).items).toEqual({
      2: { ...item('3'), madeAt: world.clock.now() },
    })
  })

  it('is deleted then, by the next post or by the alarm', async () => {
    await object().keepPendingPost('a', { container: '1' })
    world.clock.advance(DAY)
    await object().keepPendingPost('b', { container: '2' })
    expect(await kept()).toEqual(['pending/b'])
    world.clock.advance(DAY)
    await runInDurableObject(object(), (_, { storage }) => storage.setAlarm(world.clock.now() + 1))
    await runDurableObjectAlarm(object())
    expect(await kept()).toEqual([])
  })

  it('is of 1,250 posts at most: the oldest goes', async () => {
    const since = world.clock.now()
    await runInDurableObject(object(), async (_, { storage }) => {
      for (let n = 0; n < 1250; n++) void storage.put(`pending/old-${n}`, { container: '1', since: since + n })
    })
    world.clock.advance(2_000)
    await object().keepPendingPost('new', { container: '2' })
    const names = await kept()
    expect(names).toHaveLength(1250)
    expect(names).toContain('pending/new')
    expect(names).not.toContain('pending/old-0')
  })
})
