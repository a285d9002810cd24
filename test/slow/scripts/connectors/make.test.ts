import { globSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { PRO_KEY } from '../../../node/scripts/started-gateway.ts'
import { type Base, type Communication, fill, type MakeError, run, type Scope } from './iml.ts'
import { BAD_INVOICE, BILL, findSheet, operationsFor, PROJECTS, useStage } from './stage.ts'

/** The Make app. Make's engine runs only on its servers, so iml.ts evaluates what the app uses of it. */

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
const module = async (id: string, given: object = {}, options = {}) =>
  call('module', id, { parameters: await filled(id, given) }, options)

/** What Make sends of a form: its parameters only, and the defaults of those that nobody filled in. */
async function filled(id: string, given: object): Promise<object> {
  const form = `form${id.charAt(0).toUpperCase()}${id.slice(1)}`
  if (!(form in manifest.components.rpc)) return given
  const parameters = (await call('rpc', form)) as { name: string; default?: unknown; options?: { nested?: Named[] } }[]
  const nested = parameters.flatMap(({ options }) => options?.nested ?? [])
  const values = new Map(Object.entries(given))
  return Object.fromEntries(
    [...parameters, ...nested].flatMap(({ name, default: initial }) => {
      const value = values.get(name) ?? initial
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
interface Named {
  name: string
  default?: unknown
}
const search = (id: string, parameters: object = {}) => module(id, { maximum: 10, ...parameters })

it('connects with the address as a person pastes it, and says why it cannot', async () => {
  const connect = (address: string, api_key = PRO_KEY) =>
    run(read('connection', 'latchkey') as Communication, { parameters: { address, api_key } })
  expect(await connect(`${stage.gateway.origin}/api/v1/ `)).toEqual([{ origin: stage.gateway.origin }])
  await expect(connect(stage.gateway.origin, 'wrong')).rejects.toThrow('X-API-KEY')
})

/** `recorderListFiles` for `recorder_list_files`. */
const toId = (operation: string) => operation.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** A day is a text in the form. */
const DAY = { expire_dt: '2099-12-31' }

it('runs modules of each group', async () => {
  const own = operationsFor('Make').filter(([operation]) => toId(operation) in manifest.components.module)
  expect(own.length).toBeGreaterThan(12)
  for (const [operation, fields, first] of own) {
    const [bundle] = await search(toId(operation), {
      ...{ ...fields, ...(operation === 'payment_request_bill' && DAY) },
      idempotency_key: `item-of-${operation}`,
    })
    if (first) expect(bundle, operation).toMatchObject(first)
  }
  const headers = [{ key: 'Content-Type', value: 'application/json' }]
  const universal = { url: '/api/v1/recorder/files', method: 'GET', headers, qs: [{ key: 'limit', value: '1' }] }
  expect(await module('makeApiCall', universal)).toMatchObject([
    { statusCode: 200, body: { data_file_list: [{ id: expect.any(String) }] } },
  ])
})

it('fails for a row and for a shipment that the product refused', async () => {
  const row = { data_source_id: PROJECTS, key: 'Name', records: [{ Budget: 1 }] }
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
  const list = async (maximum: number) => (await search('recorderListFiles', { maximum })).map(({ id }) => id)
  const all = await list(1000)
  // A page has 100 at most, and this account has more than two pages of ten.
  expect(all.length).toBeGreaterThan(20)
  expect(new Set(all).size).toBe(all.length)
  expect(await list(22)).toEqual(all.slice(0, 22))
})

it('offers what the account has, and the columns of a table', async () => {
  await module('paymentRequestBill', { ...BILL, ...DAY, idempotency_key: 'item-1' })
  for (const id of Object.keys(manifest.components.rpc).filter((name) => /^list(?!Columns)/.test(name)))
    expect(await call('rpc', id), id).toEqual(
      expect.arrayContaining([{ label: expect.any(String), value: expect.any(String) }]),
    )
  const columns = await call('rpc', 'listColumns', { parameters: { data_source_id: PROJECTS } })
  const types = new Map(columns.map(({ name, type }) => [name, type]))
  expect([types.get('Name'), types.get('Budget'), types.get('Tags')]).toEqual(['text', 'number', 'array'])
  expect(columns.find(({ name }) => name === 'Stage').help).toContain('Done')
})

it('offers the accounts of the product, and sends the chosen one', async () => {
  expect(await call('rpc', 'listAccountsOfRecorder')).toEqual([
    { label: expect.stringMatching(/^recorder\b/), value: 'recorder' },
  ])
  expect(await search('recorderListFiles', { maximum: 1, account: 'recorder' })).toHaveLength(1)
  await expect(search('recorderListFiles', { account: 'recorder:none' })).rejects.toThrow('recorder:none')
})

it('has forms that the deployment answers: parameters with their lists, and outputs', async () => {
  const { mappableParams, interface: output } = component('module', 'paymentRequestBill').codeFiles
  expect([code.get(mappableParams ?? ''), code.get(output ?? '')]).toEqual([
    ['rpc://formPaymentRequestBill'],
    ['rpc://formPaymentRequestBillOutput'],
  ])
  expect(await call('rpc', 'formPaymentRequestBill')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'price', label: 'Amount', type: 'integer', required: true }),
      expect.objectContaining({ name: 'idempotency_key', required: true }),
    ]),
  )
  expect(await call('rpc', 'formPaymentRequestBillOutput')).toContainEqual(
    expect.objectContaining({ name: 'bill_id', type: 'text' }),
  )
  const [recording] = await call('rpc', 'formRecorderGetTranscript')
  expect(recording).toMatchObject({ name: 'id', label: 'Recording', options: { store: 'rpc://listRecordings' } })
  const table = (await call('rpc', 'formWorkspaceCreatePage')).find(({ name }) => name === 'data_source_id')
  expect(table.options.nested).toMatchObject([{ name: 'properties', spec: ['rpc://listColumns'] }])
  // Every list that a form names is in the app.
  for (const id of Object.keys(manifest.components.rpc).filter((name) => name.startsWith('form')))
    for (const [, list = ''] of JSON.stringify(await call('rpc', id)).matchAll(/rpc:\/\/(\w+)/g))
      expect(Object.keys(manifest.components.rpc), id).toContain(list)
})

it('is a local project of Make whose parts fit together, below 150 KB', async () => {
  const files = globSync('**/*.*', { cwd: join(stage.packages, 'make-latchkey') })
  const sizes = files.map((file) => statSync(join(stage.packages, 'make-latchkey', file)).size)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(150_000)
  const all = Object.entries(manifest.components).flatMap(([kind, ones]) =>
    Object.entries(ones).map(([id, { codeFiles }]) => ({ kind, id, codeFiles })),
  )
  for (const { id, codeFiles } of all) {
    expect(id).toMatch(/^[a-zA-Z][0-9a-zA-Z]{2,47}$/)
    for (const file of Object.values(codeFiles)) expect(files).toContain(file)
  }
  const modules = Object.keys(manifest.components.module).filter((id) => !/^(watch|poll|make)/.test(id))
  expect(modules.length).toBeGreaterThan(40)
  expect(modules.length).toBeLessThanOrEqual(45)
})

it('sends one bill for an item, however often the module runs again', async () => {
  const bill = (idempotency_key: string) =>
    module('paymentRequestBill', { ...BILL, ...DAY, product_nm: 'Piano', idempotency_key })
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
  expect(await failure(module('notesGetNote', { id: 'nothing' }))).toEqual([
    'DataError',
    expect.stringMatching(/^Note not found \(not_found, request [\w-]{36}\)$/),
  ])
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
  const subscriptions = async (): Promise<{ id: string; url: string }[]> => {
    const [{ body }] = await module('makeApiCall', { url: '/api/v1/events/subscriptions', method: 'GET' })
    return body.subscriptions.filter((one: { url: string }) => one.url === url)
  }
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
