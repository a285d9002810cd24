import { describe, expect, test } from 'vitest'
import { ask, end, end2, V1, V1_AUTH, V2, V2_AUTH } from './ask.ts'
import { createPaySsam, PAID_BILL } from './index.ts'

const readV1 = { ...V1_AUTH, bill_id: PAID_BILL }
const readV2 = { ...V2_AUTH, bill: { billId: PAID_BILL } }

describe('hosts and paths (facts, section 1)', () => {
  test.each([
    ['https://erp-api.payssam.kr/if/bill/read', readV1],
    ['https://stg.paymint.co.kr/partner/if/bill/read', readV1],
    ['https://erp-api.speeid.kr/if/bill/read', readV1],
    ['https://sandbox.paymint.co.kr/partner/bill/read', readV2],
    ['https://api.paymint.co.kr/partner/bill/read', readV2],
  ])('%s responds', async (url, body) => {
    const simulator = createPaySsam()
    expect(simulator.answersFor(new URL(url).host)).toBe(true)
    expect(await ask(simulator, url, body)).toMatchObject({ status: 200, body: { code: '0000' } })
    expect(simulator.unexpected).toEqual([])
  })

  test.each([
    'https://erp-api.payssam.kr/bill/read',
    'https://erp-api.payssam.kr/partner/if/bill/read',
    'https://stg.paymint.co.kr/if/bill/read',
    'https://sandbox.paymint.co.kr/partner/if/bill/read',
    'https://sandbox.paymint.co.kr/bill/read',
    'https://erp-api.speeid.kr/if/bill/send',
    'https://erp-api.payssam.kr/if/bill/list',
    'http://erp-api.payssam.kr/if/bill/read',
    'https://erp-api.payssam.kr:8443/if/bill/read',
  ])('%s is unknown', async (url) => {
    const simulator = createPaySsam()
    expect(await ask(simulator, url, readV1)).toMatchObject({ status: 404 })
    expect(simulator.unexpected).toHaveLength(1)
  })

  test('other hosts are not its own', () => {
    const simulator = createPaySsam()
    for (const host of ['paymint.co.kr', 'erp-api.payssam.kr.example', 'constructor', 'stg.paymint.co.kr:11200']) {
      expect(simulator.answersFor(host)).toBe(false)
    }
  })

  test('every call is a POST', async () => {
    const simulator = createPaySsam()
    expect((await simulator.fetch(new Request(`${V1}/if/bill/read`))).status).toBe(404)
    expect(simulator.unexpected).toHaveLength(1)
  })
})

describe('bodies (facts, section 2)', () => {
  test.each(['{"apikey":', '[]', 'null', ''])('%j is refused with 400', async (body) => {
    const headers = { 'content-type': 'application/json' }
    for (const url of [`${V1}/if/bill/read`, `${V2}/bill/read`]) {
      const response = await createPaySsam().fetch(new Request(url, { method: 'POST', headers, body }))
      expect(response.status).toBe(400)
    }
  })

  test('a form is refused with 400', async () => {
    const body = new URLSearchParams({ ...V1_AUTH, bill_id: PAID_BILL })
    const response = await createPaySsam().fetch(new Request(`${V1}/if/bill/read`, { method: 'POST', body }))
    expect(response.status).toBe(400)
  })

  test('the second generation wants its bill in an object', async () => {
    const flat = await ask(createPaySsam(), `${V2}/bill/read`, { ...V2_AUTH, billId: PAID_BILL })
    expect(flat).toMatchObject({ status: 400, body: { code: 'VALIDATION_001' } })
    const old = await ask(createPaySsam(), `${V2}/bill/read`, { ...V2_AUTH, bill: { bill_id: PAID_BILL } })
    expect(old).toMatchObject({ status: 400, body: { code: 'VALIDATION_001' } })
  })
})

describe('connection (facts, sections 2 and 6)', () => {
  test.each(['apikey', 'member', 'merchant'])(
    'v1: a wrong %s is 1003 inside a 200, a missing or long one 400',
    async (name) => {
      const read = (value: unknown) => ask(createPaySsam(), `${V1}/if/bill/read`, { ...readV1, [name]: value })
      expect(await read('wrong')).toMatchObject({ status: 200, body: { code: '1003' } })
      expect(await read(undefined)).toMatchObject({ status: 400, body: { code: '9999' } })
      expect(await read('x'.repeat(33))).toMatchObject({ status: 400 })
      expect(await read(17)).toMatchObject({ status: 400 })
    },
  )

  test.each([
    ['apiKey', undefined, 'PARTNER_002'],
    ['apiKey', 'x'.repeat(33), 'PARTNER_002'],
    ['apiKey', 'wrong', 'PARTNER_003'],
    ['member', 'wrong', 'PARTNER_003'],
    ['member', undefined, 'PARTNER_005'],
    ['merchant', 'wrong', 'PARTNER_004'],
  ])('v2: %s %j is %s inside a 200', async (name, value, code) => {
    const answer = await ask(createPaySsam(), `${V2}/bill/read`, { ...readV2, [name]: value })
    expect(answer).toMatchObject({ status: 200, body: { code } })
  })

  test('the names of one version mean nothing to the other', async () => {
    expect((await ask(createPaySsam(), `${V1}/if/bill/read`, { ...V2_AUTH, bill_id: PAID_BILL })).status).toBe(400)
    const answer = await ask(createPaySsam(), `${V2}/bill/read`, { ...V1_AUTH, bill: { billId: PAID_BILL } })
    expect(answer.body.code).toBe('PARTNER_002')
  })

  test('an expired connection is refused by both, and nothing is done', async () => {
    const simulator = createPaySsam({ switches: { connection: 'expired' } })
    expect((await end(simulator, 'cancel', PAID_BILL, '150000')).body.code).toBe('1003')
    expect((await end2(simulator, 'cancel', PAID_BILL, '150000')).body.code).toBe('PARTNER_006')
    expect(simulator.state.executed.cancels).toBe(0)
  })

  test('a partner of v1 is none of v2', async () => {
    const simulator = createPaySsam({ switches: { connection: 'v1-only' } })
    expect((await ask(simulator, `${V1}/if/bill/read`, readV1)).body.code).toBe('0000')
    expect((await ask(simulator, `${V2}/bill/read`, readV2)).body.code).toBe('PARTNER_001')
  })
})

describe('responses (facts, section 2)', () => {
  test('v1 is flat, with msg, and echoes the connection, refusals too', async () => {
    const simulator = createPaySsam()
    const done = await ask(simulator, `${V1}/if/bill/read`, readV1)
    expect(done.body).toMatchObject({ ...V1_AUTH, code: '0000', msg: '성공', bill_id: PAID_BILL })
    const refused = await ask(simulator, `${V1}/if/bill/read`, { ...V1_AUTH, bill_id: 'nobody' })
    expect(refused.body).toEqual({ ...V1_AUTH, code: '9980', msg: expect.any(String) })
  })

  test('v2 has code, message and data', async () => {
    const simulator = createPaySsam()
    const done = await ask(simulator, `${V2}/bill/read`, readV2)
    expect(done.body).toMatchObject({ code: '0000', message: '성공', data: { billId: PAID_BILL, apprState: 'F' } })
    const refused = await ask(simulator, `${V2}/bill/read`, { ...V2_AUTH, bill: { billId: 'nobody' } })
    expect(refused.body).toEqual({ code: 'BILL_003', message: expect.any(String), data: null })
  })

  test('the message can have either name', async () => {
    const old = createPaySsam({ switches: { messageKey: 'message' } })
    expect((await ask(old, `${V1}/if/bill/read`, readV1)).body).toHaveProperty('message')
    const next = createPaySsam({ switches: { messageKey: 'msg' } })
    const { body } = await ask(next, `${V2}/bill/read`, readV2)
    expect(body).toHaveProperty('msg')
    expect(body).not.toHaveProperty('message')
  })

  test('any code can be returned, before or after the work', async () => {
    const simulator = createPaySsam({ switches: { answerCode: { code: 'PAYMENT_001', worked: false } } })
    expect(await end2(simulator, 'cancel', PAID_BILL, '150000')).toMatchObject({
      status: 200,
      body: { code: 'PAYMENT_001' },
    })
    expect(simulator.state.executed.cancels).toBe(0)
    simulator.switches.answerCode = { code: '5000', worked: true }
    expect((await end(simulator, 'cancel', PAID_BILL, '150000')).body.code).toBe('5000')
    expect(simulator.state.executed.cancels).toBe(1)
    delete simulator.switches.answerCode
    expect((await ask(simulator, `${V1}/if/bill/read`, readV1)).body.appr_state).toBe('C')
  })

  test('a response can get lost after the work', async () => {
    const simulator = createPaySsam()
    simulator.fail({ kind: 'cut' }, { times: 1 })
    await expect(end(simulator, 'cancel', PAID_BILL, '150000')).rejects.toThrow()
    expect(simulator.state.executed.cancels).toBe(1)
    expect((await end(simulator, 'cancel', PAID_BILL, '150000')).body.code).toBe('9970')
    expect(simulator.state.executed.cancels).toBe(1)
  })
})

describe('switches', () => {
  const cancel = (simulator: ReturnType<typeof createPaySsam>) => end(simulator, 'cancel', PAID_BILL, '150000')

  test.each([false, true])('a plain status replaces the response; the work is done: %s', async (worked) => {
    const simulator = createPaySsam({ switches: { plainStatus: { status: 408, worked } } })
    expect(await cancel(simulator)).toEqual({ status: 408, body: { message: 'Request Timeout' } })
    expect(simulator.state.executed.cancels).toBe(worked ? 1 : 0)
  })

  test.each([V1, V2])('a code has its own message and status, at one path (%s)', async (base) => {
    const answerCode = { code: '9999', message: '일시 오류', status: 500, worked: true, at: '/cancel' }
    const simulator = createPaySsam({ switches: { answerCode } })
    const ended = await (base === V1 ? end : end2)(simulator, 'cancel', PAID_BILL, '150000')
    expect(ended).toMatchObject({ status: 500, body: { code: '9999', [base === V1 ? 'msg' : 'message']: '일시 오류' } })
    expect(simulator.state.bills.get(PAID_BILL)?.state).toBe('C')
    expect((await ask(simulator, `${V1}/if/bill/read`, readV1)).body.code).toBe('0000')
  })

  test('a response names another bill', async () => {
    const simulator = createPaySsam({ switches: { anotherBill: 'B-2' } })
    expect((await cancel(simulator)).body).toMatchObject({ code: '0000', bill_id: 'B-2' })
    expect((await ask(simulator, `${V2}/bill/read`, readV2)).body).toMatchObject({ data: { billId: 'B-2' } })
    expect(simulator.state.bills.get(PAID_BILL)?.state).toBe('C')
  })
})
