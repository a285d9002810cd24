import { describe, expect, it } from 'vitest'
import { AUTOPAY_CUSTOMER } from '../../upstreams/payment/index.ts'
import { DATA_SOURCES, NOTION_TOKENS } from '../../upstreams/workspace/index.ts'
import { deployOAuth, startAnew } from './deployment.ts'
import { agree } from './owner.ts'
import { begin, exchangeOf, postToken, rpc, tokensOf, toolsOf, useTool } from './raw.ts'

startAnew()

const BILL = {
  ...{ product_nm: 'Fee', member_nm: 'Kim', phone: '01012345678', price: 1000, expire_dt: '2099-12-31' },
  callback_url: 'https://shop.example/paid',
}

describe('what the owner chooses', () => {
  it('only reading, unless said: nothing that changes something is listed or done', async () => {
    const { gateway, owner } = await deployOAuth()
    const { access } = await tokensOf(gateway, owner)
    const tools = await toolsOf(gateway, access)
    expect(tools).toContain('social_list_posts')
    expect(tools).not.toContain('social_create_post')
    expect(await useTool(gateway, access, 'social_create_post', { text: 'hello' })).toBe(403)
  })

  it('some groups: no other is listed or opened', async () => {
    const { gateway, owner } = await deployOAuth()
    const { access } = await tokensOf(gateway, owner, { groups: ['video'] })
    const tools = await toolsOf(gateway, access)
    expect(tools).toEqual(expect.arrayContaining(['video_get_transcript']))
    expect(tools).toEqual(expect.not.arrayContaining(['recorder_list_files']))
    expect(await useTool(gateway, access, 'recorder_list_files')).toBe(403)
  })

  it('changes without payments: a bill is read and none is made', async () => {
    const { gateway, owner } = await deployOAuth()
    const { access } = await tokensOf(gateway, owner, { read_only: false })
    const tools = await toolsOf(gateway, access)
    expect(tools).toEqual(expect.arrayContaining(['social_create_post', 'payment_read_bill']))
    expect(tools).not.toContain('payment_request_bill')
    expect(await useTool(gateway, access, 'payment_request_bill', BILL)).toBe(403)
  })

  it('payments: a bill is made with the connection of the deployment, which the client names by nothing', async () => {
    const { gateway, owner } = await deployOAuth()
    const { access } = await tokensOf(gateway, owner, { groups: ['payment'], read_only: false, payments: true })
    expect(await toolsOf(gateway, access)).toContain('payment_request_bill')
    const made = await useTool(gateway, access, 'payment_request_bill', BILL)
    expect(made).toMatchObject({ isError: false, text: expect.stringContaining('"success":true') })
  })

  it('payments are of no use to a client that only reads', async () => {
    const { gateway, owner } = await deployOAuth()
    const { access } = await tokensOf(gateway, owner, { payments: true })
    expect(await toolsOf(gateway, access)).not.toContain('payment_request_bill')
    const { json } = await owner.get('/api/v1/admin/grants')
    expect(json.grants[0]).toMatchObject({ read_only: true, payments: false })
  })
})

describe('a workspace token in the grant', () => {
  const PROJECTS = { data_source_id: DATA_SOURCES.projects }

  it('makes its tools appear and work, and is shown to nobody', async () => {
    const { gateway, owner, world } = await deployOAuth({ WORKSPACE_TOKEN: '' })
    const without = await tokensOf(gateway, owner, { groups: ['workspace'] })
    expect(await toolsOf(gateway, without.access)).not.toContain('workspace_get_schema')
    const { access } = await tokensOf(gateway, owner, {
      groups: ['workspace'],
      workspace_token: NOTION_TOKENS.full,
    })
    const tools = await toolsOf(gateway, access)
    expect(tools).toContain('workspace_query_data_source')
    const answer = await useTool(gateway, access, 'workspace_get_schema', PROJECTS)
    const called = world.simulators.flatMap(({ calls }) => calls)
    expect(called.some(({ headers }) => headers.get('Authorization') === `Bearer ${NOTION_TOKENS.full}`)).toBe(true)
    const { text } = await owner.get('/api/v1/admin/grants')
    expect(text).toContain('"has_workspace_token":true')
    const kept = await Promise.all(
      (await gateway.env.OAUTH_KV?.list())?.keys.map(({ name }) => gateway.env.OAUTH_KV?.get(name)) ?? [],
    )
    const told = [JSON.stringify(answer), text, JSON.stringify(kept), ...world.log].join('\n')
    expect(told).not.toContain(NOTION_TOKENS.full)
  })

  it('gives way to one that the client sends itself', async () => {
    const { gateway, owner, world } = await deployOAuth()
    const { access } = await tokensOf(gateway, owner, { groups: ['workspace'], workspace_token: NOTION_TOKENS.full })
    const own = { 'X-Workspace-Token': NOTION_TOKENS.readOnly }
    await useTool(gateway, access, 'workspace_get_schema', PROJECTS, own)
    const sent = world.simulators.flatMap(({ calls }) => calls).map(({ headers }) => headers.get('Authorization'))
    expect(sent).toContain(`Bearer ${NOTION_TOKENS.readOnly}`)
    expect(sent).not.toContain(`Bearer ${NOTION_TOKENS.full}`)
  })
})

it('has the licence of the deployment', async () => {
  const { gateway, owner } = await deployOAuth({ LICENCE: 'basic' })
  const { access } = await tokensOf(gateway, owner)
  const tools = await toolsOf(gateway, access)
  expect(tools).toContain('video_get_transcript')
  expect(tools).not.toContain('recorder_list_files')
  expect(await useTool(gateway, access, 'recorder_list_files')).toMatchObject({
    text: '{"error":"you are not a Latchkey PRO user"}',
  })
})

it('is told of in the log by the name of the client, with the reason of a refusal', async () => {
  const { gateway, owner, world } = await deployOAuth()
  const { access, refresh } = await tokensOf(gateway, owner)
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
  const { access } = await tokensOf(gateway, owner)
  expect(Array.isArray(await toolsOf(gateway, access))).toBe(true)
  expect(Array.isArray(await toolsOf(gateway, access))).toBe(true)
  const { status, headers } = await rpc(gateway, access, 'tools/list', {})
  expect([status, headers.get('Retry-After')]).toEqual([429, '60'])
  expect(new Set(seen).size).toBe(1)
})

describe('limits of payments', () => {
  it('hold for the client, also when it is connected again', async () => {
    const { gateway, owner } = await deployOAuth()
    const choice = { groups: ['payment'], read_only: false, payments: true, limits: { daily_amount: 10_000 } }
    const { access, clientId } = await tokensOf(gateway, owner, choice)
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
    const again = (await postToken(gateway, exchangeOf(begun, code))).json.access_token
    expect(await charge(again, 4_001)).toMatchObject({ isError: true, text: expect.stringContaining('6000 won') })
    expect(await charge(again, 4_000)).toMatchObject({ isError: false })
  })
})
