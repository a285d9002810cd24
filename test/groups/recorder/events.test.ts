import { afterEach, expect, it, vi } from 'vitest'
import { recorderSource } from '../../../src/groups/recorder/events.ts'
import { recorderEvents } from '../../../src/groups/recorder/outputs.ts'
import { Clock } from '../../simulators/clock.ts'
import {
  createPlaud,
  type PlaudOptions,
  type PlaudSimulator,
  readyRecording,
  recorderToken,
  recording,
  USER_TOKEN,
} from '../../simulators/recorder/index.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { type Watched, watch } from '../../support/watched.ts'
import { createWorldAt, expectNothingUnexpected, type World } from '../../support/world.ts'

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
  /** The ids of the events, as `ready` or `updated` and the name of each recording. */
  next(): Promise<string[]>
}

const library = (count: number, make = readyRecording) =>
  Array.from({ length: count }, (_, n) =>
    make({ filename: `kept ${n}`, start_time: Date.parse('2026-10-01T00:00:00Z') + n * 60_000 }),
  )

function stage({ settings, ...options }: PlaudOptions & { settings?: Record<string, string> } = {}): Stage {
  const clock = new Clock()
  const plaud = createPlaud({ recordings: library(3), ...options, clock })
  world = createWorldAt(clock, plaud)
  const watched = watch(recorderSource, { RECORDER_TOKEN: USER_TOKEN, ...settings })
  const next = async () => {
    clock.advance(120_000)
    const events = await watched.pollAll()
    return events.map(({ type, data }) => `${type.split('.').at(-1)} ${data.filename}`)
  }
  return { clock, plaud, watched, next }
}

const listings = ({ plaud }: Stage) => plaud.calls.filter(({ url }) => url.pathname === '/file/simple/web')

it('the first poll reports nothing, and neither does one without changes', async () => {
  const on = stage({ recordings: [...library(3), recording({ filename: 'unfinished' })] })
  expect(await on.next()).toEqual([])
  expect(await on.next()).toEqual([])
  expect(on.watched.marks.size).toBe(4)
})

it('a recording is reported when it is ready for the first time, once, and not before', async () => {
  const on = stage()
  await on.next()
  const { id } = on.plaud.record({ filename: 'standup' })
  expect(await on.next()).toEqual([])
  on.plaud.finish(id)
  expect(await on.next()).toEqual(['ready standup'])
  expect(await on.next()).toEqual([])
})

it('a ready recording that changes is reported each time', async () => {
  const on = stage()
  await on.next()
  const { id } = on.plaud.finish(on.plaud.record({ filename: 'standup' }).id)
  on.plaud.rename(id, 'renamed before it was told')
  expect(await on.next()).toEqual(['ready renamed before it was told'])
  on.plaud.rename(id, 'once')
  expect(await on.next()).toEqual(['updated once'])
  on.plaud.rename(id, 'twice')
  expect(await on.next()).toEqual(['updated twice'])
  expect(await on.next()).toEqual([])
})

it('a change without a new edit time is found on the newest page at once, and in the rest of the library within an hour', async () => {
  const on = stage({
    recordings: [...library(350), recording({ filename: 'old', start_time: Date.parse('2026-01-01T00:00:00Z') })],
    switches: { editTimeMoves: false, versionMoves: false },
  })
  await on.next()
  const old = [...on.plaud.state.recordings.values()].find(({ filename }) => filename === 'old')
  on.plaud.finish(old?.id ?? '')
  on.plaud.finish(on.plaud.record({ filename: 'new' }).id)
  expect(await on.next()).toEqual(['ready new'])
  on.clock.advance(3_600_000)
  expect(await on.next()).toEqual(['ready old'])
  on.plaud.rename(old?.id ?? '', 'old one')
  expect(await on.next()).toEqual([])
  on.clock.advance(3_600_000)
  expect(await on.next()).toEqual(['updated old one'])
})

it.each([21, 150, 1500])('%i changes between two polls are all reported, once each', async (count) => {
  const on = stage()
  await on.next()
  const names = Array.from({ length: count }, (_, n) => `new ${n}`)
  for (const filename of names) on.plaud.finish(on.plaud.record({ filename, start_time: on.clock.now() }).id)
  const found = await on.next()
  expect(found).toHaveLength(count)
  expect(new Set(found)).toEqual(new Set(names.map((name) => `ready ${name}`)))
  expect(await on.next()).toEqual([])
})

it("events are in the order in which they happened, with the product's time", async () => {
  const on = stage()
  await on.next()
  const [first, second] = ['first', 'second'].map((filename) => on.plaud.record({ filename }))
  on.clock.advance(1000)
  on.plaud.finish(second?.id ?? '')
  const at = on.clock.now()
  on.clock.advance(1000)
  on.plaud.finish(first?.id ?? '')
  on.clock.advance(60_000)
  const events = await on.watched.pollAll()
  expect(events.map(({ data }) => data.filename)).toEqual(['second', 'first'])
  expect(events.map(({ at: time }) => time)).toEqual([at, at + 1000])
})

it('a failure in the middle of paging throws, and the next poll reports all', async () => {
  const on = stage()
  await on.next()
  for (let n = 0; n < 150; n++) on.plaud.finish(on.plaud.record({ filename: `new ${n}` }).id)
  on.plaud.fail({ kind: 'status', status: 500 }, { on: ({ url }) => url.searchParams.get('skip') === '90' })
  await expect(on.next()).rejects.toMatchObject({ status: 502 })
  on.plaud.heal()
  expect(await on.next()).toHaveLength(150)
})

it('a failed walk through the library does not affect the newest page', async () => {
  const on = stage()
  await on.next()
  on.clock.advance(3_600_000)
  on.plaud.fail({ kind: 'status', status: 500 }, { on: ({ url }) => url.searchParams.get('limit') === '1000' })
  on.plaud.finish(on.plaud.record({ filename: 'new' }).id)
  const { events, isMore } = await on.watched.poll()
  expect([events.length, isMore]).toEqual([1, true])
  await expect(on.watched.poll()).rejects.toMatchObject({ status: 502 })
})

it('a large library is noted, and walked through, in steps of ten pages', async () => {
  const on = stage({ recordings: library(12_000, recording) })
  const first = await on.watched.poll()
  expect([first.isMore, listings(on).length]).toEqual([true, 10])
  expect(await on.watched.pollAll()).toEqual([])
  expect(on.watched.marks.size).toBe(12_000)
  on.clock.advance(3_600_000)
  const before = listings(on).length
  expect(await on.watched.pollAll()).toEqual([])
  expect(listings(on).length - before).toBeLessThanOrEqual(15)
})

it('it stays within SUBREQUESTS, and continues with the next poll', async () => {
  const on = stage({ recordings: library(8000, recording), settings: { SUBREQUESTS: '10' } })
  const { isMore } = await on.watched.poll()
  expect(isMore).toBe(true)
  expect(on.watched.upstream?.budget.calls).toBeLessThanOrEqual(10)
  await on.watched.pollAll()
  expect(on.watched.marks.size).toBe(8000)
})

it('the same account with a new token continues, and another account starts again', async () => {
  const on = stage()
  await on.next()
  on.plaud.finish(on.plaud.record({ filename: 'with the new token' }).id)
  on.watched.restart({ RECORDER_TOKEN: recorderToken({ typ: 'UT', iat: 1_793_000_000 }) })
  expect(await on.next()).toEqual(['ready with the new token'])
  const [account] = on.plaud.state.accounts.values()
  if (!account) throw new Error('no account')
  const other = 'f'.repeat(32)
  on.plaud.state.accounts.set(other, { ...account, id: other })
  on.watched.restart({ RECORDER_TOKEN: recorderToken({ typ: 'UT', sub: other }) })
  on.plaud.state.recordings.clear()
  for (const one of library(5)) on.plaud.state.recordings.set(one.id, one)
  expect(await on.next()).toEqual([])
  expect(on.watched.marks.size).toBe(5)
  on.plaud.finish(on.plaud.record({ filename: 'of the other account' }).id)
  expect(await on.next()).toEqual(['ready of the other account'])
})

it('an isolate that starts between any two polls changes nothing', async () => {
  const on = stage()
  await on.next()
  const { id } = on.plaud.record({ filename: 'standup' })
  on.watched.restart()
  expect(await on.next()).toEqual([])
  on.plaud.finish(id)
  on.watched.restart()
  expect(await on.next()).toEqual(['ready standup'])
  on.plaud.rename(id, 'renamed')
  on.watched.restart()
  expect(await on.next()).toEqual(['updated renamed'])
})

it('the trash: moving into it is not reported, and restoring is not ready for the first time', async () => {
  const on = stage({
    recordings: [...library(2), readyRecording({ filename: 'trashed before', is_trash: true })],
    switches: { editTimeMoves: false, versionMoves: false },
  })
  await on.next()
  const [kept, , trashed] = [...on.plaud.state.recordings.values()]
  on.plaud.trash(kept?.id ?? '')
  expect(await on.next()).toEqual([])
  on.plaud.trash(kept?.id ?? '', false)
  on.plaud.trash(trashed?.id ?? '', false)
  expect(await on.next()).toEqual([])
  const { id } = on.plaud.finish(on.plaud.record({ filename: 'finished in the trash' }).id)
  on.plaud.trash(id)
  expect(await on.next()).toEqual([])
  on.plaud.trash(id, false)
  expect(await on.next()).toEqual(['ready finished in the trash'])
})

it('a permanently deleted recording is not reported, and hides none', async () => {
  const on = stage()
  await on.next()
  const [gone] = on.plaud.state.recordings.keys()
  on.plaud.state.recordings.delete(gone ?? '')
  on.plaud.finish(on.plaud.record({ filename: 'new' }).id)
  expect(await on.next()).toEqual(['ready new'])
})

it('a recording that is generated again is reported as changed, once it is ready again', async () => {
  const on = stage()
  await on.next()
  const [one] = on.plaud.state.recordings.values()
  if (!one) throw new Error('no recording')
  one.is_summary = false
  expect(await on.next()).toEqual([])
  on.plaud.finish(one.id)
  expect(await on.next()).toEqual(['updated kept 0'])
})

it.each([
  ['seconds', 'mixed'],
  ['ms', 'seconds'],
] as const)('an edit time in %s and then in %s is no change', async (before, after) => {
  const on = stage({ recordings: library(30), switches: { editTime: before } })
  await on.next()
  on.plaud.switches.editTime = after
  expect(await on.next()).toEqual([])
})

it('a row that cannot be read is passed over, and flags may be numbers', async () => {
  const on = stage({ switches: { flags: 'number' } })
  await on.next()
  on.plaud.finish(on.plaud.record({ filename: 'new' }).id)
  const { id } = on.plaud.record({ filename: 'odd', edit_time: on.clock.now() + 1 })
  const odd = on.plaud.state.recordings.get(id)
  if (odd) Object.assign(odd, { id: '' })
  expect(await on.next()).toEqual(['ready new'])
})

it('only wanted types are reported; other events are not made up for later', async () => {
  const on = stage()
  const onlyReady = watch(recorderSource, { RECORDER_TOKEN: USER_TOKEN }, { wanted: ['recorder.file.ready'] })
  await onlyReady.pollAll()
  const [one] = on.plaud.state.recordings.keys()
  on.plaud.rename(one ?? '', 'renamed')
  on.plaud.finish(on.plaud.record({ filename: 'new' }).id)
  on.clock.advance(120_000)
  expect((await onlyReady.pollAll()).map(({ type }) => type)).toEqual(['recorder.file.ready'])
})

it('an event contains the row as the list returns it, and its attachments as the routes return them', async () => {
  const on = stage()
  await on.next()
  const { id } = on.plaud.finish(on.plaud.record({ filename: 'standup' }).id)
  on.clock.advance(120_000)
  const [event] = await on.watched.pollAll()
  if (!event) throw new Error('no event')
  expect(event).toMatchObject({ subject: id, data: { id, filename: 'standup', is_trans: true } })
  expect(recorderEvents['recorder.file.ready']().parse(event.data)).toEqual(event.data)
  expect(JSON.stringify(event.data).length).toBeLessThan(4096)
  const attached = await on.watched.attach(event, ['transcript', 'summary'])
  expect(attached).toEqual({
    transcript: { file_id: id, format: 'text', text: expect.stringContaining('Shall we begin?') },
    summary: { file_id: id, markdown: expect.stringContaining('# standup'), images: [] },
  })
})

it('a lost or unfinished attachment throws like the route', async () => {
  const on = stage()
  await on.next()
  const { id } = on.plaud.finish(on.plaud.record({ filename: 'standup' }).id)
  on.clock.advance(120_000)
  const [event] = await on.watched.pollAll()
  if (!event) throw new Error('no event')
  const one = on.plaud.state.recordings.get(id)
  if (one) one.notes = []
  await expect(on.watched.attach(event, ['summary'])).rejects.toMatchObject({ status: 409 })
  on.plaud.state.recordings.delete(id)
  await expect(on.watched.attach(event, ['transcript'])).rejects.toMatchObject({ status: 404 })
})

it('an account that is not connected is 401, and no call', async () => {
  const on = stage()
  const unconnected = watch(recorderSource, {})
  await expect(unconnected.poll()).rejects.toMatchObject({ status: 401 })
  expect(on.plaud.calls).toEqual([])
})
