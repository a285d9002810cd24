import { describe, expect, it } from 'vitest'
import { getSettings } from '../../../src/base/settings.ts'
import { storeCredentials } from '../../../src/upstream/credentials.ts'
import { API_KEY, MEMBER_ID, MERCHANT_ID, PAID_BILL } from '../../simulators/payment/index.ts'
import { headersFor, leaveNothingBehind, STORED, type Stage, setStage, V1_HOST, V2_HOST } from './stage.ts'

/** docs/spec/payment.md, "The connection": X-Payment-Mode, or the five headers, and nothing between. */

leaveNothingBehind()

const five = headersFor(V1_HOST)
const read = ({ post }: Stage, headers: Record<string, string>) => post('read', { bill_id: PAID_BILL }, { headers })

const BOTH_NAMED =
  /X-Payment-Mode: true.*X-Payment-Host, X-Payment-Api-Key, X-Payment-Member-ID, X-Payment-Merchant-ID and X-Payment-Business-Number/

const refused = (status: number, error: RegExp | string) => ({
  status,
  json: { success: false, error: typeof error === 'string' ? error : expect.stringMatching(error) },
})

/** Refused before anything was sent. */
async function expectRefused(stage: Stage, headers: Record<string, string>, status: number, error: RegExp | string) {
  expect(await read(stage, headers)).toMatchObject(refused(status, error))
  expect(stage.called()).toBe(0)
}

describe('one way or the other', () => {
  it.each(['true', 'True', '1'])('X-Payment-Mode: %s uses the stored account', async (mode) => {
    const stage = setStage()
    expect((await read(stage, { 'X-Payment-Mode': mode })).status).toBe(200)
    expect(stage.product.calls[0]?.url.href).toBe('https://erp-api.payssam.kr/if/bill/read')
    expect(JSON.parse(stage.product.calls[0]?.body ?? '')).toMatchObject({
      apikey: API_KEY,
      member: MEMBER_ID,
      merchant: MERCHANT_ID,
    })
  })

  it.each([{}, { 'X-Payment-Mode': 'false' }, { 'X-Payment-Mode': '0' }])(
    'the five headers with %o need no stored account',
    async (mode) => {
      const stage = setStage({ PAYMENT_HOST: '', PAYMENT_API_KEY: '' })
      expect((await read(stage, { ...five, ...mode })).status).toBe(200)
      expect(stage.called()).toBe(1)
    },
  )

  it.each([{}, { 'X-Payment-Mode': 'false' }])('neither, with %o: 400', (mode) =>
    expectRefused(setStage(), mode, 400, BOTH_NAMED),
  )

  it.each(Object.keys(five))('four without %s: 400', async (name) => {
    await expectRefused(
      setStage(),
      Object.fromEntries(Object.entries(five).filter(([key]) => key !== name)),
      400,
      BOTH_NAMED,
    )
    await expectRefused(setStage(), { ...five, [name]: '' }, 400, BOTH_NAMED)
  })

  it.each(Object.entries(five))('both ways at once, only %s: 400', (name, value) =>
    expectRefused(setStage(), { ...STORED, [name]: value }, 400, BOTH_NAMED),
  )

  it('both ways at once, whole: 400', () => expectRefused(setStage(), { ...STORED, ...five }, 400, BOTH_NAMED))

  it('an Idempotency-Key is no part of it', async () => {
    const { post } = setStage()
    const answer = await post('resend', { bill_id: 'nobody' }, { once: 'a' })
    expect(answer.status).toBe(404)
  })

  it('another mode: 400 by its name', () =>
    expectRefused(setStage(), { 'X-Payment-Mode': 'yes' }, 400, /^X-Payment-Mode: /))
})

describe('the host is looked up', () => {
  it.each([
    'evil.example',
    'https://erp-api.payssam.kr',
    'erp-api.payssam.kr/if',
    'erp-api.payssam.kr:10200',
    'erp-api.payssam.kr.evil.example',
    'user@erp-api.payssam.kr',
    '127.0.0.1',
  ])('%s: 400', (host) => expectRefused(setStage(), { ...five, 'X-Payment-Host': host }, 400, /^X-Payment-Host: /))

  it('in any case', async () => {
    expect((await read(setStage(), { ...five, 'X-Payment-Host': 'ERP-API.PaySsam.kr' })).status).toBe(200)
  })

  it.each(['12345', '111223333', 'abc'])('a business number of %s: 400', (number) =>
    expectRefused(setStage(), { ...five, 'X-Payment-Business-Number': number }, 400, /^X-Payment-Business-Number: /),
  )
})

describe('the stored account', () => {
  it.each(['PAYMENT_HOST', 'PAYMENT_API_KEY', 'PAYMENT_MEMBER_ID', 'PAYMENT_MERCHANT_ID', 'PAYMENT_BUSINESS_NUMBER'])(
    'without %s it is not connected: 401',
    (name) =>
      expectRefused(
        setStage({ [name]: '' }),
        STORED,
        401,
        `payment account is not connected: ${name} is not set; connect it at https://latchkey.test/#payment`,
      ),
  )

  it.each([V1_HOST, ` https://${V1_HOST}/ `, `HTTPS://${V1_HOST.toUpperCase()}`])(
    'at %j: its name is understood',
    async (host) => {
      const stage = setStage({ PAYMENT_HOST: host })
      expect((await read(stage, STORED)).status).toBe(200)
      expect(stage.product.calls[0]?.url.href).toBe(`https://${V1_HOST}/if/bill/read`)
    },
  )

  it('at an unknown host: 500 that lists the known ones', () =>
    expectRefused(
      setStage({ PAYMENT_HOST: 'evil.example' }),
      STORED,
      500,
      /^PAYMENT_HOST must be one of erp-api\.payssam\.kr, .*api\.paymint\.co\.kr$/,
    ))

  it.each([
    ['PAYMENT_HOST', 'http://erp-api.payssam.kr'],
    ['PAYMENT_BUSINESS_NUMBER', '12'],
    ['PAYMENT_API_VERSION', 'v3'],
  ])('with a wrong %s: 500 naming it', (name, value) =>
    expectRefused(setStage({ [name]: value }), STORED, 500, new RegExp(`^${name} `)),
  )

  it.each([
    [V1_HOST, undefined, 'https://erp-api.payssam.kr/if/bill/read'],
    [V1_HOST, 'v1', 'https://erp-api.payssam.kr/if/bill/read'],
    [V2_HOST, 'v2', 'https://sandbox.paymint.co.kr/partner/bill/read'],
    [V2_HOST, undefined, 'https://sandbox.paymint.co.kr/partner/bill/read'],
    ['api.paymint.co.kr', 'v2', 'https://api.paymint.co.kr/partner/bill/read'],
  ])('at %s with PAYMENT_API_VERSION %s speaks its generation', async (PAYMENT_HOST, version, href) => {
    const stage = setStage({ PAYMENT_HOST, ...(version && { PAYMENT_API_VERSION: version }) })
    expect((await read(stage, STORED)).status).toBe(200)
    expect(stage.product.calls.map(({ url }) => url.href)).toEqual([href])
  })

  it('connected through the app it is preferred, and a new one works at once after the product refused the previous one', async () => {
    const stage = setStage({ PAYMENT_API_KEY: 'test-wrong-key' })
    expect((await read(stage, STORED)).status).toBe(401)
    await storeCredentials(getSettings(stage.gateway.env), 'payment', {
      PAYMENT_HOST: V2_HOST,
      PAYMENT_API_KEY: API_KEY,
      PAYMENT_MEMBER_ID: MEMBER_ID,
      PAYMENT_MERCHANT_ID: MERCHANT_ID,
      PAYMENT_BUSINESS_NUMBER: '111-22-33333',
    })
    expect((await read(stage, STORED)).status).toBe(200)
    expect(stage.product.calls.at(-1)?.url.hostname).toBe(V2_HOST)
  })

  it('that the product refused is read afresh by the next request', async () => {
    const stage = setStage({ PAYMENT_API_KEY: 'test-wrong-key' })
    expect(await read(stage, STORED)).toMatchObject(refused(401, /reconnect/))
    stage.gateway.env.PAYMENT_API_KEY = API_KEY
    expect((await read(stage, STORED)).status).toBe(200)
  })
})
