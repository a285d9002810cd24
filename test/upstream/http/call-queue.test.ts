import { afterEach, expect, it, vi } from 'vitest'
import { platform } from '../../../src/base/platform.ts'
import { CallQueue } from '../../../src/upstream/context.ts'
import { workEnded } from '../../support/work.ts'
import { createWorld } from '../../support/world.ts'

afterEach(() => vi.restoreAllMocks())

/** Calls that end on command, and which have started. */
function setStage(most: number) {
  createWorld()
  const queue = new CallQueue(platform, most)
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  const call = (name: string) => () => {
    begun.push(name)
    const end = Promise.withResolvers<string>()
    ends.set(name, end)
    return end.promise
  }
  const end = async (name: string) => {
    ends.get(name)?.resolve(name)
    await workEnded()
  }
  const fail = async (name: string) => {
    ends.get(name)?.reject(new Error(name))
    await workEnded()
  }
  return { queue, begun, call, end, fail }
}

it('runs as many calls in parallel as there are slots, and the others in their order', async () => {
  const { queue, begun, call, end } = setStage(2)
  const results = ['a', 'b', 'c', 'd'].map((name) => queue.withSlot(call(name)))
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  await end('a')
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  await end('c')
  await end('d')
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd'])
})

it('frees the slot of a failed call', async () => {
  const { queue, begun, call, fail } = setStage(1)
  const failing = queue.withSlot(call('a'))
  void queue.withSlot(call('b'))
  void fail('a')
  await expect(failing).rejects.toThrow('a')
  await workEnded()
  expect(begun).toEqual(['a', 'b'])
})

it('an urgent call starts at once, and counts', async () => {
  const { queue, begun, call, end } = setStage(1)
  void queue.atOnce(call('a'))
  void queue.withSlot(call('waits'))
  void queue.atOnce(call('b'))
  expect(begun).toEqual(['a', 'b'])
  await end('a')
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'waits'])
})

it('an urgent call that follows from a response gets its slot before waiting ones', async () => {
  const { queue, begun, call, end } = setStage(1)
  void queue.atOnce(call('detail')).then(() => queue.atOnce(call('transcript')))
  void queue.withSlot(call('audio'))
  await end('detail')
  expect(begun).toEqual(['detail', 'transcript'])
  await end('transcript')
  expect(begun).toEqual(['detail', 'transcript', 'audio'])
})
