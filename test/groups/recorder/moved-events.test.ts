import { afterEach, expect, it, vi } from 'vitest'
import { recorderSource } from '../../../src/groups/recorder/events.ts'
import { recorderEvents } from '../../../src/groups/recorder/outputs.ts'
import { Clock } from '../../simulators/clock.ts'
import {
  createPlaud,
  type PlaudOptions,
  type PlaudSimulator,
  readyRecording,
  recording,
  USER_TOKEN,
} from '../../simulators/recorder/index.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { type Watched, watch } from '../../support/watched.ts'
import { createWorldAt, expectNothingUnexpected, type World } from '../../support/world.ts'

/** Events of an account that has moved to Plaud 4.0, whose list does not say what is ready. */

let world: World | undefined

afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
  if (world) expectNothingUnexpected(world)
})

interface Stage {
  clock: Clock
  plaud: PlaudSimulator
  watched: Watched
  /** `ready` or `updated` and the name of each recording of the next poll. */
  next(): Promise<string[]>
}

const library = (count: number, make = readyRecording) =>
  Array.from({ length: count }, (_, n) =>
    make({ filename: `kept ${n}`, start_time: Date.parse('2026-10-01T00:00:00Z') + n * 60_000 }),
  )

interface Options extends PlaudOptions {
  settings?: Record<string, string>
  generation?: 3 | 4
}

function stage({ settings, generation = 4, switches, ...options }: Options = {}): Stage {
  const clock = new Clock()
  const plaud = createPlaud({ recordings: library(3), ...options, clock, switches: { generation, ...switches } })
  world = createWorldAt(clock, plaud)
  const watched = watch(recorderSource, { RECORDER_TOKEN: USER_TOKEN, ...settings })
  const next = async () => {
    clock.advance(120_000)
    const events = await watched.pollAll()
    return events.map(({ type, data }) => `${type.split('.').at(-1)} ${data.filename}`)
  }
  return { clock, plaud, watched, next }
}

const details = ({ plaud }: Stage) => plaud.calls.filter(({ url }) => url.pathname.includes('/files/detail/')).length

it('a recording is reported when it is ready for the first time, once, and not before', async () => {
  const on = stage()
  expect(await on.next()).toEqual([])
  const { id } = on.plaud.record({ filename: 'standup' })
  expect(id).toMatch(/^f_/)
  expect(await on.next()).toEqual([])
  on.plaud.finish(id)
  expect(await on.next()).toEqual(['ready standup'])
  expect(await on.next()).toEqual([])
  on.plaud.rename(id, 'renamed')
  expect(await on.next()).toEqual(['updated renamed'])
})

it('at rest a poll reads the list only', async () => {
  const on = stage()
  await on.next()
  const [calls, read] = [on.plaud.calls.length, details(on)]
  expect(read).toBe(3)
  await on.next()
  expect([on.plaud.calls.length - calls, details(on) - read]).toEqual([1, 0])
})

it('an event has the row of the list with what its detail says, and its attachments', async () => {
  const on = stage()
  await on.next()
  const { id } = on.plaud.finish(on.plaud.record({ filename: 'standup' }).id)
  on.clock.advance(120_000)
  const [event] = await on.watched.pollAll()
  if (!event) throw new Error('no event')
  expect(event).toMatchObject({ subject: id, data: { id, filename: 'standup', is_trans: true, is_summary: true } })
  expect(recorderEvents['recorder.file.ready']().parse(event.data)).toEqual(event.data)
  const attached = await on.watched.attach(event, ['transcript', 'summary'])
  expect(attached).toMatchObject({
    transcript: { text: expect.stringContaining('Shall we begin?') },
    summary: { markdown: expect.stringContaining('# standup') },
  })
})

it('a recent recording that becomes ready without a sign in the list is found by the full sync', async () => {
  const on = stage({ switches: { editTimeMoves: false, versionMoves: false } })
  const { id } = on.plaud.record({ filename: 'standup' })
  await on.next()
  on.plaud.finish(id)
  expect(await on.next()).toEqual([])
  on.clock.advance(3_600_000)
  expect(await on.next()).toEqual(['ready standup'])
})

it('watching starts with the details of the whole library, as many in a poll as the budget allows', async () => {
  const on = stage({ recordings: [...library(90), recording({ filename: 'unfinished' })] })
  const first = await on.watched.poll()
  expect(first.isMore).toBe(true)
  expect(on.watched.upstream?.budget.calls).toBeLessThanOrEqual(50)
  await on.watched.pollAll()
  expect(on.watched.marks.size).toBe(91)
  expect(details(on)).toBe(91)
  const { id } = [...on.plaud.state.recordings.values()].at(-1) ?? { id: '' }
  on.plaud.finish(id)
  expect(await on.next()).toEqual(['ready unfinished'])
})

it('a limit of the product slows it down, and what was read stays', async () => {
  const on = stage({ recordings: library(30) })
  let answered = 0
  on.plaud.fail(
    { kind: 'status', status: 429 },
    { on: ({ url }) => url.pathname.includes('/detail/') && ++answered > 10 },
  )
  const { marks, isMore } = await on.watched.poll()
  expect([marks.size, isMore]).toEqual([10, true])
  on.plaud.heal()
  await on.watched.pollAll()
  expect(on.watched.marks.size).toBe(30)
})

it('the move is no event, and what became ready since is reported once', async () => {
  const waiting = recording({ filename: 'waiting' })
  const on = stage({ generation: 3, recordings: [...library(60), waiting, recording({ filename: 'still waiting' })] })
  expect(await on.next()).toEqual([])
  on.plaud.switches.generation = 4
  on.plaud.finish(waiting.id)
  on.plaud.finish(on.plaud.record({ filename: 'new', id: 'f_s_new' }).id)
  // The versions of 4.0 are others.
  for (const one of on.plaud.state.recordings.values()) one.version_ms += 1000
  expect((await on.next()).toSorted()).toEqual(['ready new', 'ready waiting'])
  // Those that were ready need no detail.
  expect(details(on)).toBe(3)
  expect(await on.next()).toEqual([])
  on.clock.advance(3_600_000)
  expect(await on.next()).toEqual([])
  on.plaud.rename(library(1)[0]?.id ?? '', 'renamed')
  expect(await on.next()).toEqual(['updated renamed'])
})

it('a move that takes several polls reports nothing twice', async () => {
  const waiting = library(100, (overrides) => recording({ ...overrides }))
  const on = stage({ generation: 3, recordings: waiting })
  await on.next()
  on.plaud.switches.generation = 4
  for (const { id } of waiting) on.plaud.finish(id)
  const events = await on.next()
  expect(events).toHaveLength(100)
  expect(new Set(events).size).toBe(100)
  on.watched.restart()
  expect(await on.next()).toEqual([])
})

it('the way back is no event, either', async () => {
  const on = stage()
  await on.next()
  on.plaud.switches.generation = 3
  expect(await on.next()).toEqual([])
  on.plaud.finish(on.plaud.record({ filename: 'new' }).id)
  expect(await on.next()).toEqual(['ready new'])
})

it('an outage while an account moves loses nothing', async () => {
  const waiting = recording({ filename: 'waiting' })
  const on = stage({ generation: 3, recordings: [...library(3), waiting] })
  await on.next()
  on.plaud.switches.generation = 4
  on.plaud.finish(waiting.id)
  on.plaud.fail({ kind: 'status', status: 500 }, { on: ({ url }) => url.pathname.includes('/detail/') })
  await expect(on.watched.poll()).rejects.toMatchObject({ status: 502 })
  on.plaud.heal()
  expect(await on.next()).toEqual(['ready waiting'])
})
