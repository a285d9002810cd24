import { describe, expect, it } from 'vitest'
import { simulatedProducts } from '../../../../scripts/support/products.ts'
import { getSettings } from '../../../../src/base/settings.ts'
import { storeSecrets } from '../../../../src/upstream/credentials.ts'
import { ADMIN_KEY } from '../../../contract/admin.rows.ts'
import { AUTOPAY_CUSTOMER } from '../../../simulators/payment/index.ts'
import { createGateway } from '../../../support/gateway.ts'
import { deployOAuth, ORIGIN, startAnew } from './deployment.ts'
import { agree } from './owner.ts'
import { begin, postToken, readTokens, readTools, register, rpc, toExchange, useTool } from './raw.ts'

startAnew()

const BILL = {
  ...{ product_nm: 'Fee', member_nm: 'Kim', phone: '01012345678', price: 1000, expire_dt: '2099-12-31' },
  idempotency_key: 'fee-of-kim',
}

describe("the owner's choice", () => {
  it('read-only by default: nothing that changes something is done', async () => {
    const { gateway, owner } = await deployOAuth()
    const { access } = await readTokens(gateway, owner)
    expect(await useTool(gateway, access, 'social_list_posts')).toMatchObject({ isError: false })
    expect(await useTool(gateway, access, 'social_create_post', { text: 'hello' })).toBe(403)
  })

  it('some groups: no other is opened', async () => {
    const { gateway, owner } = await deployOAuth()
    const { access } = await readTokens(gateway, owner, { groups: ['video'] })
    expect(await useTool(gateway, access, 'recorder_list_files')).toBe(403)
  })

  it('changes without payments: a bill is read and none is created', async () => {
    const { gateway, owner } = await deployOAuth()
    const { access } = await readTokens(gateway, owner, { read_only: false })
    expect(await useTool(gateway, access, 'payment_list_bills')).toMatchObject({ isError: false })
    expect(await useTool(gateway, access, 'payment_request_bill', { ...BILL, idempotency_key: 'once' })).toBe(403)
  })

  it('payments: a bill is created with the connection of the deployment, which the client does not name', async () => {
    const { gateway, owner } = await deployOAuth()
    const { access } = await readTokens(gateway, owner, { groups: ['payment'], read_only: false, payments: true })
    const made = await useTool(gateway, access, 'payment_request_bill', { ...BILL, idempotency_key: 'once' })
    expect(made).toMatchObject({ isError: false, text: expect.stringContaining('"success":true') })
  })

  it('a client that asks first gets the page of the gateway, and the list of grants shows it', async () => {
    const { gateway, owner } = await deployOAuth()
    const { access } = await readTokens(gateway, owner, { read_only: false, payments: true, confirm: true })
    const bill = { ...BILL, idempotency_key: 'asks-first' }
    const asked = await useTool(gateway, access, 'payment_request_bill', bill)
    const [, id = ''] = /confirm#([\w-]{43})/.exec(JSON.stringify(asked)) ?? []
    expect((await owner.send('POST', `/api/v1/admin/confirmations/${id}`, { agree: true })).json.state).toBe('agreed')
    expect(await useTool(gateway, access, 'payment_request_bill', bill)).toMatchObject({ isError: false })
    expect((await owner.get('/api/v1/admin/grants')).json.grants[0]).toMatchObject({ confirm: true })
  })

  it('payments are of no use to a client that only reads', async () => {
    const { gateway, owner } = await deployOAuth()
    const { access } = await readTokens(gateway, owner, { payments: true })
    expect(await useTool(gateway, access, 'payment_request_bill', BILL)).toBe(403)
    const { json } = await owner.get('/api/v1/admin/grants')
    expect(json.grants[0]).toMatchObject({ read_only: true, payments: false })
  })
})

it('has the licence of the deployment', async () => {
  const { gateway, owner } = await deployOAuth({ LICENCE: 'basic' })
  const { access } = await readTokens(gateway, owner)
  expect(await useTool(gateway, access, 'recorder_list_files')).toMatchObject({
    text: `you are not a Latchkey PRO user: the owner creates a key with another licence at ${ORIGIN}/#keys`,
  })
})

it('is in the log with the name of the client and the reason of a refusal', async () => {
  const { gateway, owner, world } = await deployOAuth()
  const { access, refresh } = await readTokens(gateway, owner)
  await useTool(gateway, access, 'recorder_list_files')
  const lines = world.log.map((line) => JSON.parse(line))
  expect(lines.find(({ operation }) => operation === 'recorder_list_files')).toMatchObject({ key: 'Raw client' })
  expect(world.log.join('\n')).not.toContain(access)
  expect(world.log.join('\n')).not.toContain(refresh)
})

it('is limited as a named key is', async () => {
  const seen: string[] = []
  const KEY_LIMIT = {
    limit: async ({ key }: { key: string }) => {
      seen.push(key)
      return { success: seen.length < 3 }
    },
  }
  const { gateway, owner } = await deployOAuth()
  Object.assign(gateway.env, { KEY_LIMIT })
  const { access } = await readTokens(gateway, owner)
  expect(Array.isArray(await readTools(gateway, access))).toBe(true)
  expect(Array.isArray(await readTools(gateway, access))).toBe(true)
  const { status, headers } = await rpc(gateway, access, 'tools/list', {})
  expect([status, headers.get('Retry-After')]).toEqual([429, '60'])
  expect(new Set(seen).size).toBe(1)
})

describe('limits of payments', () => {
  it('apply to the client, also when it is connected again', async () => {
    const { gateway, owner } = await deployOAuth()
    const choice = { groups: ['payment'], read_only: false, payments: true, limits: { daily_amount: 10_000 } }
    const { access, clientId } = await readTokens(gateway, owner, choice)
    const [grant] = (await owner.get('/api/v1/admin/grants')).json.grants
    expect(grant.limits).toEqual({ max_amount: null, daily_amount: 10_000 })
    const charge = (token: string, price: number) =>
      useTool(gateway, token, 'payment_request_autopay', {
        ...{ customer: AUTOPAY_CUSTOMER, product_nm: 'Lessons', price },
        idempotency_key: `order-${price}`,
      })
    expect(await charge(access, 6_000)).toMatchObject({ isError: false })
    expect(await charge(access, 6_001)).toMatchObject({ isError: true, text: expect.stringContaining('daily_amount') })
    const begun = await begin(clientId)
    const code = new URL((await agree(owner, begun.query, choice)).json.redirect_to).searchParams.get('code') ?? ''
    const again = (await postToken(gateway, toExchange(begun, code))).json.access_token
    expect(await charge(again, 4_001)).toMatchObject({ isError: true, text: expect.stringContaining('6000 won') })
    expect(await charge(again, 4_000)).toMatchObject({ isError: false })
  })
})

describe('accounts', () => {
  const deploy = async () => {
    const { gateway, owner, world } = await deployOAuth()
    const settings = getSettings(gateway.env)
    // A token that has ended, so that its use is seen in the answer.
    await storeSecrets(settings, 'social:shop', { SOCIAL_TOKEN: 'THtest-ended' })
    const list = (token: string, args: object = {}, headers = {}) =>
      useTool(gateway, token, 'social_list_posts', args, headers)
    const grants = async () => (await owner.get('/api/v1/admin/grants')).json.grants
    const change = async (accounts: unknown) =>
      owner.send('PATCH', `/api/v1/admin/grants/${(await grants())[0].id}`, { accounts })
    return { gateway, owner, world, list, grants, change }
  }
  const works = { isError: false }
  const shopWasUsed = { isError: true, text: expect.stringContaining(`${ORIGIN}/#social:shop`) }
  const closed = (id: string) => ({
    isError: true,
    text: `this client does not open the account ${id}: the owner decides which accounts it opens at ${ORIGIN}/#keys`,
  })

  it('are the first ones of each product unless the owner chooses others', async () => {
    const { gateway, owner, list, grants } = await deploy()
    const { access } = await readTokens(gateway, owner)
    expect((await grants())[0].accounts).toBeNull()
    expect(await list(access)).toMatchObject(works)
    for (const id of ['social:shop', 'social:nine']) expect(await list(access, { account: id })).toEqual(closed(id))
    expect(await list(access, {}, { 'X-Account': 'social:shop' })).toBe(403)
  })

  it('that the owner chose are used without a header, and no other is', async () => {
    const { gateway, owner, list, grants } = await deploy()
    const { access } = await readTokens(gateway, owner, { accounts: ['social:shop', 'social:shop'] })
    expect((await grants())[0].accounts).toEqual(['social:shop'])
    expect(await list(access)).toMatchObject(shopWasUsed)
    expect(await list(access, { account: 'social' })).toEqual(closed('social'))
    expect(await useTool(gateway, access, 'notes_list_notes')).toMatchObject(works)
  })

  it('of a grant that has two are named by its calls', async () => {
    const { gateway, owner, list } = await deploy()
    const choice = { accounts: ['social', 'social:shop'], read_only: false }
    const { access } = await readTokens(gateway, owner, choice)
    const post = await useTool(gateway, access, 'social_create_post', { text: 'a' })
    expect(post).toMatchObject({ isError: true, text: expect.stringMatching(/^Which account\? This key opens social/) })
    expect(await list(access, { account: 'social:shop' })).toMatchObject(shopWasUsed)
  })

  it('are changed at once where they were changed, and within a minute elsewhere', async () => {
    const { gateway, owner, world, list, grants, change } = await deploy()
    const { access } = await readTokens(gateway, owner)
    const other = createGateway({ ADMIN_KEY, ...simulatedProducts(world.clock).settings })
    const elsewhere = () => useTool(other, access, 'social_list_posts')
    expect([await list(access), await elsewhere()]).toMatchObject([works, works])
    const changed = await change(['social:shop'])
    expect([changed.status, changed.json.grant.accounts]).toEqual([200, ['social:shop']])
    expect(await grants()).toEqual([changed.json.grant])
    expect([await list(access), await elsewhere()]).toMatchObject([shopWasUsed, works])
    world.clock.advance(60_000)
    expect(await elsewhere()).toMatchObject(shopWasUsed)
    expect((await change(null)).json.grant.accounts).toBeNull()
    expect(await list(access)).toMatchObject(works)
  })

  it.each([
    [[], 'accounts: must name at least one account'],
    [['notes:Two'], 'accounts[0]: a name has 1 to 32 of a-z, 0-9 and -, such as notes:business'],
  ])('400 for %j', async (accounts, message) => {
    const { gateway, owner, change } = await deploy()
    await readTokens(gateway, owner)
    expect(await change(accounts)).toMatchObject({ status: 400, json: { error: message } })
    const { json: client } = await register(gateway)
    const { query } = await begin(client.client_id)
    expect(await agree(owner, query, { accounts })).toMatchObject({ status: 400, json: { error: message } })
  })
})

describe('limits that the owner changes', () => {
  const choice = { groups: ['payment'], read_only: false, payments: true, limits: { max_amount: 1_000 } }
  const connected = async () => {
    const { gateway, owner, world } = await deployOAuth()
    const tokens = await readTokens(gateway, owner, choice)
    const [{ id }] = (await owner.get('/api/v1/admin/grants')).json.grants
    const change = (body: unknown, grant = id) => owner.send('PATCH', `/api/v1/admin/grants/${grant}`, body)
    let count = 0
    const charge = (token: string, price: number, at = gateway) =>
      useTool(at, token, 'payment_request_autopay', {
        ...{ customer: AUTOPAY_CUSTOMER, product_nm: `Lesson ${count}`, price },
        idempotency_key: `order-${count++}`,
      })
    return { gateway, owner, world, change, charge, id, ...tokens }
  }
  const refusal = { isError: true, text: expect.stringContaining('max_amount') }

  it('apply at once where they were changed, and within a minute elsewhere', async () => {
    const { gateway, owner, world, change, charge, access, id } = await connected()
    const other = createGateway({ ADMIN_KEY, ...simulatedProducts(world.clock).settings })
    expect(await charge(access, 2_000)).toMatchObject(refusal)
    expect(await charge(access, 2_000, other)).toMatchObject(refusal)
    const changed = await change({ limits: { max_amount: 5_000, daily_amount: 7_000 } })
    expect([changed.status, changed.json.grant]).toEqual([
      200,
      expect.objectContaining({ id, limits: { max_amount: 5_000, daily_amount: 7_000 } }),
    ])
    expect((await owner.get('/api/v1/admin/grants')).json.grants).toEqual([changed.json.grant])
    expect(await charge(access, 2_000)).toMatchObject({ isError: false })
    world.clock.advance(60_000)
    expect(await charge(access, 2_000, other)).toMatchObject({ isError: false })
    expect(await charge(access, 3_001, other)).toMatchObject({ isError: true, text: expect.stringContaining('daily') })
    expect((await change({ limits: null })).json.grant.limits).toBeNull()
    expect(await charge(access, 90_000, gateway)).toMatchObject({ isError: false })
  })

  it('apply to the tokens of a later refresh, which still works', async () => {
    const { gateway, change, charge, refresh, clientId: client_id } = await connected()
    expect((await change({ limits: { max_amount: 500 } })).status).toBe(200)
    const renewed = await postToken(gateway, { grant_type: 'refresh_token', client_id, refresh_token: refresh })
    expect(renewed.status).toBe(200)
    expect(await charge(renewed.json.access_token, 501)).toMatchObject(refusal)
    expect((await change({ limits: { max_amount: 600 } })).status).toBe(200)
    expect(await charge(renewed.json.access_token, 501)).toMatchObject({ isError: false })
  })

  it('apply to a client that first uses its access after the change', async () => {
    const { gateway, owner } = await deployOAuth()
    const { json: client } = await register(gateway)
    const begun = await begin(client.client_id)
    const code = new URL((await agree(owner, begun.query, choice)).json.redirect_to).searchParams.get('code') ?? ''
    const [{ id }] = (await owner.get('/api/v1/admin/grants')).json.grants
    await owner.send('PATCH', `/api/v1/admin/grants/${id}`, { limits: { max_amount: 10 } })
    const { status, json } = await postToken(gateway, toExchange(begun, code))
    expect(status).toBe(200)
    const charge = { customer: AUTOPAY_CUSTOMER, product_nm: 'Lessons', price: 11, idempotency_key: 'order' }
    expect(await useTool(gateway, json.access_token, 'payment_request_autopay', charge)).toMatchObject(refusal)
  })

  it('whether it asks first is changed, too, and nothing else with it', async () => {
    const { gateway, change, charge, access, refresh, clientId: client_id } = await connected()
    const asks = { isError: true, text: expect.stringMatching(/confirm#/) }
    expect(await charge(access, 500)).toMatchObject({ isError: false })
    const limits = { max_amount: 1_000, daily_amount: null }
    expect((await change({ confirm: true })).json.grant).toMatchObject({ confirm: true, limits })
    expect(await charge(access, 500)).toMatchObject(asks)
    const renewed = await postToken(gateway, { grant_type: 'refresh_token', client_id, refresh_token: refresh })
    expect(await charge(renewed.json.access_token, 500)).toMatchObject(asks)
    expect((await change({ limits: null })).json.grant).toMatchObject({ confirm: true, limits: null })
    expect((await change({ confirm: false })).json.grant).toMatchObject({ confirm: false, limits: null })
    expect(await charge(renewed.json.access_token, 5_000)).toMatchObject({ isError: false })
  })

  it('a client that only reads has nothing to ask', async () => {
    const { gateway, owner } = await deployOAuth()
    await readTokens(gateway, owner)
    const [{ id }] = (await owner.get('/api/v1/admin/grants')).json.grants
    expect(await owner.send('PATCH', `/api/v1/admin/grants/${id}`, { confirm: true })).toMatchObject({
      status: 400,
      json: { error: expect.stringMatching(/^confirm: /) },
    })
  })

  it('are required, and belong to a valid grant', async () => {
    const { gateway, change, refresh, clientId: client_id } = await connected()
    expect(await change({})).toMatchObject({ status: 400, json: { error: expect.stringMatching(/limits/) } })
    expect(await change({ limits: {} })).toMatchObject({
      status: 400,
      json: { error: expect.stringMatching(/limits/) },
    })
    expect(await change({ limit: null })).toMatchObject({
      status: 400,
      json: { error: expect.stringMatching(/limits/) },
    })
    expect((await change({ limits: null }, 'AAAAAAAAAAAAAAAA')).status).toBe(404)
    await postToken(gateway, { client_id, token: refresh })
    expect(await change({ limits: null })).toMatchObject({
      status: 409,
      json: { error: expect.stringMatching(/ended/) },
    })
  })
})
