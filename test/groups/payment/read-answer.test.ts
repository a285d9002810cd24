import { expect, test } from 'vitest'
import { readAnswer } from '../../../src/groups/payment/results.ts'

test('v1: the fields are next to the code, and the echoed connection is dropped', () => {
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

test('v2: the fields are in data, in camel case, and get the same names', () => {
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

test('the message is msg or message', () => {
  expect(readAnswer('{"code":"9980","msg":"없음"}')?.message).toBe('없음')
  expect(readAnswer('{"code":"9980","message":"없음"}')?.message).toBe('없음')
  expect(readAnswer('{"code":"9980","msg":"","message":"없음"}')?.message).toBe('없음')
  expect(readAnswer('{"code":"9980"}')?.message).toBe('')
})

test('a refusal without data is read', () => {
  expect(readAnswer('{"code":"BILL_003","message":"no bill","data":null}')).toEqual({
    code: 'BILL_003',
    message: 'no bill',
    result: {},
  })
})

test('a number keeps its digits as text, also beyond 2^53; null and objects are no values', () => {
  const text = '{"code":9999,"appr_num":900719925474099312345,"appr_price":10000,"appr_dt":null,"appr_issuer":{"a":1}}'
  expect(readAnswer(text)).toEqual({
    code: '9999',
    message: '',
    result: { appr_num: '900719925474099312345', appr_price: '10000' },
  })
})

test('anything but an object cannot be read', () => {
  for (const text of ['', '{"code":"0000","bill', '<html></html>', 'null', '[]', '"0000"'])
    expect.soft(readAnswer(text), JSON.stringify(text)).toBeUndefined()
})

test('an answer without a code has none', () => {
  for (const text of ['{}', '{"code":""}', '{"code":null}', '{"code":true}', '{"code":{}}'])
    expect.soft(readAnswer(text), JSON.stringify(text)).toEqual({ code: undefined, message: '', result: {} })
})

test('a bill id that is a number is not returned, because it has lost its zeros', () => {
  expect(readAnswer('{"code":"0000","bill_id":7,"appr_num":7}')?.result).toEqual({ appr_num: '7' })
  expect(readAnswer('{"code":"0000","data":{"billId":7}}')?.result).toEqual({})
})

const LINK = 'https://pay.example/a'

test('the link in each spelling and place', () => {
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

test('a bill in each spelling and place', () => {
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

test('however deep and wide an answer is, only its outer objects are read', () => {
  let answer: object = { appr_state: 'F' }
  for (let depth = 0; depth < 60; depth++) answer = { data: answer, bill: { data: {} }, payment: {} }
  expect(readAnswer(JSON.stringify({ code: '0000', ...answer }))?.result).toEqual({})
})
