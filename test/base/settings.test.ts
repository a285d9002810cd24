import { env as testEnv } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Env, UrlSetting } from '../../src/base/env.ts'
import { ACCOUNT_SECRETS, type Account, GROUPS, groupOfAccount } from '../../src/base/groups.ts'
import { perIsolateCache } from '../../src/base/per-isolate-cache.ts'
import { getSettings, Settings } from '../../src/base/settings.ts'
import { createPlaud, EU_WORKSPACE_TOKEN } from '../simulators/recorder/index.ts'
import { createGateway } from '../support/gateway.ts'
import { createWorld } from '../support/world.ts'

/** docs/spec/gateway.md. */

afterEach(() => vi.restoreAllMocks())

const settings = (env: Partial<Env>) => new Settings({ ...(testEnv as unknown as Env), ...env })

const URLS: UrlSetting[] = [
  'RECORDER_API_URL',
  'NOTES_API_URL',
  'NOTES_PLATFORM_URL',
  'WORKSPACE_API_URL',
  'WORKSPACE_APP_URL',
  'SHOP_SELLER_URL',
  'SHOP_CONSUMER_URL',
  'VIDEO_URL',
  'VIDEO_DATA_URL',
  'SOCIAL_API_URL',
]

describe('every URL', () => {
  it('is undefined unless set', () => {
    for (const name of URLS) {
      expect(settings({}).url(name)).toBeUndefined()
      expect(settings({ [name]: '' }).url(name)).toBeUndefined()
    }
  })

  it.each([
    'https://relay.example.test',
    'https://relay.example.test:8443/base/',
    'http://localhost:9000',
    'http://127.0.0.1:9000/',
    'http://[::1]:9000',
  ])('may be %s', (url) => {
    for (const name of URLS) expect(settings({ [name]: url }).url(name)?.href).toBe(new URL(url).href)
  })

  it.each([
    'http://relay.example.test',
    'http://localhost.example.test',
    'http://127.0.0.2.example.test',
    'ftp://relay.example.test',
    'relay.example.test',
    'https://',
    'https://user@relay.example.test',
    'https://:password@relay.example.test',
    'https://relay.example.test/?a=b',
    'https://relay.example.test/#part',
    'javascript:alert(1)',
  ])('may not be %s: 500 naming it', (url) => {
    for (const name of URLS) {
      const message = `${name} must be an https URL, or http on loopback`
      expect(() => settings({ [name]: url }).url(name)).toThrow(expect.objectContaining({ status: 500, message }))
    }
  })
})

describe('SUBREQUESTS', () => {
  it('is a number, 50 unless set', () => {
    for (const [value, expected] of [
      [undefined, 50],
      ['', 50],
      ['1', 1],
      ['1000', 1000],
      [1000, 1000],
    ] as const) {
      const env = value === undefined ? {} : { SUBREQUESTS: value }
      expect.soft(settings(env).subrequests, JSON.stringify(value)).toBe(expected)
    }
  })

  it('anything else is 500 naming it', () => {
    for (const value of ['0', '-1', '1.5', 'many', 'Infinity'])
      expect.soft(() => settings({ SUBREQUESTS: value }).subrequests, String(value)).toThrow(/^SUBREQUESTS /)
  })

  it('has an error message that names it', async () => {
    createWorld(createPlaud())
    const gateway = createGateway({ SUBREQUESTS: 'many', RECORDER_TOKEN: EU_WORKSPACE_TOKEN })
    const { status, json } = await gateway.call('/api/v1/recorder/config')
    expect({ status, json }).toEqual({ status: 500, json: { error: 'SUBREQUESTS must be a positive integer' } })
  })
})

describe('ALLOWED_ORIGINS', () => {
  it('is a comma list, blanks and empty entries aside', () => {
    expect([...settings({ ALLOWED_ORIGINS: ' https://a.test ,,https://b.test,' }).allowedOrigins]).toEqual([
      'https://a.test',
      'https://b.test',
    ])
  })

  it('is empty unless set', () => {
    expect(settings({}).allowedOrigins.size).toBe(0)
  })
})

describe('accounts', () => {
  it('each need all of their secrets', () => {
    expect(ACCOUNT_SECRETS).toMatchObject({
      recorder: ['RECORDER_TOKEN'],
      notes: ['NOTES_TOKEN'],
      social: ['SOCIAL_TOKEN'],
      'shop-seller': ['SHOP_VENDOR_ID', 'SHOP_ACCESS_KEY', 'SHOP_SECRET_KEY'],
      'shop-consumer': ['SHOP_SESSION'],
      payment: [
        'PAYMENT_HOST',
        'PAYMENT_API_KEY',
        'PAYMENT_MEMBER_ID',
        'PAYMENT_MERCHANT_ID',
        'PAYMENT_BUSINESS_NUMBER',
      ],
    })
  })

  it('each belong to a group', () => {
    for (const account of Object.keys(ACCOUNT_SECRETS) as Account[]) expect(GROUPS).toContain(groupOfAccount(account))
    expect(groupOfAccount('shop-seller')).toBe('shop')
  })
})

describe('what an isolate caches', () => {
  it('is read once, separately for each deployment', () => {
    const one = testEnv as unknown as Env
    const two = { ...one }
    expect(getSettings(one)).toBe(getSettings(one))
    expect(getSettings(two)).not.toBe(getSettings(one))
    const list = perIsolateCache<string[]>(() => [])
    list(getSettings(one)).push('kept')
    expect(list(getSettings(one))).toEqual(['kept'])
    expect(list(getSettings(two))).toEqual([])
  })
})
