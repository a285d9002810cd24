import fc from 'fast-check'
import { expect, test } from 'vitest'
import { queryString, sign } from '../../../src/groups/shop/coupang.ts'
import { Clock } from '../../simulators/clock.ts'
import {
  createCoupangSeller,
  SELLER_ACCESS_KEY,
  SELLER_SECRET_KEY,
  SELLER_VENDOR_ID,
} from '../../simulators/shop/index.ts'
import { anyText } from '../../support/any-text.ts'

const KEYS = { accessKey: SELLER_ACCESS_KEY, secretKey: SELLER_SECRET_KEY }
const SELLER = 'https://api-gateway.coupang.com'
const SHEETS = `/v2/providers/openapi/apis/api/v5/vendors/${SELLER_VENDOR_ID}/ordersheets`
const AT = Date.parse('2026-01-15T03:15:00.999Z')

test('shop facts 2.1, first vector: a query as the product shows it', async () => {
  const query = queryString([
    ['createdAtFrom', '2026-01-01+09:00'],
    ['createdAtTo', '2026-01-10+09:00'],
    ['status', 'ACCEPT'],
    ['maxPerPage', '50'],
  ])
  expect(query).toBe('createdAtFrom=2026-01-01%2B09:00&createdAtTo=2026-01-10%2B09:00&status=ACCEPT&maxPerPage=50')
  expect(await sign('GET', SHEETS, query, KEYS, AT)).toEqual({
    pathAndQuery: `${SHEETS}?${query}`,
    headers: {
      Authorization:
        'CEA algorithm=HmacSHA256, access-key=test-access-key, signed-date=260115T031500Z, signature=0c8623cb944b1e28b8aa3eac34db37882bcb8f29fc3ac95b1c1b9f3475425df0',
    },
    signature: '0c8623cb944b1e28b8aa3eac34db37882bcb8f29fc3ac95b1c1b9f3475425df0',
  })
})

test('shop facts 2.1, second vector: no query, no question mark', async () => {
  const path = '/v2/providers/seller_api/apis/api/v1/marketplace/meta/display-categories/0'
  const { pathAndQuery, headers } = await sign('GET', path, '', KEYS, AT)
  expect(pathAndQuery).toBe(path)
  expect(headers.Authorization).toContain('signature=fa9f26acd9c808e8f31a6a778b1e82dca84f363aceb039b82f4e36b119dded47')
})

test('method, path, query, secret and time each change the signature', async () => {
  const signatures = await Promise.all([
    sign('GET', '/a', 'b=c', KEYS, AT),
    sign('POST', '/a', 'b=c', KEYS, AT),
    sign('GET', '/b', 'b=c', KEYS, AT),
    sign('GET', '/a', 'b=d', KEYS, AT),
    sign('GET', '/a', 'b=c', { ...KEYS, secretKey: 'other-secret-key' }, AT),
    sign('GET', '/a', 'b=c', KEYS, AT + 1000),
  ])
  expect(new Set(signatures.map(({ signature }) => signature)).size).toBe(6)
})

test('no URL or Request rewrites a query: the signed text is sent', () => {
  const value = fc.oneof(fc.string(), anyText(), fc.constantFrom("'", '+09:00', '가 나'))
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.stringMatching(/^[A-Za-z]+$/), value)), (parameters) => {
      const url = `${SELLER}${SHEETS}?${queryString(parameters)}`
      expect(new URL(url).href).toBe(url)
      expect(new Request(url).url).toBe(url)
      expect([...new URL(url).searchParams]).toEqual(parameters)
    }),
  )
})

test('the product takes the request', async () => {
  const clock = new Clock()
  const seller = createCoupangSeller({ clock })
  const query = queryString([
    ['createdAtFrom', '2026-11-20T00:00+09:00'],
    ['createdAtTo', '2026-11-20T23:59+09:00'],
    ['searchType', 'timeFrame'],
    ['status', 'ACCEPT'],
  ])
  const { pathAndQuery, headers } = await sign('GET', SHEETS, query, KEYS, clock.now())
  expect((await seller.fetch(new Request(new URL(SELLER + pathAndQuery), { headers }))).status).toBe(200)
})
