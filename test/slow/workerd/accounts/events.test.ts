import { afterEach, expect, it, vi } from 'vitest'
import { accountEvents } from '../../../../src/accounts/outputs.ts'
import { accountSource, accountTests, compareAccount } from '../../../../src/accounts/source.ts'
import type { FoundEvent } from '../../../../src/base/events.ts'
import { ACCOUNT_CONNECTORS } from '../../../../src/registry.ts'
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
  const deployed = {
    // A workspace token cannot be renewed by itself: its expiry is that of the account.
    RECORDER_TOKEN: recorderToken({ typ: 'WT', exp: end / 1000 }),
    NOTES_TOKEN: TIRO_KEYS.full,
    ...settings,
  }
  const tests = watch(accountTests(ACCOUNT_CONNECTORS), deployed)
  const watched = watch(accountSource(ACCOUNT_CONNECTORS), deployed)
  const told = new Set<string | undefined>()
  /** What is new of the next tests and the comparison after them. What lasts is found by each comparison. */
  const next = async (ms = 15 * 60_000): Promise<FoundEvent[]> => {
    clock.advance(ms)
    await tests.pollAll()
    const found = await watched.pollAll()
    const fresh = found.filter(({ onceKey }) => !told.has(onceKey))
    for (const { onceKey } of fresh) told.add(onceKey)
    return fresh
  }
  const restart = (changed: Record<string, string>) => {
    tests.restart(changed)
    watched.restart(changed)
  }
  const names = async (ms?: number) => (await next(ms)).map(({ type, subject }) => `${type} ${subject}`)
  const key = tiro.state.keys.find(({ id }) => id === 'key-full')
  if (!key) throw new Error('no key')
  return { clock, plaud, tiro, tests, watched, restart, next, names, key, end }
}

it('an account that is rejected, and that works again, is reported once each', async () => {
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

it('an account that is rejected when it is seen for the first time is reported', async () => {
  const { names, key } = stage()
  key.isActive = false
  expect(await names()).toEqual(['account.rejected notes'])
})

it('a comparison calls no product', async () => {
  const { names, watched, tiro, plaud, key } = stage()
  await names()
  key.isActive = false
  const before = tiro.calls.length + plaud.calls.length
  expect((await watched.pollAll()).map(({ type }) => type)).toEqual([])
  expect(tiro.calls.length + plaud.calls.length).toBe(before)
})

it('says whose account it is, apart from the data that is not encrypted', async () => {
  const { next, key } = stage()
  await next()
  key.isActive = false
  const [event] = await next()
  expect(event?.personal).toEqual({ identity: '하늘 연구소' })
  expect(JSON.stringify(event?.data)).not.toContain('하늘 연구소')
})

it('a service that cannot be reached for less than an hour says nothing of its account', async () => {
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

const types = (compared: ReturnType<typeof compareAccount>) => compared.events.map(({ type }) => type)

it('a new expiry is reported again, and one that moves by seconds is the same', () => {
  const soon = (endsAt: number) => ({ state: 'expires_soon' as const, endsAt })
  const first = compareAccount(undefined, soon(10 * DAY_MS), 4 * DAY_MS)
  const same = compareAccount(first.stored, soon(10 * DAY_MS + 5000), 4 * DAY_MS)
  expect(same.events.map(({ once }) => once)).toEqual(first.events.map(({ once }) => once))
  const [last] = compareAccount(first.stored, soon(10 * DAY_MS + 5000), 9.5 * DAY_MS).events
  expect(last).toMatchObject({ type: 'account.expiring', once: `${10 * DAY_MS} 1` })
  const renewed = compareAccount(first.stored, { state: 'ok', endsAt: 70 * DAY_MS }, 9.5 * DAY_MS)
  expect(renewed).toMatchObject({ events: [], stored: { endsAt: 70 * DAY_MS }, nextAt: 56 * DAY_MS })
  expect(types(compareAccount(renewed.stored, soon(70 * DAY_MS), 64 * DAY_MS))).toEqual(['account.expiring'])
})

it('is compared again when the next warning is due, and when the credential expires', () => {
  const at = (days: number) =>
    compareAccount(undefined, { state: 'ok', endsAt: 20 * DAY_MS }, days * DAY_MS).nextAt / DAY_MS
  expect([0, 6, 13, 19, 19.5, 20].map(at)).toEqual([6, 13, 19, 20, 20, Infinity])
})

it('a credential that expired was refused at that moment', () => {
  const expired = compareAccount(undefined, { state: 'rejected', endsAt: 4 * DAY_MS }, 5 * DAY_MS)
  expect(expired.events).toMatchObject([{ type: 'account.rejected', at: 4 * DAY_MS }])
})

it('an account that nobody tested is neither rejected nor recovered', () => {
  const stored = { rejectedAt: 1, rejections: [] }
  const untested = { state: 'untested' as const, endsAt: undefined }
  expect(compareAccount(stored, untested, DAY_MS)).toMatchObject({
    events: [{ type: 'account.rejected', at: 1 }],
    stored: { rejectedAt: 1 },
  })
  expect(types(compareAccount({ rejections: [] }, untested, DAY_MS))).toEqual([])
  expect(types(compareAccount(stored, { ...untested, state: 'ok' }, DAY_MS))).toEqual(['account.recovered'])
})

it.each(['not_connected', 'misconfigured'] as const)(
  'one that is %s is no news, and stays broken for later',
  (state) => {
    const stored = { rejectedAt: 1, connectedAt: 5, endsAt: 3 * DAY_MS, rejections: [] }
    const found = compareAccount(stored, { state, endsAt: undefined }, DAY_MS)
    expect(types(found)).toEqual([])
    expect(found.stored).toMatchObject({ rejectedAt: 1, connectedAt: 5 })
  },
)

it('each connected account is tested every 15 minutes, however often it is asked', async () => {
  const { names, tiro } = stage()
  await names()
  const before = tiro.calls.length
  for (let minute = 0; minute < 60; minute += 1) await names(60_000)
  // Of notes, and of the name of the workspace.
  expect(tiro.calls.length - before).toBe(4 * 2)
})

it('an account that is not connected causes no event, nor do secrets of the deployment that are set', async () => {
  const { names, restart } = stage()
  await names()
  restart({ NOTES_TOKEN: '' })
  expect(await names()).toEqual([])
  restart({ NOTES_TOKEN: TIRO_KEYS.readOnly })
  expect(await names()).toEqual([])
  restart({ NOTES_TOKEN: TIRO_KEYS.deleted })
  expect(await names()).toEqual(['account.rejected notes'])
})

it('what does not fit into SUBREQUESTS waits for the next poll', async () => {
  const { tests } = stage({ settings: { SUBREQUESTS: '10' } })
  expect(await tests.poll()).toMatchObject({ isMore: true })
  await tests.pollAll()
  const testedAt = Object.values(tests.cursor as Record<string, number>)
  expect(testedAt).toHaveLength(ACCOUNT_CONNECTORS.length)
  expect(testedAt.filter((at) => at === 0)).toEqual([])
})

it('an event contains account, group, state, message, hint and expiry', async () => {
  const { next, key, plaud, end } = stage({ days: 14.9 })
  await next()
  key.isActive = false
  const [rejected] = await next()
  expect(rejected).toMatchObject({ account: 'notes', data: { account: 'notes', group: 'notes', state: 'rejected' } })
  expect(accountEvents['account.rejected']().parse(rejected?.data)).toEqual(rejected?.data)
  // The first of the three warnings.
  const [expiring] = await next(DAY_MS)
  expect(expiring).toMatchObject({ type: 'account.expiring', account: 'recorder' })
  expect(expiring?.data).toMatchObject({ state: 'expires_soon', expires_at: new Date(end).toISOString() })
  expect(expiring?.data.hint).toContain('before it expires')
  expect(plaud.calls.length).toBeGreaterThan(0)
})
