import { afterEach, expect, it, vi } from 'vitest'
import { notesSource } from '../../../src/groups/notes/events.ts'
import { notesEvents } from '../../../src/groups/notes/outputs.ts'
import { Clock } from '../../simulators/clock.ts'
import { createTiro, TIRO_KEYS, WORKSPACES } from '../../simulators/notes/index.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { watch } from '../../support/watched.ts'
import { createWorldAt, expectNothingUnexpected, type World } from '../../support/world.ts'

let world: World | undefined

afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
  if (world) expectNothingUnexpected(world)
})

function stage() {
  const clock = new Clock()
  const tiro = createTiro({ clock })
  world = createWorldAt(clock, tiro)
  const watched = watch(notesSource, { NOTES_TOKEN: TIRO_KEYS.full })
  const next = async () => {
    clock.advance(120_000)
    const events = await watched.pollAll()
    return events.map(({ type, data }) => `${type.split('.').at(-1)} ${data.title}`)
  }
  return { clock, tiro, watched, next }
}

it('the first poll reports nothing; a new note and each change of it are reported once', async () => {
  const { tiro, next } = stage()
  expect(await next()).toEqual([])
  expect(await next()).toEqual([])
  const { guid } = tiro.write({ title: 'standup' }, 300)
  expect(await next()).toEqual(['created standup'])
  tiro.edit(guid, { title: 'standup of Monday' })
  expect(await next()).toEqual(['updated standup of Monday'])
  expect(await next()).toEqual([])
})

it('a note that is being recorded is reported when it appears, and when its recording has ended', async () => {
  const { clock, tiro, next } = stage()
  await next()
  const { guid } = tiro.write({
    title: 'live',
    recordingStartAt: new Date(clock.now()).toISOString(),
    sourceType: 'live-voice',
  })
  expect(await next()).toEqual(['created live'])
  for (let minutes = 0; minutes < 10; minutes += 2) {
    tiro.edit(guid, {})
    expect(await next()).toEqual([])
  }
  tiro.edit(guid, { recordingEndAt: new Date(clock.now()).toISOString() })
  expect(await next()).toEqual(['updated live'])
})

it('a recording whose end the product never reports is reported again a day later', async () => {
  const { clock, tiro, next } = stage()
  const { guid } = tiro.write({ title: 'endless', recordingStartAt: new Date(clock.now()).toISOString() })
  await next()
  clock.advance(24 * 3_600_000)
  tiro.edit(guid, {})
  const found = await next()
  expect(found).toContain('updated endless')
})

it.each([21, 150, 450])('%i new notes between two polls are all reported, once each', async (count) => {
  const { clock, tiro, next } = stage()
  await next()
  const names = Array.from({ length: count }, (_, n) => `new ${n}`)
  for (const title of names) {
    clock.advance(1000)
    tiro.write({ title })
  }
  const found = await next()
  expect(found.filter((one) => one.startsWith('created'))).toEqual(names.map((name) => `created ${name}`))
  expect((await next()).filter((one) => one.startsWith('created'))).toEqual([])
})

it('a change of an old note, and a note that appears among old ones, are reported within an hour', async () => {
  const { clock, tiro, next } = stage()
  for (let n = 0; n < 300; n++) tiro.write({ title: `kept ${n}` })
  await next()
  tiro.edit('note-0001', { title: 'changed' })
  tiro.write({ title: 'late', createdAt: '2026-01-01T00:00:00.000Z' })
  expect(await next()).toEqual([])
  clock.advance(3_600_000)
  expect((await next()).toSorted()).toEqual(expect.arrayContaining(['created late', 'updated changed']))
})

it('a failure in the middle of paging throws, and the next poll reports all', async () => {
  const { tiro, next } = stage()
  await next()
  for (let n = 0; n < 250; n++) tiro.write({ title: `new ${n}` })
  tiro.fail({ kind: 'status', status: 500 }, { on: ({ url }) => url.searchParams.has('cursor') })
  await expect(next()).rejects.toMatchObject({ status: 502 })
  tiro.heal()
  expect((await next()).filter((one) => one.startsWith('created'))).toHaveLength(250)
})

it('a cursor that the product no longer accepts is no end: the walk starts again', async () => {
  const { tiro, watched, next } = stage()
  for (let n = 0; n < 3000; n++) tiro.write({ title: `kept ${n}`, guid: `kept-${n}` })
  await watched.poll()
  const { first } = watched.cursor as { first: string }
  tiro.remove(atob(first).slice('after:'.length))
  await watched.pollAll()
  expect(watched.marks.size).toBeGreaterThan(3000)
  expect(await next()).toEqual([])
})

it('the same account with a new key continues, another workspace starts again, and a restart changes nothing', async () => {
  const { tiro, watched, next } = stage()
  await next()
  tiro.write({ title: 'with the new key' })
  watched.restart({ NOTES_TOKEN: TIRO_KEYS.readOnly })
  expect(await next()).toEqual(['created with the new key'])
  watched.restart({ NOTES_TOKEN: TIRO_KEYS.otherWorkspace })
  expect(await next()).toEqual([])
  tiro.write({ title: 'elsewhere', workspaceGuid: WORKSPACES.other })
  watched.restart()
  expect(await next()).toEqual(['created elsewhere'])
})

it('a deleted note is not reported, and a note without an id is skipped', async () => {
  const { tiro, next } = stage()
  await next()
  tiro.remove('note-0001')
  tiro.write({ guid: '' })
  tiro.write({ title: 'new' })
  expect(await next()).toEqual(['created new'])
})

it('an event contains the note as the list returns it, and its attachments as the routes return them', async () => {
  const { tiro, watched, next } = stage()
  await next()
  const { guid } = tiro.write({ title: 'standup' }, 300)
  const [event] = await watched.pollAll()
  if (!event) throw new Error('no event')
  expect(event).toMatchObject({ type: 'notes.note.created', subject: guid, data: { guid } })
  expect(notesEvents['notes.note.created']().parse(event.data)).toEqual(event.data)
  expect(JSON.stringify(event.data).length).toBeLessThan(4096)
  expect(await watched.attach(event, ['transcript', 'summary'])).toEqual({
    transcript: { note_id: guid, format: 'plain', locked_paragraphs: 0, text: expect.stringMatching(/\w/) },
    summary: { note_id: guid, summaries: [] },
  })
  tiro.switches.summaryList = 'without text'
  const summarized = { ...event, data: { guid: 'note-0002' } }
  expect(await watched.attach(summarized, ['summary'])).toMatchObject({
    summary: { summaries: Array(3).fill({ content: { content: expect.stringMatching(/^# /) } }) },
  })
  tiro.remove(guid)
  await expect(watched.attach(event, ['transcript'])).rejects.toMatchObject({ status: 404 })
})

it('an account that is not connected is 401, and no call', async () => {
  const { tiro } = stage()
  await expect(watch(notesSource, {}).poll()).rejects.toMatchObject({ status: 401 })
  expect(tiro.calls).toEqual([])
})
