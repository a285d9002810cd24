import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Base, type Communication, fill, type MakeError, run, type Scope } from '../../surfaces/connectors/iml.ts'
import { VIDEO_IDS } from '../../upstreams/video/ids.ts'
import { PRO_KEY, startGateway } from '../started-gateway.ts'
import { expectSameFiles, printConnectors, startOther } from './printed.ts'

/** The printed Make app. Make's engine runs only on its servers, so iml.ts evaluates what the app uses of it. */

const PACKAGE = 'make-latchkey'
const PROJECTS = '2f1c0de0-0003-4000-8000-000000000001'
const BILL = {
  product_nm: 'Lesson',
  member_nm: 'Kim',
  phone: '010-1234-5678',
  price: 1000,
  expire_dt: '2099-12-31T00:00:00+09:00',
}

interface Component {
  codeFiles: Record<string, string>
}
interface Manifest {
  generalCodeFiles: { base: string }
  components: Record<'connection' | 'webhook' | 'module' | 'rpc', Record<string, Component>>
}
let folder: string
let manifest: Manifest
let gateway: Awaited<ReturnType<typeof startGateway>>
/** What each file says, by its path. */
const code = new Map<string, unknown>()
/** Plays a failing deployment, and receives deliveries. */
let other: Awaited<ReturnType<typeof startOther>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-make-'))
  other = await startOther()
  ;[gateway] = await Promise.all([
    startGateway({ CREDENTIALS_KEY: Buffer.alloc(32, 1).toString('base64') }),
    printConnectors(join(folder, 'first')),
  ])
  const root = join(folder, 'first', PACKAGE)
  manifest = JSON.parse(await readFile(join(root, 'makecomapp.json'), 'utf8'))
  for (const file of globSync('**/*.json', { cwd: root }))
    code.set(file, JSON.parse(await readFile(join(root, file), 'utf8')))
})
beforeEach(() => other.respond())
afterAll(async () => {
  other?.close()
  await gateway?.stop()
  await rm(folder, { recursive: true, force: true })
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
  { at = gateway.origin, key = PRO_KEY, file = 'communication' } = {},
  // biome-ignore lint/suspicious/noExplicitAny: what a bundle has depends on the module
): Promise<any[]> =>
  run(
    read(kind, id, file) as Communication,
    { parameters: {}, ...scope, connection: { origin: at, api_key: key } },
    base(),
  )
const module = (id: string, parameters: object = {}, options = {}) => call('module', id, { parameters }, options)
const search = (id: string, parameters: object = {}) => module(id, { maximum: 10, ...parameters })

it('is printed the same again', async () => {
  await printConnectors(join(folder, 'second'))
  await expectSameFiles(join(folder, 'first', PACKAGE), join(folder, 'second', PACKAGE), 600)
})

it('connects with the address as a person pastes it, and says why it cannot', async () => {
  const connect = (address: string, api_key = PRO_KEY) =>
    run(read('connection', 'latchkey') as Communication, { parameters: { address, api_key } })
  expect(await connect(`${gateway.origin}/api/v1/ `)).toEqual([{ origin: gateway.origin }])
  await expect(connect(gateway.origin, 'wrong')).rejects.toThrow('X-API-KEY')
})

it('runs modules of each group', async () => {
  expect(await search('recorderListFiles', { maximum: 2 })).toHaveLength(2)
  expect(await search('recorderSearch', { query: '예산' })).toMatchObject([{ hits: expect.any(Array) }])
  expect(await search('notesListNotes')).toMatchObject({ 0: { guid: expect.any(String) } })
  expect(await module('notesGetNote', { id: 'note-0024' })).toMatchObject([{ note: { guid: 'note-0024' } }])
  expect(await search('workspaceSearch', { query: 'brand' })).not.toEqual([])
  const row = { Name: 'From Make', Budget: 5, Stage: 'Done' }
  await module('workspaceCreatePage', { data_source_id: PROJECTS, properties: row })
  const filters = [{ key: 'Name', value: 'From Make' }]
  expect(await search('workspaceQueryDataSource', { data_source_id: PROJECTS, filters })).toMatchObject([
    { simple_properties: row },
  ])
  expect(await search('shopListFlattenedOrders', { orderedFrom: '2020-01-01T00:00:00+09:00' })).not.toEqual([])
  expect(await search('shopListCarriers')).toMatchObject({ 0: { code: expect.any(String) } })
  expect(await module('paymentFormatPhoneNumber', { phone: '010-1234-5678' })).toMatchObject([{ phone: '01012345678' }])
  expect(await module('videoGetTranscript', { video_url: VIDEO_IDS.manual })).toMatchObject([{ success: true }])
  expect(await search('videoListLanguages', { video_url: VIDEO_IDS.manual })).not.toEqual([])
  const post = { text: 'From Make', idempotency_key: 'item-1' }
  const [first] = await module('socialCreatePost', post)
  expect(await module('socialCreatePost', post)).toMatchObject([{ post: { id: first.post.id } }])
  expect(await search('socialListPosts', { maximum: 1 })).toMatchObject([{ text: 'From Make' }])
  expect(await search('gatewaySearch', { query: '예산', groups: ['recorder'] })).not.toEqual([])
  expect(await module('gatewayDoctor', { accounts: ['notes', 'social'] })).toMatchObject([{ ok: true }])
  const headers = [{ key: 'Content-Type', value: 'application/json' }]
  const universal = { url: '/api/v1/recorder/files', method: 'GET', headers, qs: [{ key: 'limit', value: '1' }] }
  expect(await module('makeApiCall', universal)).toMatchObject([
    { statusCode: 200, body: { data_file_list: [{ id: expect.any(String) }] } },
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
    other.respond(() => [status, { error: `the sentence of ${status}` }])
    return failure(module('notesGetNote', { id: 'x' }, { at: other.origin }))
  }
  expect(await said(409)).toEqual(['DataError', 'the sentence of 409'])
  expect(await said(429)).toEqual(['RateLimitError', 'the sentence of 429'])
  expect(await said(502)).toEqual(['ConnectionError', 'the sentence of 502'])
  other.respond(() => [502, {}])
  expect(await failure(module('notesGetNote', { id: 'x' }, { at: other.origin }))).toEqual([
    'ConnectionError',
    'Latchkey responded with status 502',
  ])
})

it('subscribes once, and starts a scenario only with events that the gateway has', async () => {
  const url = `${other.origin}/hook`
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
  other.respond(() => [200, { events: [event, { ...event, id: 'evt_2' }] }])
  const start = (payload: object) => call('module', 'watchEvents', { payload }, { at: other.origin })
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
  other.respond((_, body) => {
    asked.push(body)
    return [200, { events: [{ id: 'evt_2', type: 'x', timestamp: '2026-11-20T00:00:00.000Z' }] }]
  })
  expect(await module('pollEvents', { type: 'recorder.file.ready', maximum: 1 }, { at: other.origin })).toHaveLength(1)
  expect(asked).toHaveLength(1)
  expect(
    await call('module', 'pollEvents', { parameters: { type: 'x' } }, { at: other.origin, file: 'epoch' }),
  ).toEqual([{ label: 'x evt_2', date: '2026-11-20T00:00:00.000Z' }])
})
