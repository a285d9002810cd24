import { describe, expect, it } from 'vitest'
import { SETTING_NAMES } from '../../../src/groups/admin/setting-names.ts'
import { createGateway, PRO_KEY } from '../../support/gateway.ts'
import { deploy, startAnew } from './deployment.ts'

/** What the management app shows about the deployment (docs/spec/admin.md, "Overview"). */

startAnew()

const RELAY = { RELAY_URL: 'https://relay.example', RELAY_TOKEN: 'r'.repeat(32) }
const codes = (json: { warnings: { code: string }[] }) => json.warnings.map(({ code }) => code)

describe('the overview', () => {
  it('shows the deployment and its settings, but no value of a setting', async () => {
    const deployment = await deploy({ SERVICE_NAME: 'Haneul', NOTES_TOKEN: '' })
    const { json, text } = await deployment.get('/api/v1/admin/overview')
    expect(json).toMatchObject({
      base_url: 'https://latchkey.test/api/v1',
      licence: 'pro',
      service_name: 'Haneul',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      redirect_uri: 'https://latchkey.test/connect/social/callback',
    })
    const set = new Map(json.settings.map(({ name, set: isSet }: { name: string; set: boolean }) => [name, isSet]))
    expect([set.get('NOTES_TOKEN'), set.get('SOCIAL_TOKEN'), set.get('STORE')]).toEqual([false, true, true])
    expect(json.settings).toHaveLength(Object.values(SETTING_NAMES).flat().length)
    for (const [name, value] of Object.entries(deployment.connected)) {
      if (value && value.length >= 8 && !/_(HOST|URL)$/.test(name)) expect(text).not.toContain(value)
    }
    expect(text).not.toContain(PRO_KEY)
  })

  it('warns of what does not work', async () => {
    for (const [_what, settings, code] of [
      ['a short API_KEY', { API_KEY: 'short' }, 'api_key_short'],
      ['no API_KEY', { API_KEY: '' }, 'api_key_unset'],
      ['no CREDENTIALS_KEY', { CREDENTIALS_KEY: '' }, 'credentials_key_unset'],
      ['a CREDENTIALS_KEY that is no key', { CREDENTIALS_KEY: 'no key' }, 'credentials_key_wrong'],
      ['an unknown licence', { LICENCE: 'gold' }, 'licence_unknown'],
      ['any origin', { ALLOWED_ORIGINS: '*' }, 'any_origin'],
      ['a relay without a token', { ...RELAY, RELAY_TOKEN: '' }, 'relay_token_unset'],
      ['a short token of the relay', { ...RELAY, RELAY_TOKEN: 'short' }, 'relay_token_wrong'],
      ['a relay without https', { ...RELAY, RELAY_URL: 'http://relay.example' }, 'relay_url_wrong'],
      ['an unknown product of the relay', { ...RELAY, RELAY_FOR: 'shop' }, 'relay_for_wrong'],
      ['a token without a relay', { ...RELAY, RELAY_URL: '' }, 'relay_url_unset'],
    ] as const) {
      const sound = { API_KEY: 'a-long-api-key-of-this-deployment' }
      const without = await (await deploy(sound)).get('/api/v1/admin/overview')
      expect.soft(codes(without.json), String(settings)).toEqual(['no_try_limit'])
      const { json } = await (await deploy({ ...sound, ...settings })).get('/api/v1/admin/overview')
      expect.soft(codes(json), String(settings)).toContain(code)
    }
  })
})

it('the API key is returned on request, and not with only the cookie to a page of another origin', async () => {
  const deployment = await deploy({ ALLOWED_ORIGINS: 'https://app.example' })
  const { json, headers } = await deployment.get('/api/v1/admin/api-key', { Origin: 'https://app.example' })
  expect(json).toEqual({ api_key: PRO_KEY })
  // Without this header a browser hands no answer to a request with cookies to the page.
  expect(headers.has('Access-Control-Allow-Credentials')).toBe(false)
  expect(headers.get('Cache-Control')).toBe('no-store')
})

it('the root links to the reference when there is no page next to the Worker', async () => {
  const { status, json } = await createGateway().call('/', { key: null })
  expect([status, json]).toEqual([200, { name: 'Latchkey', version: expect.any(String), docs: '/docs' }])
})
