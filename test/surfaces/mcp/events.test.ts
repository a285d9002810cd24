import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeEach, describe, expect, it } from 'vitest'
import { simulatedProducts } from '../../../scripts/support/products.ts'
import type { Env } from '../../../src/base/env.ts'
import { newSecret } from '../../../src/objects/webhooks/signing.ts'
import { nameKey } from '../../gateway/auth/keys/named-keys.ts'
import { events, fileReady, settle, useStage } from '../../objects/webhooks/stage.ts'
import { createGateway, type Gateway, json } from '../../support/gateway.ts'
import { OBJECTS } from '../../support/objects.ts'
import { MODERN, send } from './message.ts'

/** The extension io.modelcontextprotocol/events (decisions.md section 13.5), with the real EVENTS. */

const stage = useStage()

const HOST = 'hooks.example.com'
const RIGHT = { event_hosts: [HOST] }
const SECRET = newSecret()
const DELIVERY = { mode: 'webhook', url: `https://${HOST}/mcp`, secret: SECRET }
const READY = { name: 'recorder.file.ready' }
const EXTENSION = 'io.modelcontextprotocol/events'

let gateway: Gateway
beforeEach(() => {
  stage().answers.set(HOST, ({ body }) => new Response(body))
  const { settings } = simulatedProducts(stage().clock)
  gateway = createGateway({ ...settings, EVENTS: OBJECTS.EVENTS as unknown as Env['EVENTS'] })
})

/** One request of 2026-07-28, and its result or error. */
async function ask(key: string, method: string, params: object = {}, search = '') {
  const init = json('POST', { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: MODERN.meta } })
  const headers = new Headers(init.headers)
  headers.set('Accept', 'application/json, text/event-stream')
  for (const [name, value] of Object.entries(MODERN.headers(method))) headers.set(name, value)
  const { json: answer } = await gateway.call(`/mcp${search}`, { ...init, headers, key })
  return answer.result ?? answer.error
}

const subscribe = (key: string, more: object = {}) =>
  ask(key, 'events/subscribe', { ...READY, arguments: {}, delivery: DELIVERY, cursor: null, ...more })
const namesOf = ({ events: listed }: { events: { name: string }[] }) => listed.map(({ name }) => name)

describe('the right to events', () => {
  it.each([
    ['the deployment', async () => undefined],
    ['a key without it', () => nameKey()],
    ['a Basic key', () => nameKey({ ...RIGHT, licence: 'basic' })],
  ])('is needed by %s: nothing is declared, and no method is known', async (_, make) => {
    const key = (await make()) ?? (gateway.env.API_KEY as string)
    expect((await ask(key, 'server/discover')).capabilities).toEqual(
      expect.not.objectContaining({ events: expect.anything() }),
    )
    for (const method of ['list', 'subscribe', 'poll', 'unsubscribe'])
      expect(await ask(key, `events/${method}`, { ...READY, delivery: DELIVERY })).toMatchObject({ code: -32601 })
    expect(stage().received).toEqual([])
  })

  it('declares the extension in 2026-07-28, and not in the revisions before', async () => {
    const key = await nameKey(RIGHT)
    const { capabilities } = await ask(key, 'server/discover')
    expect(capabilities).toMatchObject({ tools: {}, events: {}, extensions: { [EXTENSION]: {} } })
    const client = { capabilities: {}, clientInfo: { name: 'a', version: '1' } }
    const before = await send(gateway, 'initialize', { ...client, protocolVersion: '2025-11-25' }, { key })
    expect(JSON.stringify(before.json.result.capabilities)).not.toContain('events')
    expect((await send(gateway, 'events/list', {}, { key })).json.error).toMatchObject({ code: -32601 })
  })

  it('makes no tool', async () => {
    const { tools } = await ask(await nameKey(RIGHT), 'tools/list', {}, '?tools=all')
    expect((tools as { name: string }[]).filter(({ name }) => /subscri|poll/.test(name))).toEqual(
      (tools as { name: string }[]).filter(({ name }) => /^events_(list|get)_subscription/.test(name)),
    )
  })

  it('is understood by the official client', async () => {
    const key = await nameKey(RIGHT)
    const client = new Client({ name: 'a', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    const fetch = async (url: string | URL, init: RequestInit = {}) => {
      const { pathname } = new URL(url)
      const answer = await gateway.call(pathname, { ...init, key })
      return new Response(answer.text || null, { status: answer.status, headers: answer.headers })
    }
    await client.connect(new StreamableHTTPClientTransport(new URL('https://latchkey.test/mcp'), { fetch }))
    expect(client.getServerCapabilities()).toMatchObject({ extensions: { [EXTENSION]: {} } })
  })
})

describe('events/list', () => {
  it('has the types of the connected accounts, with their schemas', async () => {
    const result = await ask(await nameKey(RIGHT), 'events/list')
    expect(result.resultType).toBe('complete')
    expect(namesOf(result)).toEqual(expect.arrayContaining(['recorder.file.ready', 'account.rejected']))
    expect(namesOf(result)).not.toContain('latchkey.test')
    const row = result.events.find(({ name }: { name: string }) => name === 'workspace.row.updated')
    expect(row).toMatchObject({
      delivery: ['webhook', 'poll'],
      inputSchema: { type: 'object', properties: { data_source_id: { type: 'string' } } },
      payloadSchema: { type: 'object', properties: { simple_properties: {} } },
    })
  })

  it('has the groups of the key and of the address, and only poll without a host', async () => {
    const key = await nameKey({ event_hosts: [], groups: ['recorder', 'shop'] })
    const { events: listed } = await ask(key, 'events/list')
    expect(new Set(listed.map(({ name }: { name: string }) => name.split('.')[0]))).toEqual(
      new Set(['recorder', 'shop']),
    )
    expect(listed[0].delivery).toEqual(['poll'])
    const narrow = await ask(key, 'events/list', {}, '?groups=shop')
    expect(namesOf(narrow).every((name) => name.startsWith('shop.'))).toBe(true)
    expect(await ask(key, 'events/list', { cursor: 'x' })).toMatchObject({ code: -32602 })
  })
})

describe('events/subscribe', () => {
  it('delivers to the endpoint until events/unsubscribe', async () => {
    const key = await nameKey(RIGHT)
    const made = await subscribe(key)
    expect(made).toEqual({
      ...{ resultType: 'complete', id: expect.stringMatching(/^sub_/), truncated: false },
      ...{ refreshBefore: expect.any(String), cursor: expect.any(String), _meta: expect.anything() },
    })
    await events().keep([fileReady('f1')])
    await settle(stage())
    expect(stage().received.map(({ headers }) => headers.get('X-MCP-Subscription-Id'))).toEqual([made.id, made.id])
    expect(await subscribe(key, { arguments: undefined })).toMatchObject({
      id: made.id,
      deliveryStatus: { active: true },
    })
    const end = () => ask(key, 'events/unsubscribe', { ...READY, arguments: {}, delivery: { url: DELIVERY.url } })
    expect(await end()).toMatchObject({ resultType: 'complete' })
    expect(await end()).toMatchObject({ code: -32023, data: { kind: 'subscription' } })
    await events().keep([fileReady('f2')])
    await settle(stage())
    expect(stage().received).toHaveLength(2)
  })

  it('is refused as CallbackEndpointError when the endpoint fails the challenge', async () => {
    stage().answers.set(HOST, () => new Response('no'))
    expect(await subscribe(await nameKey(RIGHT))).toMatchObject({
      ...{ code: -32027, message: 'CallbackEndpointError', data: { reason: 'challenge_failed' } },
    })
    expect(await events().subscriptions(null)).toEqual([])
  })

  it.each<[string, object, number]>([
    ['no secret', { delivery: { ...DELIVERY, secret: undefined } }, -32602],
    ['a secret without its prefix', { delivery: { ...DELIVERY, secret: SECRET.slice(6) } }, -32602],
    ['a short secret', { delivery: { ...DELIVERY, secret: `whsec_${btoa('short')}` } }, -32602],
    ['a long secret', { delivery: { ...DELIVERY, secret: `whsec_${btoa('x'.repeat(65))}` } }, -32602],
    ['another mode', { delivery: { ...DELIVERY, mode: 'push' } }, -32026],
    ['http', { delivery: { ...DELIVERY, url: `http://${HOST}/mcp` } }, -32602],
    ['a private address', { delivery: { ...DELIVERY, url: 'https://10.0.0.1/mcp' } }, -32602],
    ['a name and password', { delivery: { ...DELIVERY, url: `https://a:b@${HOST}/mcp` } }, -32602],
    ['the gateway itself', { delivery: { ...DELIVERY, url: 'https://latchkey.test/mcp' } }, -32602],
    ['a host that nobody allowed', { delivery: { ...DELIVERY, url: 'https://evil.example.com/mcp' } }, -32024],
    ['a subdomain of the allowed host', { delivery: { ...DELIVERY, url: `https://x.${HOST}/mcp` } }, -32024],
    ['another port', { delivery: { ...DELIVERY, url: `https://${HOST}:8443/mcp` } }, -32024],
    ['an unknown type', { name: 'recorder.file.gone' }, -32023],
    ['the test type', { name: 'latchkey.test' }, -32023],
    ['a type of another group', { name: 'payment.bill.paid' }, -32024],
    ['a type of every group', { name: 'account.rejected' }, -32024],
    ['unknown arguments', { arguments: { severity: 'P1' } }, -32602],
    ['arguments of the wrong form', { name: 'workspace.row.updated', arguments: { data_source_id: 'x' } }, -32602],
    ['a cursor of another form', { cursor: 'x' }, -32602],
    ['a negative lifetime', { ttlMs: -1 }, -32602],
  ])('refuses %s, and sends nothing', async (_, change, code) => {
    const key = await nameKey({ ...RIGHT, groups: ['recorder', 'workspace'] })
    const error = await subscribe(key, change)
    expect(error).toMatchObject({ code })
    expect(JSON.stringify(error)).not.toContain(SECRET.slice(6))
    expect(stage().received).toEqual([])
  })

  it('has an end to its number', async () => {
    const key = await nameKey(RIGHT)
    const rows = (at: number) => ({ name: 'workspace.row.updated', arguments: { properties: [`P${at}`] } })
    for (let at = 0; at < 10; at++) expect(await subscribe(key, rows(at))).toMatchObject({ resultType: 'complete' })
    expect(await subscribe(key)).toMatchObject({ code: -32025, data: { limit: 'subscriptions' } })
  })

  it('of one key is nothing to another', async () => {
    const [owner, other] = [await nameKey(RIGHT), await nameKey(RIGHT)]
    await subscribe(owner)
    expect(await ask(other, 'events/unsubscribe', { ...READY, delivery: DELIVERY })).toMatchObject({ code: -32023 })
    expect(await events().subscriptions(null)).toHaveLength(1)
  })
})

it('events/poll returns what happened since its cursor', async () => {
  const key = await nameKey({ event_hosts: [], groups: ['recorder'] })
  const poll = (more: object) => ask(key, 'events/poll', { ...READY, arguments: {}, ...more })
  const { cursor, ...first } = await poll({ cursor: null })
  expect(first).toMatchObject({ resultType: 'complete', events: [], hasMore: false, nextPollMs: 60_000 })
  await events().keep([fileReady('f1'), fileReady('f2', { type: 'recorder.file.updated' }), fileReady('f3')])
  const page = await poll({ cursor, maxEvents: 1 })
  expect(page).toMatchObject({ events: [{ ...READY, data: { file_id: 'f1' } }], hasMore: true })
  expect(Object.keys(page.events[0])).toEqual(['eventId', 'name', 'timestamp', 'data'])
  expect(await poll({ cursor: page.cursor })).toMatchObject({ events: [{ data: { file_id: 'f3' } }], hasMore: false })
  expect(await poll({ cursor: 'x' })).toMatchObject({ code: -32602 })
  expect(await poll({ name: 'shop.order.created' })).toMatchObject({ code: -32024 })
})
