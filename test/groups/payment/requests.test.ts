import { describe, expect, it } from 'vitest'
import { nameKey } from '../../gateway/auth/keys/named-keys.ts'
import { POINTS_OF_MESSAGE } from '../../simulators/payment/index.ts'
import type { Call } from '../../simulators/simulator.ts'
import { BINDINGS } from '../../support/gateway.ts'
import { interceptSteps, loseSteps } from './idempotency/record-steps.ts'
import { accountAt, headersFor, leaveNothingBehind, type Stage, setStage, V1_HOST, V2_HOST } from './stage.ts'

/** Several bills with one request (docs/spec/payment.md, "Several bills"). */

leaveNothingBehind()

const { EVENTS, CREDENTIALS_KEY = '' } = BINDINGS

const callback_url = 'https://academy.example/payments'

/** The bill of the pupil with this number. */
const pupil = (number: number, more: object = {}) => ({
  ...{ product_nm: '12월 수강료', member_nm: `학생 ${number}`, phone: `010-1234-${1000 + number}` },
  ...{ price: 100_000 + number, expire_dt: '2099-12-31' },
  ...more,
})
const classOf = (pupils: number) => Array.from({ length: pupils }, (_, index) => pupil(index + 1))

const isSend = ({ url }: Call) => /\/bill(\/send)?$/.test(url.pathname)
/** The pupils whose bills the product was asked to send, in order. */
const asked = ({ product }: Stage) => product.calls.filter(isSend).map(({ body }) => /학생 (\d+)/.exec(body)?.[1])
/** The pupils who have a bill, each as often as they have one. */
const billed = ({ product }: Stage) =>
  [...product.state.bills.values()].flatMap(({ customerName }) => /학생 (\d+)/.exec(customerName ?? '')?.[1] ?? [])
const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1))
const of = (number: number) => (call: Call) => isSend(call) && call.body.includes(`학생 ${number}"`)
const states = (json: { results: { status: string }[] }) => json.results.map(({ status }) => status)

const post = (stage: Stage, bills: object[], sending: Parameters<Stage['post']>[2] = {}, more: object = {}) =>
  stage.post('requests', { bills, callback_url, ...more }, sending)

describe.each([V1_HOST, V2_HOST])('at %s', (host) => {
  const set = () => setStage(accountAt(host))

  it('each is sent once, in order, and answered with its id and address', async () => {
    const stage = set()
    const { status, json } = await post(stage, classOf(3))
    expect([status, json]).toMatchObject([200, { success: true, error: '', successful: 3, failed: 0 }])
    expect([asked(stage), billed(stage)]).toEqual([numbers(3), numbers(3)])
    for (const { bill_id, ...result } of json.results) {
      expect(result).toEqual({
        status: 'done',
        error: null,
        short_url: stage.product.state.bills.get(bill_id)?.shortUrl,
      })
    }
  })

  it('one that is refused says why, and keeps no other from being sent', async () => {
    const stage = set()
    await post(stage, [pupil(9, { bill_id: '1112233333TAKEN00001' })])
    const bills = [pupil(1), pupil(2, { bill_id: '1112233333TAKEN00001' }), pupil(3)]
    const { status, json } = await post(stage, bills, { once: 'a' })
    expect([status, json.successful, json.failed]).toEqual([200, 2, 1])
    expect(json.results[1]).toEqual({
      ...{ bill_id: '1112233333TAKEN00001', status: 'refused', short_url: null },
      error: 'bill_id: is already used by another bill',
    })
    expect(billed(stage).slice(1)).toEqual(['1', '3'])
  })

  it('a repeat with the same ids, without a key, sends none twice', async () => {
    const stage = set()
    const bills = [1, 2].map((number) => pupil(number, { bill_id: `1112233333CLASS0000${number}` }))
    expect((await post(stage, bills)).json).toMatchObject({ successful: 2 })
    const { status, json } = await post(stage, bills)
    expect([status, json.successful, states(json)]).toEqual([409, 0, ['refused', 'refused']])
    expect(billed(stage)).toEqual(numbers(2))
  })

  it('a lost answer is unknown, and the same request proves the bill instead of sending it again', async () => {
    const stage = set()
    stage.product.fail({ kind: 'cut' }, { times: 1, on: of(2) })
    const send = () => post(stage, classOf(3), { once: 'a' })
    const first = await send()
    expect([first.status, states(first.json)]).toEqual([200, ['done', 'unknown', 'done']])
    expect(first.json.results[1].error).toContain(`read bill ${first.json.results[1].bill_id} before trying again`)
    const again = await send()
    expect([again.status, states(again.json)]).toEqual([200, ['done', 'done', 'done']])
    expect(again.json.results.map(({ bill_id }: { bill_id: string }) => bill_id)).toEqual(
      first.json.results.map(({ bill_id }: { bill_id: string }) => bill_id),
    )
    expect((await send()).headers.get('Idempotent-Replayed')).toBe('true')
    expect([asked(stage), billed(stage)]).toEqual([numbers(3), numbers(3)])
  })

  it('one that was never made is sent by the same request', async () => {
    const stage = set()
    stage.product.fail({ kind: 'network' }, { times: 1, on: of(2) })
    const send = () => post(stage, classOf(3), { once: 'a' })
    expect(states((await send()).json)).toEqual(['done', 'unknown', 'done'])
    expect(states((await send()).json)).toEqual(['done', 'done', 'done'])
    expect(billed(stage).toSorted()).toEqual(numbers(3))
  })

  it('a refusal of the pace ends the run, and the same request sends the rest', async () => {
    const stage = set()
    stage.product.fail({ kind: 'status', status: 429, headers: { 'Retry-After': '7' } }, { times: 1, on: of(3) })
    const send = () => post(stage, classOf(4), { once: 'a' })
    const { status, json } = await send()
    expect([status, states(json)]).toEqual([200, ['done', 'done', 'not_tried', 'not_tried']])
    expect(json.results[3].error).toMatch(/\(try it again after 7 s\)$/)
    expect(states((await send()).json)).toEqual(['done', 'done', 'done', 'done'])
    expect(billed(stage)).toEqual(numbers(4))
  })

  it('of many requests at once with one key, each bill is sent once', async () => {
    const stage = set()
    const all = await Promise.all(Array.from({ length: 8 }, () => post(stage, classOf(3), { once: 'a' })))
    for (const { status } of all) expect(status).toBeOneOf([200, 409])
    expect(all.some(({ status }) => status === 200)).toBe(true)
    expect(billed(stage)).toEqual(numbers(3))
  })

  it('a run that was killed continues: nobody gets a second bill', async () => {
    const stage = set()
    let settled = 0
    // The isolate ends while the second bill is on its way: no later step is stored.
    interceptSteps(stage, async (step, make) => {
      if (step === 'settle') settled += 1
      if (settled > 1) throw new Error('the isolate ended')
      return make()
    })
    await post(stage, classOf(4), { once: 'a' })
    expect(billed(stage)).toEqual(numbers(2))
    settled = Number.NEGATIVE_INFINITY
    expect((await post(stage, classOf(4), { once: 'a' })).status).toBe(409)
    stage.world.clock.advance(60_000)
    const { status, json } = await post(stage, classOf(4), { once: 'a' })
    expect([status, states(json)]).toEqual([200, ['done', 'done', 'done', 'done']])
    expect([asked(stage), billed(stage)]).toEqual([numbers(4), numbers(4)])
  })
})

it('a key that goes on for more than a day sends no bill twice, and tells what it sent before', async () => {
  const stage = setStage()
  const HOUR = 3_600_000
  stage.product.fail({ kind: 'status', status: 429 }, { times: 2, on: of(2) })
  const send = () => post(stage, classOf(2), { once: 'long' })
  const first = await send()
  expect(states(first.json)).toEqual(['done', 'not_tried'])
  stage.world.clock.advance(15 * HOUR)
  expect(states((await send()).json)).toEqual(['done', 'not_tried'])
  stage.world.clock.advance(15 * HOUR)
  const last = await send()
  expect(states(last.json)).toEqual(['done', 'done'])
  expect(last.json.results[0]).toEqual(first.json.results[0])
  expect(asked(stage)).toEqual(['1', '2', '2', '2'])
  expect(billed(stage)).toEqual(['1', '2'])
})

it('points that run out in the middle end the run, and the same request sends the rest once they are charged', async () => {
  const stage = setStage(accountAt(V2_HOST))
  stage.product.state.points = 2 * POINTS_OF_MESSAGE
  const send = () => post(stage, classOf(4), { once: 'a' })
  const { status, json } = await send()
  expect([status, states(json)]).toEqual([200, ['done', 'done', 'not_tried', 'not_tried']])
  expect(json.results[2].error).toMatch(/^the send points of the payment account are used up/)
  stage.product.state.points = 100 * POINTS_OF_MESSAGE
  expect(states((await send()).json)).toEqual(['done', 'done', 'done', 'done'])
  expect(billed(stage)).toEqual(numbers(4))
})

it('a refused account sends none, and leaves the key unused', async () => {
  const stage = setStage()
  stage.product.fail({ kind: 'status', status: 401 }, { times: 1 })
  const { status, json } = await post(stage, classOf(2), { once: 'a' })
  expect([status, json.successful, states(json)]).toEqual([401, 0, ['not_tried', 'not_tried']])
  expect((await post(stage, [pupil(5)], { once: 'a' })).json).toMatchObject({ successful: 1 })
  expect(billed(stage)).toEqual(['5'])
})

it('nothing is sent if the record of the request, or of a bill, cannot be opened', async () => {
  const stage = setStage()
  loseSteps(stage, { begin: 2 })
  expect((await post(stage, classOf(2), { once: 'a' })).status).toBe(503)
  expect(billed(stage)).toEqual([])
  loseSteps(stage, { send: 2 })
  expect((await post(stage, classOf(2), { once: 'a' })).status).toBe(503)
  expect(billed(stage)).toEqual([])
})

it('as links, nobody gets a message; an account without links is refused before any is made', async () => {
  const stage = setStage(accountAt(V2_HOST))
  const { points } = stage.product.state
  const { json } = await post(stage, classOf(2), {}, { send: 'link' })
  for (const { short_url } of json.results) expect(short_url).toMatch(/^https:/)
  expect([billed(stage), stage.product.state.points]).toEqual([numbers(2), points])
  const messages = setStage()
  const refused = await post(messages, classOf(2), {}, { send: 'link' })
  expect([refused.status, refused.json.error]).toEqual([400, expect.stringMatching(/^send: this account sends/)])
  expect(messages.called()).toBe(0)
})

it('another account, and another key, send bills of their own', async () => {
  const stage = setStage()
  await post(stage, classOf(1), { once: 'a' })
  const other = { ...headersFor(V1_HOST), 'X-Payment-Merchant-ID': 'another' }
  expect((await post(stage, classOf(1), { once: 'a', headers: other })).status).toBe(401)
  expect((await post(stage, classOf(1), { once: 'a', headers: headersFor(V2_HOST) })).json.successful).toBe(1)
  await post(stage, classOf(1), { once: 'b' })
  expect(billed(stage)).toEqual(['1', '1', '1'])
})

it('a key is for one list, whatever the spelling of its phone numbers', async () => {
  const stage = setStage()
  await post(stage, classOf(2), { once: 'a' })
  const spelled = classOf(2).map((bill) => ({ ...bill, phone: bill.phone.replace(/^0/, '+82 ') }))
  expect((await post(stage, spelled, { once: 'a' })).headers.get('Idempotent-Replayed')).toBe('true')
  for (const other of [classOf(3), classOf(2).toReversed(), classOf(1)])
    expect(await post(stage, other, { once: 'a' })).toMatchObject({
      status: 400,
      json: { error: 'Idempotency-Key: was used before with another body' },
    })
  expect(billed(stage)).toEqual(numbers(2))
})

describe('the same customer, product and amount', () => {
  const unconfirmed = { confirm_duplicate: false }

  it('is refused within a list and after one bill; with confirm_duplicate the same request sends those', async () => {
    const stage = setStage()
    await stage.post('request', { ...pupil(2), callback_url })
    const bills = [pupil(1), pupil(2), pupil(3), pupil(3, { message: '둘째' })]
    const { status, json } = await post(stage, bills, { once: 'a' }, unconfirmed)
    expect([status, states(json)]).toEqual([200, ['done', 'refused', 'done', 'refused']])
    expect(json.results[1].error).toMatch(/^the same customer got bill .* nothing was sent/)
    expect(json.results[3].error).toContain(`the same customer got bill ${json.results[2].bill_id}`)
    expect(states((await post(stage, bills, { once: 'a' }, unconfirmed)).json)).toEqual(states(json))
    expect(states((await post(stage, bills, { once: 'a' }, { confirm_duplicate: true })).json)).toEqual([
      'done',
      'done',
      'done',
      'done',
    ])
    expect(billed(stage).toSorted()).toEqual(['1', '2', '2', '3', '3'])
  })

  it('is sent for a caller who does not ask, and all that are refused are 409', async () => {
    const stage = setStage()
    await post(stage, classOf(2))
    expect((await post(stage, classOf(2))).json.successful).toBe(2)
    const { status, json } = await post(stage, classOf(2), { once: 'x' }, unconfirmed)
    expect([status, json.successful, json.failed]).toEqual([409, 0, 2])
    expect(billed(stage)).toHaveLength(4)
  })
})

describe('the limits of a key', () => {
  const bills = [pupil(1, { price: 4000 }), pupil(2, { price: 3000 }), pupil(3, { price: 2000 })]
  const told = ({ status, json }: Awaited<ReturnType<typeof post>>) =>
    status === 200 ? [json.successful, json.failed] : `${status} ${json.error}`

  it('are for the sum of one request', async () => {
    const stage = setStage()
    const key = await nameKey({ limits: { max_amount: 8_999 } })
    expect(told(await post(stage, bills, { key, once: 'a' }))).toBe(
      '403 limits: this caller may ask for or move at most 8999 won by one request (max_amount), and these 3 are 9000 won; nothing was sent',
    )
    expect(stage.called()).toBe(0)
    expect(told(await post(stage, bills.slice(0, 2), { key, once: 'a' }))).toEqual([2, 0])
  })

  it('of a day are for the sum, and none is sent if not all fit', async () => {
    const stage = setStage()
    const key = await nameKey({ limits: { daily_amount: 10_000 } })
    await stage.post('request', { ...pupil(9, { price: 1001 }), callback_url }, { key })
    expect(told(await post(stage, bills, { key, once: 'a' }))).toBe(
      '403 limits: this caller may ask for or move at most 10000 won a day in Korea (daily_amount); 1001 won are spent, and these 3 are 9000 won; nothing was sent',
    )
    expect(billed(stage)).toEqual(['9'])
    expect(told(await post(stage, bills.slice(0, 2), { key, once: 'a' }))).toEqual([2, 0])
    // 1,999 won are left.
    expect((await stage.post('request', { ...pupil(8, { price: 2000 }), callback_url }, { key })).status).toBe(403)
    expect((await stage.post('request', { ...pupil(8, { price: 1999 }), callback_url }, { key })).status).toBe(200)
  })

  it('of a day count those that were sent, once for all runs of a key', async () => {
    const stage = setStage()
    const key = await nameKey({ limits: { daily_amount: 10_000 } })
    stage.product.fail({ kind: 'status', status: 429 }, { times: 1, on: of(2) })
    expect(told(await post(stage, bills, { key, once: 'a' }))).toEqual([1, 2])
    // 6,000 won are left, because two were not sent.
    expect((await stage.post('request', { ...pupil(9, { price: 1000 }), callback_url }, { key })).status).toBe(200)
    expect(told(await post(stage, bills, { key, once: 'a' }))).toEqual([3, 0])
    expect(told(await post(stage, bills, { key, once: 'a' }))).toEqual([3, 0])
    expect((await stage.post('request', { ...pupil(8, { price: 1 }), callback_url }, { key })).status).toBe(403)
    expect(billed(stage).toSorted()).toEqual(['1', '2', '3', '9'])
  })

  it('of the next day count only what is sent on it', async () => {
    const stage = setStage()
    const key = await nameKey({ limits: { daily_amount: 10_000 } })
    stage.product.fail({ kind: 'status', status: 429 }, { times: 1, on: of(2) })
    expect(told(await post(stage, bills, { key, once: 'a' }))).toEqual([1, 2])
    // From the evening in Korea to the early morning.
    stage.world.clock.advance(10 * 3_600_000)
    expect((await stage.post('request', { ...pupil(9, { price: 5000 }), callback_url }, { key })).status).toBe(200)
    expect(told(await post(stage, bills, { key, once: 'a' }))).toEqual([3, 0])
    expect((await stage.post('request', { ...pupil(8, { price: 1 }), callback_url }, { key })).status).toBe(403)
    expect(billed(stage).toSorted()).toEqual(['1', '2', '3', '9'])
  })

  it('of a day are never exceeded by requests at once: one list goes out, and nothing of the other', async () => {
    const stage = setStage()
    const key = await nameKey({ limits: { daily_amount: 10_000 } })
    const all = await Promise.all(['a', 'b', 'c'].map((once) => post(stage, bills, { key, once })))
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 403, 403])
    expect(billed(stage)).toEqual(numbers(3))
  })

  it('that cannot be checked send nothing', async () => {
    const stage = setStage()
    const key = await nameKey({ limits: { daily_amount: 10_000 } })
    loseSteps(stage, { reserveAll: 2 })
    expect((await post(stage, bills, { key, once: 'a' })).status).toBe(503)
    expect(stage.called()).toBe(0)
    expect(told(await post(stage, bills, { key, once: 'a' }))).toEqual([3, 0])
  })
})

it('50 bills fit into one request, and those for which no calls are left are sent by the next', async () => {
  const stage = setStage()
  expect((await post(stage, classOf(50), { once: 'a' })).json).toMatchObject({ successful: 50, failed: 0 })
  const small = setStage({ SUBREQUESTS: '4' })
  const first = await post(small, classOf(6), { once: 'b' })
  expect(states(first.json)).toEqual(['done', 'done', 'done', 'done', 'not_tried', 'not_tried'])
  expect((await post(small, classOf(6), { once: 'b' })).json).toMatchObject({ successful: 6, failed: 0 })
  expect(billed(small)).toEqual(numbers(6))
})

it('all are listed, each with its customer', async () => {
  const stage = setStage({ EVENTS, CREDENTIALS_KEY })
  await post(stage, classOf(3), { once: 'a' })
  const { json } = await stage.gateway.call('/api/v1/payment/bills')
  expect(json.bills.map(({ member_nm }: { member_nm: string }) => member_nm).toSorted()).toEqual(
    [1, 2, 3].map((number) => `학생 ${number}`),
  )
})

it.each([
  [{}, /^bills: is required/],
  [{ bills: [] }, 'bills: must not be empty'],
  [{ bills: classOf(51) }, 'bills: must have at most 50 bills'],
  [{ bills: [pupil(1), pupil(2), pupil(1)] }, 'bills[2]: is named twice'],
  [{ bills: [pupil(1), pupil(1, { phone: '+82 10 1234 1001' })] }, 'bills[1]: is named twice'],
  [{ bills: [pupil(1, { bill_id: 'A' }), pupil(2, { bill_id: 'A' })] }, 'bills[1]: is named twice'],
  [{ bills: [pupil(1), pupil(2, { price: 1.5 })] }, /^bills\[1\]\.price: must be a positive integer/],
  [{ bills: [pupil(1), pupil(2, { phone: '02-123-4567' })] }, /^bills\[1\]\.phone: must be a mobile number/],
  [{ bills: [pupil(1), pupil(2, { phone: '123' })] }, /^bills\[1\]\.phone: /],
  [{ bills: [pupil(1, { expire_dt: '2020-01-01' })] }, /^bills\[0\]\.expire_dt: is in the past/],
  [{ bills: [pupil(1, { callback_url })] }, /callback_url/],
  [{ bills: [pupil(1, { name: 'x' })] }, /name/],
])('%j is 400, and nothing is sent', async (body, error) => {
  const stage = setStage()
  const answer = await stage.post('requests', body, { once: 'a' })
  expect(answer.status).toBe(400)
  expect(answer.json.error).toMatch(error)
  expect(stage.called()).toBe(0)
})
