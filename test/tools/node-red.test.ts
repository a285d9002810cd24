import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { askSources, awaitFirstPolls } from '../../scripts/support/first-subscription.ts'
import {
  ADMIN_KEY,
  BILL,
  EVENTS,
  feedOf,
  forge,
  MANY_EVENTS,
  operationsFor,
  PROJECTS,
  sign,
  useStage,
} from '../scripts/connectors/stage.ts'
import { freePort } from '../scripts/free-port.ts'
import { PRO_KEY } from '../scripts/started-gateway.ts'
import { type FlowNode, type Message, makeUserDir, startNodeRed } from './node-red-engine.ts'

/** The printed nodes in Node-RED's own runtime. */

const PACKAGE = 'node-red-contrib-latchkey'

const stage = useStage()
let directories: Awaited<ReturnType<typeof makeUserDir>>
let nodeRed: Awaited<ReturnType<typeof startNodeRed>>
let port: number

beforeAll(async () => {
  port = await freePort()
  directories = await makeUserDir(stage.folder, join(stage.packages, PACKAGE))
  nodeRed = await startNodeRed(directories, port)
})
afterAll(() => nodeRed?.stop())

const deploymentOf = (id: string, address: string, key = PRO_KEY): FlowNode => ({
  ...{ id, type: 'latchkey-deployment', address },
  credentials: { key },
})
const FLOW = () => [
  { id: 'flow', type: 'tab', label: 'Test' },
  deploymentOf('deployment', stage.gateway.origin),
  deploymentOf('wrong', stage.gateway.origin, 'wrong'),
  deploymentOf('failing', stage.other.origin),
  { id: 'sink', type: 'collect', z: 'flow', wires: [] },
  { id: 'failures', type: 'catch', z: 'flow', scope: null, wires: [[]] },
]

const literal = (value: unknown) => ({ type: typeof value === 'object' ? 'json' : 'str', value: JSON.stringify(value) })
const toField = (value: unknown) =>
  typeof value === 'string'
    ? { type: 'str', value }
    : typeof value === 'number'
      ? { type: 'num', value: String(value) }
      : literal(value)

const request = (operation: string, fields: object = {}, more: object = {}): FlowNode => ({
  id: 'request',
  type: 'latchkey-request',
  z: 'flow',
  deployment: 'deployment',
  operation,
  fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toField(value)])),
  limit: '50',
  limitType: 'num',
  wires: [['sink']],
  ...more,
})

/** The messages that a request sends for a message, or the failure that a catch node gets. */
async function send(node: FlowNode, msg: Message = { _msgid: 'm1' }, count = 1): Promise<Message[]> {
  await nodeRed.deploy([...FLOW(), node])
  return again(msg, count)
}
async function again(msg: Message, count = 1): Promise<Message[]> {
  nodeRed.clear()
  await nodeRed.receive('request', msg)
  await vi.waitFor(
    () => expect(nodeRed.collected('sink').length + nodeRed.collected('failures').length).toBeGreaterThanOrEqual(count),
    { timeout: 20_000, interval: 20 },
  )
  return [...nodeRed.collected('sink'), ...nodeRed.collected('failures')]
}

it('has the same texts in both languages', async () => {
  const locales = join(stage.packages, PACKAGE, 'nodes/locales')
  expect(await readdir(join(locales, 'ko'))).toEqual(await readdir(join(locales, 'en-US')))
  const texts = async (language: string) =>
    JSON.parse(await readFile(join(locales, language, 'latchkey-request.json'), 'utf8'))
  const [english, korean] = [await texts('en-US'), await texts('ko')]
  for (const part of ['products', 'tasks', 'summaries', 'fields'])
    expect(Object.keys(korean[part])).toEqual(Object.keys(english[part]))
  expect(Object.keys(english.tasks).length).toBeGreaterThan(100)
  // Node-RED reads these as variables and as references.
  expect(JSON.stringify([english, korean])).not.toMatch(/__|\$t\(/)
  const hangul = /[가-힣]/
  for (const { tasks } of [english, korean])
    for (const group of Object.keys(english.products)) {
      const own = Object.keys(tasks).filter((id) => id.startsWith(`${group}_`))
      expect(new Set(own.map((id) => tasks[id])).size, group).toBe(own.length)
    }
  expect(Object.values(korean.tasks).filter((task) => !hangul.test(String(task)))).toEqual([])
})

it('tests a deployment', async () => {
  await nodeRed.deploy(FLOW())
  const test = (id: string, address = stage.gateway.origin) =>
    nodeRed.admin('/latchkey/test', { body: { id, address, key: '__PWRD__' } })
  expect(await test('deployment', `${stage.gateway.origin}/api/v1/`)).toMatchObject({ works: true })
  expect(await test('wrong')).toEqual({ works: false, message: expect.stringContaining('X-API-KEY') })
  expect(await test('deployment', 'nowhere')).toMatchObject({ works: false, message: expect.stringContaining('URL') })
})

it('offers what the account has', async () => {
  await nodeRed.deploy(FLOW())
  const choose = (list: string, text = '', deployment = 'deployment') =>
    nodeRed.admin('/latchkey/choices/:deployment/:list', { params: { deployment, list }, query: { text } })
  const choice = [expect.any(String), expect.any(String)]
  for (const list of ['recordings', 'folders', 'notes', 'tables', 'pages', 'posts'])
    expect(await choose(list), list).toEqual(expect.arrayContaining([choice]))
  expect(await choose('carriers', 'HYUNDAI')).toEqual([['HYUNDAI', expect.any(String)]])
  expect(await choose('recordings', '예산')).toEqual([[expect.any(String), '분기 예산 검토']])
  expect(await choose('tables', 'Projects')).toMatchObject([[PROJECTS, expect.any(String)]])
  expect(await choose('tables', 'no such table')).toEqual([])
  expect(await choose('recordings', '', 'wrong')).toEqual([])
  expect(await choose('constructor')).toEqual([])
})

it('runs operations of each group', async () => {
  for (const [operation, fields, first] of operationsFor('Node-RED')) {
    const [message] = await send(request(operation, fields))
    expect(message?.error, operation).toBeUndefined()
    expect(message, operation).toMatchObject({ statusCode: expect.any(Number), _msgid: 'm1' })
    if (first) expect([message?.payload].flat()[0], operation).toMatchObject(first)
  }
})

it('returns a limited list, all pages, or a message for each item', async () => {
  const list = (more: object) => request('recorder_list_files', {}, more)
  expect((await send(list({ limit: '2' })))[0]?.payload).toHaveLength(2)
  const [all] = await send(list({ limit: '' }))
  expect(new Set(all?.payload.map(({ id }: { id: string }) => id)).size).toBe(all?.payload.length)
  expect(all?.payload.length).toBeGreaterThan(20)
  const each = await send(list({ limit: '3', output: 'each' }), { _msgid: 'm1', topic: 'mine' }, 3)
  expect(each).toMatchObject(
    [0, 1, 2].map((index) => ({
      payload: { filename: expect.any(String) },
      topic: 'mine',
      parts: { index, count: 3 },
    })),
  )
})

it('reads fields from the message', async () => {
  const node = request('notes_get_note', {}, { fields: { id: { type: 'msg', value: 'payload.note' } } })
  expect(await send(node, { payload: { note: 'note-0024' } })).toMatchObject([
    { payload: { note: { guid: 'note-0024' } } },
  ])
  const replaced = request('notes_get_note', { id: 'nothing' }, { from: 'payload', fromType: 'msg' })
  expect(await send(replaced, { payload: { id: 'note-0024' } })).toMatchObject([
    { payload: { note: { guid: 'note-0024' } } },
  ])
})

it('does nothing twice for a message that arrives again', async () => {
  const bill = (fields: object, more = {}) => request('payment_request_bill', { ...BILL, ...fields }, more)
  const [first] = await send(bill({ product_nm: 'Piano' }), { _msgid: 'order-1' })
  expect(await again({ _msgid: 'order-1' })).toMatchObject([{ payload: first?.payload }])
  expect(first?.payload.bill_id).toEqual(expect.any(String))
  // Another message is asked about by the gateway.
  expect(await again({ _msgid: 'order-2' })).toMatchObject([
    { error: { message: expect.stringMatching(/^the same customer got bill/) }, statusCode: 409 },
  ])
  // Parts of one message are different from each other.
  expect(await again({ _msgid: 'order-1', parts: { index: 1 } })).toMatchObject([{ statusCode: 409 }])
  const own = { once: 'payload', onceType: 'msg' }
  const [second] = await send(bill({ product_nm: 'Violin' }, own), { _msgid: 'm1', payload: 'order-7' })
  expect(await again({ _msgid: 'm2', payload: 'order-7' })).toMatchObject([{ payload: second?.payload }])
})

it('downloads a file without the key', async () => {
  const asked: (string | undefined)[] = []
  stage.other.respond(({ pathname }, _, headers) => {
    asked.push(headers['x-api-key'])
    return pathname.endsWith('.mp3')
      ? [200, Buffer.from('sound')]
      : [200, { audio_url: `${stage.other.origin}/files/a.mp3?signed=1` }]
  })
  const node = request('recorder_get_audio_url', { id: 'f1' }, { deployment: 'failing' })
  const [message] = await send(node)
  expect(message).toMatchObject({ filename: 'a.mp3' })
  expect(Buffer.from(message?.payload.data).toString()).toBe('sound')
  expect(asked).toEqual([PRO_KEY, undefined])
})

it("shows the gateway's own sentence for each failure", async () => {
  const failure = async (operation: string, fields: object, deployment = 'deployment') => {
    const [{ error, statusCode, latchkey } = {} as Message] = await send(request(operation, fields, { deployment }))
    expect(latchkey.requestId).toEqual(expect.any(String))
    return [statusCode, error.message, latchkey.code]
  }
  expect([
    await failure('video_get_transcript', { video_url: 'short' }),
    await failure('recorder_list_files', {}, 'wrong'),
    await failure('notes_get_note', { id: 'nothing' }),
  ]).toEqual([
    [400, 'video_url: is not on a host of the video service', 'invalid_input'],
    [401, expect.stringContaining('X-API-KEY'), 'invalid_key'],
    [404, 'Note not found', 'not_found'],
  ])
  await send(request('payment_request_bill', { ...BILL, product_nm: 'Cello' }), { _msgid: 'm1' })
  expect(await again({ _msgid: 'm2' })).toMatchObject([
    {
      statusCode: 409,
      error: { message: expect.stringMatching(/^the same customer got bill/) },
      latchkey: { code: 'conflict' },
    },
  ])
  stage.other.respond(() => [429, { error: 'slow down' }])
  expect(await failure('notes_list_webhooks', {})).toEqual([429, 'the notes service answered 429', 'limit_exceeded'])
  stage.other.respond(() => [500, {}])
  expect(await failure('notes_list_webhooks', {})).toEqual([502, 'the notes service answered 500', 'product_failed'])
  const headers = { 'X-Error-Code': 'limit_exceeded', 'X-Request-Id': 'request-1', 'Retry-After': '7' }
  stage.other.respond(() => [429, { error: 'slow down' }, headers])
  const [slow] = await send(request('notes_list_notes', {}, { deployment: 'failing' }))
  expect(slow).toMatchObject({ error: { message: 'slow down' }, latchkey: { retryAfter: 7 } })
  expect(nodeRed.logged.join('\n')).not.toContain(PRO_KEY)
})

it('fails for a row that failed in a successful answer', async () => {
  const fields = { data_source_id: PROJECTS, key: 'Name', records: { Budget: 1 } }
  expect(await send(request('workspace_upsert_records', fields))).toMatchObject([
    { error: { message: expect.stringContaining('records[0].Name: is required') } },
  ])
})

const events = (more: object = {}): FlowNode => ({
  id: 'events',
  type: 'latchkey-events',
  z: 'flow',
  name: 'Meetings',
  deployment: 'deployment',
  delivery: 'webhook',
  address: `http://127.0.0.1:${port}`,
  every: 1,
  types: ['recorder.file.ready'],
  include: ['summary'],
  table: '',
  wires: [['sink']],
  ...more,
})

interface Subscription {
  id: string
  url: string
  types: string[]
}

async function subscriptions(): Promise<Subscription[]> {
  const response = await fetch(`${stage.gateway.origin}/api/v1/events/subscriptions`, {
    headers: { 'X-API-KEY': PRO_KEY },
  })
  return ((await response.json()) as { subscriptions: Subscription[] }).subscriptions
}

const change = (path: string, method = 'POST') =>
  fetch(`${stage.gateway.origin}/api/v1/events/subscriptions/${path}`, {
    method,
    headers: { 'X-API-KEY': PRO_KEY, 'Content-Type': 'application/json' },
    body: '{}',
  })

/** Whether a test delivery of the gateway reaches the flow. It does when the node has the secret. */
async function expectDelivery(id: string): Promise<void> {
  nodeRed.clear()
  await vi.waitFor(async () => {
    await change(`${id}/test`)
    expect(nodeRed.collected('sink').at(-1)).toMatchObject({
      topic: 'latchkey.test',
      event: { id: expect.any(String) },
    })
  }, WAIT)
}

const WAIT = { timeout: 20_000, interval: 100 }

it('has one subscription after deploys and restarts, and none in the end', async () => {
  await nodeRed.deploy([...FLOW(), events()])
  await vi.waitFor(async () => expect(await subscriptions()).toHaveLength(1), WAIT)
  const [first] = await subscriptions()
  expect(first).toMatchObject({ types: ['recorder.file.ready'], include: ['summary'] })
  const id = first?.id ?? ''
  await expectDelivery(id)

  await nodeRed.deploy([...FLOW(), events()])
  await nodeRed.deploy([...FLOW(), events({ types: ['notes.note.created'] })])
  await expectDelivery(id)
  expect(await subscriptions()).toMatchObject([{ id, types: ['notes.note.created'] }])

  await nodeRed.stop()
  nodeRed = await startNodeRed(directories, port)
  await expectDelivery(id)
  expect((await subscriptions()).map((one) => one.id)).toEqual([id])

  // The owner deleted the subscription.
  await change(id, 'DELETE')
  await nodeRed.deploy([...FLOW(), events()])
  await vi.waitFor(async () => expect(await subscriptions()).toHaveLength(1), WAIT)
  const [made] = await subscriptions()
  await expectDelivery(made?.id ?? '')

  await nodeRed.deploy(FLOW())
  expect(await subscriptions()).toEqual([])
  expect(await readdir(join(directories.userDir, 'latchkey'))).toEqual([])
})

it('leaves the subscription of a node that polls from now on', async () => {
  await nodeRed.deploy([...FLOW(), events()])
  await vi.waitFor(async () => expect(await subscriptions()).toHaveLength(1), WAIT)
  await nodeRed.deploy([...FLOW(), events({ delivery: 'poll' })])
  await vi.waitFor(async () => expect(await subscriptions()).toEqual([]), WAIT)
})

it('sends a message for each type of event, and refuses what is not signed', async () => {
  // A deployment that shows the secret to the test.
  const secret = `whsec_${Buffer.alloc(24, 3).toString('base64')}`
  stage.other.respond((_url, body) => (body ? [201, { id: 'sub_1', secret }] : [200, { subscriptions: [] }]))
  await nodeRed.deploy([...FLOW(), events({ id: 'received', deployment: 'failing' })])
  const deliver = (headers: Record<string, string>, body: string) =>
    fetch(`http://127.0.0.1:${port}/latchkey/received`, { method: 'POST', headers, body })
  await vi.waitFor(async () => expect((await deliver({}, '{}')).status).toBe(401), WAIT)

  nodeRed.clear()
  for (const type of EVENTS) {
    const text = JSON.stringify({ type, timestamp: '2026-11-20T00:00:00.000Z', data: { name: '회의' } })
    expect((await deliver(sign(text, secret), text)).status, type).toBe(204)
    for (const [headers, body] of forge(text, secret)) expect((await deliver(headers, body)).status, type).toBe(401)
  }
  await vi.waitFor(() => expect(nodeRed.collected('sink')).toHaveLength(EVENTS.length), WAIT)
  expect(nodeRed.collected('sink')).toMatchObject(
    EVENTS.map((type) => ({
      topic: type,
      payload: { name: '회의' },
      event: { id: 'msg_1', type, timestamp: '2026-11-20T00:00:00.000Z' },
    })),
  )

  expect((await fetch(`http://127.0.0.1:${port}/latchkey/nobody`, { method: 'POST' })).status).toBe(404)
  expect(nodeRed.collected('sink')).toHaveLength(EVENTS.length)
  expect(nodeRed.logged.join('\n')).not.toContain(secret)
})

it('polls from the first deploy on, and continues after a restart', async () => {
  nodeRed.clear()
  const polling = events({ delivery: 'poll' })
  await nodeRed.deploy([...FLOW(), polling])
  const stored = async () => JSON.parse(await readFile(join(directories.userDir, 'latchkey/events.json'), 'utf8')).after
  await vi.waitFor(async () => expect(await stored()).toEqual(expect.any(String)), WAIT)
  await awaitFirstPolls(stage.gateway.origin, ADMIN_KEY)
  expect(nodeRed.collected('sink').filter(({ topic }) => topic === 'recorder.file.ready')).toEqual([])
  await nodeRed.stop()
  stage.gateway.happen('recording')
  await askSources(stage.gateway.origin, ADMIN_KEY)
  nodeRed = await startNodeRed(directories, port)
  await vi.waitFor(() => expect(nodeRed.collected('sink')).toHaveLength(1), WAIT)
  expect(nodeRed.collected('sink')).toMatchObject([
    { topic: 'recorder.file.ready', payload: { filename: expect.any(String) } },
  ])
  const after = await stored()
  await nodeRed.stop()
  nodeRed = await startNodeRed(directories, port)
  await vi.waitFor(async () => expect(await stored()).toEqual(expect.any(String)), WAIT)
  expect(nodeRed.collected('sink')).toEqual([])
  expect(await stored()).toBe(after)
  await nodeRed.deploy(FLOW())
})

it('polls every type of event over all pages', async () => {
  const asked: string[] = []
  stage.other.respond(feedOf(MANY_EVENTS, asked))
  nodeRed.clear()
  await nodeRed.deploy([...FLOW(), events({ id: 'paged', delivery: 'poll', deployment: 'failing', types: EVENTS })])
  await vi.waitFor(() => expect(nodeRed.collected('sink').length).toBeGreaterThanOrEqual(MANY_EVENTS.length), WAIT)
  const found = MANY_EVENTS.map(({ type, data }) => ({ topic: type, payload: data }))
  expect(nodeRed.collected('sink')).toMatchObject(found)
  expect(asked.slice(0, 3)).toEqual(['now', 'e100', 'e200'])
  await nodeRed.deploy(FLOW())
})
