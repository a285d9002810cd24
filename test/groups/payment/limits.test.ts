import { expect, it } from 'vitest'
import type { Limits } from '../../../src/base/usage.ts'
import { getId, nameKey } from '../../gateway/auth/keys/named-keys.ts'
import { AUTOPAY_CUSTOMER, PAID_BILL } from '../../simulators/payment/index.ts'
import { interceptSteps, loseSteps } from './idempotency/record-steps.ts'
import { LIMIT_COSTS } from './limit-costs.ts'
import { leaveNothingBehind, type Stage, setStage } from './stage.ts'

/** How much a key may ask for or move (docs/spec/payment.md, "Limits"). */

leaveNothingBehind()

const HOUR = 3_600_000
const charge = (price: number) => ({ customer: AUTOPAY_CUSTOMER, product_nm: 'Lessons', price })
const bill = (price: number) => ({
  ...{ product_nm: 'Workbook', member_nm: 'Hong Gildong', phone: '010-1234-5678', price, expire_dt: '2099-12-31' },
  callback_url: 'https://academy.example/payments',
})
const CANCEL = { bill_id: PAID_BILL, price: 150_000 }

async function limited(limits: Limits) {
  const stage = setStage()
  const key = await nameKey({ limits })
  let count = 0
  /** Each with a different Idempotency-Key. */
  const post = (path: string, body: object, once: string | undefined = `order-${++count}`) =>
    stage.post(path, body, { key, once })
  return { stage, key, post }
}

/** What a caller can still spend, found by a charge that fits. */
const told = ({ status, json }: Awaited<ReturnType<Stage['post']>>) =>
  status === 200 ? 200 : `${status} ${json.error}`

const overDay = (limit: number, spent: number, amount: number) =>
  `403 limits: this caller may ask for or move at most ${limit} won a day in Korea (daily_amount); ${spent} won are spent, and this is ${amount} won; nothing was sent`

it.each(Object.entries(LIMIT_COSTS))(
  '%s cost a payment this many calls of objects before it is sent',
  async (_, { limits, steps: expected }) => {
    const stage = setStage()
    const key = await nameKey(limits && { limits })
    const steps: string[] = []
    interceptSteps(stage, (step, make) => {
      steps.push(step)
      return make()
    })
    expect((await stage.post('autopay/request', charge(10_000), { key })).status).toBe(200)
    expect(steps).toEqual(expected)
  },
)

it('a key that replaces another one continues its day', async () => {
  const { stage, key, post } = await limited({ daily_amount: 10_000 })
  expect(told(await post('autopay/request', charge(6_000)))).toBe(200)
  const next = await nameKey({ limits: { daily_amount: 10_000 }, lineage: await getId(key) })
  const answer = await stage.post('autopay/request', charge(6_000), { key: next, once: 'next' })
  expect(told(answer)).toBe(overDay(10_000, 6_000, 6_000))
})

it('a day counts all that is requested, and ends at midnight in Korea', async () => {
  const { stage, post } = await limited({ daily_amount: 160_000 })
  expect(told(await post('autopay/request', charge(5_000)))).toBe(200)
  expect(told(await post('cancel', CANCEL))).toBe(200)
  expect(told(await post('request', bill(5_001)))).toBe(overDay(160_000, 155_000, 5_001))
  expect(stage.called()).toBe(2)
  expect(told(await post('request', bill(5_000)))).toBe(200)
  expect(told(await post('autopay/request', charge(1)))).toBe(overDay(160_000, 160_000, 1))
  // It is 18:00 in Korea.
  stage.world.clock.advance(6 * HOUR - 1)
  expect(told(await post('autopay/request', charge(1)))).toBe(overDay(160_000, 160_000, 1))
  stage.world.clock.advance(1)
  expect(told(await post('autopay/request', charge(160_000)))).toBe(200)
  expect(told(await post('autopay/request', charge(1)))).toBe(overDay(160_000, 160_000, 1))
})

it('without an Idempotency-Key, too', async () => {
  const { stage, key } = await limited({ daily_amount: 15_000 })
  const answers = [10_000, 10_000, 5_000].map((price) => charge(price))
  const statuses = []
  for (const body of answers) statuses.push((await stage.post('autopay/request', body, { key })).status)
  expect(statuses).toEqual([200, 403, 200])
})

it('a replay counts nothing, and is returned above the limit as well', async () => {
  const { stage, post } = await limited({ daily_amount: 10_000 })
  expect(told(await post('autopay/request', charge(10_000), 'a'))).toBe(200)
  const again = await post('autopay/request', charge(10_000), 'a')
  expect([told(again), again.headers.get('Idempotent-Replayed'), stage.called()]).toEqual([200, 'true', 1])
})

it('what the product refuses is not spent', async () => {
  const { post } = await limited({ daily_amount: 150_000 })
  expect((await post('cancel', { bill_id: 'NONE-1', price: 150_000 })).status).toBe(404)
  expect(told(await post('cancel', CANCEL))).toBe(200)
})

it('what is refused before it is sent is not spent', async () => {
  const { post } = await limited({ daily_amount: 10_000 })
  expect((await post('request', { ...bill(10_000), expire_dt: '2001-01-01' })).status).toBe(400)
  expect(told(await post('request', bill(10_000)))).toBe(200)
})

it('the refusal leaves the Idempotency-Key free', async () => {
  const { stage, post } = await limited({ daily_amount: 10_000 })
  expect((await post('autopay/request', charge(6_000), 'a')).status).toBe(200)
  expect((await post('autopay/request', charge(6_000), 'b')).status).toBe(403)
  stage.world.clock.advance(24 * HOUR)
  const next = await post('autopay/request', charge(6_000), 'b')
  expect([next.status, next.headers.has('Idempotent-Replayed')]).toEqual([200, false])
})

it('an unknown outcome is spent, and only once when the same key sends it again', async () => {
  const { stage, post } = await limited({ daily_amount: 12_000 })
  stage.product.fail({ kind: 'status', status: 500 }, { times: 1 })
  expect((await post('request', bill(6_000), 'a')).status).toBe(502)
  expect(told(await post('request', bill(6_001), 'b'))).toBe(overDay(12_000, 6_000, 6_001))
  expect(told(await post('request', bill(6_000), 'a'))).toBe(200)
  expect(told(await post('request', bill(6_000), 'c'))).toBe(200)
  expect(told(await post('request', bill(1), 'd'))).toBe(overDay(12_000, 12_000, 1))
})

it('a hundred at once never spend more', async () => {
  const { stage, post } = await limited({ daily_amount: 50_000 })
  const answers = await Promise.all(Array.from({ length: 100 }, () => post('autopay/request', charge(1_000))))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(50)
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(50)
  expect(stage.called('/bill/url')).toBe(50)
})

it.each([true, false])('a reservation that fails once is repeated, and counts once (stored: %s)', async (stored) => {
  const { stage, post } = await limited({ daily_amount: 10_000 })
  loseSteps(stage, { reserve: 1 }, stored)
  expect(told(await post('autopay/request', charge(5_000)))).toBe(200)
  expect(told(await post('autopay/request', charge(5_000)))).toBe(200)
  expect((await post('autopay/request', charge(1))).status).toBe(403)
})

it('what cannot be counted does not count: the whole limit is left for another request', async () => {
  const { stage, post } = await limited({ daily_amount: 10_000 })
  loseSteps(stage, { reserve: 2 }, true)
  expect((await post('autopay/request', charge(10_000), 'a')).status).toBe(503)
  expect(told(await post('autopay/request', charge(10_000), 'b'))).toBe(200)
})

it('what cannot be counted is not sent', async () => {
  const { stage, post } = await limited({ daily_amount: 10_000 })
  loseSteps(stage, { reserve: 2 }, true)
  const refused = await post('autopay/request', charge(10_000), 'a')
  expect([refused.status, refused.json.error, stage.called()]).toEqual([
    503,
    'the limit of the day cannot be checked at the moment, and nothing was sent: try again',
    0,
  ])
  expect(told(await post('autopay/request', charge(10_000), 'a'))).toBe(200)
})

it('an amount above a limit has a code of its own, which says that waiting does not help', async () => {
  const { stage, post } = await limited({ max_amount: 5_000, daily_amount: 6_000 })
  const code = async (price: number) => (await post('autopay/request', charge(price))).headers.get('X-Error-Code')
  expect([await code(5_001), await code(5_000), await code(1_001)]).toEqual(['limit_exceeded', null, 'limit_exceeded'])
  stage.product.fail({ kind: 'status', status: 429 })
  expect(await code(1_000)).toBe('too_many_requests')
})
