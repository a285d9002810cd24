import { describe, expect, it, vi } from 'vitest'
import { platform } from '../../../src/base/platform.ts'
import { AUTOPAY_CUSTOMER } from '../../simulators/payment/index.ts'
import { loseSteps } from './idempotency/record-steps.ts'
import { headersFor, leaveNothingBehind, setStage, V1_HOST } from './stage.ts'

/** The same customer, product and amount under another Idempotency-Key (docs/spec/payment.md, "Idempotency"). */

leaveNothingBehind()

const MINUTE = 60_000
const BILL = {
  ...{ product_nm: 'Workbook', member_nm: 'Hong Gildong', phone: '010-1234-5678', price: 33_000 },
  ...{ expire_dt: '2099-12-31', callback_url: 'https://academy.example/payments' },
}
const CHARGE = { customer: AUTOPAY_CUSTOMER, product_nm: 'Lessons', price: 9900 }

const setUp = () => {
  const stage = setStage()
  let count = 0
  const post = (path: string, body: object, once = `wish-${++count}`) => stage.post(path, body, { once })
  return { ...stage, stage, post }
}

describe.each([
  ['request', BILL, { phone: '010-8765-4321' }],
  ['autopay/request', CHARGE, { customer: 'another' }],
])('%s', (path, body, another) => {
  it('is refused once more under another key, and names the earlier bill', async () => {
    const { post, called, world } = setUp()
    const first = await post(path, { ...body, confirm_duplicate: false })
    expect(first.status).toBe(200)
    world.clock.advance(2 * MINUTE)
    const again = await post(path, { ...body, confirm_duplicate: false })
    expect(again.status).toBe(409)
    expect(again.json.error).toBe(
      `the same customer got bill ${first.json.result.bill_id} for the same product and amount 2 minutes ago: nothing was sent. To send another one anyway, repeat the request with the same idempotency key and confirm_duplicate true`,
    )
    expect(called()).toBe(1)
  })

  it('is sent when the caller confirms it, and the next one is refused again', async () => {
    const { post, called } = setUp()
    await post(path, { ...body, confirm_duplicate: false }, 'a')
    expect((await post(path, { ...body, confirm_duplicate: false }, 'b')).status).toBe(409)
    expect((await post(path, { ...body, confirm_duplicate: true }, 'b')).status).toBe(200)
    expect((await post(path, { ...body, confirm_duplicate: false }, 'c')).status).toBe(409)
    expect(called()).toBe(2)
  })

  it('is a replay under the same key, confirmed or not', async () => {
    const { post, called } = setUp()
    await post(path, { ...body, confirm_duplicate: false }, 'a')
    for (const confirm_duplicate of [false, true, undefined]) {
      const { status, headers } = await post(path, { ...body, confirm_duplicate }, 'a')
      expect([status, headers.get('Idempotent-Replayed')]).toEqual([200, 'true'])
    }
    expect(called()).toBe(1)
  })

  it('counts when it was sent without the field, in whichever order', async () => {
    const { post, called } = setUp()
    const first = await post(path, body)
    expect(first.status).toBe(200)
    const refused = await post(path, { ...body, confirm_duplicate: false })
    expect([refused.status, refused.json.error]).toEqual([409, expect.stringContaining(first.json.result.bill_id)])
    expect((await post(path, body)).status).toBe(200)
    expect((await post(path, { ...body, confirm_duplicate: true })).status).toBe(200)
    expect((await post(path, { ...body, confirm_duplicate: false })).status).toBe(409)
    expect(called()).toBe(3)
  })

  it('is a replay under its key when the first one had no field', async () => {
    const { post, called } = setUp()
    await post(path, body, 'a')
    for (const confirm_duplicate of [undefined, false]) {
      const { status, headers } = await post(path, { ...body, confirm_duplicate }, 'a')
      expect([status, headers.get('Idempotent-Replayed')]).toEqual([200, 'true'])
    }
    expect(called()).toBe(1)
  })

  it('counts although a later one without the field was refused by the product', async () => {
    const { post, product } = setUp()
    expect((await post(path, body)).status).toBe(200)
    product.fail({ kind: 'status', status: 401 }, { times: 1 })
    expect((await post(path, body)).status).not.toBe(200)
    expect((await post(path, { ...body, confirm_duplicate: false })).status).toBe(409)
  })

  it('without the field is sent and logged when it cannot be remembered', async () => {
    const { stage, post, called, world } = setUp()
    loseSteps(stage, { claimRecentBill: 2 })
    expect((await post(path, body)).status).toBe(200)
    expect(called()).toBe(1)
    expect(world.log.filter((line) => line.includes('"bug"'))).toHaveLength(1)
  })

  it('is sent once, however many are sent at once beside one without the field', async () => {
    const { post, called } = setUp()
    const both = await Promise.all([
      post(path, body),
      ...Array.from({ length: 9 }, () => post(path, { ...body, confirm_duplicate: false })),
    ])
    expect(both[0]?.status).toBe(200)
    // One with false may come first.
    expect(called()).toBeLessThanOrEqual(2)
    expect((await post(path, { ...body, confirm_duplicate: false })).status).toBe(409)
  })

  it('is sent after 10 minutes, for another amount or product, and by a caller who does not ask', async () => {
    const { post, world } = setUp()
    const unconfirmed = { ...body, confirm_duplicate: false }
    expect((await post(path, unconfirmed)).status).toBe(200)
    expect((await post(path, { ...unconfirmed, price: 1000 })).status).toBe(200)
    expect((await post(path, { ...unconfirmed, product_nm: 'Other' })).status).toBe(200)
    expect((await post(path, body)).status).toBe(200)
    world.clock.advance(10 * MINUTE - 1)
    expect((await post(path, unconfirmed)).status).toBe(409)
    world.clock.advance(1)
    expect((await post(path, unconfirmed)).status).toBe(200)
  })

  it('is sent for another customer', async () => {
    const { post, called } = setUp()
    await post(path, { ...body, confirm_duplicate: false })
    expect((await post(path, { ...body, ...another, confirm_duplicate: false })).status).not.toBe(409)
    expect(called()).toBe(2)
  })

  it('that was not made is sent again under its key, although it was remembered', async () => {
    const { post, product } = setUp()
    product.fail({ kind: 'network' }, { times: 1 })
    expect((await post(path, { ...body, confirm_duplicate: false }, 'a')).status).toBe(502)
    expect((await post(path, { ...body, confirm_duplicate: false }, 'a')).status).toBe(200)
  })

  it('is sent after the product refused the first one', async () => {
    const { post, product, called } = setUp()
    product.fail({ kind: 'status', status: 401 }, { times: 1 })
    expect((await post(path, { ...body, confirm_duplicate: false })).status).not.toBe(200)
    expect((await post(path, { ...body, confirm_duplicate: false })).status).toBe(200)
    expect(called()).toBe(2)
  })

  it('counts when the outcome of the first is unknown', async () => {
    const { post, product } = setUp()
    product.fail({ kind: 'cut' }, { times: 1 })
    expect((await post(path, { ...body, confirm_duplicate: false })).status).toBe(502)
    expect((await post(path, { ...body, confirm_duplicate: false })).status).toBe(409)
  })

  it('counts after a bug of the gateway, because the bill may have been sent', async () => {
    const { post, product, called } = setUp()
    vi.mocked(platform.fetch).mockImplementationOnce(async (url, init) => {
      await product.fetch(new Request(url, init))
      throw new TypeError('a bug')
    })
    expect((await post(path, { ...body, confirm_duplicate: false })).status).toBe(500)
    expect((await post(path, { ...body, confirm_duplicate: false })).status).toBe(409)
    expect(called()).toBe(1)
  })

  it('is sent once, however many are sent at once', async () => {
    const { post, called } = setUp()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(path, { ...body, confirm_duplicate: false })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    expect(called()).toBe(1)
  })

  it('is not sent while earlier ones cannot be checked', async () => {
    const { stage, post, called } = setUp()
    loseSteps(stage, { claimRecentBill: 2 })
    expect((await post(path, { ...body, confirm_duplicate: false })).status).toBe(503)
    expect(called()).toBe(0)
    expect((await post(path, { ...body, confirm_duplicate: false })).status).toBe(200)
  })
})

it('without an Idempotency-Key, too', async () => {
  const { stage } = setUp()
  const send = () => stage.post('request', { ...BILL, confirm_duplicate: false })
  expect((await send()).status).toBe(200)
  expect((await send()).status).toBe(409)
})

it('another spelling of the phone number is the same customer', async () => {
  const { post } = setUp()
  await post('request', { ...BILL, confirm_duplicate: false })
  const again = { ...BILL, phone: '+82 10 1234 5678', confirm_duplicate: false }
  expect((await post('request', again)).status).toBe(409)
})

it('another merchant has sent no bill', async () => {
  const { stage, called } = setUp()
  const send = (headers?: Record<string, string>) =>
    stage.post('request', { ...BILL, confirm_duplicate: false }, { ...(headers && { headers }) })
  expect((await send()).status).toBe(200)
  expect((await send({ ...headersFor(V1_HOST), 'X-Payment-Merchant-ID': 'another' })).status).not.toBe(409)
  expect(called()).toBe(2)
  expect((await send(headersFor(V1_HOST))).status).toBe(409)
})

it('one that is sent again under its key, after it was not made, counts from then on', async () => {
  const { stage, post, product, world, called } = setUp()
  const bill = { ...BILL, confirm_duplicate: false }
  // The product made nothing, and its response says nothing.
  product.fail({ kind: 'status', status: 503 }, { times: 1 })
  expect((await post('request', bill, 'a')).status).toBe(502)
  world.clock.advance(10 * MINUTE)
  expect((await stage.post('request', bill)).status).toBe(200)
  const before = called('if_request')
  expect((await post('request', bill, 'a')).status).toBe(409)
  expect(called('if_request')).toBe(before)
  expect((await post('request', { ...bill, confirm_duplicate: true }, 'a')).status).toBe(200)
  world.clock.advance(10 * MINUTE - 1)
  expect((await post('request', bill, 'b')).status).toBe(409)
})
