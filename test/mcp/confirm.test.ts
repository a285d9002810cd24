import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ADMIN_KEY } from '../contract/admin.rows.ts'
import { nameKey } from '../gateway/auth/keys/named-keys.ts'
import { deployOAuth } from '../gateway/auth/oauth/deployment.ts'
import { readTokens, rpc } from '../gateway/auth/oauth/raw.ts'
import { openBrowser } from '../groups/admin/browser.ts'
import { headersFor, V1_HOST } from '../groups/payment/stage.ts'
import { WAITING_BILL } from '../simulators/payment/index.ts'
import { freshDeployment } from '../support/fresh.ts'
import { json } from '../support/gateway.ts'
import { HEADERS, setTable } from '../tasks/stage.ts'
import { STORED } from './account-headers.ts'
import { CLIENTS, connectEarlier } from './clients.ts'
import { MODERN } from './message.ts'

/**
 * Clients that can ask their user: the user agrees to each call that has an effect (docs/spec/mcp.md, "The agreement of
 * a person").
 */

const MINUTE = 60_000
const PAGE = '2f1c0de0-0001-4000-8000-000000000001'
const BILL = {
  ...{ product_nm: '11월 수강료', member_nm: '홍길동', phone: '010-1234-5678', price: 33_000 },
  ...{ message: '안녕하세요', expire_dt: '2026-12-31', idempotency_key: 'november-hong' },
}

let table: ReturnType<typeof setTable>
beforeEach(() => {
  table = setTable()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

const sent = () => table.payssam.calls.length

/** The official client, whose user gives these answers in turn. Its mode by default is `legacy`. */
async function talk(answers: ('accept' | 'decline' | 'cancel')[], key?: string, mode: 'auto' | 'legacy' = 'auto') {
  const asked: string[] = []
  const client = new Client(
    { name: 'asking', version: '1' },
    { versionNegotiation: { mode }, capabilities: { elicitation: { form: {} } } },
  )
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    asked.push(params.message)
    const action = answers.shift() ?? 'cancel'
    return action === 'accept' ? { action, content: {} } : { action }
  })
  const fetch = async (url: string | URL, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value)
    const { pathname, search } = new URL(url)
    const answer = await table.gateway.call(pathname + search, { ...init, headers, ...(key && { key }) })
    return new Response(answer.text || null, { status: answer.status, headers: answer.headers })
  }
  await client.connect(new StreamableHTTPClientTransport(new URL('https://latchkey.test/mcp?tools=all'), { fetch }))
  const call = async (name: string, args: Record<string, unknown>) => {
    const { isError = false, content } = await client.callTool({ name, arguments: args })
    return { isError, text: (content as { text: string }[]).map(({ text }) => text).join('\n') }
  }
  return { asked, call, revision: client.getNegotiatedProtocolVersion() }
}

describe('the official client', () => {
  it('asks its user, who sees amount, name and text, and then the bill is sent', async () => {
    const { asked, call, revision } = await talk(['accept'])
    expect(revision).toBe('2026-07-28')
    expect((await call('payment_request_bill', BILL)).isError).toBe(false)
    expect(asked).toEqual([
      'PaySsam: Send a bill to a customer?\nproduct_nm: 11월 수강료\nmessage: 안녕하세요\nmember_nm: 홍길동\nphone: 010-1234-5678\nprice: 33,000 won\nexpire_dt: 2026-12-31',
    ])
    expect(sent()).toBe(1)
  })

  it('asks with the name, the product and the amount of a bill that the arguments only identify', async () => {
    const { asked, call } = await talk(['accept', 'decline', 'decline'])
    const { text } = await call('payment_request_bill', BILL)
    const { bill_id } = JSON.parse(text).result
    const bill = `product_nm: 11월 수강료\nmember_nm: 홍길동\nprice: 33,000 won\nbill_id: ${bill_id}`
    for (const [name, args] of [
      ['payment_resend_bill', {}],
      ['payment_destroy_bill', { price: 33_000 }],
    ] as const) {
      await call(name, { bill_id, idempotency_key: name, ...args })
      expect(asked.at(-1)).toContain(bill)
    }
    expect(sent()).toBe(1)
  })

  it('asks how many messages are sent, and to whom', async () => {
    const { asked, call } = await talk(['accept', 'decline', 'accept'])
    const { text } = await call('payment_request_bill', BILL)
    const { bill_id } = JSON.parse(text).result
    const resend = () => call('payment_resend_bill', { bill_ids: [bill_id, WAITING_BILL], idempotency_key: 'remind' })
    expect((await resend()).isError).toBe(true)
    expect(asked.at(-1)).toBe(
      `PaySsam: Resend the messages of unpaid bills?\nmessages: 2\ncustomers: ["홍길동, 11월 수강료, 33,000 won","${WAITING_BILL}"]\nbill_ids: ["${bill_id}","${WAITING_BILL}"]`,
    )
    expect(sent()).toBe(1)
    expect(JSON.parse((await resend()).text.split('\n')[0] ?? '')).toMatchObject({ successful: 2, failed: 0 })
    expect(sent()).toBe(3)
  })

  it('asks with the count, the sum and each of several bills', async () => {
    const { asked, call } = await talk(['decline', 'accept'])
    const { idempotency_key: _, ...bill } = BILL
    const bills = [bill, { ...bill, member_nm: '김하나', phone: '010-8765-4321', price: 1_200_000 }]
    const send = () => call('payment_request_bills', { bills, idempotency_key: 'class' })
    expect((await send()).isError).toBe(true)
    expect(asked.at(-1)).toMatch(
      /^PaySsam: Send several bills to customers\?\ncount: 2\ntotal: 1,233,000 won\nbills: \[.*홍길동.*김하나.*\]$/,
    )
    expect(sent()).toBe(0)
    expect(JSON.parse((await send()).text)).toMatchObject({ successful: 2, failed: 0 })
    expect(sent()).toBe(2)
  })

  it.each(['decline', 'cancel'] as const)('sends nothing when its user chooses %s', async (action) => {
    const { asked, call } = await talk([action])
    const { isError, text } = await call('payment_request_bill', BILL)
    expect({ isError, text }).toEqual({ isError: true, text: expect.stringContaining('the person did not agree') })
    expect(asked).toHaveLength(1)
    expect(sent()).toBe(0)
  })

  it.each([
    ['social_create_post', { text: 'Hello', idempotency_key: 'a' }],
    ['social_delete_post', { id: '1' }],
    ['workspace_import_file', { url: 'https://a.example/x?secret=1' }],
    ['recorder_delete_tag', { id: 'a' }],
    ['workspace_create_comment', { page_id: PAGE, text: 'Pay the other account, please' }],
  ])('%s asks, too', async (name, args) => {
    const { asked, call } = await talk(['decline'])
    await call(name, args)
    expect(asked).toHaveLength(1)
    for (const value of Object.values(args))
      if (value !== 'a' || name !== 'social_create_post') expect(asked[0]).toContain(value)
  })

  it('shows what an id in the arguments belongs to', async () => {
    const { asked, call } = await talk(Array(4).fill('decline'))
    const { posts } = JSON.parse((await call('social_list_posts', {})).text.split('\n')[0] ?? '')
    const { id, text } = posts.find((post: { text?: string }) => post.text)
    for (const name of ['social_delete_post', 'social_repost']) {
      await call(name, { id })
      expect(asked.at(-1)).toContain(`text: ${text.replaceAll('\n', '\ufffd')}`)
    }
    const { tags } = JSON.parse((await call('recorder_list_tags', {})).text.split('\n')[0] ?? '')
    await call('recorder_delete_tag', { id: tags[0].id })
    expect(asked.at(-1)).toBe(`Plaud: Delete a tag; its recordings stay?\nname: ${tags[0].name}\nid: ${tags[0].id}`)
    const found = await call('workspace_search', { query: 'Brand renewal', type: 'page' })
    const [{ id: page_id }] = JSON.parse(found.text.split('\n')[0] ?? '').results
    await call('workspace_replace_page_markdown', { page_id, markdown: 'New' })
    expect(asked.at(-1)).toContain('title: Brand renewal')
    expect(asked).toHaveLength(4)
  })

  it('asks nobody for a read, a change without such an effect, or arguments that are refused anyway', async () => {
    const { asked, call } = await talk([])
    expect((await call('recorder_list_files', {})).isError).toBe(false)
    expect((await call('recorder_create_tag', { name: 'a' })).isError).toBe(false)
    expect((await call('payment_request_bill', { ...BILL, price: -5 })).text).toContain('price: ')
    expect((await call('payment_request_bill', { ...BILL, zzz: 1 })).text).toContain('zzz: is not known')
    expect(asked).toEqual([])
  })

  it('gets the page for a key that asks first, and never answers for the owner', async () => {
    const { asked, call } = await talk(['accept', 'accept'], await nameKey({ confirm: true }))
    for (let times = 0; times < 2; times++) {
      const { isError, text } = await call('payment_request_bill', BILL)
      expect({ isError, text }).toEqual({ isError: true, text: expect.stringMatching(/latchkey\.test\/confirm#/) })
    }
    expect(asked).toEqual([])
    expect(sent()).toBe(0)
  })

  it('shows the whole of a long text', async () => {
    const { asked, call } = await talk(['decline'])
    const message = `${'안내 '.repeat(372)}the end`
    await call('payment_request_bill', { ...BILL, message })
    expect(asked).toEqual([expect.stringContaining(message)])
  })

  it('says how much of a text is not shown', async () => {
    const { asked, call } = await talk(['decline'])
    const found = await call('workspace_search', { query: 'Brand renewal', type: 'page' })
    const [{ id: page_id }] = JSON.parse(found.text.split('\n')[0] ?? '').results
    await call('workspace_replace_page_markdown', { page_id, markdown: 'x'.repeat(50_000) })
    const [, shown = '', more] =
      /^markdown: (x+) \((\d+) more characters, which are not shown\)$/m.exec(asked[0] ?? '') ?? []
    expect(shown.length).toBeGreaterThan(19_000)
    expect(shown.length + Number(more)).toBe(50_000)
  })

  it('of an earlier revision gets the page for such a key, and no question', async () => {
    const key = await nameKey({ confirm: true })
    const client = await connectEarlier(table.gateway, { headers: STORED, key })
    const { isError, texts } = await client.callTool('payment_request_bill', BILL)
    expect({ isError, text: texts[0] }).toEqual({
      isError: true,
      text: expect.stringMatching(/latchkey\.test\/confirm#/),
    })
    expect(sent()).toBe(0)
  })
})

describe('an effect that nobody agreed to', () => {
  const POST = { text: 'Hello', idempotency_key: 'a' }
  const told = (how: string) =>
    `Nobody was asked by the gateway before this call: the owner can ${how} at https://latchkey.test/#keys.`
  const NO_KEY = told('create a key with "Ask me first" for this connection')

  it('says so to a client that declares forms in the handshake of 2025, where it cannot be asked', async () => {
    const { asked, call, revision } = await talk(['decline'], undefined, 'legacy')
    expect(revision).toBe('2025-11-25')
    const bill = await call('payment_request_bill', BILL)
    expect({ isError: bill.isError, asked, sent: sent() }).toEqual({ isError: false, asked: [], sent: 1 })
    expect(bill.text.split('\n').at(-1)).toBe(NO_KEY)
  })

  it.each(CLIENTS)('says so to $client, which shows no form, however the tool is called', async ({ connect }) => {
    const client = await connect(table.gateway, { headers: HEADERS })
    const direct = await client.callTool('social_create_post', POST)
    expect([direct.isError, direct.texts.includes(NO_KEY)]).toEqual([false, true])
    const args = { tool: 'social_delete_post', arguments: { id: '17910000000001296' } }
    const reached = await client.callTool('gateway_send', args)
    expect([reached.isError, reached.texts.includes(NO_KEY)]).toEqual([false, true])
  })

  it('says where the owner switches it on for a named key, and for a client without a key', async () => {
    const client = await connectEarlier(table.gateway, { headers: HEADERS, key: await nameKey() })
    const { texts } = await client.callTool('social_create_post', POST)
    expect(texts).toContain(told('switch "Ask me first" on for this key'))
    const { gateway, owner } = await deployOAuth()
    const { access } = await readTokens(gateway, owner, { read_only: false })
    const { json } = await rpc(gateway, access, 'tools/call', { name: 'social_create_post', arguments: POST })
    const text = told('switch "Ask me first" on for this client')
    expect(json.result.content).toContainEqual({ type: 'text', text })
  })

  it('is not said of one that somebody agreed to, of a refusal, or of what has no effect', async () => {
    const { asked, call } = await talk(['accept'])
    const agreed = await call('payment_request_bill', BILL)
    expect({ isError: agreed.isError, asked: asked.length }).toEqual({ isError: false, asked: 1 })
    const client = await connectEarlier(table.gateway, { headers: HEADERS })
    const others = [
      await client.callTool('payment_request_bill', { ...BILL, price: -5 }),
      await client.callTool('gateway_change', { tool: 'recorder_create_tag', arguments: { name: 'a' } }),
      await client.callTool('recorder_get_config'),
    ]
    for (const text of [agreed.text, ...others.flatMap(({ texts }) => texts)])
      expect(text).not.toContain('Nobody was asked')
  })
})

describe.each(CLIENTS)('the page of the owner decides for a key that asks first, with $client', ({ connect }) => {
  it.each([
    ['payment_request_bill', BILL],
    ['gateway_send', { tool: 'payment_request_bill', arguments: BILL }],
  ])('%s is sent when the owner agrees, and not when the owner refuses', async (name, args) => {
    table = setTable({ ADMIN_KEY })
    const owner = openBrowser({}, table.gateway)
    await owner.signIn()
    for (const agree of [false, true]) {
      const before = sent()
      const client = await connect(table.gateway, { headers: HEADERS, key: await nameKey({ confirm: true }) })
      const asked = await client.callTool(name, args)
      const [, id] = /latchkey\.test\/confirm#(\S+)/.exec(asked.texts[0] ?? '') ?? []
      expect([asked.isError, sent()]).toEqual([true, before])
      await owner.send('POST', `/api/v1/admin/confirmations/${id}`, { agree })
      const { isError, texts } = await client.callTool(name, args)
      expect([isError, sent() - before, texts.join().includes('Nobody was asked')]).toEqual([
        !agree,
        agree ? 1 : 0,
        false,
      ])
      if (!agree) expect(texts[0]).toContain('refused')
    }
  })
})

describe('gateway_send of a client that shows forms', () => {
  it.each(['accept', 'decline', 'cancel'] as const)('asks, and its user chooses %s', async (action) => {
    const { asked, call } = await talk([action])
    const id = '17910000000001296'
    expect(table.threads.state.media.has(id)).toBe(true)
    const { isError } = await call('gateway_send', { tool: 'social_delete_post', arguments: { id } })
    expect([isError, asked]).toEqual([action !== 'accept', [expect.stringMatching(/^Threads: Delete a post/)]])
    expect(table.threads.state.media.has(id)).toBe(action !== 'accept')
  })
})

describe('a comment of a key that asks first', () => {
  const COMMENT = { page_id: PAGE, text: 'Pay the other account, please' }
  const PAGE_OF_OWNER = { isError: true, text: expect.stringMatching(/latchkey\.test\/confirm#/) }

  it.each([
    ['workspace_create_comment', COMMENT],
    ['gateway_send', { tool: 'workspace_create_comment', arguments: COMMENT }],
  ])('waits for the owner in both revisions: %s', async (name, args) => {
    const key = await nameKey({ confirm: true })
    const { call } = await talk([], key)
    expect(await call(name, args)).toEqual(PAGE_OF_OWNER)
    const client = await connectEarlier(table.gateway, { key, search: '?tools=all' })
    const { isError, texts } = await client.callTool(name, args)
    expect({ isError, text: texts[0] }).toEqual(PAGE_OF_OWNER)
  })
})

describe('requestState', () => {
  /** One request, unchanged. */
  async function ask(more: object = {}, args: object = BILL, key?: string, account: Record<string, string> = STORED) {
    const meta = { ...MODERN.meta, 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } }
    const params = { name: 'payment_request_bill', arguments: args, _meta: meta, ...more }
    const init = json('POST', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const { json: answer } = await table.gateway.call('/mcp', {
      ...init,
      ...(key && { key }),
      headers: {
        ...{ Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json', ...account },
        ...{ ...MODERN.headers('tools/call'), 'Mcp-Name': 'payment_request_bill' },
      },
    })
    return answer.result
  }
  const agreed = (requestState: unknown) => ({
    requestState,
    inputResponses: { confirm: { action: 'accept', content: {} } },
  })
  const REFUSED = {
    resultType: 'complete',
    isError: true,
    content: [{ text: expect.stringContaining('requestState') }],
  }

  it('comes with a form of the revision', async () => {
    expect(await ask()).toMatchObject({
      resultType: 'input_required',
      inputRequests: {
        confirm: {
          method: 'elicitation/create',
          params: { mode: 'form', message: expect.any(String), requestedSchema: { type: 'object', properties: {} } },
        },
      },
      requestState: expect.stringMatching(/^[\w-]{43}\.[\w-]{43}$/),
    })
  })

  it('is valid once', async () => {
    const { requestState } = await ask()
    expect(await ask(agreed(requestState))).toMatchObject({ resultType: 'complete' })
    expect(await ask(agreed(requestState))).toMatchObject(REFUSED)
    expect(sent()).toBe(1)
  })

  it('is valid for these arguments, this caller, and 10 minutes, and nobody can make one up', async () => {
    const { requestState } = await ask()
    expect(await ask(agreed(requestState), { ...BILL, price: 33_001 })).toMatchObject(REFUSED)
    expect(await ask(agreed(requestState), BILL, await nameKey())).toMatchObject(REFUSED)
    const [id, signature] = requestState.split('.')
    for (const forged of [id, `${id}.`, `${id}.${'0'.repeat(43)}`, `${'0'.repeat(43)}.${signature}`])
      expect(await ask(agreed(forged))).toMatchObject(REFUSED)
    // The protocol package refuses what is no text.
    expect(await ask(agreed(5))).toBeUndefined()
    table.clock.advance(10 * MINUTE)
    expect(await ask(agreed(requestState))).toMatchObject(REFUSED)
    expect(sent()).toBe(0)
  })

  it('is valid for the account of the request, which the form names first when the caller brings it', async () => {
    const { requestState } = await ask()
    const brought = headersFor(V1_HOST)
    expect(await ask(agreed(requestState), BILL, undefined, brought)).toMatchObject(REFUSED)
    const { inputRequests } = await ask({}, BILL, undefined, { ...brought, 'X-Payment-Merchant-ID': 'THIEF' })
    expect(inputRequests.confirm.params.message.split('\n')[1]).toMatch(/^account: THIEF, /)
    expect(sent()).toBe(0)
  })

  it('of a key that asks first is worth nothing, whenever it was given', async () => {
    table = setTable({ ADMIN_KEY })
    const owner = openBrowser({}, table.gateway)
    await owner.signIn()
    const { key, record } = (await owner.send('POST', '/api/v1/admin/keys', { name: 'agent' })).json
    const { requestState } = await ask({}, BILL, key)
    await owner.send('PATCH', `/api/v1/admin/keys/${record.id}`, { confirm: true })
    for (const state of [requestState, undefined, 'made up']) {
      const { isError, content } = await ask(agreed(state), BILL, key)
      expect([isError, content[0].text]).toEqual([true, expect.stringMatching(/\/confirm#/)])
    }
    expect(sent()).toBe(0)
  })

  it('without an answer asks again, and a refusal uses it up', async () => {
    const { requestState } = await ask()
    const again = await ask({ requestState, inputResponses: { other: { action: 'accept' } } })
    expect(again).toMatchObject({ resultType: 'input_required', inputRequests: { confirm: {} } })
    expect(again.requestState).not.toBe(requestState)
    const declined = { requestState, inputResponses: { confirm: { action: 'decline' } } }
    expect(await ask(declined)).toMatchObject({ isError: true })
    expect(await ask(agreed(requestState))).toMatchObject(REFUSED)
    expect(sent()).toBe(0)
  })

  it('allows one execution, however many agreements arrive at once', { timeout: 120_000 }, async () => {
    const { requestState } = await ask()
    const args = { ...BILL }
    const answers = await Promise.all(Array.from({ length: 1000 }, () => ask(agreed(requestState), args)))
    expect(answers.filter(({ isError }) => !isError)).toHaveLength(1)
    expect(sent()).toBe(1)
  })
})
