import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freshDeployment } from '../../support/fresh.ts'
import { json } from '../../support/gateway.ts'
import { expectNothingUnexpected } from '../../support/world.ts'
import { failure, type Stage, setStage } from './stage.ts'

/** docs/spec/shop.md, "Claims": returns and exchanges are changed at most once. */

let stage: Stage

beforeEach(() => {
  stage = setStage()
})

afterEach(async () => {
  expectNothingUnexpected(stage.world)
  await freshDeployment()
})

const act = (path: string, body?: object, key?: string) =>
  stage.gateway.call(`/api/v1/shop/${path}`, {
    ...(body ? json('POST', body) : { method: 'POST' }),
    headers: { ...(body && { 'Content-Type': 'application/json' }), ...(key && { 'Idempotency-Key': key }) },
  })

const isWrite = ({ method }: { method: string }) => method === 'PUT'
const claimed = () => stage.seller.state.claimed
const exchange = (status: 'RECEIPT' | 'PROGRESS') => {
  const found = stage.seller.state.exchanges.find((one) => one.status === status && one.newBoxId === null)
  if (!found) throw new Error('no such exchange')
  return found
}

describe('a return', () => {
  it('is confirmed, then approved with all of its items, each once', async () => {
    const claim = stage.seller.giveBack({ count: 3 })
    const id = claim.receiptId
    const first = await act(`returns/${id}/confirm`)
    expect([first.status, first.json.result]).toEqual([200, { receipt_id: String(id), outcome: 'done' }])
    expect((await act(`returns/${id}/confirm`)).json.result.outcome).toBe('already')
    expect((await act(`returns/${id}/approve`)).json.result.outcome).toBe('done')
    expect((await act(`returns/${id}/approve`)).json.result.outcome).toBe('already')
    expect(claim.status).toBe('CC')
    expect(claimed()).toEqual([`receiveConfirmation ${id}`, `approval ${id}`])
    expect(stage.seller.calls.filter(isWrite)[1]?.body).toBe(
      `{"vendorId":"A00012345","receiptId":${id},"cancelCount":3}`,
    )
  })

  it('with a fast refund is complete once it is confirmed', async () => {
    const claim = stage.seller.giveBack({ isFast: true })
    expect((await act(`returns/${claim.receiptId}/confirm`)).json.result.outcome).toBe('done')
    expect((await act(`returns/${claim.receiptId}/approve`)).json.result.outcome).toBe('already')
    expect(claimed()).toHaveLength(1)
  })

  it('is not approved before its goods came in, and the answer says what to do first', async () => {
    const answer = await act(`returns/${stage.seller.giveBack().receiptId}/approve`)
    expect([answer.status, answer.json]).toEqual([
      400,
      failure('receipt_id: the goods of this return are not confirmed yet: shop_confirm_return first'),
    ])
    expect(claimed()).toEqual([])
  })

  it('is told as shipped already, with the parcel', async () => {
    const claim = stage.seller.giveBack({ status: 'RU' })
    const body = { carrier: '한진', invoice_number: '6512-0033-0777' }
    const path = `returns/${claim.receiptId}/already-shipped`
    expect((await act(path, body)).json.result.outcome).toBe('done')
    expect(claim.sentAs).toBe('HANJIN 651200330777')
    expect((await act(path, body)).json.result.outcome).toBe('already')
    expect(claimed()).toHaveLength(1)
  })

  it('that nobody asked to stop is refused in the words of the product', async () => {
    const path = `returns/${stage.seller.giveBack().receiptId}/already-shipped`
    const answer = await act(path, { carrier: 'CJGLS', invoice_number: '651200330777' })
    expect([answer.status, answer.json]).toEqual([400, failure('출고중지요청 상태가 아닙니다.')])
  })

  it.each([
    [{ carrier: 'X', invoice_number: '5' }, expect.stringContaining('carrier: is no carrier')],
    [{ carrier: 'CJGLS' }, 'invoice_number: is required'],
    [{ carrier: 'CJGLS', tracking_number: '5' }, expect.stringContaining('did you mean invoice_number?')],
  ])('%j is 400: %s', async (body, error) => {
    const answer = await act('returns/365001013/already-shipped', body)
    expect([answer.status, answer.json]).toEqual([400, failure(error)])
  })

  it('that does not exist is 404, an id that is none is 400', async () => {
    expect((await act('returns/9/confirm')).status).toBe(404)
    expect((await act('returns/x/confirm')).json).toEqual(failure('receipt_id: must be an id of digits'))
  })

  it('is read in the version before, where an account is not offered the newest', async () => {
    stage.seller.switches.notOffered = /v6/
    const { receiptId } = stage.seller.giveBack()
    expect((await act(`returns/${receiptId}/confirm`)).json.result.outcome).toBe('done')
  })

  it('shows what became of a lost call', async () => {
    const { receiptId } = stage.seller.giveBack()
    stage.seller.fail({ kind: 'cut' }, { on: isWrite })
    expect((await act(`returns/${receiptId}/confirm`)).json.result.outcome).toBe('done')
    expect(claimed()).toHaveLength(1)
  })

  it.each([undefined, 'r-1'])(
    'whose call never arrived is unknown, and the same request makes it once: key %s',
    async (key) => {
      const claim = stage.seller.giveBack({ isReceived: true })
      const path = `returns/${claim.receiptId}/approve`
      stage.seller.fail({ kind: 'status', status: 504 }, { on: isWrite, times: 1 })
      const first = await act(path, undefined, key)
      expect([first.status, first.json.error]).toEqual([504, expect.stringContaining('send the same request again')])
      expect((await act(path, undefined, key)).json.result.outcome).toBe('done')
      expect(claim.status).toBe('CC')
      expect(claimed()).toHaveLength(1)
    },
  )

  it('the same key gets the first answer, for the same return only', async () => {
    const [one, other] = [stage.seller.giveBack(), stage.seller.giveBack()]
    const first = await act(`returns/${one.receiptId}/confirm`, undefined, 'r-2')
    const second = await act(`returns/${one.receiptId}/confirm`, undefined, 'r-2')
    expect([second.json, second.headers.get('Idempotent-Replayed')]).toEqual([first.json, 'true'])
    expect((await act(`returns/${other.receiptId}/confirm`, undefined, 'r-2')).json).toEqual(
      failure('Idempotency-Key: was used before with another body'),
    )
  })

  it.each([401, 429])('%s changes nothing, and the key stays usable', async (status) => {
    const { receiptId } = stage.seller.giveBack()
    stage.seller.fail({ kind: 'status', status }, { on: isWrite, times: 1 })
    expect((await act(`returns/${receiptId}/confirm`, undefined, 'r-3')).status).toBe(status)
    expect((await act(`returns/${receiptId}/confirm`, undefined, 'r-3')).json.result.outcome).toBe('done')
  })

  it('of several at once, one confirms', async () => {
    const { receiptId } = stage.seller.giveBack()
    const answers = await Promise.all([1, 2, 3].map(() => act(`returns/${receiptId}/confirm`)))
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect(claimed()).toHaveLength(1)
  })
})

describe('an exchange', () => {
  it('is confirmed once, and then has a new box', async () => {
    const found = exchange('PROGRESS')
    const path = `exchanges/${found.exchangeId}/confirm`
    const first = await act(path)
    expect([first.status, first.json.result]).toEqual([200, { exchange_id: String(found.exchangeId), outcome: 'done' }])
    expect(found.newBoxId).not.toBeNull()
    expect((await act(path)).json.result.outcome).toBe('already')
  })

  it.each([
    ['out_of_stock', 'SOLDOUT'],
    ['withdrawn', 'WITHDRAW'],
  ])('is rejected as %s', async (reason, code) => {
    const found = exchange('RECEIPT')
    const path = `exchanges/${found.exchangeId}/reject`
    expect((await act(path, { reason })).json.result.outcome).toBe('done')
    expect(stage.seller.calls.find(isWrite)?.body).toBe(
      `{"vendorId":"A00012345","exchangeId":${found.exchangeId},"exchangeRejectCode":"${code}"}`,
    )
    expect(found.status).toBe('REJECT')
    expect((await act(path, { reason })).json.result.outcome).toBe('already')
  })

  it('that cannot be rejected any more is refused, also inside of a success', async () => {
    const answer = await act(`exchanges/${exchange('PROGRESS').exchangeId}/reject`, { reason: 'out_of_stock' })
    expect([answer.status, answer.json]).toEqual([400, failure('교환 거부할 수 없는 상태입니다.')])
  })

  it('shows in its list what became of a lost call', async () => {
    const found = exchange('RECEIPT')
    stage.seller.fail({ kind: 'cut' }, { on: isWrite })
    const path = `exchanges/${found.exchangeId}/reject`
    expect((await act(path, { reason: 'withdrawn' })).json.result.outcome).toBe('done')
    expect(claimed()).toHaveLength(1)
  })

  it('whose lost call cannot be looked up is unknown', async () => {
    stage.seller.fail({ kind: 'status', status: 500 })
    const answer = await act(`exchanges/${exchange('PROGRESS').exchangeId}/confirm`, undefined, 'e-1')
    expect([answer.status, answer.json.error]).toEqual([502, expect.stringContaining('the outcome is unknown')])
  })

  it('whose lost call was made, and shows late, is not told as refused', async () => {
    const found = exchange('PROGRESS')
    const path = `exchanges/${found.exchangeId}/confirm`
    stage.seller.fail({ kind: 'status', status: 504 }, { on: isWrite, times: 1 })
    expect((await act(path, undefined, 'e-2')).status).toBe(504)
    // The product has confirmed it, and its new box appears minutes later.
    stage.seller.fail(
      { kind: 'status', status: 400, body: '{"code":400,"message":"입고확인할 수 없는 상태입니다."}' },
      { on: isWrite, times: 1 },
    )
    const second = await act(path, undefined, 'e-2')
    expect([second.status, second.json.error]).toEqual([502, expect.stringContaining('the outcome is unknown')])
    found.newBoxId = '742638971006401432'
    const writes = stage.seller.calls.filter(isWrite).length
    expect((await act(path, undefined, 'e-2')).json.result.outcome).toBe('done')
    expect(stage.seller.calls.filter(isWrite)).toHaveLength(writes)
  })

  it('that is refused at the first call is refused', async () => {
    const answer = await act(`exchanges/${exchange('RECEIPT').exchangeId}/confirm`)
    expect([answer.status, answer.json]).toEqual([400, failure('입고확인할 수 없는 상태입니다.')])
  })

  it.each([401, 403, 429])('after %s nothing is read', async (status) => {
    stage.seller.fail({ kind: 'status', status })
    expect((await act(`exchanges/${exchange('PROGRESS').exchangeId}/confirm`)).status).toBe(status)
    expect(stage.seller.calls).toHaveLength(1)
  })

  it('another reason is 400', async () => {
    expect((await act('exchanges/100000170/reject', { reason: 'mood' })).json).toEqual(
      failure('reason: must be one of out_of_stock, withdrawn'),
    )
  })
})
