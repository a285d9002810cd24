import { afterEach, expect, it, vi } from 'vitest'
import { accountChanges, accountSource } from '../../../../src/accounts/events.ts'
import { accountEvents } from '../../../../src/accounts/outputs.ts'
import { CONNECTABLES } from '../../../../src/accounts/registry.ts'
import type { EventInput } from '../../../../src/base/events.ts'
import { Clock } from '../../../simulators/clock.ts'
import { createTiro, TIRO_KEYS } from '../../../simulators/notes/index.ts'
import { createPlaud, recorderToken } from '../../../simulators/recorder/index.ts'
import { freshDeployment } from '../../../support/fresh.ts'
import { watch } from '../../../support/watched.ts'
import { createWorldAt, expectNothingUnexpected, type World } from '../../../support/world.ts'

let world: World | undefined

afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
  if (world) expectNothingUnexpected(world)
})

const DAY_MS = 24 * 3_600_000

function stage({ days = 30, settings = {} }: { days?: number; settings?: Record<string, string> } = {}) {
  const clock = new Clock()
  const plaud = createPlaud({ clock })
  const tiro = createTiro({ clock })
  world = createWorldAt(clock, plaud, tiro)
  const end = clock.now() + days * DAY_MS
  const watched = watch(accountSource(CONNECTABLES), {
    // A workspace token cannot be renewed by itself: its expiry is that of the account.
    RECORDER_TOKEN: recorderToken({ typ: 'WT', exp: end / 1000 }),
    NOTES_TOKEN: TIRO_KEYS.full,
    ...settings,
  })
  const next = async (ms = 15 * 60_000): Promise<EventInput[]> => {
    clock.advance(ms)
    return watched.pollAll()
  }
  const names = async (ms?: number) => (await next(ms)).map(({ type, subject }) => `${type} ${subject}`)
  const key = tiro.state.keys.find(({ id }) => id === 'key-full')
  if (!key) throw new Error('no key')
  return { clock, plaud, tiro, watched, next, names, key, end }
}

it('the first poll reports nothing; an account that is rejected, and that works again, is reported once each', async () => {
  const { names, key } = stage()
  expect(await names()).toEqual([])
  expect(await names()).toEqual([])
  key.isActive = false
  expect(await names()).toEqual(['account.rejected notes'])
  expect(await names()).toEqual([])
  key.isActive = true
  expect(await names()).toEqual(['account.recovered notes'])
  expect(await names()).toEqual([])
})

it('says whose account it is, apart from the data that is not encrypted', async () => {
  const { next, key } = stage()
  await next()
  key.isActive = false
  const [event] = await next()
  expect(event?.personal).toEqual({ identity: '하늘 연구소' })
  expect(JSON.stringify(event?.data)).not.toContain('하늘 연구소')
})

it('a service that cannot be reached says nothing of its account', async () => {
  const { names, tiro, key } = stage()
  await names()
  tiro.fail({ kind: 'status', status: 503 })
  expect(await names()).toEqual([])
  tiro.heal()
  key.isActive = false
  expect(await names()).toEqual(['account.rejected notes'])
  tiro.fail({ kind: 'network' })
  expect(await names()).toEqual([])
  tiro.heal()
  expect(await names()).toEqual([])
})

it('an expiry is reported 14 days, 7 days and 1 day ahead, once each, and then the rejection', async () => {
  const { names } = stage({ days: 16 })
  const told: string[] = []
  for (let hour = 0; hour < 17 * 24; hour += 6)
    for (const name of await names(6 * 3_600_000)) told.push(`${name} ${hour}`)
  const [fortnight, week, day, rejected, ...rest] = told.map((line) => line.split(' '))
  expect([fortnight?.[0], week?.[0], day?.[0], rejected?.[0], rest]).toEqual([
    'account.expiring',
    'account.expiring',
    'account.expiring',
    'account.rejected',
    [],
  ])
  expect([fortnight, week, day].map((line) => Number(line?.[2]))).toEqual([42, 210, 354])
})

it('a new expiry is reported again, and one that moves by seconds is the same', () => {
  const stored = { isRejected: false, endsAt: 10 * DAY_MS, warnedDays: 7, testedAt: 1 }
  const soon = { state: 'expires_soon' as const, endsAt: 10 * DAY_MS + 5000 }
  expect(accountChanges(stored, soon, 4 * DAY_MS).changes).toEqual([])
  expect(accountChanges(stored, soon, 9.5 * DAY_MS).changes).toEqual(['account.expiring'])
  const renewed = accountChanges(stored, { state: 'ok', endsAt: 70 * DAY_MS }, 9.5 * DAY_MS)
  expect(renewed).toMatchObject({ changes: [], stored: { endsAt: 70 * DAY_MS, warnedDays: 15 } })
  expect(accountChanges(renewed.stored, { state: 'expires_soon', endsAt: 70 * DAY_MS }, 64 * DAY_MS).changes).toEqual([
    'account.expiring',
  ])
})

it('an account that nobody tested is neither rejected nor recovered', () => {
  const stored = { isRejected: true, endsAt: undefined, warnedDays: 15, testedAt: 1 }
  const untested = { state: 'untested' as const, endsAt: undefined }
  expect(accountChanges(stored, untested, DAY_MS)).toMatchObject({ changes: [], stored: { isRejected: true } })
  expect(accountChanges({ ...stored, isRejected: false }, untested, DAY_MS).changes).toEqual([])
  expect(accountChanges(stored, { ...untested, state: 'ok' }, DAY_MS).changes).toEqual(['account.recovered'])
})

it('each connected account is tested every 15 minutes, however often it is asked', async () => {
  const { names, tiro } = stage()
  await names()
  const before = tiro.calls.length
  for (let minute = 0; minute < 60; minute += 1) await names(60_000)
  // Of notes, and of the name of the workspace.
  expect(tiro.calls.length - before).toBe(4 * 2)
})

it('an account that is not connected causes no event, not even when it is connected', async () => {
  const { names, watched } = stage()
  await names()
  watched.restart({ NOTES_TOKEN: '' })
  expect(await names()).toEqual([])
  watched.restart({ NOTES_TOKEN: TIRO_KEYS.readOnly })
  expect(await names()).toEqual([])
  watched.restart({ NOTES_TOKEN: TIRO_KEYS.deleted })
  expect(await names()).toEqual(['account.rejected notes'])
})

it('what does not fit into SUBREQUESTS waits for the next poll', async () => {
  const { watched, names } = stage({ settings: { SUBREQUESTS: '10' } })
  expect(await names()).toEqual([])
  expect(Object.keys(watched.cursor as object)).toHaveLength(CONNECTABLES.length)
})

it('an event contains account, group, state, message, hint and expiry', async () => {
  const { next, key, plaud, end } = stage({ days: 14.9 })
  await next()
  key.isActive = false
  const [rejected] = await next()
  expect(rejected).toMatchObject({ group: 'notes', data: { account: 'notes', group: 'notes', state: 'rejected' } })
  expect(accountEvents['account.rejected']().parse(rejected?.data)).toEqual(rejected?.data)
  // The first of the three warnings.
  const [expiring] = await next(DAY_MS)
  expect(expiring).toMatchObject({ type: 'account.expiring', group: 'recorder' })
  expect(expiring?.data).toMatchObject({ state: 'expires_soon', expires_at: new Date(end).toISOString() })
  expect(expiring?.data.hint).toContain('before it expires')
  expect(plaud.calls.length).toBeGreaterThan(0)
})
