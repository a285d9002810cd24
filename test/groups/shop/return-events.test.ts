import { afterEach, expect, it, vi } from 'vitest'
import { returnSource } from '../../../src/groups/shop/events.ts'
import { shopEvents } from '../../../src/groups/shop/outputs.ts'
import { Clock } from '../../simulators/clock.ts'
import { createCoupangSeller } from '../../simulators/shop/index.ts'
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

function stage(settings: Record<string, string> = {}) {
  const clock = new Clock()
  const seller = createCoupangSeller({ clock })
  world = createWorldAt(clock, seller)
  const watched = watch(returnSource, { ...CONNECTED, ...settings })
  const next = async () => {
    clock.advance(300_000)
    return (await watched.pollAll()).map(({ subject }) => subject)
  }
  return { clock, seller, watched, next }
}

it('the first poll reports nothing, and each new return is reported once, whatever becomes of it', async () => {
  const { seller, next } = stage()
  expect(await next()).toEqual([])
  const claims = (['RU', 'UC', 'CANCEL'] as const).map((status) => seller.giveBack({ status }))
  expect((await next()).toSorted()).toEqual(claims.map(({ receiptId }) => String(receiptId)))
  for (const claim of claims) claim.status = 'CC'
  expect(await next()).toEqual([])
})

it('a return that was completed between two polls is reported within the hour', async () => {
  const { clock, seller, next } = stage()
  await next()
  const { receiptId } = seller.giveBack({ status: 'CC' })
  expect(await next()).toEqual([])
  clock.advance(HOUR_MS)
  expect(await next()).toEqual([String(receiptId)])
  expect(await next()).toEqual([])
})

it('a failure between two lists throws, and the next poll reports all', async () => {
  const { seller, next } = stage()
  await next()
  const ids = [seller.giveBack({ status: 'RU' }), seller.giveBack()].map(({ receiptId }) => String(receiptId))
  seller.fail({ kind: 'status', status: 500 }, { on: ({ url }) => url.searchParams.get('status') === 'UC' })
  await expect(next()).rejects.toMatchObject({ status: 502 })
  seller.heal()
  expect((await next()).toSorted()).toEqual(ids)
})

it('an event holds the return without anything of the customer', async () => {
  const { seller, watched, next } = stage()
  await next()
  const { receiptId } = seller.giveBack()
  const [event] = await watched.pollAll()
  expect(event).toMatchObject({ type: 'shop.return.created', subject: String(receiptId) })
  expect(event?.onceKey).toBe(`shop.return.created ${receiptId}`)
  const data = { ...event?.data, ...event?.personal }
  expect(shopEvents['shop.return.created']().parse(data)).toEqual(data)
  expect(Object.keys(event?.personal ?? {})).toEqual(['comment'])
  const text = JSON.stringify(data)
  for (const personal of ['구*숙', '0503-', '월드컵북로']) expect(text).not.toContain(personal)
  expect(text.length).toBeLessThan(4096)
})

it('a list that the product refuses is skipped, and the others are reported', async () => {
  const { clock, seller, next } = stage()
  seller.switches.cancellationsRefused = true
  expect(await next()).toEqual([])
  const ids = (['RU', 'UC', 'PR'] as const).map((status) => String(seller.giveBack({ status }).receiptId))
  seller.giveBack({ status: 'CANCEL' })
  expect((await next()).toSorted()).toEqual(ids.slice(0, 2))
  clock.advance(HOUR_MS)
  expect(await next()).toEqual(ids.slice(2))
})

it('where the product refuses all lists, the poll fails', async () => {
  const { seller, next } = stage()
  await next()
  seller.fail({ kind: 'status', status: 400 })
  await expect(next()).rejects.toMatchObject({ status: 400 })
})

it('days that take the product too long are read in parts', async () => {
  const { clock, seller, next } = stage()
  seller.switches.widestMs = 2 * 24 * HOUR_MS
  expect(await next()).toEqual([])
  const { receiptId } = seller.giveBack({ status: 'CC', createdAt: clock.now() - 5 * 24 * HOUR_MS })
  clock.advance(HOUR_MS)
  expect(await next()).toEqual([String(receiptId)])
})

it('a list that is too much for one poll is not skipped', async () => {
  const { clock, seller, next } = stage({ SUBREQUESTS: '20' })
  await next()
  const { receiptId } = seller.giveBack({ status: 'CC' })
  clock.advance(HOUR_MS)
  seller.switches.widestMs = 2 * HOUR_MS
  await expect(next()).rejects.toMatchObject({ status: 504 })
  seller.switches.widestMs = Infinity
  expect(await next()).toEqual([String(receiptId)])
})
