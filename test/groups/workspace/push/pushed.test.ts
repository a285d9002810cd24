import { runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ACCESS_NAME } from '../../../../src/base/access.ts'
import { EVENTS_NAME } from '../../../../src/base/events.ts'
import type { Account } from '../../../../src/base/groups.ts'
import { getSettings } from '../../../../src/base/settings.ts'
import { readWebhook, webhookUrl } from '../../../../src/gateway/events.ts'
import { parsePushed } from '../../../../src/groups/workspace/push.ts'
import { ADMIN_KEY } from '../../../contract/admin.rows.ts'
import { Clock } from '../../../simulators/clock.ts'
import { createNotion, NOTION_TOKENS, projectId } from '../../../simulators/workspace/index.ts'
import { signature } from '../../../simulators/workspace/webhooks.ts'
import { freshDeployment } from '../../../support/fresh.ts'
import { BINDINGS, createGateway } from '../../../support/gateway.ts'
import { OBJECTS } from '../../../support/objects.ts'
import { createWorldAt } from '../../../support/world.ts'

const { CREDENTIALS_KEY = '' } = BINDINGS

let clock: Clock
let notion: ReturnType<typeof createNotion>
beforeEach(() => {
  clock = new Clock()
  notion = createNotion({ clock })
  createWorldAt(clock, notion)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

const settings = { ADMIN_KEY, EVENTS: BINDINGS.EVENTS, CREDENTIALS_KEY, WORKSPACE_TOKEN: NOTION_TOKENS.full }

const deploy = async (overrides = {}) => {
  const gateway = createGateway({ ...settings, ...overrides })
  const url = await webhookUrl(getSettings(gateway.env), 'https://latchkey.test', 'workspace')
  const send = async (to: string, init: { method: string; headers: Record<string, string>; body: string }) => {
    const { status, text } = await gateway.call(new URL(to).pathname, { ...init, key: null })
    return new Response(text, { status })
  }
  const path = new URL(url).pathname
  const post = (body: string, headers: Record<string, string> = {}, at = path) =>
    gateway.call(at, { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers }, key: null })
  return { gateway, url, send, post, env: gateway.env }
}

type Deployed = Awaited<ReturnType<typeof deploy>>

describe('the handshake', () => {
  it('stores the token, encrypted, for the owner to paste', async () => {
    const { url, send, env } = await deploy()
    expect(await readWebhook(getSettings(env), 'workspace')).toBeUndefined()
    expect(await notion.webhooks.subscribe(url, send)).toBe(200)
    const webhook = await readWebhook(getSettings(env), 'workspace')
    expect(notion.webhooks.verify(webhook?.tokens[0] ?? '')).toBe(true)
    const stored = await BINDINGS.EVENTS.getByName(EVENTS_NAME).webhookTokens.find('workspace')
    expect(JSON.stringify(stored)).not.toContain(webhook?.tokens[0])
  })

  it('at another URL, or without CREDENTIALS_KEY: 404', async () => {
    const { post } = await deploy()
    const body = JSON.stringify({ verification_token: 'secret_of-a-stranger' })
    for (const at of ['/hooks/workspace/guess', `/hooks/workspace/${'A'.repeat(43)}`])
      expect((await post(body, {}, at)).status).toBe(404)
    const without = createGateway({ ...settings, CREDENTIALS_KEY: '' })
    const answer = await without.call('/hooks/workspace/guess', { method: 'POST', body, key: null })
    expect(answer.status).toBe(404)
  })
})

describe('a push', () => {
  const verified = async () => {
    const deployed = await deploy()
    await notion.webhooks.subscribe(deployed.url, deployed.send)
    const token = (await readWebhook(getSettings(deployed.env), 'workspace'))?.tokens[0] ?? ''
    notion.webhooks.verify(token)
    return { ...deployed, token }
  }

  it('is taken with its signature, and refused without: 401', async () => {
    const { post, token } = await verified()
    notion.editRow(projectId(1), { Budget: 5 })
    expect(await notion.webhooks.flush()).toEqual([200])
    const body = JSON.stringify({ type: 'page.created', entity: { id: projectId(1), type: 'page' }, data: {} })
    const right = await signature(token, body)
    expect((await post(body, { 'X-Notion-Signature': right })).status).toBe(200)
    for (const [wrong, sent] of [
      ['', body],
      [right.replace(/.$/, (last) => (last === '0' ? '1' : '0')), body],
      [right, `${body} `],
      [await signature('another', body), body],
      ['sha256=', body],
    ] as const) {
      const answer = await post(sent, wrong ? { 'X-Notion-Signature': wrong } : {})
      expect([wrong, answer.status]).toEqual([wrong, 401])
      expect(answer.text).not.toContain(token)
    }
  })

  it('is accepted with the token of a recreated subscription, and with the previous one', async () => {
    const { url, send, post, token } = await verified()
    await notion.webhooks.subscribe(url, send)
    const body = JSON.stringify({ type: 'page.created', entity: { id: projectId(1), type: 'page' }, data: {} })
    expect((await post(body, { 'X-Notion-Signature': await signature(token, body) })).status).toBe(200)
  })

  it.each([
    [60_000, 200],
    [80_000, 413],
  ])('that names %i changed blocks is %i', async (count, status) => {
    const { post, token } = await verified()
    const updated_blocks = Array(count).fill({ id: projectId(2), type: 'block' })
    const entity = { id: projectId(1), type: 'page' }
    const body = JSON.stringify({ type: 'page.content_updated', entity, data: { updated_blocks } })
    expect((await post(body, { 'X-Notion-Signature': await signature(token, body) })).status).toBe(status)
  })

  const SIGNED = JSON.stringify({ type: 'page.created', entity: { id: projectId(1), type: 'page' }, data: {} })
  const pushBy = async ({ post }: { post: Deployed['post'] }, token: string) =>
    (await post(SIGNED, { 'X-Notion-Signature': await signature(token, SIGNED) })).status
  const shakeHands = async ({ post }: { post: Deployed['post'] }, token: string) =>
    (await post(JSON.stringify({ verification_token: token }))).status

  it('is accepted after any handshakes of strangers: the token that has signed stays', async () => {
    const deployed = await verified()
    const { token } = deployed
    expect(await pushBy(deployed, token)).toBe(200)
    for (const other of ['secret_one', 'secret_two', 'secret_three'])
      expect(await shakeHands(deployed, other)).toBe(200)
    expect(await pushBy(deployed, token)).toBe(200)
    for (const other of ['secret_one', 'secret_two', 'secret_three']) expect(await pushBy(deployed, other)).toBe(401)
    expect(await pushBy(deployed, token)).toBe(200)
  })

  it('is accepted with a new token once the owner took it, and with the old one until the new one has signed', async () => {
    const deployed = await verified()
    const { token, gateway } = deployed
    await pushBy(deployed, token)
    await shakeHands(deployed, 'secret_of-a-stranger')
    await shakeHands(deployed, 'secret_new')
    expect(await pushBy(deployed, 'secret_new')).toBe(401)
    const headers = { Authorization: `Bearer ${ADMIN_KEY}` }
    const { json: seen } = await gateway.call('/api/v1/admin/webhooks/workspace', { headers, key: null })
    expect(seen).toMatchObject({ state: 'active', verification_token: token, waiting_token: 'secret_new' })
    // Looking takes nothing.
    expect(await pushBy(deployed, 'secret_new')).toBe(401)
    const path = '/api/v1/admin/webhooks/workspace/token'
    const { status, json } = await gateway.call(path, { method: 'POST', headers, key: null })
    expect([status, json.verification_token, json.waiting_token]).toEqual([200, 'secret_new', null])
    expect(json.received_at).toBe(seen.waiting_since)
    expect(await pushBy(deployed, token)).toBe(200)
    expect(await pushBy(deployed, 'secret_new')).toBe(200)
    expect(await pushBy(deployed, token)).toBe(401)
    expect(await pushBy(deployed, 'secret_of-a-stranger')).toBe(401)
  })

  it('is refused at once with a token that later handshakes replaced before it signed anything', async () => {
    const deployed = await verified()
    const { token } = deployed
    // The isolate knows the tokens now.
    expect(await pushBy(deployed, 'another')).toBe(401)
    for (const other of ['secret_one', 'secret_two']) await shakeHands(deployed, other)
    expect(await pushBy(deployed, token)).toBe(401)
    expect(await pushBy(deployed, 'secret_one')).toBe(200)
  })

  it('of an unknown type, or without content, is accepted and changes nothing', async () => {
    const { post, token } = await verified()
    for (const body of [
      JSON.stringify({ type: 'view.created', entity: { id: 'x', type: 'view' } }),
      JSON.stringify({ type: 'page.created' }),
    ])
      expect((await post(body, { 'X-Notion-Signature': await signature(token, body) })).status).toBe(200)
    expect((await post('[1]')).status).toBe(400)
  })
})

it('a body names the pages that changed, or nothing', () => {
  for (const [body, expected] of [
    [{ type: 'page.created', entity: { id: projectId(1), type: 'page' } }, [`page:${projectId(1)}`]],
    [{ entity: { id: 'c', type: 'comment' }, data: { page_id: projectId(2) } }, [`comment:${projectId(2)}`]],
    [{ entity: { id: projectId(3), type: 'data_source' } }, []],
    [{ entity: { id: '../users', type: 'page' } }, []],
    [{}, []],
  ] as const)
    expect.soft(parsePushed(body), JSON.stringify(body)).toEqual(expected)
})

describe('the webhooks of two accounts', () => {
  const ID = 'workspace:two'
  const body = JSON.stringify({ type: 'page.created', entity: { id: projectId(1), type: 'page' }, data: {} })
  const name = async (...accounts: Account[]) => {
    await OBJECTS.ACCESS.getByName(ACCESS_NAME).changeOwnerSettings({ accounts })
  }
  const both = async () => {
    const { gateway, post, env } = await deploy()
    const read = async (account: string) => {
      const headers = { Authorization: `Bearer ${ADMIN_KEY}` }
      return (await gateway.call(`/api/v1/admin/webhooks/${account}`, { headers, key: null })).json
    }
    const paths = {
      first: new URL((await read('workspace')).url).pathname,
      second: new URL((await read(ID)).url).pathname,
    }
    const shake = async (path: string, token: string) =>
      (await post(JSON.stringify({ verification_token: token }), {}, path)).status
    const push = async (path: string, token: string) =>
      (await post(body, { 'X-Notion-Signature': await signature(token, body) }, path)).status
    return { env, read, paths, shake, push }
  }

  it('have paths of their own, and the tokens of the paths are not those of the other', async () => {
    await name(ID)
    const { paths, shake } = await both()
    expect(paths.first).toMatch(/^\/hooks\/workspace\/[\w-]{43}$/)
    expect(paths.second).toMatch(/^\/hooks\/workspace\/two\/[\w-]{43}$/)
    const [first, second] = [paths.first, paths.second].map((path) => path.split('/').at(-1))
    expect(first).not.toBe(second)
    for (const path of [
      `/hooks/workspace/${second}`,
      `/hooks/workspace/two/${first}`,
      `/hooks/workspace/six/${second}`,
    ])
      expect(await shake(path, 'secret_any')).toBe(404)
  })

  it('by turns in one isolate: a push that the token of one signs is refused for the other', async () => {
    await name(ID)
    const { paths, shake, push, read } = await both()
    expect([await shake(paths.first, 'secret_first'), await shake(paths.second, 'secret_second')]).toEqual([200, 200])
    for (const _ of [1, 2, 3]) {
      expect(await push(paths.first, 'secret_first')).toBe(200)
      expect(await push(paths.second, 'secret_second')).toBe(200)
      expect(await push(paths.second, 'secret_first')).toBe(401)
      expect(await push(paths.first, 'secret_second')).toBe(401)
    }
    expect((await read('workspace')).verification_token).toBe('secret_first')
    expect((await read(ID)).verification_token).toBe('secret_second')
  })

  it('a push goes to the source of its account', async () => {
    await name(ID)
    const { paths, shake, push } = await both()
    await shake(paths.second, 'secret_second')
    const pushed: unknown[] = []
    await runInDurableObject(OBJECTS.EVENTS.getByName(EVENTS_NAME), (instance) => {
      const { push } = Object.getPrototypeOf(instance)
      vi.spyOn(Object.getPrototypeOf(instance), 'push').mockImplementation(function (
        this: unknown,
        ...sent: unknown[]
      ) {
        pushed.push(sent)
        return push.apply(this, sent)
      })
    })
    expect(await push(paths.second, 'secret_second')).toBe(200)
    expect(pushed).toEqual([[ID, `${ID}.pages`, [`page:${projectId(1)}`]]])
  })

  it('nothing is stored of an account that does not exist, or was erased', async () => {
    const { env, paths, shake } = await both()
    expect(await shake(paths.second, 'secret_second')).toBe(404)
    expect(await readWebhook(getSettings(env), ID)).toBeUndefined()
    await name(ID)
    expect(await shake(paths.second, 'secret_second')).toBe(200)
  })

  it.each(['first', 'second'] as const)('of an erased account is refused at once: %s', async (which) => {
    await name(ID)
    const { paths, shake, push } = await both()
    for (const each of ['first', 'second'] as const) await shake(paths[each], `secret_${each}`)
    // The second one is checked with the token that the isolate has read.
    for (const _ of [1, 2]) expect(await push(paths[which], `secret_${which}`)).toBe(200)
    await OBJECTS.EVENTS.getByName(EVENTS_NAME).erase([which === 'first' ? 'workspace' : ID])
    expect(await push(paths[which], `secret_${which}`)).toBe(401)
    const other = which === 'first' ? 'second' : 'first'
    expect(await push(paths[other], `secret_${other}`)).toBe(200)
  })

  it.each(['notes', 'notes:two', 'workspace:', 'workspace:Two', 'other'])('%s has none: 400', async (account) => {
    const { gateway } = await deploy()
    const headers = { Authorization: `Bearer ${ADMIN_KEY}` }
    const { status, json } = await gateway.call(`/api/v1/admin/webhooks/${account}`, { headers, key: null })
    expect([status, json.parameters]).toEqual([400, { fields: ['account'] }])
  })
})
