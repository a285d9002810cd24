import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { PRO_KEY } from '../../../node/scripts/started-gateway.ts'
import {
  type Base,
  type Communication,
  fill,
  type MakeError,
  run,
  type Scope,
} from '../../../surfaces/connectors/iml.ts'
import { BAD_INVOICE, BILL, findSheet, operationsFor, PROJECTS, useStage } from './stage.ts'

/** The printed Make app. Make's engine runs only on its servers, so iml.ts evaluates what the app uses of it. */

interface Component {
  codeFiles: Record<string, string>
}
interface Manifest {
  generalCodeFiles: { base: string }
  components: Record<'connection' | 'webhook' | 'module' | 'rpc', Record<string, Component>>
}
const stage = useStage()
let manifest: Manifest
/** What each file says, by its path. */
const code = new Map<string, unknown>()

beforeAll(async () => {
  const root = join(stage.packages, 'make-latchkey')
  manifest = JSON.parse(await readFile(join(root, 'makecomapp.json'), 'utf8'))
  for (const file of globSync('**/*.json', { cwd: root }))
    code.set(file, JSON.parse(await readFile(join(root, file), 'utf8')))
})

const component = (kind: keyof Manifest['components'], id: string): Component => {
  const found = manifest.components[kind][id]
  if (!found) throw new Error(`the app has no ${kind} ${id}`)
  return found
}
const read = (kind: keyof Manifest['components'], id: string, file = 'communication') =>
  code.get(component(kind, id).codeFiles[file] ?? '')
const base = () => code.get(manifest.generalCodeFiles.base) as Base

/** Calls a component as Make does, with the parameters that a person filled in. */
const call = (
  kind: 'module' | 'rpc' | 'webhook',
  id: string,
  scope: Scope = {},
  { at = stage.gateway.origin, key = PRO_KEY, file = 'communication' } = {},
  // biome-ignore lint/suspicious/noExplicitAny: what a bundle has depends on the module
): Promise<any[]> =>
  run(
    read(kind, id, file) as Communication,
    { parameters: {}, ...scope, connection: { origin: at, api_key: key } },
    base(),
  )
const module = (id: string, parameters: object = {}, options = {}) => call('module', id, { parameters }, options)
const search = (id: string, parameters: object = {}) => module(id, { maximum: 10, ...parameters })

it('connects with the address as a person pastes it, and says why it cannot', async () => {
  const connect = (address: string, api_key = PRO_KEY) =>
    run(read('connection', 'latchkey') as Communication, { parameters: { address, api_key } })
  expect(await connect(`${stage.gateway.origin}/api/v1/ `)).toEqual([{ origin: stage.gateway.origin }])
  await expect(connect(stage.gateway.origin, 'wrong')).rejects.toThrow('X-API-KEY')
})

/** `recorderListFiles` for `recorder_list_files`. */
const toId = (operation: string) => operation.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

it('runs modules of each group', async () => {
  for (const [operation, fields, first] of operationsFor('Make')) {
    const [bundle] = await search(toId(operation), { ...fields, idempotency_key: `item-of-${operation}` })
    if (first) expect(bundle, operation).toMatchObject(first)
  }
  const headers = [{ key: 'Content-Type', value: 'application/json' }]
  const universal = { url: '/api/v1/recorder/files', method: 'GET', headers, qs: [{ key: 'limit', value: '1' }] }
  expect(await module('makeApiCall', universal)).toMatchObject([
    { statusCode: 200, body: { data_file_list: [{ id: expect.any(String) }] } },
  ])
})

it('fails for a row and for a shipment that the product refused', async () => {
  const row = { data_source_id: PROJECTS, key: 'Name', records: { Budget: 1 } }
  await expect(module('workspaceUpsertRecords', row)).rejects.toThrow('records[0].Name: is required')
  const { invoice_number, error } = BAD_INVOICE
  const items = [{ ...(await findSheet(stage, 'INSTRUCT')), carrier: 'CJGLS', invoice_number }]
  await expect(module('shopSendInvoices', { items, idempotency_key: 'item-9' })).rejects.toThrow(error)
})

it('outputs a bundle for each of several things, with its error', async () => {
  const { shipment_box_id } = await findSheet(stage, 'ACCEPT')
  const boxes = { shipment_box_ids: [shipment_box_id, '1'], idempotency_key: 'item-10' }
  expect(await module('shopAcknowledgeOrderSheets', boxes)).toEqual([
    { shipment_box_id, status: 'done', error: null },
    expect.objectContaining({ shipment_box_id: '1', status: 'refused', error: 'shipmentBoxId (1) is not found.' }),
  ])
})

it('asks for further pages until the person has enough', async () => {
  const sync = async (maximum: number) =>
    (await search('recorderSync', { include: ['summary'], maximum })).map(({ file }) => file.file_id)
  const all = await sync(1000)
  // A page has 20.
  expect(all.length).toBeGreaterThan(20)
  expect(new Set(all).size).toBe(all.length)
  expect(await sync(22)).toEqual(all.slice(0, 22))
})

it('offers what the account has, and the columns of a table', async () => {
  await module('paymentRequestBill', { ...BILL, idempotency_key: 'item-1' })
  for (const id of Object.keys(manifest.components.rpc).filter((name) => name !== 'listColumns'))
    expect(await call('rpc', id), id).toEqual(
      expect.arrayContaining([{ label: expect.any(String), value: expect.any(String) }]),
    )
  const columns = await call('rpc', 'listColumns', { parameters: { data_source_id: PROJECTS } })
  const types = new Map(columns.map(({ name, type }) => [name, type]))
  expect([types.get('Name'), types.get('Budget'), types.get('Tags')]).toEqual(['text', 'number', 'array'])
  expect(columns.find(({ name }) => name === 'Stage').help).toContain('Done')
})

it('sends one bill for an item, however often the module runs again', async () => {
  const bill = (idempotency_key: string) =>
    module('paymentRequestBill', { ...BILL, product_nm: 'Piano', idempotency_key })
  const [first] = await bill('item-7')
  expect(await bill('item-7')).toEqual([first])
  await expect(bill('item-8')).rejects.toThrow('the same customer got bill')
})

it("shows the gateway's own sentence for each failure, with the type that Make acts on", async () => {
  const failure = (promise: Promise<unknown>) =>
    promise.then(
      () => 'it succeeded',
      (error: MakeError) => [error.type, error.message],
    )
  expect(await failure(module('videoGetTranscript', { video_url: 'short' }))).toEqual([
    'DataError',
    expect.stringContaining('video_url: is not on a host of the video service'),
  ])
  expect(await failure(module('notesGetNote', { id: 'x' }, { key: 'wrong' }))).toEqual([
    'InvalidConfigurationError',
    expect.stringContaining('X-API-KEY'),
  ])
  expect(await failure(module('notesGetNote', { id: 'nothing' }))).toEqual(['DataError', 'Note not found'])
  const said = (status: number) => {
    stage.other.respond(() => [status, { error: `the sentence of ${status}` }])
    return failure(module('notesGetNote', { id: 'x' }, { at: stage.other.origin }))
  }
  expect(await said(409)).toEqual(['DataError', 'the sentence of 409'])
  expect(await said(429)).toEqual(['RateLimitError', 'the sentence of 429'])
  expect(await said(502)).toEqual(['ConnectionError', 'the sentence of 502'])
  stage.other.respond(() => [502, {}])
  expect(await failure(module('notesGetNote', { id: 'x' }, { at: stage.other.origin }))).toEqual([
    'ConnectionError',
    'Latchkey responded with status 502',
  ])
})

it('subscribes once, and starts a scenario only with events that the gateway has', async () => {
  const url = `${stage.other.origin}/hook`
  const attach = (type: string, filter?: object) =>
    call('webhook', 'events', { webhook: { url }, parameters: { type, filter } }, { file: 'attach' })
  const [webhook] = await attach('recorder.file.ready')
  expect(await attach('recorder.file.ready')).toEqual([webhook])
  const [{ externalHookId: ofTable }] = await attach('workspace.row.created', { data_source_id: PROJECTS })
  const subscriptions = async () => (await search('eventsListSubscriptions')).filter((one) => one.url === url)
  const found = await subscriptions()
  expect(found).toHaveLength(2)
  expect(found.find(({ id }) => id === ofTable)).toMatchObject({ filter: { data_source_id: PROJECTS } })

  const event = { id: 'evt_1', type: 'recorder.file.ready', data: { id: 'a' } }
  stage.other.respond(() => [200, { events: [event, { ...event, id: 'evt_2' }] }])
  const start = (payload: object) => call('module', 'watchEvents', { payload }, { at: stage.other.origin })
  expect(await start({ id: 'evt_1', type: event.type, data: { id: 'forged' } })).toEqual([event])
  expect(await start({ id: 'evt_forged', type: event.type })).toEqual([])
  const { condition } = read('webhook', 'events') as { condition: string }
  const accepted = ['recorder.file.ready', 'latchkey.test', 'forged'].map((type) => fill(condition, { body: { type } }))
  expect(accepted).toEqual([true, false, false])

  for (const id of [webhook.externalHookId, ofTable])
    await call('webhook', 'events', { webhook: { externalHookId: id } }, { file: 'detach' })
  expect(await subscriptions()).toEqual([])
})

it('polls the newest events of a type', async () => {
  expect(await search('pollEvents', { type: 'recorder.file.ready' })).toEqual([])
  const asked: string[] = []
  stage.other.respond((_, body) => {
    asked.push(body)
    return [200, { events: [{ id: 'evt_2', type: 'x', timestamp: '2026-11-20T00:00:00.000Z' }] }]
  })
  expect(
    await module('pollEvents', { type: 'recorder.file.ready', maximum: 1 }, { at: stage.other.origin }),
  ).toHaveLength(1)
  expect(asked).toHaveLength(1)
  expect(
    await call('module', 'pollEvents', { parameters: { type: 'x' } }, { at: stage.other.origin, file: 'epoch' }),
  ).toEqual([{ label: 'x evt_2', date: '2026-11-20T00:00:00.000Z' }])
})
