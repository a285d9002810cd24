import { expect, it } from 'vitest'
import type { Env } from '../../../src/base/env.ts'
import { platform } from '../../../src/base/platform.ts'
import { Settings } from '../../../src/base/settings.ts'
import { SyncMemory } from '../../../src/groups/recorder/sync-memory.ts'
import { Clock } from '../../upstreams/clock.ts'

const MIB = 1024 * 1024

function isolate() {
  const clock = new Clock()
  const settings = new Settings({} as Env)
  return { clock, begin: () => new SyncMemory(settings, { ...platform, now: () => clock.now() }) }
}

it('is shared by the syncs of an isolate, and full at 40 MiB', () => {
  const { begin } = isolate()
  const [one, other] = [begin(), begin()]
  one.hold(16 * MIB)
  expect(other.isFull).toBe(false)
  other.hold(24 * MIB)
  expect([one.isFull, other.isFull]).toEqual([true, true])
  one.release()
  expect(other.isFull).toBe(false)
})

it('is freed as the response is read, and by a caller that disconnects', async () => {
  const { begin } = isolate()
  const reader = begin()
  const parts = [new Uint8Array(20 * MIB), new Uint8Array(20 * MIB)]
  for (const part of parts) reader.hold(part.byteLength)
  expect(begin().isFull).toBe(true)
  expect((await new Response(reader.stream(parts)).arrayBuffer()).byteLength).toBe(40 * MIB)
  expect(begin().isFull).toBe(false)

  const leaver = begin()
  leaver.hold(40 * MIB)
  await leaver.stream([new Uint8Array(1)]).cancel()
  expect(begin().isFull).toBe(false)
})

it('is freed after a minute for a response that nobody reads', () => {
  const { begin, clock } = isolate()
  begin().hold(40 * MIB)
  clock.advance(60_000)
  expect(begin().isFull).toBe(true)
  clock.advance(1)
  expect(begin().isFull).toBe(false)
})
