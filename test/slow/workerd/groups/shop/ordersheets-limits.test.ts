import { afterEach, describe, expect, it, vi } from 'vitest'
import { failure, type Stage, setStage } from '../../../../groups/shop/stage.ts'
import type { Call } from '../../../../simulators/simulator.ts'
import { expectNothingUnexpected } from '../../../../support/world.ts'

let stage: Stage

afterEach(() => {
  vi.restoreAllMocks()
  expectNothingUnexpected(stage.world)
})

const MONTH = { createdAtFrom: '2026-10-23', createdAtTo: '2026-11-21' }

async function expectFailure(body: object, status: number, error: RegExp) {
  const answer = await stage.ask('ordersheets', body)
  expect([answer.status, answer.json]).toEqual([status, failure(expect.stringMatching(error))])
}

describe('limits are checked before any call, and before the account', () => {
  it.each([
    [{ createdAtTo: '2026-11-20' }, /^createdAtFrom: is required$/],
    [{ createdAtFrom: '2026-11-20' }, /^createdAtTo: is required$/],
    [{ createdAtFrom: 20261120, createdAtTo: '2026-11-20' }, /^createdAtFrom: /],
    [{ createdAtFrom: '', createdAtTo: '2026-11-20' }, /^createdAtFrom: must be a date/],
    [{ createdAtFrom: '2026-11-20', createdAtTo: '2026-11-31' }, /^createdAtTo: must be a date/],
    [{ createdAtFrom: '2026-10-20', createdAtTo: '2026-11-20' }, /^createdAtTo: .*30 days/],
    [{ createdAtFrom: '2026-11-20', createdAtTo: '2026-11-19' }, /^createdAtTo: .*before createdAtFrom/],
    [{ createdAtFrom: '2026-11-20', createdAtTo: '2026-11-20T10:00' }, /^createdAtTo: .*same form/],
    [{ createdAtFrom: '2026-11-19T10:00', createdAtTo: '2026-11-20T10:00' }, /^createdAtTo: .*24 hours/],
    [{ createdAtFrom: '2026-11-20+09:00', createdAtTo: '2026-11-20' }, /^createdAtFrom: must be a date/],
    [{ ...MONTH, status: 'ALL' }, /^status: must be one of ACCEPT, INSTRUCT/],
    [{ ...MONTH, status: 'accept' }, /^status: must be one of/],
    [{ ...MONTH, status: ['ACCEPT'] }, /^status: must be one of/],
  ])('%j is 400', async (body, error) => {
    stage = setStage({ SHOP_SECRET_KEY: '' })
    await expectFailure(body, 400, error)
    expect(stage.seller.calls).toEqual([])
  })

  it.each([
    [{ createdAtFrom: '2026-10-21', createdAtTo: '2026-11-20' }],
    [{ createdAtFrom: '2026-11-19T10:00', createdAtTo: '2026-11-20T09:59' }],
    [{ createdAtFrom: '2026-11-20', createdAtTo: '2026-11-20' }],
  ])('%j is taken, by the product too', async (window) => {
    stage = setStage()
    expect((await stage.ask('ordersheets', window)).status).toBe(200)
  })
})

const NARROWER = /^createdAtFrom, createdAtTo: .*ask for a narrower window/

describe('a window that cannot be read completely is 400 asking for a narrower window', () => {
  it.each([
    ['the six lists', {}, '5'],
    ['the last page of the six lists', {}, '6'],
    ['the pages of one list', { status: 'ACCEPT' }, '1'],
  ])('%s beyond SUBREQUESTS', async (_, status, SUBREQUESTS) => {
    stage = setStage({ SUBREQUESTS })
    await expectFailure({ ...MONTH, ...status }, 400, NARROWER)
    expect(stage.seller.calls).toHaveLength(Number(SUBREQUESTS))
  })

  it('exactly SUBREQUESTS is enough', async () => {
    stage = setStage({ SUBREQUESTS: '7' })
    expect((await stage.ask('ordersheets', MONTH)).json.result).toHaveLength(106)
  })

  it('a list that the deadline cuts short', async () => {
    stage = setStage()
    stage.seller.fail({ kind: 'timeout' }, { on: ({ url }) => url.searchParams.get('status') === 'DELIVERING' })
    await expectFailure(MONTH, 400, NARROWER)
  })

  it('a window of which each part takes more calls than there are', async () => {
    stage = setStage({ SUBREQUESTS: '20' })
    stage.seller.switches.widestMs = 86_400_000
    await expectFailure({ ...MONTH, status: 'ACCEPT' }, 400, NARROWER)
    expect(stage.seller.calls).toHaveLength(20)
  })
})

describe('a product that does not answer is 504', () => {
  const SILENT = /did not answer in time: try again, or ask for a narrower window/

  it('longer than the deadline, for every window', async () => {
    stage = setStage()
    stage.seller.switches.windowMs = 60_000
    await expectFailure({ ...MONTH, status: 'ACCEPT' }, 504, SILENT)
  })

  it('never, for every window', async () => {
    stage = setStage()
    stage.seller.fail({ kind: 'timeout' })
    await expectFailure(MONTH, 504, SILENT)
  })

  it('a page that is not answered is asked for in parts of the window', async () => {
    stage = setStage()
    stage.seller.fail({ kind: 'timeout' }, { on: ({ url }) => url.searchParams.has('nextToken') })
    const { status, json } = await stage.ask('ordersheets', { ...MONTH, status: 'ACCEPT' })
    expect([status, json.result.length]).toEqual([200, 57])
  })
})

describe('a failure in the middle is the failure of the whole', () => {
  const third = ({ url }: Call) => url.searchParams.get('status') === 'DEPARTURE'

  it.each([
    ['a broken connection', { kind: 'network' }, 502],
    ['429', { kind: 'status', status: 429 }, 429],
    ['500', { kind: 'status', status: 500 }, 502],
    ['a cut answer', { kind: 'cut' }, 502],
    ['no list', { kind: 'status', status: 200, body: '{"code":200,"message":"OK"}' }, 502],
    ['no envelope', { kind: 'status', status: 200, body: '[]' }, 502],
    ['another list', { kind: 'status', status: 200, body: '{"code":200,"data":{}}' }, 502],
    ['a token in another form', { kind: 'status', status: 200, body: '{"code":200,"data":[],"nextToken":{}}' }, 502],
  ] as const)('%s', async (_, fault, status) => {
    stage = setStage()
    stage.seller.fail(fault, { on: third })
    await expectFailure(MONTH, status, /./)
  })

  it('a temporary failure is retried', async () => {
    stage = setStage()
    stage.seller.fail({ kind: 'status', status: 503 }, { on: third, times: 2 })
    expect((await stage.ask('ordersheets', MONTH)).json.result).toHaveLength(106)
    expect(stage.seller.calls.filter(third)).toHaveLength(3)
  })
})

describe('a token that repeats', () => {
  it('is 502 after the page that it leads back to', async () => {
    stage = setStage()
    const page = { code: 200, message: 'OK', data: [{ shipmentBoxId: 1 }], nextToken: '7' }
    stage.seller.fail({ kind: 'status', status: 200, body: JSON.stringify(page) })
    await expectFailure({ ...MONTH, status: 'ACCEPT' }, 502, /cannot be read: nextToken$/)
    expect(stage.seller.calls).toHaveLength(2)
  })

  it('is none when two lists have the same', async () => {
    stage = setStage()
    const first = { code: 200, data: null, nextToken: 7 }
    const last = { code: 200, data: [], nextToken: null }
    const isFirst = ({ url }: Call) => !url.searchParams.has('nextToken')
    stage.seller.fail({ kind: 'status', status: 200, body: JSON.stringify(last) }, { on: (call) => !isFirst(call) })
    stage.seller.fail({ kind: 'status', status: 200, body: JSON.stringify(first) }, { on: isFirst })
    const { status, json } = await stage.ask('ordersheets', MONTH)
    expect([status, json.result]).toEqual([200, []])
    expect(stage.seller.calls).toHaveLength(12)
  })
})
