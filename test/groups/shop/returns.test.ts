import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { expectNothingUnexpected } from '../../support/world.ts'
import { failure, type Stage, setStage } from './stage.ts'

/** docs/spec/shop.md, "Returns, exchanges and carriers": returns, exchanges and carriers. */

let stage: Stage

beforeEach(() => {
  stage = setStage()
})

afterEach(() => {
  vi.restoreAllMocks()
  expectNothingUnexpected(stage.world)
})

const ask = (path: string, query: Record<string, string> = {}) =>
  stage.gateway.call(`/api/v1/shop/${path}?${new URLSearchParams(query)}`)

const WEEKS = { from: '2026-10-22', to: '2026-11-21' }

it('all returns and cancellations of the days, oldest first, over all pages', async () => {
  const { seller } = stage
  for (let n = 0; n < 120; n++) seller.giveBack({ createdAt: Date.parse('2026-11-20T09:00:00+09:00') + n * 1000 })
  const { status, json } = await ask('returns', WEEKS)
  expect(status).toBe(200)
  const ids = seller.state.returns
    .toSorted((a, b) => a.createdAt - b.createdAt)
    .map(({ receiptId }) => String(receiptId))
  expect(json.result.map(({ receipt_id }: { receipt_id: string }) => receipt_id)).toEqual(ids)
  expect(new Set(json.result.map(({ type }: { type: string }) => type))).toEqual(new Set(['RETURN', 'CANCEL']))
})

it('a return without anything of who asked for it, its ids exact and its times with an offset', async () => {
  const { status, json, text } = await ask('returns', { ...WEEKS, status: 'RU' })
  expect(status).toBe(200)
  for (const personal of ['구*숙', '0503-', '월드컵북로', '03993']) expect(text).not.toContain(personal)
  expect(json.result[0]).toMatchObject({
    ...{ receipt_id: '365001247', type: 'RETURN', status: 'RELEASE_STOP_UNCHECKED', release_stop: '미처리' },
    ...{ created_at: '2026-11-11T09:20:00+09:00', fault: 'CUSTOMER', reason: '필요 없어짐 (단순 변심)' },
    items: [{ shipment_box_id: '642538990006405269', is_released: false }],
    pickup: [{ carrier: 'CJGLS', invoice_number: '840806808819' }],
  })
})

it.each(['local', 'space', 'offset'] as const)(
  'times are Korean, whatever the form of the product: %s',
  async (form) => {
    stage.seller.switches.claimTimes = form
    const [first] = (await ask('returns', { ...WEEKS, status: 'RU' })).json.result
    expect(first).toMatchObject({
      ...{ created_at: '2026-11-11T09:20:00+09:00', modified_at: '2026-11-11T09:21:00+09:00' },
      complete_confirm_date: null,
    })
    const [done] = (await ask('returns', { ...WEEKS, status: 'CC' })).json.result
    expect(done.complete_confirm_date).toMatch(/^2026-11-\d\dT\d\d:22:00\+09:00$/)
    const [exchange] = (await ask('exchanges', WEEKS)).json.result
    expect(exchange.created_at).toMatch(/^2026-10-\d\dT\d\d:20:00\+09:00$/)
  },
)

it('the charges of a return and who confirmed it', async () => {
  const { seller } = stage
  const { receiptId } = seller.giveBack({ status: 'CC', enclosed: 2500, charge: -3000 })
  const { json } = await ask('returns', { ...WEEKS, status: 'CC' })
  expect(json.result.find(({ receipt_id }: { receipt_id: string }) => receipt_id === String(receiptId))).toMatchObject({
    ...{ enclose_price: 2500, return_shipping_charge: -3000, complete_confirm_type: 'VENDOR_CONFIRM' },
    complete_confirm_date: '2026-11-21T18:02:00+09:00',
  })
})

it('a status of exchanges is chosen also where the product takes none', async () => {
  stage.seller.switches.exchangeStatusRefused = true
  const { status, json } = await ask('exchanges', { ...WEEKS, status: 'PROGRESS' })
  expect(status).toBe(200)
  expect(new Set(json.result.map(({ status: how }: { status: string }) => how))).toEqual(new Set(['PROGRESS']))
})

it('a window of returns ends where the product ends it, and what does not fit is 400', async () => {
  expect((await ask('returns', { from: '2026-10-21', to: '2026-11-21' })).json).toEqual(
    failure('to: must be at most 30 days after from'),
  )
  expect((await ask('returns', { from: '2026-11-21', to: '2026-11-20' })).json).toEqual(
    failure('to: must not be before from'),
  )
  expect((await ask('returns', { ...WEEKS, status: 'X' })).status).toBe(400)
  stage = setStage({ SUBREQUESTS: '5' })
  for (let n = 0; n < 51; n++) stage.seller.giveBack()
  expect((await ask('returns', WEEKS)).json).toEqual(
    failure('to: these days cannot be had in one request: ask for fewer days, or for one status'),
  )
})

it('exchanges of a month, in windows of at most seven days, without names and addresses', async () => {
  const { seller } = stage
  const { status, json, text } = await ask('exchanges', WEEKS)
  expect(status).toBe(200)
  const ids = seller.state.exchanges
    .toSorted((a, b) => a.createdAt - b.createdAt)
    .map(({ exchangeId }) => String(exchangeId))
  expect(json.result.map(({ exchange_id }: { exchange_id: string }) => exchange_id)).toEqual(ids)
  for (const personal of ['이*진', '0502-', '센텀중앙로']) expect(text).not.toContain(personal)
  expect(json.result.find(({ status: how }: { status: string }) => how === 'PROGRESS')).toMatchObject({
    ...{ collect_status: 'CompleteCollect', fault: 'VENDOR', reason_code: 'DEFECT' },
    items: [{ quantity: 1, price: 15900, shipment_box_id: expect.stringMatching(/^6425\d{14}$/) }],
    new_boxes: [expect.stringMatching(/^7426\d{14}$/)],
  })
  const one = await ask('exchanges', { ...WEEKS, status: 'REJECT' })
  expect(new Set(one.json.result.map(({ status: how }: { status: string }) => how))).toEqual(new Set(['REJECT']))
})

it('exchanges of future days are not requested, up to the last year of four digits', async () => {
  const { status, json } = await ask('exchanges', { from: '9999-12-25', to: '9999-12-31' })
  expect([status, json.result]).toEqual([200, []])
  expect(stage.seller.calls).toEqual([])
})

it('carriers need no account, and hold the common ones', async () => {
  const { status, json } = await ask('carriers')
  expect(status).toBe(200)
  for (const carrier of [
    { code: 'CJGLS', name: 'CJ대한통운' },
    { code: 'HYUNDAI', name: '롯데택배' },
    { code: 'KGB', name: '로젠택배' },
  ])
    expect(json.result).toContainEqual(carrier)
  expect(new Set(json.result.map(({ code }: { code: string }) => code)).size).toBe(json.result.length)
  expect(stage.seller.calls).toEqual([])
})

const ids = (json: { result: { receipt_id: string }[] }) => json.result.map(({ receipt_id }) => receipt_id)
const WITHOUT = 'status CANCEL: the shop refuses this list, so it is missing: orderId is required.'

it('a list of returns that the product refuses is missing with a warning, and the others are there', async () => {
  const { seller } = stage
  expect((await ask('returns', WEEKS)).json.warnings).toEqual([])
  seller.switches.cancellationsRefused = true
  const { status, json } = await ask('returns', WEEKS)
  expect([status, json.status, json.warnings]).toEqual([200, 'success', [WITHOUT]])
  const others = seller.state.returns.filter(({ status }) => status !== 'CANCEL')
  expect(ids(json).sort()).toEqual(others.map(({ receiptId }) => String(receiptId)).sort())
  const one = await ask('returns', { ...WEEKS, status: 'CANCEL' })
  expect([one.status, one.json.error]).toEqual([400, 'orderId is required.'])
})

it.each([
  [400, 200],
  [404, 200],
  [403, 200],
  [401, 401],
  [429, 429],
  [500, 502],
])('of the lists of returns, one that answers %i makes it %i', async (upstream, ours) => {
  stage.seller.fail(
    { kind: 'status', status: upstream, body: '{"code":"ERROR","message":"No."}' },
    { on: ({ url }) => url.searchParams.get('status') === 'PR' },
  )
  const { status, json } = await ask('returns', WEEKS)
  expect(status).toBe(ours)
  if (ours === 200) expect(json.warnings).toEqual(['status PR: the shop refuses this list, so it is missing: No.'])
})

it('where all lists of returns are refused, so is the request', async () => {
  stage.seller.fail({ kind: 'status', status: 400, body: '{"code":400,"message":"Said by the product"}' })
  expect((await ask('returns', WEEKS)).json).toEqual(failure('Said by the product'))
  expect(stage.seller.calls).toHaveLength(5)
})

it.each(['returns', 'exchanges'])('a window of %s that takes the product too long is divided', async (path) => {
  const whole = await ask(path, WEEKS)
  stage.seller.calls.length = 0
  stage.seller.switches.widestMs = 4 * 86_400_000
  const { status, json } = await ask(path, WEEKS)
  expect([status, json]).toEqual([200, whole.json])
  stage.seller.switches.widestMs = 6 * 3_600_000
  const days = { from: '2026-11-20', to: '2026-11-21', ...(path === 'returns' && { status: 'UC' }) }
  const narrow = await ask(path, days)
  stage.seller.switches.widestMs = Infinity
  expect(narrow.json).toEqual((await ask(path, days)).json)
  expect(narrow.json.result.length).toBeGreaterThan(0)
})

it('returns are read in the version before, where the product does not offer this one', async () => {
  const whole = await ask('returns', WEEKS)
  stage.seller.calls.length = 0
  stage.seller.switches.notOffered = /\/v6\//
  expect((await ask('returns', WEEKS)).json).toEqual(whole.json)
  expect(stage.seller.calls).toHaveLength(6)
})

it('exchanges have no version before: 502, and not 404', async () => {
  stage.seller.switches.notOffered = /exchangeRequests/
  const { status, json } = await ask('exchanges', WEEKS)
  expect([status, json.error]).toEqual([502, expect.stringMatching(/^the interface of the shop service has changed/)])
  expect(stage.seller.calls).toHaveLength(1)
})

it.each([
  ['한진', ['HANJIN']],
  ['롯데택배', ['HYUNDAI']],
  ['Lotte', ['HYUNDAI']],
  ['cj', ['CJGLS']],
  ['logen', ['KGB']],
  ['우체국', ['EPOST']],
  ['post office', ['EPOST']],
  ['epost', ['EPOST']],
])('carriers are found by a part of the name or code: %s', async (q, codes) => {
  const { status, json } = await ask('carriers', { q })
  expect(status).toBe(200)
  const found = json.result.map(({ code }: { code: string }) => code)
  expect(found).toEqual(expect.arrayContaining(codes))
  expect(found.length).toBeLessThan(6)
})

it('a carrier that nobody has is none, and an empty search is refused', async () => {
  expect((await ask('carriers', { q: 'no such carrier' })).json.result).toEqual([])
  expect(await ask('carriers', { q: ' ' })).toMatchObject({ status: 400, json: failure('q: must not be empty') })
})
