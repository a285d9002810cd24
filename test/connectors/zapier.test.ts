import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ROOT } from '../../scripts/support/build.ts'
import { EVENT_TYPES } from '../../src/base/event-types.ts'
import { expectSameFiles, printConnectors, sign, startOther } from '../scripts/connectors/printed.ts'
import { PRO_KEY, startGateway } from '../scripts/started-gateway.ts'
import { VIDEO_IDS } from '../upstreams/video/ids.ts'

/** The printed integration in Zapier's own runtime. */

const PACKAGE = 'zapier-latchkey'
const TYPES = Object.keys(EVENT_TYPES).filter((type) => type !== 'latchkey.test')
const PROJECTS = '2f1c0de0-0003-4000-8000-000000000001'
const BILL = {
  product_nm: 'Lesson',
  member_nm: 'Kim',
  phone: '010-1234-5678',
  price: 1000,
  expire_dt: '2099-12-31T00:00:00+09:00',
}

interface Bundle {
  inputData?: Record<string, unknown>
  authData?: { base_url: string; api_key: string }
  meta?: Record<string, unknown>
  targetUrl?: string
  subscribeData?: { id?: string; secret: string }
  rawRequest?: { headers: Record<string, string>; content: string }
}
interface Action {
  key: string
  display: { label: string; hidden?: boolean }
  operation: {
    perform: object
    performList: object
    performSubscribe: object
    performUnsubscribe: object
    inputFields: object[]
  }
}
interface Integration {
  authentication: { test: object }
  triggers: Record<string, Action>
  creates: Record<string, Action>
  searches: Record<string, Action>
}
interface Zapier {
  integration: Integration
  // biome-ignore lint/suspicious/noExplicitAny: what a step returns depends on the step
  test: (method: object, bundle: Bundle) => Promise<any>
  validate: (definition: unknown) => { errors: { message: string }[] }
}

let folder: string
let gateway: Awaited<ReturnType<typeof startGateway>>
let zapier: Zapier
let other: Awaited<ReturnType<typeof startOther>>

function loadZapier(path: string): Zapier {
  const require = createRequire(join(path, 'index.js'))
  const core = require('zapier-platform-core')
  const integration: Integration = require(path)
  return {
    integration,
    test: core.createAppTester(integration),
    validate: require('zapier-platform-schema').validateAppDefinition,
  }
}

const auth = (base_url = gateway.origin, api_key = PRO_KEY) => ({ base_url, api_key })
const act = (action: Action | undefined, inputData: Record<string, unknown> = {}, authData = auth()) => {
  if (!action) throw new Error('there is no such action')
  return zapier.test(action.operation.perform, { authData, inputData, meta: {} })
}
const search = (key: string, input?: Record<string, unknown>) => act(zapier.integration.searches[key], input)
const create = (key: string, input?: Record<string, unknown>) => act(zapier.integration.creates[key], input)
const callOther = (operation: string, input: Record<string, unknown> = {}) =>
  create('call_operation', { operation, ...input })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-zapier-'))
  other = await startOther({ 'X-Error-Code': 'limit_exceeded', 'Retry-After': '7' })
  ;[gateway] = await Promise.all([
    startGateway({ CREDENTIALS_KEY: Buffer.alloc(32, 1).toString('base64') }),
    printConnectors(join(folder, 'first')),
  ])
  const path = join(folder, 'first', PACKAGE)
  await symlink(join(ROOT, 'test/connectors/node_modules'), join(path, 'node_modules'))
  zapier = loadZapier(path)
})
beforeEach(() => other.respond())
afterAll(async () => {
  other?.close()
  await gateway?.stop()
  await rm(folder, { recursive: true, force: true })
})

it('is printed the same again', async () => {
  await printConnectors(join(folder, 'second'))
  await expectSameFiles(join(folder, 'first', PACKAGE), join(folder, 'second', PACKAGE), 10)
})

it("fits Zapier's schema", () => {
  const definition = JSON.parse(
    JSON.stringify(zapier.integration, (_, value) =>
      typeof value === 'function' ? `$func$${value.length}$f$` : value,
    ),
  )
  expect(zapier.validate(definition).errors.map(({ message }) => message)).toEqual([])
})

it('offers each operation once, at most 45 of them as steps of their own', async () => {
  const { creates, searches } = zapier.integration
  const own = [...Object.keys(creates), ...Object.keys(searches)].filter((key) => key !== 'call_operation')
  expect(own.length).toBeLessThanOrEqual(45)
  const [{ choices }] = (creates.call_operation?.operation.inputFields ?? []) as [{ choices: { value: string }[] }]
  const all = [...own, ...choices.map(({ value }) => value)]
  expect(all.length).toBeGreaterThan(100)
  expect(new Set(all).size).toBe(all.length)
})

it('tests a connection', async () => {
  const test = (authData: ReturnType<typeof auth>) => zapier.test(zapier.integration.authentication.test, { authData })
  expect(await test(auth(`${gateway.origin}/api/v1/`))).toHaveProperty('ok')
  await expect(test(auth(gateway.origin, 'wrong'))).rejects.toThrow('X-API-KEY')
})

it('runs operations of each group', async () => {
  expect(await search('recorder_list_files', { limit: 2 })).toHaveLength(2)
  expect(await search('recorder_search', { query: '예산' })).toMatchObject([{ hits: expect.any(Array) }])
  expect(await search('notes_list_notes')).toMatchObject({ 0: { guid: expect.any(String) } })
  expect(await search('notes_get_note', { id: 'note-0024' })).toMatchObject([{ note: { guid: 'note-0024' } }])
  expect(await search('workspace_search', { query: 'brand' })).not.toEqual([])
  expect(await search('shop_list_flattened_orders', { orderedFrom: '2020-01-01T00:00:00+09:00' })).not.toEqual([])
  expect(await callOther('shop_list_carriers')).toMatchObject({ result: expect.any(Array) })
  expect(await callOther('payment_format_phone_number', { phone: '010-1234-5678' })).toMatchObject({
    phone: '01012345678',
  })
  expect(await search('video_get_transcript', { video_url: VIDEO_IDS.manual })).toMatchObject([{ success: true }])
  expect(await search('video_list_languages', { video_url: VIDEO_IDS.manual })).not.toEqual([])
  const { post } = await create('social_create_post', { text: 'From Zapier', idempotency_key: 'item-1' })
  expect(await create('social_create_post', { text: 'From Zapier', idempotency_key: 'item-1' })).toMatchObject({ post })
  expect(await search('social_list_posts', { limit: 1 })).toMatchObject([{ text: 'From Zapier' }])
  expect(await callOther('events_list_types')).toMatchObject({ types: expect.any(Array) })
  expect(await search('events_list_events')).toEqual(expect.any(Array))
  expect(await search('gateway_search', { query: '예산', groups: ['recorder'] })).toMatchObject([
    { title: expect.any(String) },
  ])
  expect(await search('gateway_doctor', { accounts: ['notes', 'social'] })).toMatchObject([{ ok: true }])
})

it('has a field for each column of a table, and line items', async () => {
  const { inputFields, perform } = zapier.integration.creates.workspace_create_page?.operation ?? {
    inputFields: [],
    perform: {},
  }
  const columns: { key: string; label: string; choices?: string[] }[] = await zapier.test(inputFields.at(-1) ?? {}, {
    authData: auth(),
    inputData: { data_source_id: PROJECTS },
  })
  const key = (label: string) => columns.find((column) => column.label === label)?.key ?? ''
  expect(columns.find(({ label }) => label === 'Stage')?.choices).toContain('Done')
  const row = { data_source_id: PROJECTS, [key('Name')]: '집 #1', [key('Budget')]: 5, [key('Stage')]: 'Done' }
  await zapier.test(perform, { authData: auth(), inputData: row })
  expect(
    await search('workspace_query_data_source', {
      data_source_id: PROJECTS,
      filters: [{ filters__key: 'Name', filters__value: '집 #1' }],
    }),
  ).toMatchObject([{ simple_properties: { Name: '집 #1', Budget: 5, Stage: 'Done' } }])
})

it('offers what the account has', async () => {
  const dropdowns = Object.values(zapier.integration.triggers).filter(({ display }) => display.hidden)
  expect(dropdowns.length).toBeGreaterThan(6)
  await create('payment_request_bill', { ...BILL, product_nm: 'Piano', idempotency_key: 'item-1' })
  for (const dropdown of dropdowns) {
    const choices = await act(dropdown)
    expect(choices, dropdown.key).toEqual(
      expect.arrayContaining([{ id: expect.any(String), name: expect.any(String) }]),
    )
  }
})

it('sends one bill for an item, however often the step is replayed', async () => {
  const bill = (idempotency_key: string) => create('payment_request_bill', { ...BILL, idempotency_key })
  const first = await bill('item-7')
  expect(await bill('item-7')).toEqual(first)
  await expect(bill('item-8')).rejects.toThrow('the same customer got bill')
  const bills: { bill_id: string }[] = await search('payment_list_bills')
  expect(bills.filter(({ bill_id }) => bill_id === first.result.bill_id)).toHaveLength(1)
})

it("shows the gateway's own sentence for each failure", async () => {
  const failure = (promise: Promise<unknown>) =>
    promise.then(
      () => 'it succeeded',
      ({ name, message }) => [name, message],
    )
  expect(await failure(search('video_get_transcript', { video_url: 'short' }))).toEqual([
    'AppError',
    expect.stringContaining('video_url: is not on a host of the video service'),
  ])
  const list = zapier.integration.searches.recorder_list_files
  expect(await failure(act(list, {}, auth(gateway.origin, 'wrong')))).toEqual([
    'ExpiredAuthError',
    expect.stringContaining('X-API-KEY'),
  ])
  expect(await failure(search('notes_get_note', { id: 'nothing' }))).toEqual([
    'AppError',
    expect.stringContaining('Note not found'),
  ])
  const said = async (status: number) => {
    other.respond(() => [status, { error: `the sentence of ${status}` }])
    return failure(act(list, {}, auth(other.origin)))
  }
  expect(await said(409)).toEqual(['AppError', expect.stringContaining('the sentence of 409')])
  expect(await said(429)).toEqual(['ThrottledError', expect.stringContaining('the sentence of 429')])
  expect(await said(429)).toEqual(['ThrottledError', expect.stringContaining('"delay":7')])
  expect(await said(502)).toEqual(['AppError', expect.stringContaining('the sentence of 502')])
})

const subscriptions = async () => {
  const { subscriptions: found } = await callOther('events_list_subscriptions')
  return found.filter(({ url }: { url: string }) => url.startsWith(other.origin))
}

it('subscribes once, verifies deliveries, and unsubscribes', async () => {
  const trigger = zapier.integration.triggers.recorder_file_ready?.operation
  if (!trigger) throw new Error('there is no such trigger')
  const bundle: Bundle = { authData: auth(), inputData: { include: ['summary'] }, targetUrl: `${other.origin}/hooks/1` }
  const lost = await zapier.test(trigger.performSubscribe, bundle)
  const subscribeData = await zapier.test(trigger.performSubscribe, bundle)
  expect(subscribeData).toMatchObject({ id: lost.id, secret: expect.stringMatching(/^whsec_/) })
  expect(subscribeData.secret).not.toBe(lost.secret)
  expect(await subscriptions()).toMatchObject([{ types: ['recorder.file.ready'], include: ['summary'] }])

  const delivered: [Record<string, string>, string][] = []
  other.respond((_, body, headers) => {
    delivered.push([headers, body])
    return [200, {}]
  })
  await callOther('events_test_subscription', { id: subscribeData.id })
  const [headers = {}, content = ''] = delivered[0] ?? []
  const asZapier = Object.fromEntries(Object.entries(headers).map(([name, value]) => [`Http-${name}`, value]))
  const receive = (rawRequest: { headers: Record<string, string>; content: string }, secret = subscribeData.secret) =>
    zapier.test(trigger.perform, { authData: auth(), inputData: {}, subscribeData: { secret }, rawRequest })
  expect(await receive({ headers: asZapier, content })).toMatchObject([
    { id: headers['webhook-id'], type: 'latchkey.test' },
  ])
  expect(await receive({ headers, content })).toHaveLength(1)
  const stranger = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
  const old = new Date(Date.now() - 600_000)
  const signedThen = sign(content, subscribeData.secret, old)
  const refused = 'The signature of this delivery does not fit'
  await expect(receive({ headers, content: `${content} ` })).rejects.toThrow(refused)
  await expect(receive({ headers, content }, stranger)).rejects.toThrow(refused)
  await expect(receive({ headers: signedThen, content })).rejects.toThrow(refused)
  await expect(receive({ headers: {}, content })).rejects.toThrow(refused)

  const leave = { ...bundle, subscribeData }
  await zapier.test(trigger.performUnsubscribe, leave)
  await zapier.test(trigger.performUnsubscribe, leave)
  expect(await subscriptions()).toEqual([])
})

it('has a trigger for each type of event, which also polls the newest', async () => {
  const asked: string[] = []
  other.respond(() => [200, { events: [{ id: 'evt_1', type: 'x', data: {} }] }])
  for (const type of TYPES) {
    const trigger = zapier.integration.triggers[type.replaceAll('.', '_')]
    const polled = await zapier.test(trigger?.operation.performList ?? {}, {
      authData: auth(other.origin),
      inputData: {},
      meta: {},
    })
    expect(polled).toEqual([{ id: 'evt_1', type: 'x', data: {} }])
    asked.push(type)
  }
  expect(asked).toEqual(TYPES)
  const sample = await zapier.test(zapier.integration.triggers.recorder_file_ready?.operation.performList ?? {}, {
    authData: auth(),
    inputData: {},
    meta: { isLoadingSample: true },
  })
  expect(sample).toMatchObject([{ type: 'recorder.file.ready' }])
})
