import { afterEach, expect, it, vi } from 'vitest'
import { sheetSource } from '../../../src/groups/shop/events.ts'
import { shopEvents } from '../../../src/groups/shop/outputs.ts'
import { Clock } from '../../simulators/clock.ts'
import { createCoupangSeller } from '../../simulators/shop/index.ts'
import type { Call } from '../../simulators/simulator.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { watch } from '../../support/watched.ts'
import { createWorldAt, expectNothingUnexpected, type World } from '../../support/world.ts'
import { CONNECTED } from './stage.ts'

let world: World | undefined

afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
  if (world) expectNothingUnexpected(world)
})

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

function stage() {
  const clock = new Clock()
  const seller = createCoupangSeller({ clock })
  world = createWorldAt(clock, seller)
  const watched = watch(sheetSource, CONNECTED)
  const next = async () => {
    clock.advance(120_000)
    return (await watched.pollAll()).map(({ subject }) => subject)
  }
  return { clock, seller, watched, next }
}

it('the first poll reports nothing, and each new sheet is reported once, whatever its later status', async () => {
  const { seller, next } = stage()
  expect(await next()).toEqual([])
  const sheet = seller.sell()
  expect(await next()).toEqual([sheet.shipmentBoxId])
  sheet.status = 'INSTRUCT'
  expect(await next()).toEqual([])
  sheet.status = 'DEPARTURE'
  expect(await next()).toEqual([])
})

it('150 sheets between two polls are all reported, in their order', async () => {
  const { clock, seller, next } = stage()
  await next()
  const ids = Array.from({ length: 150 }, () => {
    clock.advance(100)
    return seller.sell().shipmentBoxId
  })
  expect(await next()).toEqual(ids)
})

it('a sheet that was prepared at once is reported at once, and one that was sent at once within the hour', async () => {
  const { clock, seller, next } = stage()
  await next()
  const prepared = seller.sell({ status: 'INSTRUCT' }).shipmentBoxId
  const sent = seller.sell({ status: 'DEPARTURE' }).shipmentBoxId
  expect(await next()).toEqual([prepared])
  clock.advance(HOUR_MS)
  expect(await next()).toEqual([sent])
})

it('a sheet whose order was paid days later is reported within the hour', async () => {
  const { clock, seller, next } = stage()
  await next()
  const late = seller.sell({ orderedAt: clock.now() - 6 * DAY_MS }).shipmentBoxId
  expect(await next()).toEqual([])
  clock.advance(HOUR_MS)
  expect(await next()).toEqual([late])
  expect(await next()).toEqual([])
})

it('a sheet that moves from one list to the next while they are walked is told once', async () => {
  const { clock, seller, watched, next } = stage()
  await next()
  const late = seller.sell({ orderedAt: clock.now() - 6 * DAY_MS })
  clock.advance(HOUR_MS)
  // Only the hourly walk has pages.
  const movesAfterTheFirstList = ({ url: { searchParams } }: Call) => {
    if (searchParams.has('maxPerPage') && searchParams.get('status') === 'INSTRUCT') late.status = 'INSTRUCT'
    return false
  }
  seller.fail({ kind: 'network' }, { on: movesAfterTheFirstList })
  const events = await watched.pollAll()
  expect(events).toMatchObject([
    { subject: late.shipmentBoxId, onceKey: `shop.ordersheet.created ${late.shipmentBoxId}` },
  ])
})

it('an outage of a week loses nothing', async () => {
  const { clock, seller, next } = stage()
  await next()
  const ids: string[] = []
  seller.fail({ kind: 'status', status: 500 })
  for (let day = 0; day < 7; day++) {
    for (let n = 0; n < 120; n++) ids.push(seller.sell().shipmentBoxId)
    clock.advance(DAY_MS)
    await expect(next()).rejects.toMatchObject({ status: 502 })
  }
  seller.heal()
  clock.advance(-HOUR_MS)
  expect((await next()).toSorted()).toEqual(ids.toSorted())
})

it('a failure between two statuses throws, and the next poll reports all', async () => {
  const { seller, next } = stage()
  await next()
  const ids = [seller.sell().shipmentBoxId, seller.sell({ status: 'INSTRUCT' }).shipmentBoxId]
  seller.fail({ kind: 'status', status: 500 }, { on: ({ url }) => url.searchParams.get('status') === 'INSTRUCT' })
  await expect(next()).rejects.toMatchObject({ status: 502 })
  seller.heal()
  expect((await next()).toSorted()).toEqual(ids)
})

it('the rate of five calls a second is not exceeded', async () => {
  const { seller, watched } = stage()
  seller.switches.rate = { perSecond: 5, recoveryMs: 600_000 }
  for (let n = 0; n < 400; n++) seller.sell()
  expect(await watched.pollAll()).toEqual([])
})

it('the same vendor with a new key continues, another one starts again, and a restart changes nothing', async () => {
  const { seller, watched, next } = stage()
  await next()
  const first = seller.sell().shipmentBoxId
  watched.restart()
  expect(await next()).toEqual([first])
  const { account } = watched.cursor as { account: string }
  watched.cursor = { ...(watched.cursor as object), account: 'of another vendor' }
  seller.sell()
  expect(await next()).toEqual([])
  expect(watched.cursor).toMatchObject({ account })
})

it('a sheet without an id is skipped, and a removed one is not reported', async () => {
  const { seller, next } = stage()
  await next()
  seller.state.sheets.shift()
  const body = JSON.stringify({ code: 200, message: 'OK', data: [{ orderId: 1 }, 'no sheet', null], nextToken: '' })
  seller.fail({ kind: 'status', status: 200, body })
  expect(await next()).toEqual([])
})

it('an event contains the sheet as the list returns it, with all digits of its box', async () => {
  const { seller, watched, next } = stage()
  await next()
  const { shipmentBoxId } = seller.sell()
  const [event] = await watched.pollAll()
  expect(shipmentBoxId).toBe('742538971006401433')
  expect(event).toMatchObject({ type: 'shop.ordersheet.created', subject: shipmentBoxId })
  const data = { ...event?.data, ...event?.personal }
  expect(data).toMatchObject({ shipmentBoxId, status: 'ACCEPT', orderer: { name: '김*수' } })
  expect(shopEvents['shop.ordersheet.created']().parse(data)).toEqual(data)
  expect(JSON.stringify(data).length).toBeLessThan(4096)
  expect(Object.keys(event?.data ?? {})).toEqual(['shipmentBoxId', 'status', 'orderedAt'])
})
