import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { Clock } from '../../simulators/clock.ts'
import { createTiro } from '../../simulators/notes/index.ts'
import { createNotion, NOTION_TOKENS, type NotionSimulator, projectId } from '../../simulators/workspace/index.ts'
import { type LiveRuntime, startGateways } from './gateways.ts'
import { ownedGateway } from './owned-gateway.ts'

/** Attacks on sessions, tries and grants that were once seen to succeed on the real runtime. */

let runtime: LiveRuntime
let notion: NotionSimulator
beforeAll(async () => {
  const tiro = createTiro({ clock: new Clock() })
  notion = createNotion({ clock: new Clock() })
  const productAt = (host: string) => [tiro, notion].find((product) => product.answersFor(host))
  const gateway = (name: string) => ({ name, productAt, settings: { ADMIN_KEY } })
  runtime = await startGateways(['sessions', 'tries', 'strangers', 'grants', 'others', 'agreements'].map(gateway))
}, 60_000)
afterAll(() => runtime.stop())

const JSON_TYPE = { 'Content-Type': 'application/json' }

/** Asks 60 times at once. The runtime counts in minutes of the clock, and the answers may lie in two of them. */
async function sixty(ask: (index: number) => Promise<{ status: number }>) {
  const minute = () => Math.floor(Date.now() / 60_000)
  const began = minute()
  const statuses = await Promise.all(Array.from({ length: 60 }, async (_, index) => (await ask(index)).status))
  return { statuses, minutes: minute() - began + 1 }
}

it('a copied cookie opens nothing once its session was signed out', async () => {
  const Origin = await runtime.readOrigin('sessions')
  const session = '/api/v1/admin/session'
  const signIn = await runtime.ask('sessions', session, {
    method: 'POST',
    headers: { ...JSON_TYPE, Origin },
    body: JSON.stringify({ admin_key: ADMIN_KEY }),
  })
  const Cookie = signIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  expect((await runtime.ask('sessions', session, { headers: { Cookie } })).status).toBe(200)
  const out = await runtime.ask('sessions', session, { method: 'DELETE', headers: { Cookie, Origin } })
  expect(out.status).toBe(204)
  const body = JSON.stringify({ name: 'thief', licence: 'pro' })
  const makeKey = { method: 'POST', headers: { ...JSON_TYPE, Cookie, Origin }, body }
  expect((await runtime.ask('sessions', '/api/v1/admin/keys', makeKey)).status).toBe(401)
  const again = await runtime.ask('sessions', session, { headers: { Cookie } })
  expect([again.status, again.headers.getSetCookie()]).toEqual([
    401,
    [expect.stringMatching(/^__Host-latchkey=; .*Max-Age=0$/)],
  ])
})

it('admin keys cannot be guessed from one /64', async () => {
  const guess = (host: number) =>
    runtime.ask('tries', '/api/v1/admin/session', {
      headers: { Authorization: 'Bearer a-wrong-admin-key', 'CF-Connecting-IP': `2001:db8:0:1::${host.toString(16)}` },
    })
  const { statuses, minutes } = await sixty(guess)
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(20 * minutes)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(60 - 20 * minutes)
})

it('strangers from everywhere register 20 clients in a minute, and have nothing written to KV', async () => {
  const register = (network: number) =>
    runtime.ask('strangers', '/oauth/register', {
      method: 'POST',
      headers: { ...JSON_TYPE, 'CF-Connecting-IP': `2001:db8:${network.toString(16)}::1` },
      body: JSON.stringify({ client_name: 'x', redirect_uris: ['https://client.example/callback'] }),
    })
  const { statuses, minutes } = await sixty(register)
  const registered = statuses.filter((status) => status === 201).length
  expect(registered).toBeGreaterThanOrEqual(20)
  expect(registered).toBeLessThanOrEqual(20 * minutes)
  expect(statuses.filter((status) => status === 429)).toHaveLength(60 - registered)
  const store = await runtime.readStore('strangers')
  expect((await store.list()).keys).toEqual([])
})

it('of two concurrent refreshes both work, and a stolen token revokes the grant', { timeout: 60_000 }, async () => {
  const { connect, renew, tools, admin } = ownedGateway(runtime, 'grants', ADMIN_KEY)
  const origin = await runtime.readOrigin('grants')
  const [client, other] = [await connect(origin), await connect(origin)]
  const renewed = await Promise.all([renew(client), renew(client)])
  expect(renewed.map(({ status }) => status)).toEqual([200, 200])
  for (const { json } of renewed)
    expect((await renew({ clientId: client.clientId, refresh: json.refresh_token })).status).toBe(200)
  expect((await renew(client)).status).toBe(400)
  expect(await tools(renewed[0]?.json.access_token)).toBe(401)
  expect(await tools(other.access)).toBe(200)
  const { grants } = (await admin('GET', '/grants')).json
  expect(grants.map(({ ended_reason }: { ended_reason: string | null }) => ended_reason).sort()).toEqual([
    null,
    'token reuse',
  ])
})

it('a request that names the grant of another client does nothing to it', { timeout: 60_000 }, async () => {
  const { connect, renew, tools, admin, form } = ownedGateway(runtime, 'others', ADMIN_KEY)
  const origin = await runtime.readOrigin('others')
  const victim = await connect(origin)
  const [user, grantId] = victim.refresh.split(':')
  const madeUp = `${user}:${grantId}:${'A'.repeat(32)}`
  expect((await form('/oauth/token', { token: `x:${grantId}:y` })).json.error).toBe('invalid_client')
  expect((await connect(origin, undefined, undefined, { refresh_token: madeUp })).status).toBe(400)
  const evil = await connect(origin)
  expect((await renew({ ...evil, refresh: madeUp })).json.error).toBe('invalid_grant')
  expect((await form('/oauth/token', { client_id: evil.clientId, token: victim.refresh })).status).toBe(200)
  expect(await tools(victim.access)).toBe(200)
  expect((await renew(victim)).status).toBe(200)
  const { grants } = (await admin('GET', '/grants')).json
  expect(grants.filter(({ ended_reason }: { ended_reason: string | null }) => ended_reason !== null)).toEqual([])
})

it.each([572, 60_000])('a client id of %i characters that is not valid is refused as such', async (length) => {
  const { form } = ownedGateway(runtime, 'others', ADMIN_KEY)
  const refresh_token = 'owner-x:AAAAAAAAAAAAAAAA:B'
  const { json } = await form('/oauth/token', {
    ...{ grant_type: 'refresh_token', refresh_token, client_id: `lkc_${'x'.repeat(length - 4)}` },
  })
  expect(json.error).toBe('invalid_client')
})

it('only the owner agrees for a key that asks first, and to one execution', { timeout: 60_000 }, async () => {
  const { admin } = ownedGateway(runtime, 'agreements', ADMIN_KEY)
  const makeKey = async () => (await admin('POST', '/keys', { name: 'agent', confirm: true })).json.key as string
  const [key, other] = [await makeKey(), await makeKey()]
  const replaced = () =>
    notion.calls.filter(({ method, url }) => method === 'PATCH' && url.pathname.endsWith('/markdown'))
  const page_id = projectId(1)
  const call = (by: string, markdown = 'New') =>
    runtime.ask('agreements', `/api/v2/workspace/pages/${page_id}/markdown`, {
      method: 'PUT',
      headers: { ...JSON_TYPE, 'X-API-KEY': by, 'X-Workspace-Token': NOTION_TOKENS.full, 'Idempotency-Key': 'abc-1' },
      body: JSON.stringify({ markdown }),
    })
  const toId = (text: string) => /\/confirm#([\w-]{43})/.exec(text)?.[1] ?? expect.fail(text)

  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
    'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
  }
  const tool = async (more: object) => {
    const params = {
      name: 'workspace_replace_page_markdown',
      arguments: { page_id, markdown: 'New' },
      _meta: meta,
      ...more,
    }
    const { json, text } = await runtime.ask('agreements', '/mcp?tools=all', {
      method: 'POST',
      headers: {
        ...{ ...JSON_TYPE, Accept: 'application/json, text/event-stream', 'X-API-KEY': key },
        ...{
          'MCP-Protocol-Version': '2026-07-28',
          'Mcp-Method': 'tools/call',
          'Mcp-Name': 'workspace_replace_page_markdown',
        },
        'X-Workspace-Token': NOTION_TOKENS.full,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    })
    return json.result ?? expect.fail(text)
  }
  const asked = await tool({})
  const { requestState } = asked
  const answered = await tool({ requestState, inputResponses: { confirm: { action: 'accept', content: {} } } })
  for (const result of [asked, answered]) expect(JSON.stringify(result)).toContain('/confirm#')
  expect(replaced()).toEqual([])

  const id = toId((await call(key)).json.error)
  for (let at = 0; at < 25; at++) expect((await call(other, `${at}`)).status).toBe(403)
  expect((await admin('POST', `/confirmations/${id}`, { agree: true })).json.state).toBe('agreed')
  const statuses = await Promise.all([call(key), call(key), call(key)])
  expect(statuses.map(({ status }) => status).sort()).toEqual([200, 403, 403])
  expect(replaced()).toHaveLength(1)
})
