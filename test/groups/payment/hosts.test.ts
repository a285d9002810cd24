import { expect, test } from 'vitest'
import { findPaymentHost, hostOfHeader, hostOfSetting } from '../../../src/groups/hosts.ts'
import { businessNumberDigits } from '../../../src/groups/payment/payssam.ts'

test('a host means a generation (facts, section 1)', () => {
  for (const [name, baseUrl, apiVersion, sends] of [
    ['erp-api.payssam.kr', 'https://erp-api.payssam.kr', 'v1', 'talk'],
    ['stg.paymint.co.kr', 'https://stg.paymint.co.kr/partner', 'v1', 'talk'],
    ['erp-api.speeid.kr', 'https://erp-api.speeid.kr', 'v1', 'url'],
    ['sandbox.paymint.co.kr', 'https://sandbox.paymint.co.kr/partner', 'v2', 'talk'],
    ['api.paymint.co.kr', 'https://api.paymint.co.kr/partner', 'v2', 'talk'],
  ] as const) {
    expect.soft(hostOfHeader(name), String(name)).toEqual({ baseUrl, apiVersion, sends })
    expect.soft(hostOfHeader(name.toUpperCase()), String(name)).toEqual({ baseUrl, apiVersion, sends })
  }
})

test('another host is refused by the name of its header', () => {
  for (const name of [
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
  ]) {
    expect.soft(findPaymentHost(name), JSON.stringify(name)).toBeUndefined()
    expect
      .soft(() => hostOfHeader(name), JSON.stringify(name))
      .toThrow(
        expect.objectContaining({
          status: 400,
          message: expect.stringMatching(/^X-Payment-Host: .*erp-api\.payssam\.kr/),
        }),
      )
  }
})

test('PAYMENT_HOST may be given in these forms', () => {
  for (const text of [
    'stg.paymint.co.kr',
    'https://stg.paymint.co.kr',
    'https://stg.paymint.co.kr/',
    'https://stg.paymint.co.kr/partner',
    'stg.paymint.co.kr/partner/',
    ' STG.paymint.co.kr\n',
  ])
    expect.soft(hostOfSetting(text), JSON.stringify(text)).toBe(findPaymentHost('stg.paymint.co.kr'))
})

test('another PAYMENT_HOST is refused, and the right ones are listed', () => {
  for (const text of [
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
  ]) {
    const list = 'erp-api.payssam.kr, stg.paymint.co.kr, erp-api.speeid.kr, sandbox.paymint.co.kr, api.paymint.co.kr'
    const error = { status: 500, reason: 'setting', message: `PAYMENT_HOST must be one of ${list}` }
    expect.soft(() => hostOfSetting(text), JSON.stringify(text)).toThrow(expect.objectContaining(error))
  }
})

test('a business number is ten digits, with or without its hyphens', () => {
  expect(businessNumberDigits('111-22-33333')).toBe('1112233333')
  expect(businessNumberDigits('1112233333')).toBe('1112233333')
  for (const text of ['', '111223333', '11122333334', '11-122-33333', ' 1112233333', '111223333a']) {
    expect(businessNumberDigits(text)).toBeUndefined()
  }
})
