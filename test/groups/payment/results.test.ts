import { describe, expect, it } from 'vitest'
import {
  classifyResponse,
  outcomeUnknown,
  parseRefusal,
  readAnswer,
  refusesField,
  statusRefuses,
} from '../../../src/groups/payment/results.ts'

/** What an answer of the product means. refusals.test.ts and messages.test.ts have the same over HTTP. */

const REJECTED = (why: string) => `the payment account was rejected by its service (${why}): reconnect it`
const INPUT = 'the payment service refused the input'
const FAILED = 'the payment service could not process the request'
const SILENT = 'the payment service got no answer from the card network or the bank'

describe('a code', () => {
  // The messages that a shopkeeper reads.
  it('each code has a status and a message (facts, section 6)', () => {
    for (const [code, status, message] of [
      ['1003', 401, REJECTED('user not allowed')],
      ['1010', 401, REJECTED('not open yet')],
      ['1700', 400, 'the payment account has already joined'],
      ['5000', 502, FAILED],
      ['9800', 409, 'bill_id: is already used by another bill'],
      ['9870', 400, 'callback_url: is required by this payment account: send an http or https address'],
      ['9970', 400, 'the bill is already cancelled'],
      ['9971', 400, 'the bill is already paid'],
      ['9980', 404, 'no such bill'],
      ['9999', 502, FAILED],
      ['BILL_001', 409, 'bill_id: is already used by another bill'],
      ['BILL_003', 404, 'no such bill'],
      ['BILL_006', 400, 'the bill is not in a state that allows this'],
      ['ERROR', 502, FAILED],
      ['PARTNER_001', 401, REJECTED('not a partner of this API version')],
      ['PARTNER_002', 401, REJECTED('API key missing or malformed')],
      ['PARTNER_003', 401, REJECTED('not a proper partner')],
      ['PARTNER_004', 401, REJECTED('merchant not found')],
      ['PARTNER_005', 401, REJECTED('partner missing')],
      ['PARTNER_006', 401, REJECTED('no active contract')],
      ['PARTNER_007', 401, REJECTED('not offered to it')],
      ['MAINTAINED_METHOD', 502, 'the payment service or its bank is under maintenance'],
      ['PAYMENT_001', 502, SILENT],
      ['PAYMENT_002', 502, SILENT],
      ['POINT_001', 402, 'the send points of the payment account are used up'],
      ['VALIDATION_001', 400, INPUT],
      ['VALIDATION_002', 400, 'hash: does not match the bill'],
      // Not in the documents, but of a family that is.
      ['VALIDATION_017', 400, INPUT],
      ['PARTNER_012', 401, REJECTED('not allowed')],
      ['POINT_002', 402, 'the payment account lacks send points'],
      ['BILL_009', 400, 'the payment service refused the bill'],
      ['PAYMENT_009', 502, FAILED],
    ] as [string, number, string][]) {
      const wrongState = ['9971', 'BILL_006'].includes(code)
      expect
        .soft(parseRefusal(code), String(code))
        .toEqual({ status, message, open: status === 502, ...(wrongState && { wrongState }) })
    }
  })

  it('only 9999 is judged by its words', () => {
    const words = '휴대폰 번호 형식이 올바르지 않습니다.'
    expect(parseRefusal('9999', words)).toEqual({ status: 400, message: INPUT, open: false })
    for (const code of ['5000', 'ERROR', '9981', 'NEW_001']) expect(parseRefusal(code, words).open).toBe(true)
  })

  it('an undocumented code is never a success and leaves the outcome open', () => {
    for (const code of ['0001', '9998', 'NEW_001', 'constructor', 'BILL', 'bill_003', '']) {
      expect(parseRefusal(code)).toMatchObject({ status: 502, open: true })
    }
  })
})

const LINK = 'https://pay.example/a'

describe('an answer is read', () => {
  it('v1: the fields are next to the code, and the echoed connection is dropped', () => {
    const text = JSON.stringify({
      code: '0000',
      msg: '성공',
      apikey: 'test-api-key',
      member: 'test-member',
      merchant: 'test-merchant',
      hash: 'ab'.repeat(32),
      bill_id: '0001',
      shortURL: 'https://pay.example/a',
      appr_num: '00345678',
      appr_price: '10000',
      unknown_field: 'x',
    })
    expect(readAnswer(text)).toEqual({
      code: '0000',
      message: '성공',
      result: {
        bill_id: '0001',
        short_url: 'https://pay.example/a',
        appr_num: '00345678',
        appr_price: '10000',
      },
    })
  })

  it('v2: the fields are in data, in camel case, and get the same names', () => {
    const data = {
      billId: 'B-1',
      shortUrl: 'https://pay.example/b',
      apiKey: 'test-api-key',
      hash: 'ab'.repeat(32),
      apprState: 'C',
      apprCancelDt: '20261121180000',
      apprCashIssuanceNumber: '000123',
      apprIssuerCd: '01',
    }
    expect(readAnswer(JSON.stringify({ code: '0000', message: 'OK', data }))).toEqual({
      code: '0000',
      message: 'OK',
      result: {
        bill_id: 'B-1',
        short_url: 'https://pay.example/b',
        appr_state: 'C',
        appr_cancel_dt: '20261121180000',
        appr_cash_issuance_number: '000123',
        appr_issuer_cd: '01',
      },
    })
  })

  it('the message is msg or message', () => {
    expect(readAnswer('{"code":"9980","msg":"없음"}')?.message).toBe('없음')
    expect(readAnswer('{"code":"9980","message":"없음"}')?.message).toBe('없음')
    expect(readAnswer('{"code":"9980","msg":"","message":"없음"}')?.message).toBe('없음')
    expect(readAnswer('{"code":"9980"}')?.message).toBe('')
  })

  it('a refusal without data is read', () => {
    expect(readAnswer('{"code":"BILL_003","message":"no bill","data":null}')).toEqual({
      code: 'BILL_003',
      message: 'no bill',
      result: {},
    })
  })

  it('a number keeps its digits as text, also beyond 2^53; null and objects are no values', () => {
    const text =
      '{"code":9999,"appr_num":900719925474099312345,"appr_price":10000,"appr_dt":null,"appr_issuer":{"a":1}}'
    expect(readAnswer(text)).toEqual({
      code: '9999',
      message: '',
      result: { appr_num: '900719925474099312345', appr_price: '10000' },
    })
  })

  it('anything but an object cannot be read', () => {
    for (const text of ['', '{"code":"0000","bill', '<html></html>', 'null', '[]', '"0000"'])
      expect.soft(readAnswer(text), JSON.stringify(text)).toBeUndefined()
  })

  it('an answer without a code has none', () => {
    for (const text of ['{}', '{"code":""}', '{"code":null}', '{"code":true}', '{"code":{}}'])
      expect.soft(readAnswer(text), JSON.stringify(text)).toEqual({ code: undefined, message: '', result: {} })
  })

  it('a bill id that is a number is not returned, because it has lost its zeros', () => {
    expect(readAnswer('{"code":"0000","bill_id":7,"appr_num":7}')?.result).toEqual({ appr_num: '7' })
    expect(readAnswer('{"code":"0000","data":{"billId":7}}')?.result).toEqual({})
  })

  it('the link in each spelling and place', () => {
    for (const answer of [
      { shortURL: LINK },
      { shortUrl: LINK },
      { short_url: LINK },
      { short_URL: LINK },
      { shorturl: LINK },
      { shortURL: null, shortUrl: '', short_url: LINK },
      { data: { shortUrl: LINK } },
      { data: { short_url: LINK } },
      { data: { data: { shortURL: LINK } } },
      { data: null, bill: { shortUrl: LINK } },
      { shortUrl: LINK, data: { shortURL: 'https://pay.example/inner' } },
    ])
      expect
        .soft(readAnswer(JSON.stringify({ code: '0000', ...answer }))?.result.short_url, JSON.stringify(answer))
        .toBe(LINK)
  })

  it('a bill in each spelling and place', () => {
    for (const answer of [
      { bill_id: 'B-1', appr_state: 'W' },
      { data: { billId: 'B-1', apprState: 'W' } },
      { data: { bill_id: 'B-1', appr_state: 'W' } },
      { data: { data: { billID: 'B-1', apprState: 'W' } } },
      { bill_id: 'B-1', data: { data: { appr_state: 'W' } } },
    ])
      expect
        .soft(readAnswer(JSON.stringify({ code: '0000', ...answer }))?.result, JSON.stringify(answer))
        .toEqual({ bill_id: 'B-1', appr_state: 'W' })
  })

  it('however deep and wide an answer is, only its outer objects are read', () => {
    let answer: object = { appr_state: 'F' }
    for (let depth = 0; depth < 60; depth++) answer = { data: answer, bill: { data: {} }, payment: {} }
    expect(readAnswer(JSON.stringify({ code: '0000', ...answer }))?.result).toEqual({})
  })
})

const answerOf = (code: string) => ({ code, message: 'upstream words', result: { bill_id: 'B-1' } })

describe('an outcome', () => {
  it('a refusal inside a 200 is a refusal, never a success', () => {
    expect(classifyResponse(200, answerOf('9970'))).toMatchObject({ kind: 'refused', status: 400 })
    expect(classifyResponse(200, answerOf('BILL_003'))).toMatchObject({ kind: 'refused', status: 404 })
    expect(classifyResponse(200, answerOf('PARTNER_002'))).toMatchObject({ kind: 'refused', status: 401 })
  })

  it('a code that refuses does so under every HTTP status', () => {
    for (const status of [200, 400, 404, 500, 503]) {
      expect(classifyResponse(status, answerOf('VALIDATION_002'))).toMatchObject({ kind: 'refused', status: 400 })
    }
  })

  it('a failure of the product leaves the outcome unknown', () => {
    for (const code of ['5000', '9999', 'ERROR', 'PAYMENT_001', 'a new one']) {
      expect(classifyResponse(200, answerOf(code))).toMatchObject({ kind: 'unknown' })
      expect(classifyResponse(500, answerOf(code))).toMatchObject({ kind: 'unknown' })
    }
  })

  it('a catch-all code inside a 4xx adds nothing to the status', () => {
    expect(classifyResponse(400, answerOf('9999'))).toEqual({ kind: 'uncoded' })
  })

  it.each([200, 201, 299])('0000 is done inside a %i', (status) => {
    expect(classifyResponse(status, answerOf('0000'))).toEqual({ kind: 'done', result: { bill_id: 'B-1' } })
  })

  it('0000 beside a failure contradicts itself: neither done nor refused', () => {
    for (const status of [199, 300, 302, 400, 408, 500]) {
      const message = `the payment service answered ${status} beside its code for success`
      expect.soft(classifyResponse(status, answerOf('0000')), String(status)).toEqual({ kind: 'unknown', message })
    }
  })

  it('an unreadable response says nothing', () => {
    for (const status of [200, 400, 500]) expect(classifyResponse(status, undefined)).toEqual({ kind: 'uncoded' })
  })

  it('only the code says that there is no such bill', () => {
    for (const code of ['9980', 'BILL_003'])
      expect(classifyResponse(200, answerOf(code))).toMatchObject({ noBill: true })
    for (const code of ['9970', 'BILL_001', '1003'])
      expect(classifyResponse(404, answerOf(code))).toMatchObject({ noBill: false })
  })

  it('9999 refuses when its message refuses a field, unless the status is more specific', () => {
    const words = { ...answerOf('9999'), message: '휴대폰 번호 형식이 올바르지 않습니다.' }
    for (const status of [200, 400])
      expect(classifyResponse(status, words)).toMatchObject({ kind: 'refused', status: 400 })
    for (const status of [500, 503]) expect(classifyResponse(status, words)).toMatchObject({ kind: 'unknown' })
    expect(classifyResponse(200, { ...words, message: '처리 중 오류' })).toMatchObject({ kind: 'unknown' })
  })

  it("a plain status of the caller's fault refuses", () => {
    for (const status of [400, 401, 402, 403, 404, 405, 413, 415, 422, 429, 529])
      expect.soft(statusRefuses(status), String(status)).toBe(true)
  })

  it('another plain status does not', () => {
    for (const status of [200, 301, 406, 408, 409, 410, 418, 425, 444, 460, 499, 500, 503])
      expect.soft(statusRefuses(status), String(status)).toBe(false)
  })

  it('the words of the product are not in a verdict', () => {
    for (const code of ['0000', '9970', '5000']) {
      expect(JSON.stringify(classifyResponse(200, answerOf(code)))).not.toContain('upstream words')
    }
  })

  it('an unknown outcome says so and names the bill to read', () => {
    const error = outcomeUnknown(504, 'no answer came', 'B-1', 'timeout')
    expect(error).toMatchObject({
      status: 504,
      reason: 'timeout',
      message: 'no answer came; the outcome is unknown: read bill B-1 before trying again',
    })
    const message = 'the connection broke; the outcome is unknown: look at the account before trying again'
    expect(outcomeUnknown(502, 'the connection broke')).toMatchObject({ status: 502, message, reason: 'unusable' })
  })
})

/** A wrong "refused" makes a caller pay twice. A wrong "unknown" only makes the caller check. */
describe('the message of a 9999', () => {
  describe('refuses a field for its form', () => {
    it.each([
      '휴대폰 번호 형식이 올바르지 않습니다.',
      '전화번호 형식이 맞지 않습니다',
      '금액 형식이 유효하지 않습니다.',
      '청구서 ID는 사업자번호와 10자리 문자여야 합니다.',
      '청구서 아이디는 필수 값입니다.',
      '상품명은 필수입니다.',
      '고객명이 누락되었습니다.',
      '유효기간이 올바르지 않은 형식입니다.',
      'price: 잘못된 값입니다.',
      'expire_dt: 잘못된 값입니다.',
      'callbackURL: 잘못된 값입니다.',
      'phone: invalid format',
      'price must be a string of digits',
      'bill_id is required',
      'billId is too long',
      'Product_nm missing',
      'The format is wrong: hash',
    ])('%s', (message) => expect(refusesField(message)).toBe(true))
  })

  describe('says nothing about the outcome', () => {
    it.each([
      '',
      '성공',
      '실패',
      '처리 중 오류가 발생했습니다.',
      '잠시 후 다시 시도해 주세요.',
      // A field, and not its form.
      '휴대폰으로 발송 실패',
      '금액이 일치하지 않습니다.',
      '결제되지 않은 청구서입니다.',
      '해시값이 일치하지 않습니다.',
      // A format, but no field of the request.
      '응답 형식이 올바르지 않습니다.',
      '형식이 올바르지 않습니다.',
      'invalid format',
      // Both, but about the work: the money may have moved.
      '승인금액 형식이 올바르지 않습니다.',
      '카드사 응답: 금액 형식이 올바르지 않습니다.',
      '결제 완료 후 휴대폰 번호 형식이 올바르지 않아 발송 실패',
      '이미 처리된 청구서 ID는 필수 값입니다.',
      '은행 전문 금액 형식이 올바르지 않습니다.',
      'invalid amount in the response of the bank',
      'phone is invalid, transaction approved',
      'price missing: internal server error',
      'bill_id invalid: already cancelled',
      'callback_url timed out: invalid',
    ])('%j', (message) => expect(refusesField(message)).toBe(false))
  })
})
