import { describe, expect, it } from 'vitest'
import { pointsSource } from '../../../src/groups/payment/events.ts'
import { paymentEvents } from '../../../src/groups/payment/outputs.ts'
import { POINTS_OF_MESSAGE, WAITING_BILL } from '../../simulators/payment/index.ts'
import { watch } from '../../support/watched.ts'
import { accountAt, headersFor, leaveNothingBehind, STORED, type Stage, setStage, V1_HOST, V2_HOST } from './stage.ts'

/** The points for sending bills (docs/spec/payment.md, "Points"). */

leaveNothingBehind()

const read = ({ gateway }: Stage, headers: Record<string, string> = {}) =>
  gateway.call('/api/v1/payment/points', { headers })
const bodies = ({ product }: Stage) => product.calls.map(({ body }) => JSON.parse(body))
const charge = (purse: string) => `https://charge.payssam.example/${purse}`

describe('version 2', () => {
  const settings = accountAt(V2_HOST)

  it('has both purses, each with the address to charge it, and is asked for them only', async () => {
    const stage = setStage(settings)
    Object.assign(stage.product.state, { points: 3300, shopPoints: 1_000_000 })
    const { status, json } = await read(stage)
    expect([status, json]).toEqual([
      200,
      {
        ...{ success: true, error: '' },
        partner: { points: 3300, charge_url: charge('partner'), error: null },
        shop: { points: 1_000_000, charge_url: charge('shop'), error: null },
      },
    ])
    const { PAYMENT_API_KEY: apiKey, PAYMENT_MEMBER_ID: member, PAYMENT_MERCHANT_ID: merchant } = settings
    expect(bodies(stage)).toEqual(expect.arrayContaining([{ apiKey }, { apiKey, member, merchant }]))
    expect(stage.called()).toBe(2)
  })

  it('one purse that cannot be read says why, and the other is there', async () => {
    const stage = setStage(settings)
    stage.product.switches.answerCode = { code: 'PARTNER_007', worked: false, at: '/read/remain_count' }
    const { status, json } = await read(stage)
    expect([status, json.partner, json.shop]).toEqual([
      200,
      { points: null, charge_url: null, error: expect.stringContaining('not offered to it') },
      { points: 0, charge_url: charge('shop'), error: null },
    ])
  })

  it('an address that is none, and points that are none, are not passed on', async () => {
    const stage = setStage(settings)
    stage.product.fail(
      {
        kind: 'status',
        status: 200,
        body: JSON.stringify({ code: '0000', data: { balance: '12,345', chargeUrl: 'javascript:1' } }),
      },
      { times: 1, on: ({ url }) => url.pathname.endsWith('/merchant/remain_count') },
    )
    expect((await read(stage)).json.shop).toEqual({ points: 12_345, charge_url: null, error: null })
    stage.product.fail(
      { kind: 'status', status: 200, body: JSON.stringify({ code: '0000', data: { balance: -1 } }) },
      { times: 2 },
    )
    const { status, json } = await read(stage)
    expect([status, json.error]).toEqual([502, expect.stringContaining('points')])
  })
})

describe('version 1', () => {
  it.each([true, false])('has the points of the partner, in info: %s', async (pointsAsInfo) => {
    const stage = setStage({}, { switches: { pointsAsInfo } })
    stage.product.state.points = 5500
    const { status, json } = await read(stage)
    expect([status, json.partner, json.shop]).toEqual([
      200,
      { points: 5500, charge_url: null, error: null },
      { points: null, charge_url: null, error: 'the first version of the API does not say it' },
    ])
    expect(bodies(stage)).toEqual([{ apikey: accountAt(V1_HOST).PAYMENT_API_KEY }])
  })

  it('fails when its only purse cannot be read', async () => {
    const stage = setStage({}, { switches: { connection: 'expired' } })
    expect((await read(stage)).status).toBe(401)
  })
})

it('reads those of an account that the caller brings, and none of half an account', async () => {
  const stage = setStage({ PAYMENT_HOST: '' })
  expect((await read(stage)).status).toBe(401)
  expect((await read(stage, headersFor(V2_HOST))).json.partner.points).toBe(stage.product.state.points)
  expect((await read(stage, { 'X-Payment-Host': V2_HOST })).status).toBe(400)
  expect((await read(stage, { ...STORED, ...headersFor(V2_HOST) })).status).toBe(400)
})

it('a bill as a message and a repeated message cost points', async () => {
  const stage = setStage(accountAt(V2_HOST))
  const before = stage.product.state.points
  await stage.post('resend', { bill_id: WAITING_BILL })
  expect((await read(stage)).json.partner.points).toBe(before - POINTS_OF_MESSAGE)
})

describe('payment.points.low', () => {
  const HOUR = 3_600_000

  function watchPoints(host = V2_HOST) {
    const { product, world } = setStage(accountAt(host))
    const watched = watch(pointsSource, accountAt(host))
    /** What a poll finds once the purses have so many points. */
    const next = async (points: number, shopPoints = 0) => {
      Object.assign(product.state, { points, shopPoints })
      world.clock.advance(HOUR)
      return (await watched.pollAll()).map(({ type, data }) => {
        expect(type).toBe('payment.points.low')
        expect(paymentEvents['payment.points.low']().parse(data)).toEqual(data)
        return [data.purse, data.points]
      })
    }
    return { product, watched, next }
  }

  it('is told once when a purse falls below 5,500 points, and again after it was charged', async () => {
    const { next } = watchPoints()
    expect(await next(6000)).toEqual([])
    expect(await next(5500)).toEqual([])
    expect(await next(5445)).toEqual([['partner', 5445]])
    expect(await next(5390)).toEqual([])
    expect(await next(0)).toEqual([])
    expect(await next(100_000)).toEqual([])
    expect(await next(55)).toEqual([['partner', 55]])
  })

  it('is not told of a purse that nobody uses, and is of one that was low before', async () => {
    const { next } = watchPoints()
    expect(await next(5000, 0)).toEqual([])
    expect(await next(5000, 0)).toEqual([])
    expect(await next(4945, 0)).toEqual([['partner', 4945]])
    expect(await next(4945, 8000)).toEqual([])
    expect(await next(4945, 5000)).toEqual([['shop', 5000]])
  })

  it('is told after a poll that could read neither, or only the other one', async () => {
    const { product, watched, next } = watchPoints()
    await next(6000)
    product.switches.plainStatus = { status: 503, worked: false }
    await expect(watched.poll()).rejects.toThrow()
    delete product.switches.plainStatus
    product.switches.answerCode = { code: 'PARTNER_007', worked: false, at: '/read/remain_count' }
    expect(await next(5000)).toEqual([])
    delete product.switches.answerCode
    expect(await next(5000)).toEqual([['partner', 5000]])
  })

  it('in version 1, of the partner; and another account starts anew', async () => {
    const { watched, next } = watchPoints(V1_HOST)
    expect(await next(6000)).toEqual([])
    expect(await next(5000)).toEqual([['partner', 5000]])
    const cursor = watched.cursor
    watched.cursor = { ...(cursor as object), account: 'another', partner: { points: 9000, isTold: false } }
    expect(await next(4000)).toEqual([])
  })
})
