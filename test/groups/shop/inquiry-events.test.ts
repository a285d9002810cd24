import { afterEach, expect, it, vi } from 'vitest'
import { inquirySource } from '../../../src/groups/shop/events.ts'
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
const KINDS = ['onlineInquiries', 'callCenterInquiries'] as const

function stage() {
  const clock = new Clock()
  const seller = createCoupangSeller({ clock })
  world = createWorldAt(clock, seller)
  const watched = watch(inquirySource, CONNECTED)
  const next = async () => {
    clock.advance(300_000)
    return (await watched.pollAll()).map(({ onceKey }) => onceKey)
  }
  return { clock, seller, watched, next }
}

it('the first poll reports nothing, and each new question is reported once, also after an answer', async () => {
  const { seller, next } = stage()
  expect(await next()).toEqual([])
  const asked = KINDS.map((kind) => seller.inquire({ kind }))
  expect((await next()).toSorted()).toEqual([
    `shop.inquiry.created call_center ${asked[1]?.id}`,
    `shop.inquiry.created product ${asked[0]?.id}`,
  ])
  for (const { replies } of asked) replies.push({ id: 1, by: 'vendor', at: 0, content: '네', asks: false })
  expect(await next()).toEqual([])
})

it('two questions of different types with one number are two', async () => {
  const { seller, next } = stage()
  await next()
  for (const kind of KINDS) seller.inquire({ kind, id: 77 })
  expect((await next()).toSorted()).toEqual(['shop.inquiry.created call_center 77', 'shop.inquiry.created product 77'])
})

it('many at once are all reported, over all pages', async () => {
  const { seller, next } = stage()
  await next()
  for (let n = 0; n < 120; n++) seller.inquire()
  expect(await next()).toHaveLength(120)
  expect(await next()).toEqual([])
})

it('a question that appears days later is reported within the hour', async () => {
  const { clock, seller, next } = stage()
  await next()
  seller.inquire({ askedAt: clock.now() - 5 * 24 * HOUR_MS })
  expect(await next()).toEqual([])
  clock.advance(HOUR_MS)
  expect(await next()).toHaveLength(1)
})

it('a failure between two lists throws, and the next poll reports all', async () => {
  const { seller, next } = stage()
  await next()
  for (const kind of KINDS) seller.inquire({ kind })
  seller.fail({ kind: 'status', status: 500 }, { on: ({ url }) => url.pathname.includes('callCenter') })
  await expect(next()).rejects.toMatchObject({ status: 502 })
  seller.heal()
  expect(await next()).toHaveLength(2)
})

it('a list that the product refuses is skipped', async () => {
  const { seller, next } = stage()
  seller.switches.inquiriesRefused = 'callCenterInquiries'
  await next()
  for (const kind of KINDS) seller.inquire({ kind })
  expect(await next()).toHaveLength(1)
})

it('an event holds the question, and its words are personal', async () => {
  const { seller, watched, next } = stage()
  await next()
  const { id } = seller.inquire({ kind: 'callCenterInquiries', question: '세탁해도 되나요?' })
  const [event] = await watched.pollAll()
  expect(event).toMatchObject({ type: 'shop.inquiry.created', subject: String(id) })
  const data = { ...event?.data, ...event?.personal }
  expect(shopEvents['shop.inquiry.created']().parse(data)).toEqual(data)
  expect(Object.keys(event?.personal ?? {})).toEqual(['question', 'replies'])
  for (const personal of ['0502-', 'buyer@example.com', '김상담']) expect(JSON.stringify(data)).not.toContain(personal)
})
