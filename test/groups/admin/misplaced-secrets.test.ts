import { describe, expect, it } from 'vitest'
import { ACCOUNT_SECRETS, type Product } from '../../../src/base/groups.ts'
import { formatKey } from '../../../src/gateway/auth/key.ts'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { TIRO_KEYS } from '../../simulators/notes/index.ts'
import { BINDINGS, PRO_KEY } from '../../support/gateway.ts'
import { openBrowser } from './browser.ts'
import { type Deployment, deploy, getFields, startAnew, withoutAccount } from './deployment.ts'

/** A secret reaches only the product that it belongs to (docs/spec/admin.md, "Misplaced secrets"). */

startAnew()

const ACCOUNTS = Object.keys(ACCOUNT_SECRETS) as Product[]
const toPath = (account: Product) => `/api/v1/admin/accounts/${account}`

const NAMED_KEY = formatKey(new Uint8Array(32).fill(7))
const { CREDENTIALS_KEY = '' } = BINDINGS
const CREDENTIALS_KEY_PREVIOUS = btoa('p'.repeat(32))
const RELAY_TOKEN = 'relay-token-of-at-least-32-characters'
const OWN_KEYS = { API_KEY: PRO_KEY, ADMIN_KEY, CREDENTIALS_KEY, CREDENTIALS_KEY_PREVIOUS, RELAY_TOKEN }

const REFUSALS = {
  admin_key: 'this is the admin key of the gateway, which belongs to no account. Nothing was sent',
  gateway: 'this is a key of the gateway, which belongs to no account. Nothing was sent',
}

const callsOf = ({ world }: Deployment) => world.simulators.flatMap(({ calls }) => calls)

/** Every text that somebody may read later. */
async function everythingKept(deployment: Deployment): Promise<string> {
  const kept = await Promise.all(['audit', 'requests'].map((path) => deployment.get(`/api/v1/admin/${path}`)))
  return [...kept.map(({ text }) => text), ...deployment.world.log].join('\n')
}

describe.each(ACCOUNTS)('%s', (account) => {
  const fieldsWith = (deployment: Deployment, text: string) =>
    Object.keys(getFields(account, deployment.connected)).map(
      (field) => [field, { ...getFields(account, deployment.connected), [field]: text }] as const,
    )

  it('gets no key of the gateway in any field, also with force: 400, and no product is called', async () => {
    const deployment = await deploy({ ...withoutAccount(account), ...OWN_KEYS })
    await deployment.signIn()
    const keys = [...Object.values(OWN_KEYS), NAMED_KEY]
    const code = 'invalid_input'
    for (const key of keys) {
      const secret = key === ADMIN_KEY ? 'admin_key' : 'gateway'
      const texts = [key, `"${key}"`, ` ${key}\n`, `Bearer ${key}`, `{"token": "${key}"}`, `id.${key}`, `a=b; c=${key}`]
      for (const text of texts) {
        for (const [field, fields] of fieldsWith(deployment, text)) {
          // A session makes 60 changes a minute.
          deployment.world.clock.advance(1_000)
          const { status, json } = await deployment.send('PUT', toPath(account), { ...fields, force: true })
          expect([text, status, json]).toEqual([
            text,
            400,
            { error: `${field}: ${REFUSALS[secret]}`, code, parameters: { fields: [field], secret } },
          ])
        }
      }
    }
    expect(callsOf(deployment)).toEqual([])
    const { json } = await deployment.get('/api/v1/admin/accounts')
    expect(json.accounts.find((each: { account: string }) => each.account === account).state).toBe('not_connected')
    const kept = await everythingKept(deployment)
    for (const key of keys) expect(kept.includes(key), key).toBe(false)
  })
})

it('a value that no call can use is refused, also with force', async () => {
  const deployment = await deploy(withoutAccount('payment'))
  await deployment.signIn()
  const good = getFields('payment', deployment.connected)
  for (const [account, fields, error] of [
    ['payment', { ...good, host: 'evil.example' }, /^host: must be one of erp-api\.payssam\.kr, /],
    ['payment', { ...good, host: 'https://evil.example/erp-api.payssam.kr' }, /^host: must be one of /],
    ['payment', { ...good, host: 'erp-api.payssam.kr.evil.example' }, /^host: must be one of /],
    ['payment', { ...good, host: 'erp-api.payssam.kr:444' }, /^host: must be one of /],
    ['payment', { ...good, business_number: '123' }, /^business_number: must be ten digits$/],
    ['recorder', { token: '{"pld_tokenstr":' }, /^token: holds JSON that is broken/],
  ] as const) {
    for (const force of [false, true]) {
      const { status, json } = await deployment.send('PUT', toPath(account), { ...fields, force })
      expect([status, json.error, json.parameters?.fields]).toEqual([
        400,
        expect.stringMatching(error),
        [/^\w+/.exec(json.error)?.[0]],
      ])
    }
  }
  expect(callsOf(deployment)).toEqual([])
  const written = { ...good, host: 'https://ERP-API.payssam.kr/', force: true }
  expect((await deployment.send('PUT', toPath('payment'), written)).status).toBe(200)
})

it('a secret of another place is refused by its form, with and without force', async () => {
  for (const [account, field, text, secret, belongsTo] of [
    ['notes', 'token', 'ntn_1234567890abcdefghijklmnop', 'notion', 'workspace'],
    ['notes', 'token', '{"token":"ntn_1234567890abcdefghijklmnop"}', 'notion', 'workspace'],
    ['notes', 'token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwIn0.c2lnbmF0dXJl', 'plaud', 'recorder'],
    ['video', 'api_key', 'secret_1234567890abcdefghijklmnop', 'notion', 'workspace'],
    ['workspace', 'token', TIRO_KEYS.full, 'tiro', 'notes'],
    ['workspace', 'token', 'https://www.notion.so/My-Page-2f1c0de00001', 'address', undefined],
    ['workspace', 'token', 'AIzaSyA1234567890abcdefghijklmnopqrstuv', 'google', 'video'],
    ['social', 'token', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'notification', undefined],
    ['social', 'token', 'A00012345', 'vendor_id', 'shop-seller'],
    ['recorder', 'token', 'THAAxyz1234567890abcdefghijklmnop', 'threads', 'social'],
    ['shop-seller', 'secret_key', 'ntn_1234567890abcdefghijklmnop', 'notion', 'workspace'],
    ['shop-consumer', 'session', TIRO_KEYS.full, 'tiro', 'notes'],
    ['payment', 'api_key', 'AIzaSyA1234567890abcdefghijklmnopqrstuv', 'google', 'video'],
  ] as [Product, string, string, string, Product | undefined][]) {
    const deployment = await deploy(withoutAccount(account))
    const fields = { ...getFields(account, deployment.connected), [field]: text }
    for (const force of [false, true]) {
      const { status, json } = await deployment.send('PUT', toPath(account), { ...fields, force })
      expect.soft([status, json], String(account)).toEqual([
        400,
        {
          error: expect.stringMatching(/^\w+: this is (?:an?|the) .*Nothing was sent$/),
          code: 'invalid_input',
          parameters: { fields: [field], secret, ...(belongsTo && { belongs_to: belongsTo }) },
        },
      ])
      if (secret === 'notion')
        expect
          .soft(json.error, String(account))
          .toBe(`${field}: this is a secret of Notion. Paste it under Notion. Nothing was sent`)
    }
    expect.soft(callsOf(deployment), String(account)).toEqual([])
    expect.soft(await everythingKept(deployment), String(account)).not.toContain(text)
  }
})

describe('the page asks whether a text that it knows nothing of', () => {
  const PATH = '/api/v1/admin/accounts/recognize'

  it('is the admin key or another key of the gateway, and nothing is kept of it', async () => {
    const deployment = await deploy(OWN_KEYS)
    const ask = async (text: string) => (await deployment.send('POST', PATH, { text })).json
    for (const key of [ADMIN_KEY, `"${ADMIN_KEY}"`, `ADMIN_KEY=${ADMIN_KEY}`])
      expect(await ask(key)).toEqual({ key: 'admin_key' })
    for (const key of [PRO_KEY, CREDENTIALS_KEY, RELAY_TOKEN]) expect(await ask(key)).toEqual({ key: 'gateway' })
    for (const text of ['hello', ADMIN_KEY.slice(0, -1), `${ADMIN_KEY.slice(0, -1)}_`])
      expect(await ask(text)).toEqual({ key: null })
    expect(callsOf(deployment)).toEqual([])
    const kept = await everythingKept(deployment)
    for (const key of Object.values(OWN_KEYS)) expect(kept.includes(key)).toBe(false)
  })

  it('and nobody who is not signed in may ask, nor the owner often', async () => {
    const keys: string[] = []
    const TRY_LIMIT = { limit: async ({ key }: { key: string }) => ({ success: keys.push(key) <= 2 }) }
    const deployment = await deploy({ TRY_LIMIT } as never)
    const stranger = openBrowser({}, deployment.gateway)
    expect((await stranger.send('POST', PATH, { text: ADMIN_KEY })).status).toBe(401)
    keys.length = 0
    const answers = []
    for (let at = 0; at < 3; at++) answers.push((await deployment.send('POST', PATH, { text: ADMIN_KEY })).json.key)
    expect(answers).toEqual(['admin_key', 'admin_key', null])
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^recognize /)
  })
})

describe('who has a link', () => {
  async function linked(overrides = {}) {
    const deployment = await deploy({ ...withoutAccount('notes'), ...overrides })
    const { json } = await deployment.send('POST', `${toPath('notes')}/link`)
    const customer = openBrowser({}, deployment.gateway)
    await customer.send('POST', '/api/v1/connect/session', {
      account: 'notes',
      token: new URL(json.url).hash.slice(1),
    })
    const connect = (token: string) => customer.send('PUT', '/api/v1/connect/notes', { token })
    return { deployment, connect }
  }

  it('reads that it is a key of the gateway, whichever it is', async () => {
    const { deployment, connect } = await linked({ RELAY_TOKEN })
    const answers = []
    for (const secret of [PRO_KEY, ADMIN_KEY, RELAY_TOKEN, NAMED_KEY, `Bearer ${NAMED_KEY}`]) {
      const { status, text } = await connect(secret)
      answers.push([status, text])
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toEqual([400, expect.stringContaining('this is a key of the gateway')])
    expect(callsOf(deployment)).toEqual([])
  })

  it('has 10 guesses at a key', async () => {
    const { deployment, connect } = await linked()
    const statuses = []
    for (const text of [...Array(9).fill('Bearer a-guess'), ADMIN_KEY, ADMIN_KEY])
      statuses.push((await connect(text)).status)
    expect(statuses).toEqual([...Array(10).fill(400), 410])
    expect(callsOf(deployment)).toEqual([])
  })
})

it('a setting that holds a secret of another product is misconfigured, and the app replaces it', async () => {
  const deployment = await deploy({ NOTES_TOKEN: 'ntn_1234567890abcdefghijklmnop' })
  const test = await deployment.send('POST', `${toPath('notes')}/test`)
  expect(test.json.account).toMatchObject({
    state: 'misconfigured',
    message: 'NOTES_TOKEN: this is a secret of Notion. Paste it under Notion. Nothing was sent',
  })
  expect(callsOf(deployment)).toEqual([])
  const put = await deployment.send('PUT', toPath('notes'), getFields('notes', deployment.connected))
  expect(put.json.account).toMatchObject({ state: 'ok', source: 'kept' })
})

it('a short key is compared with the whole text only', async () => {
  const deployment = await deploy({ ...withoutAccount('notes'), API_KEY: 'full' })
  const put = (token: string) => deployment.send('PUT', toPath('notes'), { token })
  expect((await put('full')).json.parameters).toMatchObject({ secret: 'gateway' })
  expect((await put(TIRO_KEYS.full)).status).toBe(200)
})
