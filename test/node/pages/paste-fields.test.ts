import { describe, expect, it } from 'vitest'
import { mergeValues, sentValues } from '../../../src/pages/connect/values.ts'
import { findMissing, understand } from '../../../src/pages/paste/understand.ts'

const PAYMENT = {
  host: 'erp-api.payssam.kr',
  api_key: 'k'.repeat(32),
  member_id: 'member-1',
  merchant_id: 'merchant-1',
  business_number: '1234567890',
}
const K = PAYMENT.api_key

const ENGLISH = `Host: https://erp-api.payssam.kr/if
API Key: ${K}
Member ID: member-1
Merchant ID: merchant-1
Business number: 123-45-67890`

const KOREAN = `1. 호스트 : erp-api.payssam.kr
2. API 키 : ${K}
3. 회원ID : member-1
4. 가맹점 ID : merchant-1
5. 사업자등록번호 : 123-45-67890`

const KOREAN_WITH_NAMES = `- 호스트(host): erp-api.payssam.kr
- 인증키(apikey): "${K}"
- 멤버(member): member-1
- 머천트(merchant)： merchant-1
- 사업자번호： 1234567890`

const ENV = `PAYMENT_HOST=erp-api.payssam.kr
export PAYMENT_API_KEY="${K}"
$env:PAYMENT_MEMBER_ID = 'member-1'
set PAYMENT_MERCHANT_ID=merchant-1
PAYMENT_BUSINESS_NUMBER=1234567890`

const BELOW = `호스트
erp-api.payssam.kr
API KEY
${K}
Member
member-1
Merchant
merchant-1
사업자번호
123-45-67890`

const TABLE = `Host\terp-api.payssam.kr\nAPI key\t${K}\nMember\tmember-1\nMerchant\tmerchant-1\n사업자번호\t1234567890`

describe('the payment connection', () => {
  it.each([
    ['in English', ENGLISH],
    ['in Korean', KOREAN],
    ['in Korean with names', KOREAN_WITH_NAMES],
    ['as lines of settings', ENV],
    ['with each name above its value', BELOW],
    ['as a table', TABLE],
    [
      'in other spellings',
      `API 도메인 : erp-api.payssam.kr\nAPI Key: ${K}\n멤버 아이디: member-1\n머천트 아이디：merchant-1\n사업자 번호 = 123-45-67890`,
    ],
    [
      'in one line',
      `호스트: erp-api.payssam.kr, API 키: ${K}, 회원번호: member-1, 가맹점번호: merchant-1, 사업자번호: 123-45-67890`,
    ],
    [
      'in one line, with blanks between',
      `호스트: https://erp-api.payssam.kr/if API 키： ${K} 회원 ID(member)： member-1 가맹점 ID=merchant-1 사업자등록번호: 123-45-67890`,
    ],
    ['as JSON', JSON.stringify(PAYMENT)],
    [
      'as JSON in the names of the product',
      `{"data": {"host": "${PAYMENT.host}", "apiKey": "${K}", "member": "member-1", "merchant": "merchant-1", "bizNo": 1234567890}}`,
    ],
  ])('%s', (_, text) => {
    expect(understand('payment', text, 0)).toEqual({
      values: PAYMENT,
      remarks: [{ says: 'fields', fields: Object.keys(PAYMENT) }],
    })
  })

  it('says what is missing', () => {
    const { values } = understand('payment', 'member: a\nmerchant: b', 0)
    expect(findMissing('payment', values)).toEqual(['host', 'api_key', 'business_number'])
  })
})

const SELLER = { vendor_id: 'A00012345', access_key: 'aaaa-bbbb', secret_key: 'cafe0123' }

describe("the seller's keys", () => {
  it.each([
    ['in English', 'Vendor ID: A00012345\nAccess Key: aaaa-bbbb\nSecret Key: cafe0123'],
    ['in Korean', '업체코드: A00012345\nAccess Key: aaaa-bbbb\nSecret Key: cafe0123'],
    ['each name above its value', '업체코드\nA00012345\nAccess Key\naaaa-bbbb\nSecret Key\ncafe0123'],
    ['as lines of settings', 'SHOP_VENDOR_ID=A00012345\nSHOP_ACCESS_KEY=aaaa-bbbb\nSHOP_SECRET_KEY="cafe0123"'],
    ['after a greeting', '안녕하세요 업체코드: A00012345\n고객님의 Access Key: aaaa-bbbb\n그리고 시크릿 키: cafe0123'],
    ['in other spellings', '판매자 아이디: A00012345\n억세스키: aaaa-bbbb\n씨크릿 키: cafe0123'],
    ['in one line', 'Vendor ID: A00012345, Access Key: aaaa-bbbb, Secret Key: cafe0123'],
    ['as JSON', '{"vendorId": "A00012345", "accessKey": "aaaa-bbbb", "secretKey": "cafe0123"}'],
  ])('%s', (_, text) => {
    expect(understand('shop-seller', text, 0).values).toEqual(SELLER)
  })

  it.each([
    ['vendor_id', 'A00012345'],
    ['access_key', '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed'],
    ['secret_key', '0123456789abcdef0123456789abcdef01234567'],
  ])('one by one, without a name: %s', (field, value) => {
    expect(understand('shop-seller', ` ${value}\n`, 0).values).toEqual({ [field]: value })
  })

  const REAL = {
    vendor_id: 'A00012345',
    access_key: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed',
    secret_key: '0123456789abcdef0123456789abcdef01234567',
  }
  const { vendor_id: V, access_key: A, secret_key: S } = REAL

  it.each([
    ['with blanks between', `업체코드: ${V} Access Key: ${A} Secret Key: ${S}`],
    ['with colons of full width', `업체코드：${V} 액세스키：${A} 시크릿키：${S}`],
    ['with colons and blanks of full width', `업체코드：${V}\u3000액세스 키：${A}\u3000시크릿 키：${S}`],
    ['with other names in Korean', `판매자 ID : ${V} / 접근키 = ${A} / 비밀키 = ${S}`],
    ['with names in brackets', `업체코드(Vendor ID): ${V} 액세스키(Access Key): ${A} 시크릿키(Secret Key): ${S}`],
    ['without names', `${V} ${A} ${S}`],
    ['without names, with tabs', `${V}\t${A}\t${S}`],
    ['in another order', `Secret Key: ${S} 업체코드: ${V} Access Key: ${A}`],
    ['in another order, without names', `${S}, ${A}, ${V}`],
    ['with the names of the two keys exchanged', `업체코드: ${V} Access Key: ${S} Secret Key: ${A}`],
    ['with the names of the two keys exchanged, in lines', `업체코드: ${V}\nAccess Key: ${S}\nSecret Key: ${A}`],
    ['with one name for all', `WING 업체코드: ${V} ${A} ${S}`],
  ])('on one line, %s', (_, text) => {
    expect(understand('shop-seller', text, 0)).toEqual({
      values: REAL,
      remarks: [{ says: 'fields', fields: ['vendor_id', 'access_key', 'secret_key'] }],
    })
  })

  it('on one line by their names alone', () => {
    const text = '안녕하세요 업체코드: A00012345 고객님의 Access Key: aaaa-bbbb, 시크릿 키： cafe0123'
    expect(understand('shop-seller', text, 0).values).toEqual(SELLER)
  })

  it('are sent in their places when the two keys are exchanged by their forms', () => {
    const fields = ['vendor_id', 'access_key', 'secret_key'] as const
    expect(sentValues({ ...REAL, access_key: S, secret_key: A }, fields)).toEqual(REAL)
    expect(sentValues(REAL, fields)).toEqual(REAL)
    // Only one of them is unmistakable.
    expect(sentValues({ ...REAL, access_key: S, secret_key: 'other' }, fields).access_key).toBe(S)
  })

  it('is nothing in other texts', () => {
    expect(understand('shop-seller', 'Dear seller: hello', 0).remarks).toEqual([{ says: 'nothing' }])
  })
})

describe('a paste after another one', () => {
  const all = { issued_on: '2026-01-01', vendor_id: 'A00012345', access_key: 'a', secret_key: 's' }

  it('joins it while the values come one by one, and corrects a single one', () => {
    expect(mergeValues('shop-seller', { issued_on: '2026-01-01', vendor_id: 'A1' }, { access_key: 'a' })).toEqual({
      ...{ issued_on: '2026-01-01', vendor_id: 'A1', access_key: 'a' },
    })
    expect(mergeValues('shop-seller', all, { secret_key: 'new' })).toEqual({ ...all, secret_key: 'new' })
    expect(mergeValues('shop-seller', { vendor_id: 'A1' }, {})).toEqual({ vendor_id: 'A1' })
  })

  it('replaces all of it when it has several values, so that two customers are never mixed', () => {
    expect(mergeValues('shop-seller', all, { vendor_id: 'A2', access_key: 'b' })).toEqual({
      ...{ issued_on: '2026-01-01', vendor_id: 'A2', access_key: 'b' },
    })
  })

  it('leaves nothing of a complete one when it has no value', () => {
    expect(mergeValues('shop-seller', all, {})).toEqual({ issued_on: '2026-01-01' })
    expect(mergeValues('recorder', { token: 'of another customer' }, {})).toEqual({})
    expect(mergeValues('recorder', { token: 'old' }, { token: 'new' })).toEqual({ token: 'new' })
  })
})
