import { symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { PRO_KEY } from '../../node/scripts/started-gateway.ts'
import {
  BAD_INVOICE,
  BILL,
  connectSecondRecorder,
  EVENTS,
  findSheet,
  forge,
  newerDocument,
  operationsFor,
  PROJECTS,
  sign,
  useStage,
} from '../scripts/connectors/stage.ts'
import { TOOL_MODULES } from './modules.ts'

/** The integration in Zapier's own runtime. */

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

const REFUSED = 'The signature of this delivery does not fit'

const stage = useStage()
let zapier: Zapier

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

const auth = (base_url = stage.gateway.origin, api_key = PRO_KEY) => ({ base_url, api_key })
const act = (action: Action | undefined, inputData: Record<string, unknown> = {}, authData = auth()) => {
  if (!action) throw new Error('there is no such action')
  return zapier.test(action.operation.perform, { authData, inputData, meta: {} })
}
const search = (key: string, input?: Record<string, unknown>) => act(zapier.integration.searches[key], input)
const create = (key: string, input?: Record<string, unknown>) => act(zapier.integration.creates[key], input)
const callOther = (operation: string, input: Record<string, unknown> = {}) =>
  create('call_operation', { operation, ...input })

interface Field {
  key: string
  label: string
  choices?: unknown[]
  dynamic?: string
}

/** The form of an action, as the editor asks for it. */
async function formOf(action: Action | undefined, inputData: Record<string, unknown> = {}, authData = auth()) {
  const form = action?.operation.inputFields.at(-1) ?? {}
  return (await zapier.test(form, { authData, inputData })) as Field[]
}

/** The fields of an action with a table, by their labels. */
async function columnsOf(action: Action): Promise<Map<string, Field>> {
  return new Map((await formOf(action, { data_source_id: PROJECTS })).map((field) => [field.label, field]))
}

/** Runs the step of an operation with fields, as a person fills them in. Returns its first result. */
async function runStep(id: string, fields: Readonly<Record<string, unknown>>): Promise<unknown> {
  const { creates, searches } = zapier.integration
  const { properties, filters, ...plain } = fields
  const input: Record<string, unknown> = { ...plain }
  const columns = properties ? await columnsOf(creates[id] as Action) : undefined
  for (const [name, value] of Object.entries(properties ?? {})) input[columns?.get(name)?.key ?? ''] = value
  if (filters)
    input.filters = (filters as object[]).map((filter) =>
      Object.fromEntries(Object.entries(filter).map(([name, value]) => [`filters__${name}`, value])),
    )
  const step = { ...input, idempotency_key: `item-of-${id}` }
  if (searches[id]) return (await search(id, step))[0]
  if (creates[id]) return create(id, step)
  const body = await callOther(id, step)
  return body.results ? body.results[0] : body
}

beforeAll(async () => {
  const path = join(stage.packages, 'zapier-latchkey')
  await symlink(TOOL_MODULES, join(path, 'node_modules'))
  zapier = loadZapier(path)
})

it("fits Zapier's schema", () => {
  const definition = JSON.parse(
    JSON.stringify(zapier.integration, (_, value) =>
      typeof value === 'function' ? `$func$${value.length}$f$` : value,
    ),
  )
  expect(zapier.validate(definition).errors.map(({ message }) => message)).toEqual([])
})

it('offers at most 45 operations as steps of their own, and all of the deployment in one', async () => {
  const { creates, searches, triggers } = zapier.integration
  const own = [...Object.keys(creates), ...Object.keys(searches)].filter((key) => key !== 'call_operation')
  expect(own.length).toBeGreaterThan(40)
  expect(own.length).toBeLessThanOrEqual(45)
  const choices: { id: string }[] = await act(triggers.list_operations)
  expect(choices.length).toBeGreaterThan(100)
  expect(choices.map(({ id }) => id)).toEqual(expect.arrayContaining(own))
})

it('asks for the fields of an operation, as the deployment describes them', async () => {
  const { creates, searches } = zapier.integration
  expect(await formOf(creates.payment_request_bill)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ key: 'price', label: 'Amount', type: 'integer', required: true }),
      expect.objectContaining({ key: 'idempotency_key', label: 'Repeat Protection', required: true }),
    ]),
  )
  expect(await formOf(searches.recorder_get_transcript)).toContainEqual(
    expect.objectContaining({ key: 'id', label: 'Recording', dynamic: 'list_recordings.id.name' }),
  )
  const [table] = await formOf(creates.workspace_update_page)
  expect(table).toMatchObject({ key: 'data_source_id', altersDynamicFields: true })
})

it('has an operation that is newer than the integration, and its form', async () => {
  const served = await newerDocument(stage)
  stage.other.respond(({ pathname }) => (pathname === '/openapi.json' ? [200, served] : [200, { words: 7 }]))
  const authData = auth(stage.other.origin.replace('127.0.0.1', '127.0.0.3'))
  const { creates, triggers } = zapier.integration
  const choices = await act(triggers.list_operations, {}, authData)
  expect(choices).toContainEqual({ id: 'notes_count_words', name: 'Tiro: Count the words' })
  const input = { operation: 'notes_count_words' }
  expect((await formOf(creates.call_operation, input, authData)).map(({ key }) => key)).toEqual(['id', 'language'])
  expect(await act(creates.call_operation, { ...input, id: 'n1' }, authData)).toEqual({ words: 7 })
})

it('runs an action while the document of the deployment is slow or fails', async () => {
  let hang = true
  stage.other.respond(({ pathname }) => {
    if (pathname !== '/openapi.json') return [200, { success: true, note: { guid: 'a' } }]
    return hang ? new Promise(() => {}) : [500, {}]
  })
  // Another address each time, because a copy is that of an address.
  for (const address of ['127.0.0.4', '127.0.0.5']) {
    const authData = auth(stage.other.origin.replace('127.0.0.1', address))
    expect(await act(zapier.integration.searches.notes_get_note, { id: 'a' }, authData)).toMatchObject([
      { note: { guid: 'a' } },
    ])
    hang = false
  }
})

it('tests a connection', async () => {
  const test = (authData: ReturnType<typeof auth>) => zapier.test(zapier.integration.authentication.test, { authData })
  expect(await test(auth(`${stage.gateway.origin}/api/v1/`))).toHaveProperty('ok')
  await expect(test(auth(stage.gateway.origin, 'wrong'))).rejects.toThrow('X-API-KEY')
})

it('runs operations of each group', async () => {
  for (const [operation, fields, first] of operationsFor('Zapier')) {
    const result = await runStep(operation, fields)
    if (first) expect(result, operation).toMatchObject(first)
  }
  const columns = await columnsOf(zapier.integration.creates.workspace_create_page as Action)
  expect(columns.get('Stage')?.choices).toContain('Done')
})

it('returns a limited number of results of all pages', async () => {
  expect(await search('recorder_list_files', { limit: 2 })).toHaveLength(2)
  const { results: all } = await callOther('recorder_sync', { include: ['summary'], limit: 1000 })
  // A page has 20.
  expect(all.length).toBeGreaterThan(20)
  expect(new Set(all.map(({ file }: { file: { file_id: string } }) => file.file_id)).size).toBe(all.length)
})

it('fails for a row and for a shipment that the product refused', async () => {
  const columns = await columnsOf(zapier.integration.creates.workspace_upsert_records as Action)
  const row = { data_source_id: PROJECTS, key: 'Name', [columns.get('Budget')?.key ?? '']: 1 }
  await expect(create('workspace_upsert_records', row)).rejects.toThrow('records[0].Name: is required')
  const { invoice_number, error } = BAD_INVOICE
  const { shipment_box_id, order_id } = await findSheet(stage, 'INSTRUCT')
  const items = [{ shipment_box_id, order_id, carrier: 'CJGLS', invoice_number }]
  await expect(create('shop_send_invoices', { items, idempotency_key: 'item-9' })).rejects.toThrow(error)
})

it('returns what became of each of several things', async () => {
  const { shipment_box_id } = await findSheet(stage, 'ACCEPT')
  const boxes = { shipment_box_ids: [shipment_box_id, '1'], idempotency_key: 'item-10' }
  expect(await create('shop_acknowledge_order_sheets', boxes)).toMatchObject({
    ...{ successful: 1, failed: 1 },
    items: [
      { shipment_box_id, status: 'done', error: null },
      { shipment_box_id: '1', status: 'refused', error: 'shipmentBoxId (1) is not found.' },
    ],
  })
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

it('offers the accounts of the product, and sends the chosen one', async () => {
  const { searches, triggers } = zapier.integration
  const form = await formOf(searches.recorder_list_files)
  expect(form).toContainEqual(
    expect.objectContaining({ key: 'account', required: false, dynamic: 'list_accounts_recorder.id.name' }),
  )
  expect(await act(triggers.list_accounts_recorder)).toEqual([
    { id: 'recorder', name: expect.stringMatching(/^recorder\b/) },
  ])
  expect(await search('recorder_list_files', { limit: 1, account: 'recorder' })).toHaveLength(1)
  await expect(search('recorder_list_files', { account: 'recorder:none' })).rejects.toThrow('recorder:none')
  await expect(search('recorder_list_files', { account: 'notes:two' })).rejects.toThrow('notes:two is no account for')
})

it('sends one bill for an item, however often the step is replayed', async () => {
  const bill = (idempotency_key: string) => create('payment_request_bill', { ...BILL, idempotency_key })
  const first = await bill('item-7')
  expect(await bill('item-7')).toEqual(first)
  await expect(bill('item-8')).rejects.toThrow('the same customer got bill')
  const bills: { bill_id: string }[] = await search('payment_list_bills')
  expect(bills.filter(({ bill_id }) => bill_id === first.bill_id)).toHaveLength(1)
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
  expect(await failure(act(list, {}, auth(stage.gateway.origin, 'wrong')))).toEqual([
    'ExpiredAuthError',
    expect.stringContaining('X-API-KEY'),
  ])
  expect(await failure(search('notes_get_note', { id: 'nothing' }))).toEqual([
    'AppError',
    expect.stringContaining('Note not found'),
  ])
  const said = async (status: number) => {
    const headers = { 'X-Error-Code': 'too_many_requests', 'X-Request-Id': 'req-1', 'Retry-After': '7' }
    stage.other.respond(() => [status, { error: `the sentence of ${status}` }, headers])
    return failure(act(list, {}, auth(stage.other.origin)))
  }
  expect(await said(409)).toEqual([
    'AppError',
    expect.stringContaining('the sentence of 409 (too_many_requests, request req-1)'),
  ])
  expect(await said(429)).toEqual(['ThrottledError', expect.stringContaining('the sentence of 429')])
  expect(await said(429)).toEqual(['ThrottledError', expect.stringContaining('"delay":7')])
  expect(await said(502)).toEqual(['AppError', expect.stringContaining('the sentence of 502')])
})

const subscriptions = async () => {
  const { results: found } = await callOther('events_list_subscriptions')
  return found.filter(({ url }: { url: string }) => url.startsWith(stage.other.origin))
}

it('subscribes once, verifies deliveries, and unsubscribes', async () => {
  const trigger = zapier.integration.triggers.recorder_file_ready?.operation
  if (!trigger) throw new Error('there is no such trigger')
  const bundle: Bundle = {
    authData: auth(),
    inputData: { include: ['summary'] },
    targetUrl: `${stage.other.origin}/hooks/1`,
  }
  const lost = await zapier.test(trigger.performSubscribe, bundle)
  const subscribeData = await zapier.test(trigger.performSubscribe, bundle)
  expect(subscribeData).toMatchObject({ id: lost.id, secret: expect.stringMatching(/^whsec_/) })
  expect(subscribeData.secret).not.toBe(lost.secret)
  expect(await subscriptions()).toMatchObject([{ types: ['recorder.file.ready'], include: ['summary'] }])

  const delivered: [Record<string, string>, string][] = []
  stage.other.respond((_, body, headers) => {
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
  for (const [forged, sent] of forge(content, subscribeData.secret))
    await expect(receive({ headers: forged, content: sent })).rejects.toThrow(REFUSED)

  const leave = { ...bundle, subscribeData }
  await zapier.test(trigger.performUnsubscribe, leave)
  await zapier.test(trigger.performUnsubscribe, leave)
  expect(await subscriptions()).toEqual([])
})

it('offers the accounts of an event, and subscribes to the chosen ones', async () => {
  await connectSecondRecorder(stage)
  const { triggers } = zapier.integration
  const { performSubscribe, performUnsubscribe, performList } = triggers.recorder_file_ready?.operation ?? {}
  const dynamicOf = (type: string) =>
    (triggers[type]?.operation.inputFields as Field[] | undefined)?.find(({ key }) => key === 'accounts')?.dynamic
  for (const type of EVENTS) {
    const [list = ''] = dynamicOf(type.replaceAll('.', '_'))?.split('.') ?? []
    // They are about all accounts.
    if (type.startsWith('account.')) expect(list, type).toBe('')
    else expect(triggers[list]?.display.hidden, type).toBe(true)
  }
  expect(dynamicOf('shop_order_created')).toBe('list_accounts_shop_consumer.id.name')
  const offered: { id: string }[] = await act(triggers.list_accounts_recorder)
  expect(offered.map(({ id }) => id)).toEqual(['recorder', 'recorder:second'])

  const bundle: Bundle = {
    authData: auth(),
    inputData: { accounts: ['recorder:second'] },
    targetUrl: `${stage.other.origin}/hooks/2`,
  }
  const subscribeData = await zapier.test(performSubscribe ?? {}, bundle)
  expect(await subscriptions()).toMatchObject([{ accounts: ['recorder:second'] }])
  await zapier.test(performUnsubscribe ?? {}, { ...bundle, subscribeData })
  const asked: (string | null)[] = []
  stage.other.respond(({ searchParams }) => {
    asked.push(searchParams.get('accounts'))
    return [200, { events: [] }]
  })
  for (const inputData of [bundle.inputData, { accounts: [] }, {}])
    await zapier.test(performList ?? {}, { authData: auth(stage.other.origin), inputData, meta: {} })
  expect(asked).toEqual(['recorder:second', null, null])
})

it('has a trigger for each type of event, which refuses what is not signed, and also polls the newest', async () => {
  const secret = `whsec_${Buffer.alloc(24, 3).toString('base64')}`
  const asked: string[] = []
  stage.other.respond(({ searchParams }) => {
    asked.push(String(searchParams))
    return [200, { events: [{ id: 'evt_1', type: 'x', data: {} }] }]
  })
  for (const type of EVENTS) {
    const trigger = zapier.integration.triggers[type.replaceAll('.', '_')]
    if (!trigger) throw new Error(`there is no trigger for ${type}`)
    const { perform, performList } = trigger.operation
    const receive = (headers: Record<string, string>, content: string) =>
      zapier.test(perform, {
        authData: auth(),
        inputData: {},
        subscribeData: { secret },
        rawRequest: { headers, content },
      })
    const text = JSON.stringify({ type, data: { name: '회의' } })
    expect(await receive(sign(text, secret), text)).toEqual([{ id: 'msg_1', type, data: { name: '회의' } }])
    await expect(receive(sign(text, secret), `${text} `), type).rejects.toThrow(REFUSED)

    const bundle = { authData: auth(stage.other.origin), inputData: {}, meta: {} }
    expect(await zapier.test(performList, bundle)).toEqual([{ id: 'evt_1', type: 'x', data: {} }])
  }
  // The newest ones, because Zapier has no position in the feed.
  expect(asked).toEqual(EVENTS.map((type) => `order=newest&types=${type}&limit=100`))
  const sample = await zapier.test(zapier.integration.triggers.recorder_file_ready?.operation.performList ?? {}, {
    authData: auth(),
    inputData: {},
    meta: { isLoadingSample: true },
  })
  expect(sample).toMatchObject([{ type: 'recorder.file.ready' }])
})
