import { runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Ledger } from '../../../src/objects/ledger/ledger.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { OBJECTS } from '../../support/objects.ts'
import { createWorld, type World } from '../../support/world.ts'

/** What is spent on a day (docs/spec/payment.md, "Limits"), without the gateway around it. */

const DAY = 24 * 60 * 60 * 1000
const MOST = 10_000

let world: World
let day: DurableObjectStub<Ledger>

beforeEach(() => {
  world = createWorld()
  day = OBJECTS.LEDGER.getByName('spent')
})

afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

const reserve = (id: string, run: string, amount: number) => day.reserve({ id, run, amount }, MOST)
const reservations = () =>
  runInDurableObject(day, (_, { storage }) => [...storage.kv.list({ prefix: 'spent/' })].map(([name]) => name))

describe('cancelReservation', () => {
  it('returns the amount to the day, once', async () => {
    await reserve('one', 'first', 6_000)
    await day.cancelReservation('one', 'first')
    await day.cancelReservation('one', 'first')
    expect(await reserve('two', 'first', MOST)).toEqual({ isReserved: true, spent: 0 })
  })

  it('of a run whose reservation another run replaced changes nothing', async () => {
    await reserve('one', 'first', 6_000)
    await reserve('one', 'second', 6_000)
    await day.cancelReservation('one', 'first')
    expect(await reserve('two', 'third', 4_001)).toEqual({ isReserved: false, spent: 6_000 })
  })
})

it('stays counted when the alarm comes before the end of the day', async () => {
  await reserve('one', 'first', 6_000)
  const next = await runInDurableObject(day, async (ledger, { storage }) => {
    await ledger.alarm()
    return storage.getAlarm()
  })
  expect(await reserve('two', 'first', 4_001)).toEqual({ isReserved: false, spent: 6_000 })
  world.clock.advance(Number(next) - world.clock.now())
  await runInDurableObject(day, (ledger) => ledger.alarm())
  expect(await runInDurableObject(day, (_, { storage }) => [...storage.kv.list()])).toEqual([])
})

describe('the next day', () => {
  it('starts with nothing spent, and stores no reservation of the day before', async () => {
    await reserve('one', 'first', MOST)
    world.clock.advance(DAY)
    expect(await reserve('two', 'first', MOST)).toEqual({ isReserved: true, spent: 0 })
    expect(await reservations()).toEqual(['spent/two'])
  })

  it('gets nothing back from a reservation of the day before', async () => {
    await reserve('one', 'first', 6_000)
    world.clock.advance(DAY)
    await reserve('two', 'first', 6_000)
    await day.cancelReservation('one', 'first')
    expect(await reserve('three', 'first', 4_001)).toEqual({ isReserved: false, spent: 6_000 })
  })
})
