import { expect, test } from 'vitest'
import { Clock } from '../../clock.ts'
import { createCoupangSeller } from './index.ts'
import { ORDERSHEETS, SELLER, signedRequest } from './signed.ts'

const PATH = `${ORDERSHEETS}?createdAtFrom=2026-11-15%2B09:00&createdAtTo=2026-11-21%2B09:00&status=ACCEPT`
const MINUTE = 60_000

function setUp() {
  const clock = new Clock()
  const seller = createCoupangSeller({ clock })
  const ask = async (signing: Partial<Parameters<typeof signedRequest>[1]> = {}, path = PATH) =>
    seller.fetch(await signedRequest(path, { at: clock.now(), ...signing }))
  return { clock, seller, ask }
}

const unauthorized = (message: string, extra: object = {}) =>
  expect.objectContaining({ code: 'ERROR', message, transactionId: expect.any(String), ...extra })

test.each([', ', ','])('takes the header with %j between its parts', async (comma) => {
  const { ask } = setUp()
  expect((await ask({ comma })).status).toBe(200)
})

test('facts 2.1: the query is signed byte for byte as sent', async () => {
  const { ask } = setUp()
  const answer = await ask({ signed: PATH.replaceAll(':', '%3A') })
  expect(answer.status).toBe(401)
  expect(await answer.json()).toEqual(
    unauthorized('Invalid signature.', {
      messages: { korean: '서명이 올바르지 않습니다.', english: 'Invalid signature.' },
    }),
  )
})

test('the method is signed, the body is not', async () => {
  const { ask, clock, seller } = setUp()
  const path = '/v2/providers/openapi/apis/api/v1/categorization/predict'
  expect((await ask({ method: 'POST', body: '{"productName":"제주 감귤"}' }, path)).status).toBe(200)
  const get = await signedRequest(path, { at: clock.now() })
  const answer = await seller.fetch(new Request(get, { method: 'POST', body: '{}' }))
  expect(await answer.json()).toEqual(unauthorized('Invalid signature.'))
})

test.each([
  [-5 * MINUTE, 200],
  [5 * MINUTE, 200],
  [-5 * MINUTE - 1000, 401],
  [5 * MINUTE + 1000, 401],
])('a signature %d ms off the clock gets %d', async (skew, status) => {
  const { ask, clock } = setUp()
  const answer = await ask({ at: clock.now() + skew })
  expect(answer.status).toBe(status)
  if (status === 401) expect(await answer.json()).toEqual(unauthorized('Specified signature is expired.'))
})

test('a signature grows stale', async () => {
  const { clock, seller } = setUp()
  const request = await signedRequest(PATH, { at: clock.now() })
  clock.advance(6 * MINUTE)
  expect((await seller.fetch(request)).status).toBe(401)
})

test.each([
  [undefined, 'Request is not authorized.'],
  ['Bearer test-access-key', 'Request is not authorized.'],
  ['CEA algorithm=HmacSHA256; access-key=test-access-key', 'HMAC format is invalid.'],
  [
    'CEA algorithm=HmacSHA1, access-key=test-access-key, signed-date=261121T090000Z, signature=00',
    'HMAC format is invalid.',
  ],
  [
    'CEA algorithm=HmacSHA256, access-key=test-access-key, signed-date=20261121T090000Z, signature=00',
    'HMAC format is invalid.',
  ],
  [
    'CEA algorithm=HmacSHA256, access-key=test-access-key, signed-date=261121T090000Z, signature=00',
    'Invalid signature.',
  ],
])('Authorization %j is 401', async (authorization, message) => {
  const { seller } = setUp()
  const answer = await seller.fetch(new Request(SELLER + PATH, { headers: authorization ? { authorization } : {} }))
  expect(answer.status).toBe(401)
  expect(await answer.json()).toEqual(unauthorized(message))
})

test('an unknown access key is 401', async () => {
  const { ask } = setUp()
  const answer = await ask({ accessKey: 'other-access-key' })
  expect(answer.status).toBe(401)
  expect(await answer.text()).toContain('Unknown error occurred, please contact api-gateway channel')
})

test('facts 2.3: a caller with an unregistered IP address gets 403, with either body', async () => {
  const { ask, seller } = setUp()
  seller.switches.ipRefused = 'message'
  const plain = await ask()
  expect(plain.status).toBe(403)
  expect(await plain.json()).toEqual({ message: expect.stringContaining('[FORBIDDEN] Not allowed IP') })
  seller.switches.ipRefused = 'code'
  expect(await (await ask()).json()).toEqual({ code: 403, message: expect.stringContaining('Not allowed IP') })
})

test('facts 2.5: more calls a second than the limit are 429 without Retry-After, until the product recovers', async () => {
  const { ask, clock, seller } = setUp()
  seller.switches.rate = { perSecond: 5, recoveryMs: 10 * MINUTE }
  for (let call = 0; call < 5; call += 1) expect((await ask()).status).toBe(200)
  const refused = await ask()
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBeNull()
  expect(await refused.json()).toMatchObject({ message: 'Too Many Requests' })
  clock.advance(2000)
  expect((await ask()).status).toBe(429)
  clock.advance(10 * MINUTE)
  expect((await ask()).status).toBe(200)
})

test('calls spread over seconds stay under the limit', async () => {
  const { ask, clock, seller } = setUp()
  seller.switches.rate = { perSecond: 5, recoveryMs: MINUTE }
  for (let call = 0; call < 20; call += 1) {
    expect((await ask()).status).toBe(200)
    clock.advance(200)
  }
})

test('a path that the product does not have is 404 and recorded', async () => {
  const { ask, seller } = setUp()
  expect((await ask({}, '/v2/providers/openapi/apis/api/v6/nothing')).status).toBe(404)
  expect(seller.unexpected).toEqual([
    'coupang seller: GET https://api-gateway.coupang.com/v2/providers/openapi/apis/api/v6/nothing',
  ])
})
