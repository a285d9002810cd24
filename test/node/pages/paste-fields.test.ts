import { describe, expect, it } from 'vitest'
import { mergeValues } from '../../../src/pages/connect/values.ts'
import { findMissing } from '../../../src/pages/paste/notes.ts'
import { parsePaste, sentValues } from '../../../src/pages/paste/parse.ts'

const PAYMENT = {
  host: 'erp-api.payssam.kr',
  api_key: 'k'.repeat(32),
  member_id: 'member-1',
  merchant_id: 'merchant-1',
  business_number: '1234567890',
}
const K = PAYMENT.api_key

const ENGLISH_NAMES = {
  host: 'Host',
  api_key: 'API Key',
  member_id: 'Member ID',
  merchant_id: 'Merchant ID',
  business_number: 'Business number',
}

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
    expect(parsePaste('payment', text, 0)).toEqual({
      values: PAYMENT,
      notes: [{ type: 'fields', fields: Object.keys(PAYMENT) }],
    })
  })

  const LABELS: Record<keyof typeof PAYMENT, readonly string[]> = {
    host: [
      ...[
        '호스트',
        '호스트 주소',
        '호스트 이름',
        '호스트명',
        'API 주소',
        'API 호스트 주소',
        'API 서버 주소',
        'API서버주소',
      ],
      ...['서버', '서버 호스트', '접속 주소', '운영 호스트', '운영서버 주소', '결제선생 API 호스트', '호스트(Host)'],
      ...[
        '도메인 주소',
        '엔드포인트',
        '연동 URL',
        'Host',
        'Host name',
        'Host address',
        'Server',
        'API server',
        'Endpoint',
      ],
      ...[
        'API URL',
        'Base URL',
        'API_HOST',
        'apiHost',
        'PAYMENT_HOST',
        '**호스트 주소**',
        '■ 호스트 주소',
        '① 호스트',
        '[1] 호스트',
      ],
    ],
    api_key: [
      ...[
        'API 키',
        'API키',
        'API KEY',
        'API key 값',
        'API 인증 키',
        'API 연동 키',
        '인증 키',
        '인증키',
        '연동 KEY',
        '키',
      ],
      ...[
        '결제선생 API 키',
        '운영 API 키',
        'API 키(apikey)',
        'Key',
        'apiKey',
        'Your API key',
        'PAYMENT_API_KEY',
        '가맹점 API 키',
      ],
    ],
    member_id: [
      ...[
        '회원 ID',
        '회원ID',
        '회원 아이디',
        '회원사 ID',
        '회원 코드',
        '회원번호',
        '멤버',
        '멤버 ID',
        '멤버 아이디 값',
      ],
      ...[
        '결제선생 회원 ID',
        '귀하의 회원 아이디',
        '회원 ID (member)',
        'Member',
        'Member ID',
        'memberId',
        'PaySsam member ID',
      ],
    ],
    merchant_id: [
      ...[
        '가맹점 ID',
        '가맹점ID',
        '가맹점 아이디',
        '가맹점',
        '가맹점 코드',
        '가맹점 번호',
        '머천트',
        '머천트 ID',
        '상점 ID',
      ],
      ...['결제선생 가맹점 ID', '가맹점 ID(merchant)', 'Merchant', 'Merchant ID', 'merchantId', 'merchant code'],
    ],
    business_number: [
      ...[
        '사업자번호',
        '사업자 번호',
        '사업자등록번호',
        '사업자 등록 번호',
        '가맹점 사업자번호',
        '귀사 사업자등록번호',
      ],
      ...['Business number', 'Business registration number', 'bizNo', 'Biz No.', 'BRN', '사업자번호(BizNo)'],
    ],
  }
  const VALUES = { ...PAYMENT, host: 'api.paymint.co.kr' }

  it.each(Object.entries(LABELS).flatMap(([field, labels]) => labels.map((label) => [field, label] as const)))(
    '%s is found as %j',
    (field, label) => {
      const value = VALUES[field as keyof typeof VALUES]
      const others = Object.entries(ENGLISH_NAMES).flatMap(([name, known]) =>
        name === field ? [] : [`${known}: ${VALUES[name as keyof typeof VALUES]}`],
      )
      for (const line of [
        `${label}: ${value}`,
        `${label} : ${value}`,
        `${label}：${value}`,
        `${label} = ${value}`,
        `${label} => ${value}`,
        `${label} → ${value}`,
        `${label} - ${value}`,
        `${label}\t${value}`,
        `${label}   ${value}`,
        `- ${label}: "${value}"`,
        `| ${label} | ${value} |`,
        `${label}\n${value}`,
        `${label}:\n${value}`,
      ]) {
        // The value of the next name is not that of this one.
        for (const text of [line, [line, ...others].join('\n'), [...others, line].join('\n')])
          expect.soft(parsePaste('payment', text, 0).values[field as 'host'], text).toBe(value)
      }
      for (const text of [`${label}: ${value}, ${others.join(', ')}`, `${others.join(' / ')} / ${label}: ${value}`])
        expect.soft(parsePaste('payment', text, 0).values, text).toEqual(VALUES)
    },
  )

  it.each([
    ['호스트\n주소: api.paymint.co.kr', { host: 'api.paymint.co.kr' }],
    ['가맹점\n회원 ID: m1', { member_id: 'm1' }],
    ['[API 키]\n회원 ID: m1\n가맹점 ID: s1', { member_id: 'm1', merchant_id: 's1' }],
    ['가맹점 주소: 서울시 강남구 1\n가맹점명: 하늘\n가맹점 ID: s1', { merchant_id: 's1' }],
    ['홈페이지 주소: https://academy.example\n호스트: erp-api.payssam.kr', { host: 'erp-api.payssam.kr' }],
    ['문서: https://developers.payssam.kr\n호스트: stg.paymint.co.kr', { host: 'stg.paymint.co.kr' }],
    ['호스트: erp-api.payssam.kr (운영)', { host: 'erp-api.payssam.kr' }],
    ['주소: 서울시 강남구', {}],
    ['회원 이메일: a@b.example', {}],
  ])('%j', (text, values) => {
    expect(parsePaste('payment', text, 0).values).toEqual(values)
  })

  it('says what is missing', () => {
    const { values } = parsePaste('payment', 'member: a\nmerchant: b', 0)
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
    expect(parsePaste('shop-seller', text, 0).values).toEqual(SELLER)
  })

  it.each([
    ['vendor_id', 'A00012345'],
    ['access_key', '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed'],
    ['secret_key', '0123456789abcdef0123456789abcdef01234567'],
  ])('one by one, without a name: %s', (field, value) => {
    expect(parsePaste('shop-seller', ` ${value}\n`, 0).values).toEqual({ [field]: value })
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
    expect(parsePaste('shop-seller', text, 0)).toEqual({
      values: REAL,
      notes: [{ type: 'fields', fields: ['vendor_id', 'access_key', 'secret_key'] }],
    })
  })

  it('on one line by their names alone', () => {
    const text = '안녕하세요 업체코드: A00012345 고객님의 Access Key: aaaa-bbbb, 시크릿 키： cafe0123'
    expect(parsePaste('shop-seller', text, 0).values).toEqual(SELLER)
  })

  it('are sent in their places when the two keys are exchanged by their forms', () => {
    const fields = ['vendor_id', 'access_key', 'secret_key'] as const
    expect(sentValues({ ...REAL, access_key: S, secret_key: A }, fields)).toEqual(REAL)
    expect(sentValues(REAL, fields)).toEqual(REAL)
    // Only one of them is unmistakable.
    expect(sentValues({ ...REAL, access_key: S, secret_key: 'other' }, fields).access_key).toBe(S)
  })

  it.each([
    ...[
      '업체코드',
      '업체 코드',
      '업체 ID',
      '판매자 코드',
      '셀러 ID',
      'WING 업체코드',
      '업체코드(Vendor ID)',
      'Vendor ID',
      'vendorId',
    ].map((label) => ['vendor_id', label, 'V-1'] as const),
    ...[
      '액세스 키',
      '엑세스키',
      '쿠팡 액세스키',
      '액세스키 값',
      'Access Key',
      'accessKey',
      'Access key (액세스키)',
      '접근 키',
    ].map((label) => ['access_key', label, 'aaaa-bbbb'] as const),
    ...[
      '시크릿 키',
      '시크릿키 값',
      '비밀키',
      '비밀 키',
      'Secret Key',
      'SECRET_KEY',
      'Your secret key',
      '시크릿 키(Secret Key)',
    ].map((label) => ['secret_key', label, 'cafe0123'] as const),
  ])('%s is found as %j', (field, label, value) => {
    for (const text of [`${label}: ${value}`, `${label} → ${value}`, `${label}\n${value}`, `■ ${label} : ${value}`])
      expect.soft(parsePaste('shop-seller', text, 0).values, text).toEqual({ [field]: value })
  })

  it('is not the next name', () => {
    const text = '액세스 키\n시크릿 키: cafe0123'
    expect(parsePaste('shop-seller', text, 0).values).toEqual({ secret_key: 'cafe0123' })
  })

  it('is nothing in other texts', () => {
    expect(parsePaste('shop-seller', 'Dear seller: hello', 0).notes).toEqual([{ type: 'nothing' }])
  })
})

describe('a paste after another one', () => {
  const all = { issued_on: '2026-01-01', vendor_id: 'A00012345', access_key: 'a', secret_key: 's' }

  it('joins it while the values come one by one, and corrects a single one', () => {
    expect(mergeValues('shop-seller', { issued_on: '2026-01-01', vendor_id: 'A1' }, { access_key: 'a' })).toEqual({
      issued_on: '2026-01-01',
      vendor_id: 'A1',
      access_key: 'a',
    })
    expect(mergeValues('shop-seller', all, { secret_key: 'new' })).toEqual({ ...all, secret_key: 'new' })
    expect(mergeValues('shop-seller', { vendor_id: 'A1' }, {})).toEqual({ vendor_id: 'A1' })
  })

  it('replaces all of it when it has several values, so that two customers are never mixed', () => {
    expect(mergeValues('shop-seller', all, { vendor_id: 'A2', access_key: 'b' })).toEqual({
      issued_on: '2026-01-01',
      vendor_id: 'A2',
      access_key: 'b',
    })
  })

  it('leaves nothing of a complete one when it has no value', () => {
    expect(mergeValues('shop-seller', all, {})).toEqual({ issued_on: '2026-01-01' })
    expect(mergeValues('recorder', { token: 'of another customer' }, {})).toEqual({})
    expect(mergeValues('recorder', { token: 'old' }, { token: 'new' })).toEqual({ token: 'new' })
  })
})

describe('a single value', () => {
  const TOKEN = 'ntn_123456789012345678901234567890'

  it.each([
    ...['토큰', '노션 토큰', '액세스 토큰', 'API 키', '연동 키', '인증키', '시크릿', '토큰 값', '토큰(Token)'],
    ...['Token', 'Access token', 'API key', 'Internal Integration Secret', 'Your Notion token', '■ API 키', '1. 토큰'],
  ])('is found as %j', (label) => {
    for (const text of [`${label}: ${TOKEN}`, `${label} ： ${TOKEN}`, `${label}\n${TOKEN}`, `${label}:\n"${TOKEN}"`])
      expect.soft(parsePaste('workspace', text, 0).values, text).toEqual({ token: TOKEN })
  })

  it('is nothing in other texts', () => {
    for (const text of ['the token: expired', 'Please send me the key: thanks', '토큰: 없음'])
      expect.soft(parsePaste('workspace', text, 0).values, text).toEqual({})
  })
})
