import { describe, expect, it, vi } from 'vitest'
import { platform } from '../../../../src/base/platform.ts'
import { AUTOPAY_CUSTOMER, PAID_BILL, type PaySsamSimulator, WAITING_BILL } from '../../../simulators/payment/index.ts'
import type { Call } from '../../../simulators/simulator.ts'
import { headersFor, leaveNothingBehind, type Stage, setStage, toReplay, V1_HOST } from '../stage.ts'

/** The effect of the same Idempotency-Key after an unknown outcome (docs/spec/payment.md, "Idempotency"). */

leaveNothingBehind()

const newBill = {
  product_nm: '교재비',
  member_nm: '홍길동',
  phone: '010-1234-5678',
  price: 33000,
  expire_dt: '2026-12-31',
  callback_url: 'https://academy.example/payments',
}
const CANCEL = { bill_id: PAID_BILL, price: 150_000 }
/** Every change whose outcome a bill shows, with what the product counts when it happens. */
const CHANGES: [path: string, body: object, counted: keyof PaySsamSimulator['state']['executed']][] = [
  ['cancel', CANCEL, 'cancels'],
  ['destroy', { bill_id: WAITING_BILL, price: 33000 }, 'destroys'],
  ['request', newBill, 'sends'],
  ['request', { ...newBill, bill_id: 'OWN-1' }, 'sends'],
  ['autopay/request', { customer: AUTOPAY_CUSTOMER, product_nm: '구독', price: 9900 }, 'charges'],
  ['autopay/request', { customer: AUTOPAY_CUSTOMER, product_nm: '구독', price: 9900, bill_id: 'OWN-2' }, 'charges'],
]

const isRead = ({ url }: Call) => url.pathname.endsWith('/read')
const isChange = (call: Call) => !isRead(call)
const getChanges = ({ product }: Stage) => product.calls.filter(isChange)
const getReads = ({ product }: Stage) => product.calls.filter(isRead)
/** The bill that a call is about, in either generation. */
const getBill = ({ body }: Call) => {
  const { bill_id, bill } = JSON.parse(body)
  return bill_id ?? bill.bill_id
}

describe.each(CHANGES)('%s %o', (path, body, counted) => {
  const lose = (stage: Stage) => stage.product.fail({ kind: 'network' }, { times: 1, on: isChange })
  const send = (stage: Stage) => stage.post(path, body, { once: 'a' })

  it('that was not done is sent again, about the same bill, and is done once', async () => {
    const stage = setStage()
    lose(stage)
    expect((await send(stage)).status).toBe(502)
    const again = await send(stage)
    expect([again.status, again.headers.has('Idempotent-Replayed')]).toEqual([200, false])
    const changes = getChanges(stage)
    expect(changes.map(({ body }) => body)).toEqual([changes[0]?.body, changes[0]?.body])
    expect(stage.product.state.executed[counted]).toBe(1)
    const third = await send(stage)
    expect([third.text, third.headers.get('Idempotent-Replayed')]).toEqual([toReplay(again.text), 'true'])
    expect(getChanges(stage)).toHaveLength(2)
  })

  it('is sent once for each request, as often as it is lost', async () => {
    const stage = setStage()
    stage.product.fail({ kind: 'network' }, { times: 3, on: isChange })
    for (const sent of [1, 2, 3]) {
      expect((await send(stage)).status).toBe(502)
      expect(getChanges(stage)).toHaveLength(sent)
    }
    expect((await send(stage)).status).toBe(200)
    expect(new Set(getChanges(stage).map(getBill)).size).toBe(1)
    expect([getChanges(stage).length, stage.product.state.executed[counted]]).toEqual([4, 1])
  })

  it('of many concurrent retries one sends, the others wait or get its response', async () => {
    const stage = setStage()
    lose(stage)
    await send(stage)
    const all = await Promise.all(Array.from({ length: 4 }, () => send(stage)))
    for (const { status, headers } of all) {
      expect(status).toBeOneOf([200, 409])
      if (status === 409) expect(headers.get('Retry-After')).toMatch(/^\d+$/)
    }
    expect(all.filter(({ status, headers }) => status === 200 && !headers.has('Idempotent-Replayed'))).toHaveLength(1)
    expect([getChanges(stage).length, stage.product.state.executed[counted]]).toEqual([2, 1])
  })

  it('that the product processed late, after the bill was read, is done once, and reported as done', async () => {
    const stage = setStage()
    const { product } = stage
    // The connection breaks, and the product takes its time: it works while the second call comes in.
    let late: Request | undefined
    const { fetch } = product
    vi.spyOn(product, 'fetch').mockImplementation(async (request) => {
      if (isRead(await readCall(request))) return fetch(request)
      if (!late) {
        late = request
        throw Object.assign(new Error('Network connection lost.'), { retryable: true })
      }
      await fetch(late)
      return fetch(request)
    })
    expect((await send(stage)).status).toBe(502)
    const again = await send(stage)
    expect(again).toMatchObject({ status: 200, json: { success: true, result: { appr_state: expect.any(String) } } })
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    expect(product.state.executed[counted]).toBe(1)
    const third = await send(stage)
    expect([third.status, third.text]).toEqual([200, toReplay(again.text)])
  })

  it('that cannot be read stays unchanged, and nothing is sent', async () => {
    const stage = setStage()
    lose(stage)
    const first = await send(stage)
    stage.product.fail({ kind: 'status', status: 500 }, { on: isRead })
    const again = await send(stage)
    const advice = '; the bill cannot be read now: ask again with the same Idempotency-Key'
    expect([again.status, again.json.error]).toEqual([502, first.json.error + advice])
    expect(getChanges(stage)).toHaveLength(1)
    stage.product.heal()
    expect((await send(stage)).status).toBe(200)
  })

  it('whose bill shows no known state is never sent again', async () => {
    const stage = setStage()
    lose(stage)
    const first = await send(stage)
    stage.product.fail({ kind: 'status', status: 200, body: '{"code":"0000"}' }, { on: isRead })
    const again = await send(stage)
    const advice = '; the bill cannot be read now: ask again with the same Idempotency-Key'
    expect([again.status, again.json.error]).toEqual([502, first.json.error + advice])
    expect(getChanges(stage)).toHaveLength(1)
  })

  it('whose bill is another one is never sent again', async () => {
    const stage = setStage()
    lose(stage)
    await send(stage)
    stage.product.state.bills.set('B-9', { id: 'B-9', state: 'W', product: 'x', price: '1', shortUrl: 'x' })
    stage.product.fail(
      { kind: 'status', status: 200, body: '{"code":"0000","bill_id":"B-9","appr_state":"F"}' },
      { on: isRead },
    )
    expect((await send(stage)).status).toBe(502)
    expect(getChanges(stage)).toHaveLength(1)
  })

  it('does not count as missing when the URL for reading is wrong', async () => {
    const stage = setStage()
    lose(stage)
    await send(stage)
    stage.product.fail({ kind: 'status', status: 404, body: '{"message":"no such page"}' }, { on: isRead })
    expect((await send(stage)).status).toBe(502)
    expect(getChanges(stage)).toHaveLength(1)
  })

  it.each([
    [401, '1003'],
    [402, 'POINT_001'],
  ])('that is sent again with a %i is as unknown as before, and succeeds later', async (status, code) => {
    const stage = setStage()
    lose(stage)
    await send(stage)
    const bill = getChanges(stage).map(getBill)[0]
    const at = getChanges(stage)[0]?.url.pathname ?? ''
    stage.product.switches.answerCode = { code, worked: false, at }
    expect((await send(stage)).status).toBe(status)
    delete stage.product.switches.answerCode
    expect((await send(stage)).status).toBe(200)
    expect(getChanges(stage).map(getBill)).toEqual([bill, bill, bill])
    expect(stage.product.state.executed[counted]).toBe(1)
  })

  it('never does the first request twice: what a bill proves is returned without sending', async () => {
    const stage = setStage()
    stage.product.fail({ kind: 'cut' }, { times: 1, on: isChange })
    expect((await send(stage)).status).toBe(502)
    const all = await Promise.all(Array.from({ length: 4 }, () => send(stage)))
    for (const { status, headers } of all) expect([status, headers.get('Idempotent-Replayed')]).toEqual([200, 'true'])
    expect([getChanges(stage).length, stage.product.state.executed[counted]]).toEqual([1, 1])
  })
})

it('a charge is not proved by a bill that waits, and is never sent again', async () => {
  const stage = setStage()
  const charge = { customer: AUTOPAY_CUSTOMER, product_nm: '구독', price: 9900 }
  stage.product.fail({ kind: 'network' }, { times: 1, on: isChange })
  const lost = await stage.post('autopay/request', charge, { once: 'a' })
  const [id] = getChanges(stage).map(getBill)
  stage.product.state.bills.set(id, { id, state: 'W', product: '구독', price: '9900', shortUrl: 'x' })
  const again = await stage.post('autopay/request', charge, { once: 'a' })
  const advice = '; only a new Idempotency-Key would send it again'
  expect([again.status, again.json.error]).toEqual([502, lost.json.error + advice])
  expect(getChanges(stage)).toHaveLength(1)
})

describe('what is sent again and refused', () => {
  const unknownCancel = async (stage: Stage) => {
    stage.product.fail({ kind: 'network' }, { times: 1, on: isChange })
    await stage.post('cancel', CANCEL, { once: 'a' })
    return () => stage.post('cancel', CANCEL, { once: 'a' })
  }

  it('is refused permanently when the bill shows that nothing was done', async () => {
    const stage = setStage()
    const again = await unknownCancel(stage)
    stage.product.switches.answerCode = { code: 'VALIDATION_001', worked: false, at: '/cancel' }
    const refused = await again()
    expect([refused.status, refused.headers.has('Idempotent-Replayed')]).toEqual([400, false])
    expect((await again()).text).toBe(refused.text)
    expect([getChanges(stage).length, getReads(stage).length]).toEqual([2, 2])
  })

  it('stays unknown when the bill cannot be read', async () => {
    const stage = setStage()
    const again = await unknownCancel(stage)
    stage.product.switches.answerCode = { code: '9970', worked: false, at: '/cancel' }
    let reads = 0
    stage.product.fail({ kind: 'network' }, { on: (call) => isRead(call) && ++reads > 1 })
    const unclear = await again()
    expect(unclear).toMatchObject({ status: 502, json: { error: expect.stringContaining('the outcome is unknown') } })
    expect(unclear.json.error).toMatch(/^the bill is already cancelled/)
    stage.product.heal()
    delete stage.product.switches.answerCode
    expect((await again()).status).toBe(200)
    expect(stage.product.state.executed.cancels).toBe(1)
  })
})

describe('a corrected account, or a later request, gets through with the same key', () => {
  it.each([401, 402, 429])('after a %i', async (status) => {
    const { post, product, called } = setStage()
    const headers = headersFor(V1_HOST)
    if (status === 429) product.fail({ kind: 'status', status }, { times: 1 })
    if (status === 402) product.switches.answerCode = { code: 'POINT_001', worked: false }
    const wrong = status === 401 ? { ...headers, 'X-Payment-Api-Key': 'test-wrong-key' } : headers
    const first = await post('cancel', CANCEL, { headers: wrong, once: 'a' })
    expect([first.status, first.headers.has('Idempotent-Replayed')]).toEqual([status, false])
    delete product.switches.answerCode
    const right = await post('cancel', CANCEL, { headers, once: 'a' })
    expect([right.status, right.headers.has('Idempotent-Replayed')]).toEqual([200, false])
    expect([called('/cancel'), product.state.executed.cancels]).toEqual([2, 1])
  })
})

it('a run whose record opened after its deadline sends nothing, and the key stays free', async () => {
  const { post, world, called, gateway } = setStage()
  const { LEDGER } = gateway.env
  const slow = vi.spyOn(LEDGER, 'getByName').mockImplementationOnce((name) => {
    world.clock.advance(25_000)
    return LEDGER.getByName(name)
  })
  const late = await post('cancel', CANCEL, { once: 'a' })
  expect(slow).toHaveBeenCalled()
  expect(late).toMatchObject({
    status: 504,
    json: { error: 'the payment service was not asked in time; nothing was sent' },
  })
  expect(called()).toBe(0)
  expect((await post('cancel', CANCEL, { once: 'a' })).status).toBe(200)
})

it('a run without calls left has sent nothing, and the key stays free', async () => {
  const { post, called } = setStage()
  const over = new Error('Too many subrequests.')
  vi.mocked(platform.fetch).mockRejectedValueOnce(over)
  const refused = await post('cancel', CANCEL, { once: 'a' })
  expect([refused.status, refused.json.error]).toEqual([502, expect.stringContaining('SUBREQUESTS')])
  expect((await post('cancel', CANCEL, { once: 'a' })).status).toBe(200)
  expect(called()).toBe(1)
})

const readCall = async (request: Request): Promise<Call> => ({
  method: request.method,
  url: new URL(request.url),
  headers: request.headers,
  body: await request.clone().text(),
})
