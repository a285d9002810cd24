import { describe, expect, it, vi } from 'vitest'
import { PRODUCTS, type Product } from '../../../../../src/base/groups.ts'
import { platform } from '../../../../../src/base/platform.ts'
import { getSettings } from '../../../../../src/base/settings.ts'
import { dropCachedCredentials } from '../../../../../src/upstream/credentials.ts'
import { dataKey } from '../../../../../src/upstream/data-key.ts'
import { encrypt } from '../../../../../src/upstream/store.ts'
import { openBrowser } from '../../../../groups/admin/browser.ts'
import { type Deployment, deploy, getFields, startAnew, withoutAccount } from '../../../../groups/admin/deployment.ts'
import { TIRO_KEYS } from '../../../../simulators/notes/index.ts'
import { USER_TOKEN } from '../../../../simulators/recorder/index.ts'
import { NOTION_TOKENS } from '../../../../simulators/workspace/index.ts'
import { createGateway, json, PRO_KEY } from '../../../../support/gateway.ts'

/** The accounts of the management app (docs/spec/admin.md, "Accounts"). */

startAnew()

const PATH = '/api/v1/admin/accounts'

const reportOn = async ({ get }: Pick<Deployment, 'get'>, account: Product) =>
  (await get(PATH)).json.accounts.find((each: { account: string }) => each.account === account)
const test = async ({ send }: Pick<Deployment, 'send'>, account: Product) =>
  (await send('POST', `${PATH}/${account}/test`)).json.account

/** The account's own fields with one wrong value. */
function wrongFields(account: Product, settings: Readonly<Record<string, string>>) {
  const wrong: Partial<Record<Product, object>> = {
    notes: { token: 'test-wrong.secret-of-nobody' },
    recorder: { token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IlVUIn0.eyJzdWIiOiJub2JvZHkifQ.wrong' },
    social: { token: 'nobodys-token' },
    workspace: { token: 'ntn_nobodys-token' },
    'shop-consumer': { session: 'sid=nobodys-session-of-a-shop' },
    video: { api_key: 'nobodys-key' },
    'shop-seller': { secret_key: 'nobodys-secret-key' },
    payment: { api_key: 'nobodys-key' },
  }
  return { ...getFields(account, settings), ...wrong[account] }
}

describe('the list', () => {
  it('lists every account without calling a product', async () => {
    const deployment = await deploy(withoutAccount('notes'))
    const { json } = await deployment.get(PATH)
    expect(json.accounts.map(({ account, state, source }: Record<string, string>) => [account, state, source])).toEqual(
      [
        ['recorder', 'untested', 'secret'],
        ['notes', 'not_connected', null],
        ['workspace', 'untested', 'secret'],
        ['shop-seller', 'untested', 'secret'],
        ['shop-consumer', 'untested', 'secret'],
        ['payment', 'untested', 'secret'],
        ['video', 'untested', 'secret'],
        ['social', 'untested', 'secret'],
      ],
    )
    expect(deployment.world.simulators.flatMap(({ calls }) => calls)).toEqual([])
    expect(await reportOn(deployment, 'notes')).toMatchObject({
      fields: ['token'],
      message: 'NOTES_TOKEN is not set',
      hint: expect.stringContaining('connect it'),
      last_ok_at: null,
      last_error: null,
    })
  })

  it('reports a stored credential that cannot be decrypted', async () => {
    const { gateway, cookies, connected, send } = await deploy()
    await send('PUT', `${PATH}/notes`, { ...getFields('notes', connected), force: true })
    const settings = getSettings(gateway.env)
    const { id } = await dataKey(settings)
    const sealedElsewhere = await encrypt(settings, 'credentials/social', '{}')
    await gateway.env.STORE.put(`${id}/credentials/notes`, JSON.stringify(sealedElsewhere))
    dropCachedCredentials(settings, 'notes')
    const later = openBrowser({}, createGateway({ ...gateway.env, NOTES_TOKEN: '' } as never), cookies)
    expect(await reportOn(later, 'notes')).toMatchObject({
      state: 'misconfigured',
      message: expect.stringContaining('CREDENTIALS_KEY'),
    })
  })
})

describe.each(PRODUCTS)('%s', (account) => {
  it('has the result of a test, which the list then shows', async () => {
    const deployment = await deploy()
    const now = new Date(deployment.world.clock.now()).toISOString()
    const told = await test(deployment, account)
    expect(told).toMatchObject({ state: 'ok', source: 'secret', last_ok_at: expect.any(String), last_error: null })
    expect(told.last_ok_at >= now).toBe(true)
    expect(deployment.getProduct(account).calls.length).toBeGreaterThan(0)
    expect(await reportOn(deployment, account)).toEqual(told)
  })

  it('can be disconnected, connected with a valid credential, and disconnected again', async () => {
    const deployment = await deploy()
    const { send, connected } = deployment
    const gone = (await send('DELETE', `${PATH}/${account}`)).json.account
    expect(gone).toMatchObject({
      state: 'not_connected',
      message: expect.stringContaining('npx wrangler secret delete'),
    })
    expect(await test(deployment, account)).toMatchObject({ state: 'not_connected' })
    const answer = await send('PUT', `${PATH}/${account}`, getFields(account, connected))
    expect([answer.status, answer.json.account]).toEqual([
      200,
      expect.objectContaining({ state: 'ok', source: 'kept', connected_at: expect.any(String) }),
    ])
    expect(answer.json.account.last_ok_at).toBe(answer.json.account.connected_at)
    expect(await test(deployment, account)).toMatchObject({ state: 'ok', source: 'kept' })
    expect((await send('DELETE', `${PATH}/${account}`)).json.account).toMatchObject({ state: 'not_connected' })
  })

  it('stays connected when its product refuses another credential: 400', async () => {
    const deployment = await deploy()
    const { status, json, text } = await deployment.send(
      'PUT',
      `${PATH}/${account}`,
      wrongFields(account, deployment.connected),
    )
    expect([status, json.error]).toEqual([400, expect.stringMatching(`^${account}: .*nothing was changed`)])
    for (const secret of Object.values(wrongFields(account, deployment.connected))) {
      if (String(secret).length >= 8) expect(text).not.toContain(secret)
    }
    expect(await reportOn(deployment, account)).toMatchObject({ state: 'untested', source: 'secret' })
    expect(await test(deployment, account)).toMatchObject({ state: 'ok', source: 'secret' })
  })

  it('is not connected when its product cannot be reached: 502, but with force it is', async () => {
    const deployment = await deploy(withoutAccount(account))
    deployment.getProduct(account).fail({ kind: 'status', status: 503 })
    const fields = getFields(account, deployment.connected)
    const { status, json } = await deployment.send('PUT', `${PATH}/${account}`, fields)
    expect([status, json.error]).toEqual([502, expect.stringMatching(`^${account}: .*force`)])
    expect(await reportOn(deployment, account)).toMatchObject({ state: 'not_connected' })
    const forced = await deployment.send('PUT', `${PATH}/${account}`, { ...fields, force: true })
    expect(forced.json.account).toMatchObject({
      state: 'untested',
      source: 'kept',
      message: null,
      hint: expect.stringContaining('never tested'),
      last_ok_at: null,
    })
    expect(await test(deployment, account)).toMatchObject({
      state: 'unreachable',
      hint: expect.stringContaining('try again'),
    })
  })

  it('names the fields that are missing: 400', async () => {
    const { send, connected } = await deploy()
    const { status, json } = await send('PUT', `${PATH}/${account}`, {})
    const missing = Object.keys(getFields(account, connected)).map((field) => `${field}: is required`)
    expect([status, json.error]).toEqual([400, missing.join('; ')])
  })
})

/** Whose account each simulated product is, and the newest thing that it has. */
const OWNERS: Readonly<Record<Product, readonly [identity: string, newest: string]>> = {
  recorder: ['서연 (seoyeon@example.test)', '분기 예산 검토'],
  notes: ['하늘 연구소', '디자인 스프린트 (녹음 중)'],
  workspace: ['하늘 Studio, Latchkey', 'Newsletter'],
  'shop-seller': ['A00012345', '무농약 제주 감귤, 5kg'],
  'shop-consumer': ['test-shopper', '맑은샘 생수 2L'],
  payment: ['111-22-33333', 'Workbook'],
  video: ['…-key', '11월 북촌 골목 산책'],
  social: ['@chaekbang.seoul', '내일 토요일은 저녁 아홉 시까지 엽니다. Open late tomorrow!'],
}

/** Only the gateway knows the bills: the product has no list of them. */
async function requestBill({ gateway }: Deployment) {
  const bill = { product_nm: 'Workbook', member_nm: 'Hong Gildong', phone: '010-1234-5678', price: 33_000 }
  const request = json('POST', { ...bill, expire_dt: '2099-12-31', callback_url: 'https://academy.example' })
  const headers = { ...request.headers, 'X-Payment-Mode': 'true' }
  expect((await gateway.call('/api/v1/payment/request', { ...request, headers })).status).toBe(200)
}

describe.each(PRODUCTS)('whose account it is: %s', (account) => {
  it('is told once it was tested, not before, and not in the log', async () => {
    const deployment = await deploy()
    const [identity] = OWNERS[account]
    expect((await reportOn(deployment, account)).identity).toBeNull()
    expect((await test(deployment, account)).identity).toBe(identity)
    expect((await reportOn(deployment, account)).identity).toBe(identity)
    expect(deployment.world.log.filter((line) => line.includes(identity))).toEqual([])
    await deployment.send('DELETE', '/api/v1/admin/data', { account })
    expect(await reportOn(deployment, account)).toMatchObject({ identity: null, previous_identity: null })
  })

  it('has its newest thing with title and time', async () => {
    const deployment = await deploy()
    if (account === 'payment') await requestBill(deployment)
    const { status, json } = await deployment.get(`${PATH}/${account}/newest`)
    expect([status, json.newest]).toEqual([200, { title: OWNERS[account][1], at: expect.stringMatching(/^20\d\d-/) }])
  })
})

it.each([
  ['recorder', { token: USER_TOKEN }, 'Mina (mina@example.test)'],
  ['notes', { token: TIRO_KEYS.otherWorkspace }, 'さくら営業部'],
] as const)('the account of another person replaces that of %s, and says so', async (account, fields, identity) => {
  const deployment = await deploy()
  const connect = async (body: unknown) => (await deployment.send('PUT', `${PATH}/${account}`, body)).json.account
  const own = getFields(account, deployment.connected)
  const [before] = OWNERS[account]
  expect(await connect(own)).toMatchObject({ identity: before, previous_identity: null })
  expect(await connect(fields)).toMatchObject({ identity, previous_identity: before })
  expect(await connect(fields)).toMatchObject({ identity, previous_identity: null })
  // A credential that nobody tested may be anybody's.
  expect(await connect({ ...own, force: true })).toMatchObject({ identity: null, previous_identity: identity })
  expect(await test(deployment, account)).toMatchObject({ identity: before, previous_identity: identity })
})

it('a test that cannot find out whose account it is succeeds all the same', async () => {
  const deployment = await deploy()
  for (const [account, path] of [
    ['recorder', '/user/me'],
    ['notes', '/v1/external/workspaces'],
  ] as const) {
    deployment.getProduct(account).fail({ kind: 'status', status: 500 }, { on: ({ url }) => url.pathname === path })
    expect(await test(deployment, account)).toMatchObject({ state: 'ok', identity: null })
  }
})

it('an account with nothing in it has no newest thing, and one that is not connected: 401', async () => {
  const deployment = await deploy({ ...withoutAccount('notes'), WORKSPACE_TOKEN: NOTION_TOKENS.stranger })
  expect((await deployment.get(`${PATH}/workspace/newest`)).json).toEqual({ newest: null })
  expect((await deployment.get(`${PATH}/notes/newest`)).status).toBe(401)
})

it('a credential of another form: 400 that names the field', async () => {
  const { send, connected } = await deploy()
  for (const [account, fields, error] of [
    ['notes', { token: 'a b' }, /^token: /],
    ['payment', { ...getFields('payment', connected), host: 'elsewhere.example' }, /^host: must be one of/],
    ['recorder', { token: '{"tokenstr": "cut' }, /^token: holds JSON/],
  ] as const) {
    const answer = await send('PUT', `${PATH}/${account}`, fields)
    expect([answer.status, answer.json.error]).toEqual([400, expect.stringMatching(error)])
  }
  expect((await send('PUT', `${PATH}/nobody`, { token: 'x' })).json.error).toMatch(/^account: must be one of recorder/)
})

describe('a test of all accounts', () => {
  const testAll = async ({ send }: Pick<Deployment, 'send'>) => (await send('POST', `${PATH}/test`)).json.accounts
  const told = (reports: { account: string; state: string }[]) =>
    reports.map(({ account, state }) => `${account} ${state}`)
  const countCalls = ({ world }: Deployment) => world.simulators.flatMap(({ calls }) => calls).length

  it('tests every connected account, and returns what the list then shows', async () => {
    const deployment = await deploy(withoutAccount('video'))
    deployment.getProduct('notes').fail({ kind: 'status', status: 401 })
    const reports = await testAll(deployment)
    expect(told(reports)).toEqual([
      ...['recorder ok', 'notes rejected', 'workspace ok', 'shop-seller ok', 'shop-consumer ok', 'payment ok'],
      'social ok',
    ])
    const { json } = await deployment.get(PATH)
    expect(json.accounts.filter(({ account }: { account: string }) => account !== 'video')).toEqual(reports)
  })

  it('asks each product each time, also right after a test or a use', async () => {
    const deployment = await deploy()
    await testAll(deployment)
    const calls = countCalls(deployment)
    deployment.getProduct('notes').fail({ kind: 'status', status: 500 })
    deployment.world.clock.advance(1_000)
    const { json } = await deployment.send('POST', `${PATH}/test`)
    expect(told(json.accounts)).toContain('notes unreachable')
    expect(json.untested).toEqual([])
    expect(countCalls(deployment)).toBeGreaterThanOrEqual(calls + json.accounts.length)
  })

  it('tests a new credential, whatever the previous one did', async () => {
    const deployment = await deploy()
    deployment.getProduct('notes').fail({ kind: 'status', status: 401 }, { times: 1 })
    expect(told(await testAll(deployment))).toContain('notes rejected')
    await deployment.send('PUT', `${PATH}/notes`, { ...getFields('notes', deployment.connected), force: true })
    expect(told(await testAll(deployment))).toContain('notes ok')
  })

  it('runs the tests at the same time', async () => {
    const deployment = await deploy()
    let [running, most] = [0, 0]
    const fetched = vi.mocked(platform.fetch)
    const send = fetched.getMockImplementation()
    fetched.mockImplementation(async (...call) => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 20))
      running -= 1
      return send?.(...call) ?? Response.error()
    })
    await testAll(deployment)
    expect(most).toBeGreaterThan(3)
  })

  it('stays within the calls of a request: what does not fit stays as it was', async () => {
    const deployment = await deploy({ SUBREQUESTS: '5' })
    const reports = await testAll(deployment)
    expect(new Set(reports.map(({ state }: { state: string }) => state))).toEqual(new Set(['ok', 'untested']))
    // The next request takes the others first, and says how old the state of the first ones is.
    const before = new Date(deployment.world.clock.now()).toISOString()
    deployment.world.clock.advance(20_000)
    const second = (await deployment.send('POST', `${PATH}/test`)).json
    const never = reports.filter(({ state }: { state: string }) => state === 'untested').length
    expect(second.accounts.filter(({ state }: { state: string }) => state === 'untested').length).toBeLessThan(never)
    expect(second.untested.map(({ found_at }: { found_at: string | null }) => found_at)).toContain(before)
    const settings = { ...deployment.gateway.env, SUBREQUESTS: '' } as never
    const later = openBrowser({}, createGateway(settings), deployment.cookies)
    expect(told(await testAll(later)).every((line) => line.endsWith(' ok'))).toBe(true)
  })

  it('says so of an account that cannot be read', async () => {
    const deployment = await deploy({ PAYMENT_HOST: 'elsewhere.example', VIDEO_API_KEY: 'ntn_1234567890abcdef' })
    expect(told(await testAll(deployment))).toEqual(
      expect.arrayContaining(['payment misconfigured', 'video misconfigured']),
    )
  })
})

it('a session that cannot be tested while the shop is being maintained is not rejected: 502', async () => {
  const deployment = await deploy(withoutAccount('shop-consumer'))
  const headers = { 'content-type': 'text/html' }
  const body = '<html><title>시스템 점검 안내</title></html>'
  deployment.getProduct('shop-consumer').fail({ kind: 'status', status: 200, headers, body })
  const { status, json } = await deployment.send(
    'PUT',
    `${PATH}/shop-consumer`,
    getFields('shop-consumer', deployment.connected),
  )
  expect([status, json.code]).toEqual([502, 'product_failed'])
  expect(json.error).toContain('the shop is being maintained')
})

it('without CREDENTIALS_KEY nothing can be stored: 500 with its name, and no product is called', async () => {
  const deployment = await deploy({ CREDENTIALS_KEY: '' })
  const put = await deployment.send('PUT', `${PATH}/notes`, getFields('notes', deployment.connected))
  const gone = await deployment.send('DELETE', `${PATH}/notes`)
  for (const { status, json } of [put, gone]) {
    expect([status, json.error]).toEqual([500, expect.stringContaining('CREDENTIALS_KEY')])
  }
  expect(deployment.getProduct('notes').calls).toEqual([])
})

it('a changed secret wins over a disconnection', async () => {
  const { send, gateway, cookies, connected } = await deploy()
  await send('DELETE', `${PATH}/notes`)
  const settings = { ...gateway.env, NOTES_TOKEN: `${connected.NOTES_TOKEN}-2` } as never
  expect(await reportOn(openBrowser({}, createGateway(settings), cookies), 'notes')).toMatchObject({
    state: 'untested',
    source: 'secret',
  })
})

describe('a credential that expires', () => {
  const DAY = 86_400_000

  it('is reported ahead, and then reported as expired', async () => {
    const deployment = await deploy()
    // The tokens of the simulated product expire in 40 days, and are renewed in the last ten.
    expect((await test(deployment, 'social')).expires_at).toBe(
      new Date(deployment.world.clock.now() + 40 * DAY).toISOString(),
    )
    deployment.world.clock.advance(34 * DAY)
    await deployment.signIn()
    expect(await reportOn(deployment, 'social')).toMatchObject({ state: 'expires_soon', hint: expect.any(String) })
    deployment.world.clock.advance(7 * DAY)
    await deployment.signIn()
    expect(await reportOn(deployment, 'social')).toMatchObject({
      state: 'rejected',
      message: expect.stringContaining('expired'),
    })
  })
})

describe('the keys of a seller', () => {
  const connect = async (issued_on?: string) => {
    const deployment = await deploy()
    const fields = { ...getFields('shop-seller', deployment.connected), ...(issued_on !== undefined && { issued_on }) }
    return { deployment, answer: await deployment.send('PUT', `${PATH}/shop-seller`, fields) }
  }

  // Today in Korea is 2026-11-21.
  it.each([
    [undefined, null],
    ['', null],
    ['2026-11-21', '2027-05-19T15:00:00.000Z'],
    ['2026-11-01', '2027-04-29T15:00:00.000Z'],
  ])('expire 180 days after their issue, and at no known time without its day: %s', async (issued_on, expires_at) => {
    const { deployment, answer } = await connect(issued_on)
    expect([answer.status, answer.json.account.expires_at]).toEqual([200, expires_at])
    expect(await test(deployment, 'shop-seller')).toMatchObject({ state: 'ok', expires_at })
  })

  it('are asked for with the day of their issue', async () => {
    const { deployment } = await connect()
    await deployment.signIn()
    expect(await reportOn(deployment, 'shop-seller')).toMatchObject({
      fields: ['vendor_id', 'access_key', 'secret_key', 'issued_on'],
    })
  })

  it.each([
    ['2026-11-22', 'issued_on: is in the future: today in Korea is 2026-11-21'],
    ['2026-05-01', 'issued_on: a key of that day has ended, since it is valid for 180 days'],
    ['21.11.2026', 'issued_on: must be a date as YYYY-MM-DD'],
  ])('are not connected with the day %s', async (issued_on, error) => {
    const { answer } = await connect(issued_on)
    expect([answer.status, answer.json.error]).toEqual([400, error])
  })
})

it('shows no credential in a response or in the log', async () => {
  const deployment = await deploy()
  const texts: string[] = []
  for (const account of PRODUCTS) {
    for (const fields of [wrongFields(account, deployment.connected), getFields(account, deployment.connected)]) {
      texts.push((await deployment.send('PUT', `${PATH}/${account}`, fields)).text)
    }
    texts.push((await deployment.send('POST', `${PATH}/${account}/test`)).text)
  }
  texts.push((await deployment.get(PATH)).text, ...deployment.world.log)
  const wrong = PRODUCTS.flatMap((account) => Object.values(wrongFields(account, deployment.connected)))
  // The seller's id is no secret: it says whose account it is.
  const { SHOP_VENDOR_ID: vendorId = '', ...secrets } = deployment.connected
  expect(deployment.world.log.filter((line) => line.includes(vendorId))).toEqual([])
  for (const secret of [PRO_KEY, ...Object.values(secrets), ...wrong].map(String).filter((each) => each !== vendorId)) {
    if (secret.length >= 8 && !secret.includes('://'))
      expect(
        texts.filter((text) => text.includes(secret)),
        secret,
      ).toEqual([])
  }
  expect(deployment.world.log.length).toBeGreaterThan(20)
})
