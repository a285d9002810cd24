import { describe, expect, it } from 'vitest'
import { DESTROYED_BILL, PAID_BILL, WAITING_BILL } from '../../simulators/payment/index.ts'
import type { Call } from '../../simulators/simulator.ts'
import { interceptSteps, loseSteps } from './idempotency/record-steps.ts'
import { headersFor, leaveNothingBehind, type Stage, setStage, V1_HOST, V2_HOST } from './stage.ts'

/** Several messages with one request (docs/spec/payment.md, "Several messages"). */

leaveNothingBehind()

const ids = (count: number) => Array.from({ length: count }, (_, index) => `W-${index + 1}`)

/** A product with so many waiting bills, `W-1` and so on. */
function stageWith(bills: number, ...more: Parameters<typeof setStage>): Stage {
  const stage = setStage(...more)
  for (const id of ids(bills))
    stage.product.state.bills.set(id, { id, state: 'W', product: '수강료', price: '150000', shortUrl: 'x' })
  return stage
}

const isResend = ({ url }: Call) => url.pathname.endsWith('/resend')
/** The bills whose messages the product was asked for, in order. */
const asked = ({ product }: Stage) =>
  product.calls.filter(isResend).map(({ body }) => JSON.parse(body).bill_id ?? JSON.parse(body).bill.billId)

const done = (bill_id: string) => ({ bill_id, status: 'done', error: null })

describe.each([V1_HOST, V2_HOST])('at %s', (host) => {
  const headers = headersFor(host)

  it('each bill gets one message, in the order of the request', async () => {
    const stage = stageWith(3)
    const bill_ids = ['W-2', 'W-1', 'W-3']
    const { status, json } = await stage.post('resend', { bill_ids }, { headers })
    expect([status, json]).toEqual([
      200,
      { success: true, error: '', successful: 3, failed: 0, results: bill_ids.map(done) },
    ])
    expect([asked(stage), stage.product.state.executed.resends]).toEqual([bill_ids, 3])
  })

  it('those that are refused say why, and keep no other from being sent', async () => {
    const stage = stageWith(1)
    const bill_ids = [PAID_BILL, 'unknown', 'W-1', DESTROYED_BILL]
    const { status, json } = await stage.post('resend', { bill_ids }, { headers })
    expect([status, json]).toMatchObject([200, { success: true, successful: 1, failed: 3 }])
    expect(json.results).toEqual([
      {
        bill_id: PAID_BILL,
        status: 'refused',
        error: expect.stringMatching(/^the bill is .*\(이미 결제된 청구서입니다\.\)$/),
      },
      { bill_id: 'unknown', status: 'refused', error: expect.stringMatching(/^no such bill/) },
      done('W-1'),
      { bill_id: DESTROYED_BILL, status: 'refused', error: expect.stringMatching(/^destroyed: nothing was sent/) },
    ])
    expect(stage.product.state.executed.resends).toBe(1)
  })

  it('if none is sent, the request failed, with the result of each', async () => {
    const stage = stageWith(0)
    const { status, json } = await stage.post('resend', { bill_ids: [PAID_BILL, DESTROYED_BILL] }, { headers })
    expect([status, json]).toMatchObject([
      400,
      {
        success: false,
        error: expect.stringMatching(/^2 of 2 were refused: .*; destroyed: /),
        successful: 0,
        failed: 2,
      },
    ])
    expect(json.results).toHaveLength(2)
  })

  it('a lost answer is unknown, and that message is not sent again', async () => {
    const stage = stageWith(3)
    stage.product.fail({ kind: 'cut' }, { times: 1, on: (call) => isResend(call) && call.body.includes('W-2') })
    const send = () => stage.post('resend', { bill_ids: ids(3) }, { headers, once: 'a' })
    const { status, json } = await send()
    expect([status, json]).toMatchObject([200, { successful: 2, failed: 1 }])
    expect(json.results[1]).toEqual({
      ...{ bill_id: 'W-2', status: 'unknown' },
      error: expect.stringMatching(/the outcome is unknown: read bill W-2 before trying again$/),
    })
    const again = await send()
    expect([again.text, again.headers.get('Idempotent-Replayed')]).toEqual([JSON.stringify(json), 'true'])
    expect(asked(stage)).toEqual(ids(3))
  })

  it('after an answer that never comes there is no time left, and the same request sends the rest', async () => {
    const stage = stageWith(3)
    stage.product.fail({ kind: 'lost' }, { times: 1, on: (call) => isResend(call) && call.body.includes('W-2') })
    const send = async () => (await stage.post('resend', { bill_ids: ids(3) }, { headers, once: 'a' })).json.results
    const states = (results: { status: string }[]) => results.map(({ status }) => status)
    expect(states(await send())).toEqual(['done', 'unknown', 'not_tried'])
    expect(states(await send())).toEqual(['done', 'unknown', 'done'])
    expect([asked(stage), stage.product.state.executed.resends]).toEqual([ids(3), 3])
  })

  it('a refusal of the account ends the run: the rest is not tried, and the same request sends it later', async () => {
    const stage = stageWith(4)
    stage.product.fail(
      { kind: 'status', status: 429, headers: { 'Retry-After': '7' } },
      { times: 1, on: (call) => isResend(call) && call.body.includes('W-3') },
    )
    const send = () => stage.post('resend', { bill_ids: ids(4) }, { headers, once: 'a' })
    const { status, json } = await send()
    const untried = { status: 'not_tried', error: expect.stringMatching(/\(try it again after 7 s\)$/) }
    expect([status, json.successful, json.failed]).toEqual([200, 2, 2])
    expect(json.results.slice(2)).toEqual([
      { bill_id: 'W-3', ...untried },
      { bill_id: 'W-4', ...untried },
    ])
    const again = await send()
    expect([again.status, again.json.results, again.headers.has('Idempotent-Replayed')]).toEqual([
      200,
      ids(4).map(done),
      false,
    ])
    expect([asked(stage), stage.product.state.executed.resends]).toEqual([['W-1', 'W-2', 'W-3', 'W-3', 'W-4'], 4])
    expect((await send()).headers.get('Idempotent-Replayed')).toBe('true')
  })

  it('a refused account is 401 before any message, and leaves the key unused', async () => {
    const stage = stageWith(2)
    stage.product.fail({ kind: 'status', status: 401 }, { times: 1 })
    const send = (bill_ids: string[]) => stage.post('resend', { bill_ids }, { headers, once: 'a' })
    const { status, json } = await send(['W-1', 'W-2'])
    expect([status, json]).toMatchObject([401, { success: false, successful: 0, failed: 2 }])
    expect(json.results.map((one: { status: string }) => one.status)).toEqual(['not_tried', 'not_tried'])
    expect((await send(['W-2'])).json).toMatchObject({ successful: 1 })
    expect(stage.product.state.executed.resends).toBe(1)
  })
})

describe('an Idempotency-Key', () => {
  const body = { bill_ids: ids(3) }
  const send = (stage: Stage, sent: object = body, once = 'a') => stage.post('resend', sent, { once })

  it('is for one list, in its order', async () => {
    const stage = stageWith(3)
    await send(stage)
    for (const other of [{ bill_ids: ids(2) }, { bill_ids: ids(3).reverse() }, { bill_id: 'W-1' }])
      expect(await send(stage, other)).toMatchObject({
        status: 400,
        json: { error: 'Idempotency-Key: was used before with another body' },
      })
    expect(asked(stage)).toEqual(ids(3))
  })

  it('sends each message once, of many requests at once', async () => {
    const stage = stageWith(3)
    const all = await Promise.all(Array.from({ length: 8 }, () => send(stage)))
    expect(all.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    for (const { status } of all) expect(status).toBeOneOf([200, 409])
    expect([asked(stage), stage.product.state.executed.resends]).toEqual([ids(3), 3])
  })

  it('of another kind sends another message, and so does a request without one', async () => {
    const stage = stageWith(3)
    await send(stage)
    await send(stage, body, 'b')
    await stage.post('resend', body)
    expect(stage.product.state.executed.resends).toBe(9)
  })

  it('a run that never ended continues: what it sent is not sent again, what it may have sent is unknown', async () => {
    const stage = stageWith(4)
    const sent = { bill_ids: ids(4) }
    // The isolate ends while the second message is on its way: no later step is stored.
    let settled = 0
    interceptSteps(stage, async (step, make) => {
      if (step === 'settle') settled += 1
      if (settled > 1) throw new Error('the isolate ended')
      return make()
    })
    expect((await send(stage, sent)).status).toBe(200)
    expect(asked(stage)).toEqual(['W-1', 'W-2'])
    // Those steps work again.
    settled = Number.NEGATIVE_INFINITY
    expect((await send(stage, sent)).status).toBe(409)
    stage.world.clock.advance(60_000)
    const { status, json } = await send(stage, sent)
    expect(status).toBe(200)
    expect(json.results).toEqual([
      done('W-1'),
      {
        ...{ bill_id: 'W-2', status: 'unknown' },
        error: expect.stringMatching(/never ended.*read bill W-2.*only a new Idempotency-Key would send it again$/),
      },
      done('W-3'),
      done('W-4'),
    ])
    expect(asked(stage)).toEqual(ids(4))
  })

  it('nothing is sent whose record cannot be opened', async () => {
    const stage = stageWith(3)
    let opened = 0
    interceptSteps(stage, async (step, make) => {
      if (step === 'begin') opened += 1
      // The first is that of the request, and a step that fails is repeated once.
      if (step === 'begin' && (opened === 3 || opened === 4)) throw new Error('the object is unreachable')
      return make()
    })
    const { status, json } = await send(stage)
    expect([status, json.results.map((one: { status: string }) => one.status)]).toEqual([
      200,
      ['done', 'not_tried', 'not_tried'],
    ])
    expect((await send(stage)).json).toMatchObject({ successful: 3, failed: 0 })
    expect(asked(stage)).toEqual(ids(3))
  })

  it('nothing at all is sent if the record of the request cannot be opened', async () => {
    const stage = stageWith(3)
    loseSteps(stage, { begin: 2 })
    expect((await send(stage)).status).toBe(503)
    expect(asked(stage)).toEqual([])
  })
})

it('sends no message twice with a key that goes on for more than a day', async () => {
  const stage = stageWith(3)
  const HOUR = 3_600_000
  const busy = { kind: 'status', status: 429 } as const
  stage.product.fail({ kind: 'cut' }, { times: 1, on: (call) => isResend(call) && call.body.includes('W-2') })
  stage.product.fail(busy, { times: 2, on: (call) => isResend(call) && call.body.includes('W-3') })
  const send = () => stage.post('resend', { bill_ids: ids(3) }, { once: 'long' })
  const states = async () => (await send()).json.results.map(({ status }: { status: string }) => status)
  expect(await states()).toEqual(['done', 'unknown', 'not_tried'])
  stage.world.clock.advance(15 * HOUR)
  expect(await states()).toEqual(['done', 'unknown', 'not_tried'])
  stage.world.clock.advance(15 * HOUR)
  expect(await states()).toEqual(['done', 'unknown', 'done'])
  expect(asked(stage)).toEqual(['W-1', 'W-2', 'W-3', 'W-3', 'W-3'])
  expect(stage.product.state.executed.resends).toBe(3)
})

it('bills for which no calls are left are not tried', async () => {
  const stage = stageWith(6, { SUBREQUESTS: '5' })
  const { status, json } = await stage.post('resend', { bill_ids: ids(6) }, { once: 'a' })
  expect([status, json.successful, json.failed]).toEqual([200, 4, 2])
  expect(json.results[5]).toEqual({
    ...{ bill_id: 'W-6', status: 'not_tried' },
    error: 'this request had no time or no calls left for it: send the bills again that were not tried',
  })
  expect((await stage.post('resend', { bill_ids: ids(6) }, { once: 'a' })).json).toMatchObject({ successful: 6 })
  expect(stage.product.state.executed.resends).toBe(6)
})

it('40 bills fit into one request', async () => {
  const stage = stageWith(40)
  expect((await stage.post('resend', { bill_ids: ids(40) })).json).toMatchObject({ successful: 40, failed: 0 })
})

it.each([
  [{}, 'bill_ids: is required, or bill_id in its place, not both'],
  [{ bill_id: 'W-1', bill_ids: ['W-2'] }, 'bill_ids: is required, or bill_id in its place, not both'],
  [{ bill_ids: [] }, 'bill_ids: must not be empty'],
  [{ bill_ids: ids(41) }, 'bill_ids: must have at most 40 bills'],
  [{ bill_ids: ['W-1', 'W-2', 'W-1'] }, 'bill_ids[2]: is named twice'],
  [{ bill_ids: ['W-1', 'a,b'] }, /^bill_ids\[1\]: must be 1 to 20 characters/],
  [{ bill_ids: 'W-1' }, 'bill_ids: must be a list'],
  [{ bills: ['W-1'] }, /bill_ids/],
])('%j is 400, and nothing is sent', async (body, error) => {
  const stage = stageWith(3)
  const answer = await stage.post('resend', body)
  expect(answer.status).toBe(400)
  expect(answer.json.error).toMatch(error)
  expect(stage.called()).toBe(0)
})

it('one bill is answered as ever', async () => {
  const stage = setStage()
  const { status, json } = await stage.post('resend', { bill_id: WAITING_BILL })
  expect([status, json]).toEqual([200, { success: true, error: '', result: { bill_id: WAITING_BILL } }])
})
