import { describe, expect, it } from 'vitest'
import { API_KEY, MEMBER_ID, PAID_BILL } from '../../simulators/payment/index.ts'
import { headersFor, leaveNothingBehind, STORED, setStage, V1_HOST, V2_HOST } from './stage.ts'

/**
 * `error` is our words, then the product's own in brackets: the person must learn why (docs/spec/payment.md,
 * "Responses").
 */

leaveNothingBehind()

const CANCEL = { bill_id: PAID_BILL, price: 150_000 }
const UNKNOWN = `; the outcome is unknown: read bill ${PAID_BILL} before trying again`
const FAILED = 'the payment service could not process the request'

it('say where the stored account is connected', async () => {
  const { post, product } = setStage()
  product.switches.answerCode = { code: '1003', message: '허용되지 않은 사용자입니다.', worked: false }
  const { status, json } = await post('cancel', CANCEL, { headers: STORED })
  expect([status, json.error]).toEqual([
    401,
    'the payment account was rejected by its service (user not allowed): reconnect it at https://latchkey.test/#payment (허용되지 않은 사용자입니다.)',
  ])
})

describe.each([V1_HOST, V2_HOST])('at %s', (host) => {
  const headers = headersFor(host)

  it('a code has its status, and its words are ours with those of the product', async () => {
    for (const [code, message, status, error] of [
      ['9970', '이미 취소된 청구서입니다.', 400, 'the bill is already cancelled (이미 취소된 청구서입니다.)'],
      [
        '1003',
        '허용되지 않은 사용자입니다.',
        401,
        'the payment account was rejected by its service (user not allowed): reconnect it (허용되지 않은 사용자입니다.)',
      ],
      [
        '9999',
        '휴대폰 번호 형식이 올바르지 않습니다.',
        400,
        'the payment service refused the input (휴대폰 번호 형식이 올바르지 않습니다.)',
      ],
      ['9999', '일시적인 오류', 502, `${FAILED} (일시적인 오류)${UNKNOWN}`],
      ['5000', '시스템 오류', 502, `${FAILED} (시스템 오류)${UNKNOWN}`],
      // In no document.
      ['9981', '가맹점 점검 중', 502, `${FAILED} (가맹점 점검 중)${UNKNOWN}`],
      // Nothing to put into brackets.
      ['9970', '', 400, 'the bill is already cancelled'],
      ['5000', '  \n', 502, `${FAILED}${UNKNOWN}`],
    ] as [code: string, message: string, status: number, error: string][]) {
      const { post, product } = setStage()
      product.switches.answerCode = { code, message, worked: false }
      expect
        .soft(await post('cancel', CANCEL, { headers }), JSON.stringify(code))
        .toMatchObject({ status, json: { success: false, error } })
    }
  })

  it.each([
    [400, '9999', 400, 'the payment service answered 400 (잘못된 요청)'],
    [409, '9999', 502, `the payment service answered 409 (잘못된 요청)${UNKNOWN}`],
    [500, '9999', 502, `${FAILED} (잘못된 요청)${UNKNOWN}`],
  ])('HTTP %i with code %s', async (httpStatus, code, status, error) => {
    const { post, product } = setStage()
    product.switches.answerCode = { code, message: '잘못된 요청', status: httpStatus, worked: false }
    expect(await post('cancel', CANCEL, { headers })).toMatchObject({ status, json: { error } })
  })

  it('words of success beside a failure are not quoted', async () => {
    const { post, product } = setStage()
    product.switches.answerCode = { code: '0000', message: 'ok', status: 500, worked: true }
    const { status, json } = await post('cancel', CANCEL, { headers })
    expect(status).toBe(502)
    expect(json.error).toBe(`the payment service answered 500 beside its code for success${UNKNOWN}`)
  })

  it('words are masked and cut', async () => {
    const { post, product } = setStage()
    product.switches.answerCode = {
      code: '9970',
      message: `${API_KEY} of ${MEMBER_ID} ${'x'.repeat(400)}`,
      worked: false,
    }
    const { json } = await post('cancel', CANCEL, { headers })
    expect(json.error).toMatch(/^the bill is already cancelled \(\*\*\* of \*\*\* x+\)$/)
    expect(json.error.length).toBe('the bill is already cancelled ()'.length + 300)
  })

  it('a read returns them as well', async () => {
    const { post, product } = setStage()
    product.switches.answerCode = { code: '9999', message: '점검 중', worked: false }
    const read = await post('read', { bill_id: PAID_BILL }, { headers })
    expect(read).toMatchObject({ status: 502, json: { error: `${FAILED} (점검 중)` } })
  })

  it('so does a retry, out of the record', async () => {
    const { post, product } = setStage()
    product.switches.answerCode = { code: '9970', message: '이미 취소', worked: false }
    const first = await post('cancel', CANCEL, { headers, once: 'a' })
    expect((await post('cancel', CANCEL, { headers, once: 'a' })).text).toBe(first.text)
  })
})

describe('a response without a code', () => {
  it.each(['{}', '{"code":null,"msg":"성공"}', '{"code":[],"msg":"성공"}'])(
    'leaves the outcome of a write unknown: %s',
    async (body) => {
      const { post, product, world } = setStage()
      product.fail({ kind: 'status', status: 200, body })
      const { status, json } = await post('cancel', CANCEL)
      expect([status, json.error]).toEqual([
        502,
        `the payment service answered in a form that cannot be read: code${UNKNOWN}`,
      ])
      expect(JSON.parse(world.log.at(-1) ?? '{}').reason).toBe('shape code')
    },
  )

  it('is refused by its HTTP status, in the words of the product', async () => {
    const { post, product } = setStage()
    product.fail({ kind: 'status', status: 400, body: '{"msg":"잘못된 요청"}' })
    const { status, json } = await post('cancel', CANCEL)
    expect([status, json.error]).toEqual([400, 'the payment service answered 400 (잘못된 요청)'])
  })
})

describe('a response about another bill', () => {
  it.each([V1_HOST, V2_HOST])('at %s leaves the outcome unknown, until the bill itself shows it', async (host) => {
    const { post, product, called } = setStage({}, { switches: { anotherBill: 'B-2' } })
    const headers = headersFor(host)
    for (const path of ['cancel', 'resend', 'destroy', 'read']) {
      const unpaid = { bill_id: '1112233333WAIT000001', ...(path === 'destroy' && { price: 33_000 }) }
      const answer = await post(path, path === 'cancel' ? CANCEL : unpaid, { headers, once: path })
      expect(answer).toMatchObject({
        status: 502,
        json: { error: expect.stringMatching(/^the payment service answered about another bill/) },
      })
    }
    const sent = called('/cancel')
    const still = await post('cancel', CANCEL, { headers, once: 'cancel' })
    expect([still.status, called('/cancel')]).toEqual([502, sent])
    delete product.switches.anotherBill
    const told = await post('cancel', CANCEL, { headers, once: 'cancel' })
    expect(told).toMatchObject({ status: 200, json: { result: { bill_id: PAID_BILL, appr_state: 'C' } } })
    expect(product.state.executed.cancels).toBe(1)
  })
})

describe('the log says why, with a closed vocabulary', () => {
  const getReason = (log: string[]) => JSON.parse(log.at(-1) ?? '{}').reason

  it.each<[string, object, string]>([
    ['a code that refuses', { answerCode: { code: '9970', worked: false } }, 'code 9970'],
    ['a rejected account', { answerCode: { code: 'PARTNER_002', worked: false } }, 'code PARTNER_002'],
    ['a code that decides nothing', { answerCode: { code: '5000', worked: false } }, 'code 5000'],
    ['a code of success beside a failure', { answerCode: { code: '0000', status: 500, worked: false } }, 'code 0000'],
    ['a status without a code', { plainStatus: { status: 408, worked: false } }, 'upstream 408'],
    ['another bill', { anotherBill: 'B-2' }, 'shape bill_id'],
  ])('%s', async (_, switches, reason) => {
    const { post, world } = setStage({}, { switches })
    expect((await post('cancel', CANCEL, { once: 'a' })).json.success).toBe(false)
    expect(getReason(world.log)).toBe(reason)
    await post('cancel', CANCEL, { once: 'a' })
    if (!('anotherBill' in switches)) expect(getReason(world.log)).toMatch(new RegExp(`^(${reason}|conflict)$`))
  })

  it.each([
    ['network', 'broken'],
    ['timeout', 'timeout'],
    ['html', 'page'],
    ['broken', 'shape json'],
  ] as const)('%s', async (kind, reason) => {
    const { post, world, product } = setStage()
    product.fail({ kind })
    await post('cancel', CANCEL)
    expect(getReason(world.log)).toBe(reason)
  })
})
