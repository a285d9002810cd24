import { afterEach, expect, it, vi } from 'vitest'
import { orderSource } from '../../../src/groups/shop/events.ts'
import { shopEvents } from '../../../src/groups/shop/outputs.ts'
import { Clock } from '../../simulators/clock.ts'
import { CONSUMER_SESSION, createCoupangConsumer } from '../../simulators/shop/index.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { watch } from '../../support/watched.ts'
import { createWorldAt, expectNothingUnexpected, type World } from '../../support/world.ts'

let world: World | undefined

afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
  if (world) expectNothingUnexpected(world)
})

const DAY_MS = 24 * 3_600_000

function stage(start?: string) {
  const clock = new Clock(start)
  const consumer = createCoupangConsumer({ clock })
  world = createWorldAt(clock, consumer)
  const watched = watch(orderSource, { SHOP_SESSION: CONSUMER_SESSION })
  const next = async () => {
    clock.advance(300_000)
    return (await watched.pollAll()).map(({ subject }) => Number(subject))
  }
  return { clock, consumer, watched, next }
}

it('the first poll reports nothing, and each new order is reported once', async () => {
  const { consumer, next } = stage()
  expect(await next()).toEqual([])
  const { orderId } = consumer.order()
  expect(await next()).toEqual([orderId])
  expect(await next()).toEqual([])
})

it('150 orders between two polls are all reported, once each', async () => {
  const { clock, consumer, next } = stage()
  await next()
  const ids = Array.from({ length: 150 }, () => {
    clock.advance(1000)
    return consumer.order().orderId
  })
  const found = await next()
  expect(found.toSorted()).toEqual(ids)
  expect(await next()).toEqual([])
})

it.each([
  ['2026-12-31T23:58:00+09:00', 'before and after midnight in Korea'],
  ['2026-12-31T23:58:00Z', 'before and after midnight in UTC'],
])('at the turn of the year no order is lost: %s', async (start) => {
  const { clock, consumer, next } = stage(start)
  await next()
  const before = consumer.order().orderId
  clock.advance(180_000)
  const after = consumer.order().orderId
  expect(await next()).toEqual([before, after])
  const late = consumer.order({ orderedAt: Date.parse(start) + 60_000 }).orderId
  expect(await next()).toEqual([late])
})

it('an order that appears late, below others, is reported within an hour; a very old one is not', async () => {
  const { clock, consumer, next } = stage()
  await next()
  for (let n = 0; n < 30; n++) consumer.order()
  await next()
  clock.advance(3_600_000)
  await next()
  const late = consumer.order({ orderedAt: clock.now() - 5 * DAY_MS }).orderId
  consumer.order({ orderedAt: clock.now() - 20 * DAY_MS })
  expect(await next()).toEqual([])
  clock.advance(3_600_000)
  expect(await next()).toEqual([late])
  expect(await next()).toEqual([])
})

it('an outage of a week loses nothing', async () => {
  const { clock, consumer, next } = stage()
  await next()
  const ids: number[] = []
  for (let day = 0; day < 7; day++) {
    clock.advance(DAY_MS)
    ids.push(consumer.order().orderId)
    consumer.fail({ kind: 'status', status: 500 })
    await expect(next()).rejects.toMatchObject({ status: 502 })
    consumer.heal()
  }
  expect(await next()).toEqual(ids)
})

it('a failure in the middle of paging throws, and the next poll reports all', async () => {
  const { consumer, next } = stage()
  await next()
  const ids = Array.from({ length: 25 }, () => consumer.order().orderId)
  consumer.fail({ kind: 'status', status: 500 }, { on: ({ url }) => url.searchParams.get('pageIndex') === '2' })
  await expect(next()).rejects.toMatchObject({ status: 502 })
  consumer.heal()
  expect((await next()).toSorted()).toEqual(ids)
})

it('another customer starts again; the same one with a new session continues, even if no order shows the customer', async () => {
  const { consumer, watched, next } = stage()
  await next()
  const first = consumer.order().orderId
  watched.restart({ SHOP_SESSION: `${CONSUMER_SESSION}; extra=1` })
  expect(await next()).toEqual([first])
  consumer.switches.memberId = undefined
  const second = consumer.order().orderId
  expect(await next()).toEqual([second])
  consumer.switches.memberId = 'another-shopper'
  consumer.order()
  expect(await next()).toEqual([])
  const third = consumer.order().orderId
  watched.restart()
  expect(await next()).toEqual([third])
})

it('the first order of a customer without any is reported', async () => {
  const { consumer, next } = stage()
  consumer.state.orders = []
  expect(await next()).toEqual([])
  const { orderId } = consumer.order()
  expect(await next()).toEqual([orderId])
})

it('an order without an id is skipped, and a removed one is not reported', async () => {
  const { consumer, next } = stage()
  await next()
  consumer.order({ orderId: Number.NaN })
  consumer.state.orders.shift()
  expect(await next()).toEqual([])
})

it('an event contains the order and its rows as the flattened orders return them', async () => {
  const { consumer, watched, next } = stage()
  await next()
  consumer.order()
  const [event] = await watched.pollAll()
  expect(event).toMatchObject({
    type: 'shop.order.created',
    onceKey: 'shop.order.created 26000000000001',
    data: { order_id: '26000000000001' },
    personal: { rows: [{ order_id: '26000000000001', shipment_box_id: '1042538971006401431' }] },
  })
  const data = { ...event?.data, ...event?.personal }
  expect(shopEvents['shop.order.created']().parse(data)).toEqual(data)
  expect(JSON.stringify(data).length).toBeLessThan(4096)
  expect(JSON.stringify(data)).not.toContain('test-shopper')
})

it('an expired session is 401', async () => {
  const { consumer, next } = stage()
  consumer.switches.expired = true
  await expect(next()).rejects.toMatchObject({ status: 401 })
})
