import { expect, test } from 'vitest'
import { hostOfHeader, hostOfSetting, productHost } from '../../../src/groups/hosts.ts'
import { businessNumberDigits } from '../../../src/groups/payment/payssam.ts'

test.each([
  ['erp-api.payssam.kr', 'https://erp-api.payssam.kr', 'v1', 'talk'],
  ['stg.paymint.co.kr', 'https://stg.paymint.co.kr/partner', 'v1', 'talk'],
  ['erp-api.speeid.kr', 'https://erp-api.speeid.kr', 'v1', 'url'],
  ['sandbox.paymint.co.kr', 'https://sandbox.paymint.co.kr/partner', 'v2', 'talk'],
  ['api.paymint.co.kr', 'https://api.paymint.co.kr/partner', 'v2', 'talk'],
])('%s means %s (facts, section 1)', (name, baseUrl, apiVersion, sends) => {
  expect(hostOfHeader(name)).toEqual({ baseUrl, apiVersion, sends })
  expect(hostOfHeader(name.toUpperCase())).toEqual({ baseUrl, apiVersion, sends })
})

test.each([
  'https://erp-api.payssam.kr',
  'erp-api.payssam.kr/if',
  'erp-api.payssam.kr:443',
  'stg.paymint.co.kr:10200',
  'stg.paymint.co.kr:11200',
  'erp-api.payssam.kr.evil.example',
  'evil.example#erp-api.payssam.kr',
  'user@erp-api.payssam.kr',
  'erp-api.payssam.kr.',
  'paymint.co.kr',
  '127.0.0.1',
  'constructor',
  '',
])('%j is refused by the name of its header', (name) => {
  expect(productHost(name)).toBeUndefined()
  expect(() => hostOfHeader(name)).toThrow(
    expect.objectContaining({ status: 400, message: expect.stringMatching(/^X-Payment-Host: .*erp-api\.payssam\.kr/) }),
  )
})

test.each([
  'stg.paymint.co.kr',
  'https://stg.paymint.co.kr',
  'https://stg.paymint.co.kr/',
  'https://stg.paymint.co.kr/partner',
  'stg.paymint.co.kr/partner/',
  ' STG.paymint.co.kr\n',
])('PAYMENT_HOST may be given as %j', (text) => {
  expect(hostOfSetting(text)).toBe(productHost('stg.paymint.co.kr'))
})

test.each([
  'http://stg.paymint.co.kr',
  'https://stg.paymint.co.kr/other',
  'https://erp-api.payssam.kr/partner',
  'https://https://erp-api.payssam.kr',
  'erp-api.payssam.kr:443',
  'user@erp-api.payssam.kr',
  'erp-api.payssam.kr.evil.example',
  'payssam',
  'stg.paymint.co.kr/partner//',
  '/',
  '',
])('PAYMENT_HOST %j is refused, and the right ones are listed', (text) => {
  const list = 'erp-api.payssam.kr, stg.paymint.co.kr, erp-api.speeid.kr, sandbox.paymint.co.kr, api.paymint.co.kr'
  const error = { status: 500, reason: 'setting', message: `PAYMENT_HOST must be one of ${list}` }
  expect(() => hostOfSetting(text)).toThrow(expect.objectContaining(error))
})

test('a business number is ten digits, with or without its hyphens', () => {
  expect(businessNumberDigits('111-22-33333')).toBe('1112233333')
  expect(businessNumberDigits('1112233333')).toBe('1112233333')
  for (const text of ['', '111223333', '11122333334', '11-122-33333', ' 1112233333', '111223333a']) {
    expect(businessNumberDigits(text)).toBeUndefined()
  }
})
