import { execFile } from 'node:child_process'
import { readdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { IDataObject, INodeParameters } from 'n8n-workflow'
import { beforeAll, expect, it, vi } from 'vitest'
import { ROOT } from '../../../scripts/support/build.ts'
import { askSources, awaitFirstPolls } from '../../../scripts/support/first-subscription.ts'
import { PRO_KEY } from '../../node/scripts/started-gateway.ts'
import {
  ADMIN_KEY,
  BAD_INVOICE,
  BILL,
  connectSecondRecorder,
  EVENTS,
  feedOf,
  findSheet,
  forge,
  MANY_EVENTS,
  newerDocument,
  operationsFor,
  PROJECTS,
  sign,
  useStage,
} from '../scripts/connectors/stage.ts'
import { TOOL_MODULES } from './modules.ts'
import { loadEngine, located } from './n8n-engine.ts'

/** The nodes in n8n's own engine. */

const run = promisify(execFile)
const PACKAGE = 'n8n-nodes-latchkey'
const OF_TABLE = { resource: 'workspace', operation: 'workspace_create_page', data_source_id: located(PROJECTS) }

const stage = useStage()
let n8n: ReturnType<typeof loadEngine>

const inPackage = (path = '') => join(stage.packages, PACKAGE, path)
const engineFor = (baseUrl: string, apiKey = PRO_KEY) =>
  loadEngine(inPackage(), { baseUrl, apiKey }, `${stage.other.origin}/webhook`)

beforeAll(async () => {
  await symlink(TOOL_MODULES, inPackage('node_modules'))
  n8n = engineFor(stage.gateway.origin)
})

it("fits n8n's types, and is built into the files that it has already", async () => {
  const built = join(stage.folder, 'built')
  const options = ['--outDir', built, '--declaration', 'false', '--sourceMap', 'false']
  const types = ['--typeRoots', join(ROOT, 'node_modules/@types')]
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  await run(process.execPath, [tsc, '-p', '.', ...options, ...types], { cwd: inPackage() })
  const filesOf = async (folder: string) =>
    (await readdir(folder, { recursive: true })).filter((file) => /\.js(on)?$/.test(file)).sort()
  expect(await filesOf(built)).toEqual(await filesOf(inPackage('dist')))
})

it('lists what most people want, and all operations of the deployment under "Any Operation"', async () => {
  const lists = n8n.description('latchkey').properties.filter(({ name }) => name === 'operation')
  const wanted = lists.flatMap(({ options = [] }) => options.map((option) => 'value' in option && option.value))
  expect(wanted.length).toBeGreaterThan(40)
  expect(wanted.length).toBeLessThanOrEqual(45)
  const all = await n8n.choose('loadOptions', 'getOperations')
  expect(all.length).toBeGreaterThan(100)
  expect(all.map((option) => Object(option).value)).toEqual(expect.arrayContaining(wanted))
})

it('names products and events below the nodes', () => {
  const below = (type: 'latchkey' | 'latchkeyTrigger', parameters: INodeParameters) => n8n.subtitle(type, parameters)
  expect(below('latchkey', { resource: 'workspace' })).toBe('Notion')
  expect(below('latchkey', { resource: 'any', operation: 'workspace_get_schema' })).toBe('Any Operation')
  expect(below('latchkeyTrigger', { events: ['recorder.file.ready'] })).toBe('Plaud File Ready')
  expect(below('latchkeyTrigger', { events: ['recorder.file.ready', 'notes.note.created'] })).toBe(
    'Plaud File Ready, +1',
  )
})

it('has an example workflow of what the nodes have', async () => {
  const text = await readFile(inPackage('examples/recording-to-notion.json'), 'utf8')
  const { nodes, connections } = JSON.parse(text) as {
    nodes: { name: string; type: string; parameters: INodeParameters }[]
    connections: Record<string, { main: { node: string }[][] }>
  }
  for (const { name, type, parameters } of nodes) {
    const known = n8n.description(type.replace(`${PACKAGE}.`, ''))?.properties
    expect(known, name).toBeDefined()
    const { resource, operation } = parameters
    const shown = known.filter(({ displayOptions: { show = {} } = {} }) =>
      Object.entries({ resource, operation }).every(
        ([field, value]) => !show[field] || (show[field] as unknown[]).includes(value),
      ),
    )
    expect(shown.map((property) => property.name)).toEqual(expect.arrayContaining(Object.keys(parameters)))
    for (const property of shown.filter(({ options }) => options)) {
      const names: unknown[] = (property.options ?? []).map((option) =>
        'value' in option ? option.value : option.name,
      )
      const given = parameters[property.name]
      const chosen: unknown[] = property.type.endsWith('ollection')
        ? Object.keys(given ?? {})
        : [given ?? property.default].flat()
      expect(names, `${name}: ${property.name}`).toEqual(expect.arrayContaining(chosen))
    }
  }
  const names = nodes.map(({ name }) => name)
  const linked = Object.values(connections).flatMap(({ main }) => main.flat().map(({ node }) => node))
  expect(names).toEqual(expect.arrayContaining([...Object.keys(connections), ...linked]))
})

it('runs operations of each group', async () => {
  for (const [operation, fields, first] of operationsFor('n8n')) {
    const [item] = await n8n.run(operation, n8n.fill(operation, fields))
    if (first) expect(item?.json, operation).toMatchObject(first)
  }
})

it('returns a limited number of items, or all of all pages', async () => {
  expect(await n8n.run('recorder_list_files', { limit: 2 })).toHaveLength(2)
  const all = await n8n.run('recorder_sync', n8n.fill('recorder_sync', { returnAll: true, include: ['summary'] }))
  expect(all.length).toBeGreaterThan(20)
  expect(new Set(all.map(({ json }) => (json.file as IDataObject).file_id)).size).toBe(all.length)
})

it('offers what the account has', async () => {
  const form = async (operation: string) => {
    const { fields } = await n8n.choose('resourceMapping', 'getFields', { resource: 'any', operation })
    return fields as { id: string; displayName: string; type: string; options?: { name: string; value: string }[] }[]
  }
  for (const [operation, field] of [
    ['recorder_get_transcript', 'id'],
    ['recorder_list_files', 'tag_id'],
    ['notes_get_note', 'id'],
    ['workspace_query_data_source', 'data_source_id'],
    ['workspace_get_page', 'page_id'],
    ['social_get_post', 'id'],
  ] as const) {
    const found = (await form(operation)).find(({ id }) => id === field)
    expect(found, `${operation}: ${field}`).toMatchObject({ type: 'options', options: expect.any(Array) })
  }
  const [recording] = await form('recorder_get_transcript')
  expect(recording).toMatchObject({ displayName: 'Recording' })
  expect(recording?.options).toContainEqual({ name: '분기 예산 검토', value: expect.any(String) })
  const tables = await n8n.choose('listSearch', 'searchTables', {}, { filter: 'Projects' })
  expect(tables.results).toContainEqual({ name: expect.stringMatching(/Projects/), value: PROJECTS })
  const { fields } = await n8n.choose('resourceMapping', 'getColumnFields', OF_TABLE)
  expect(fields).toContainEqual(expect.objectContaining({ id: 'Budget', type: 'number' }))
  expect(fields).toContainEqual(
    expect.objectContaining({
      id: 'Stage',
      type: 'options',
      options: expect.arrayContaining([{ name: 'Done', value: 'Done' }]),
    }),
  )
})

it('offers the accounts of the product, and sends the chosen one', async () => {
  const accounts = await n8n.choose('loadOptions', 'getAccounts', {
    resource: 'recorder',
    operation: 'recorder_list_files',
  })
  expect(accounts).toEqual([
    { name: 'First Account', value: '' },
    { name: expect.stringMatching(/^recorder\b/), value: 'recorder' },
  ])
  expect(await n8n.run('recorder_list_files', { limit: 1, account: 'recorder' })).toHaveLength(1)
  await expect(n8n.run('recorder_list_files', { limit: 1, account: 'recorder:none' })).rejects.toThrow('recorder:none')
  const stale = n8n.run('recorder_list_files', { limit: 1, account: 'notes:two' })
  await expect(stale).rejects.toThrow('notes:two is no account for')
})

it('sends one bill for a node that runs again, and for a key of the person', async () => {
  const bill = (parameters: object) => n8n.fill('payment_request_bill', { ...BILL, ...parameters })
  const idOf = async (more: object, executionId: string, parameters = {}) =>
    (await n8n.run('payment_request_bill', bill(parameters), { executionId, ...more }))[0]?.json.bill_id
  const first = await idOf({}, '7')
  expect(await idOf({}, '7')).toBe(first)
  const own = { product_nm: 'Piano', idempotencyKey: 'order-1' }
  const second = await idOf({}, '8', own)
  expect(await idOf({ id: 'another-node' }, '9', own)).toBe(second)
  expect(second).not.toBe(first)
  // Another execution without a key of its own is asked about by the gateway.
  await expect(idOf({}, '10')).rejects.toThrow(/^the same customer got bill/)
  const ids = (await n8n.run('payment_list_bills', { returnAll: true })).map(({ json }) => json.bill_id)
  expect(ids.filter((id) => id === first || id === second)).toHaveLength(2)
})

it("shows the gateway's own sentence for each failure", async () => {
  const failure = (operation: string, parameters: INodeParameters, engine = n8n) =>
    engine.run(operation, parameters, { executionId: '21' }).then(
      () => 'it succeeded',
      ({ message, description, httpCode }) => [httpCode, message, description],
    )
  const code = (name: string) => expect.stringMatching(new RegExp(`^Code: ${name}\\..*Request ID: [\\w-]{36}\\.$`))
  const missing = n8n.fill('notes_get_note', { id: 'nothing' })
  const violin = n8n.fill('payment_request_bill', { ...BILL, product_nm: 'Violin' })
  await n8n.run('payment_request_bill', violin, { executionId: '20' })
  expect([
    await failure('video_get_transcript', n8n.fill('video_get_transcript', { video_url: 'short' })),
    await failure('recorder_list_files', {}, engineFor(stage.gateway.origin, 'wrong')),
    await failure('notes_get_note', missing),
    await failure('payment_request_bill', violin),
  ]).toEqual([
    ['400', 'video_url: is not on a host of the video service', code('invalid_input')],
    ['401', expect.stringContaining('X-API-KEY'), code('invalid_key')],
    ['404', 'Note not found', code('not_found')],
    ['409', expect.stringMatching(/^the same customer got bill/), code('conflict')],
  ])
  stage.other.respond(async () => [429, { error: 'slow down' }])
  expect(await failure('notes_list_webhooks', {})).toEqual([
    '429',
    'the notes service answered 429',
    code('too_many_requests'),
  ])
  stage.other.respond(async () => [500, {}])
  expect(await failure('notes_list_webhooks', {})).toEqual([
    '502',
    'the notes service answered 500',
    code('product_failed'),
  ])
})

it('tests a credential, and shows what the gateway says about its key', async () => {
  const tested = (address: string, apiKey = PRO_KEY) => engineFor(address, apiKey).testCredential()
  const said = async (key: string) => {
    const response = await fetch(`${stage.gateway.origin}/api/v1/doctor`, { headers: { 'X-API-KEY': key } })
    return ((await response.json()) as { error: string }).error
  }
  for (const address of ['', '/', '/api/v1', '/api/v1/'])
    expect(await tested(stage.gateway.origin + address)).toBe('Connection successful!')
  for (const wrong of ['wrong', 'Bearer key', 'lk_short'])
    expect(await tested(stage.gateway.origin, wrong)).toBe(await said(wrong))
  stage.other.respond(async () => [503, { ok: false, code: 'unavailable', accounts: [] }])
  expect(await tested(stage.other.origin)).toBe('Connection successful!')
  stage.other.respond(async () => [404, { error: 'no such page' }])
  expect(await tested(stage.other.origin)).toMatch(/^There is no Latchkey at this address/)
})

it('goes on with the other items, if the person wants that', async () => {
  const parameters = n8n.fill('notes_get_note', { id: '={{ $json.id }}' })
  const items = [{ id: 'nothing' }, { id: 'note-0024' }]
  const found = await n8n.run('notes_get_note', parameters, { items, onError: 'continueRegularOutput' })
  expect(found).toMatchObject([
    { json: { error: 'Note not found', status: '404' }, pairedItem: { item: 0 } },
    { json: { note: { guid: 'note-0024' } }, pairedItem: { item: 1 } },
  ])
})

it('fails for a row and for a shipment that the product refused', async () => {
  const row = n8n.fill('workspace_upsert_records', { data_source_id: PROJECTS, key: 'Name', properties: { Budget: 1 } })
  await expect(n8n.run('workspace_upsert_records', row)).rejects.toThrow('records[0].Name: is required')
  const { invoice_number, error } = BAD_INVOICE
  const items = [{ ...(await findSheet(stage, 'INSTRUCT')), carrier: 'CJGLS', invoice_number }]
  const shipment = n8n.fill('shop_send_invoices', { items })
  await expect(n8n.run('shop_send_invoices', shipment)).rejects.toThrow(error)
})

it('gives an item for each of several things, with its error', async () => {
  const { shipment_box_id } = await findSheet(stage, 'ACCEPT')
  const boxes = n8n.fill('shop_acknowledge_order_sheets', { shipment_box_ids: [shipment_box_id, '1'] })
  const found = await n8n.run('shop_acknowledge_order_sheets', boxes)
  expect(found.map(({ json }) => json)).toEqual([
    { shipment_box_id, status: 'done', error: null },
    expect.objectContaining({ shipment_box_id: '1', status: 'refused', error: 'shipmentBoxId (1) is not found.' }),
  ])
})

it('downloads a file without the key', async () => {
  const asked: (string | undefined)[] = []
  stage.other.respond(async ({ pathname }, _, headers) => {
    if (pathname === '/openapi.json') return [503, {}]
    asked.push(headers['x-api-key'])
    return pathname.endsWith('.mp3')
      ? [200, Buffer.from('sound')]
      : [200, { audio_url: `${stage.other.origin}/files/a.mp3?signed=1` }]
  })
  const [item] = await engineFor(stage.other.origin).run(
    'recorder_get_audio_url',
    n8n.fill('recorder_get_audio_url', { id: 'f1' }),
  )
  expect(item?.binary?.data).toMatchObject({
    fileName: 'a.mp3',
    mimeType: 'audio/mpeg',
    data: Buffer.from('sound').toString('base64'),
  })
  expect(asked).toEqual([PRO_KEY, undefined])
})

it('has an operation that is newer than the package, and its form', async () => {
  const served = await newerDocument(stage)
  const asked: string[] = []
  stage.other.respond(async (url) => {
    asked.push(`${url.pathname}${url.search}`)
    return url.pathname === '/openapi.json' ? [200, served] : [200, { words: 7 }]
  })
  const engine = engineFor(stage.other.origin.replace('127.0.0.1', '127.0.0.3'))
  const all = await engine.choose('loadOptions', 'getOperations')
  expect(all).toContainEqual(expect.objectContaining({ name: 'Tiro: Count the words', value: 'notes_count_words' }))
  const chosen = { resource: 'any', operation: 'notes_count_words' }
  const { fields } = await engine.choose('resourceMapping', 'getFields', chosen)
  expect(fields).toMatchObject([
    { id: 'id', displayName: 'Note', required: true },
    { id: 'language', type: 'options', options: [{ value: 'ko' }, { value: 'en' }] },
  ])
  const [item] = await engine.run('notes_count_words', engine.fill('notes_count_words', { id: 'n/1', language: 'ko' }))
  expect(item?.json).toEqual({ words: 7 })
  expect(asked).toEqual(['/openapi.json', '/api/v1/notes/notes/n%2F1/words?language=ko'])
})

it('runs an action while the document of the deployment is slow or fails', async () => {
  let hang = true
  stage.other.respond(async ({ pathname }) => {
    if (pathname !== '/openapi.json') return [200, { success: true, note: { guid: 'a' } }]
    return hang ? new Promise(() => {}) : [500, {}]
  })
  // Another address each time, because a copy is that of an address.
  for (const address of ['127.0.0.4', '127.0.0.5']) {
    const engine = engineFor(stage.other.origin.replace('127.0.0.1', address))
    const [item] = await engine.run('notes_get_note', engine.fill('notes_get_note', { id: 'a' }))
    expect(item?.json).toMatchObject({ note: { guid: 'a' } })
    hang = false
  }
})

const subscriptions = async () => {
  const found = await n8n.run('events_list_subscriptions')
  return found.filter(({ json }) => String(json.url).startsWith(stage.other.origin)).map(({ json }) => json)
}

it('has one subscription after restarts and changes, and none in the end', async () => {
  const first = n8n.trigger('latchkeyTrigger', { events: ['recorder.file.ready'], options: { include: ['summary'] } })
  await first.activate()
  const [before] = await subscriptions()
  expect(before).toMatchObject({ types: ['recorder.file.ready'], include: ['summary'], enabled: true })
  const restarted = n8n.trigger(
    'latchkeyTrigger',
    { events: ['recorder.file.ready'], options: { include: ['summary'] } },
    first.staticData(),
  )
  await restarted.activate()
  expect((await subscriptions()).map(({ id }) => id)).toEqual([before?.id])
  // The server was restored from a backup without the secret.
  const restored = n8n.trigger('latchkeyTrigger', { events: ['notes.note.created'] })
  await restored.activate()
  expect(await subscriptions()).toMatchObject([{ types: ['notes.note.created'] }])
  await restored.deactivate()
  await restored.deactivate()
  expect(await subscriptions()).toEqual([])
})

it('starts a workflow for each type of event, and refuses what is not signed', async () => {
  const trigger = n8n.trigger('latchkeyTrigger', { events: EVENTS })
  await trigger.activate()
  const delivered: [Record<string, string>, string][] = []
  stage.other.respond(async (_, body, headers) => {
    delivered.push([headers, body])
    return [200, {}]
  })
  const [subscription] = await subscriptions()
  await n8n.run('events_test_subscription', n8n.fill('events_test_subscription', { id: String(subscription?.id) }))
  expect(delivered).toHaveLength(1)
  const [headers, body] = delivered[0] ?? [{}, '']
  const received = await trigger.receive(headers, Buffer.from(body))
  expect(received).toMatchObject({ items: [{ id: headers['webhook-id'], type: 'latchkey.test' }] })

  const { secret } = Object.values(trigger.staticData())[0] as { secret: string }
  for (const type of EVENTS) {
    const text = JSON.stringify({ type, timestamp: new Date().toISOString(), data: { name: '회의' } })
    expect(await trigger.receive(sign(text, secret), Buffer.from(text)), type).toMatchObject({ items: [{ type }] })
    for (const [forged, sent] of forge(text, secret))
      expect(await trigger.receive(forged, Buffer.from(sent)), type).toEqual({ status: 401, items: undefined })
  }
  await trigger.deactivate()
})

it('polls from the first activation on, over a restart', async () => {
  const events = { events: ['recorder.file.ready'] }
  const polling = n8n.trigger('latchkeyPollingTrigger', events)
  expect(await polling.poll()).toEqual([])
  await awaitFirstPolls(stage.gateway.origin, ADMIN_KEY)
  stage.gateway.happen('recording')
  await askSources(stage.gateway.origin, ADMIN_KEY)
  const restarted = n8n.trigger('latchkeyPollingTrigger', events, polling.staticData())
  const found = await vi.waitFor(
    async () => {
      const items = await restarted.poll()
      expect(items).toHaveLength(1)
      return items
    },
    { timeout: 20_000, interval: 100 },
  )
  expect(found).toMatchObject([{ type: 'recorder.file.ready', data: { filename: expect.any(String) } }])
  expect(await restarted.poll()).toEqual([])
  expect(await n8n.trigger('latchkeyPollingTrigger', events).poll('manual')).toEqual(found)
})

it('polls every type of event over all pages', async () => {
  const asked: string[] = []
  stage.other.respond(feedOf(MANY_EVENTS, asked))
  const stored = { 'node:latchkeyPollingTrigger': { after: 'e0' } }
  const polling = engineFor(stage.other.origin).trigger('latchkeyPollingTrigger', { events: EVENTS }, stored)
  expect(await polling.poll()).toEqual(MANY_EVENTS)
  expect(asked).toEqual(['e0', 'e100', 'e200'])
})

it('polls the events of the chosen accounts', async () => {
  const asked: (string | null)[] = []
  const feed = feedOf([], [])
  stage.other.respond((url, ...rest) => {
    asked.push(url.searchParams.get('accounts'))
    return feed(url, ...rest)
  })
  const other = engineFor(stage.other.origin)
  const accounts = ['recorder:second', 'notes']
  for (const chosen of [{ accounts }, { accounts: [] }, {}])
    for (const mode of ['trigger', 'manual'] as const)
      await other.trigger('latchkeyPollingTrigger', { events: EVENTS, ...chosen }).poll(mode)
  const named = 'recorder:second,notes'
  expect(asked).toEqual([named, named, null, null, null, null])
})

it('offers the accounts of the events, and subscribes to the chosen ones', async () => {
  await connectSecondRecorder(stage)
  const offered = async (type: string, events: string[]) =>
    (await n8n.choose('loadOptions', 'getAccounts', { events }, { type })).map((option) => Object(option).value)
  const both = ['recorder', 'recorder:second']
  for (const type of ['latchkeyTrigger', 'latchkeyPollingTrigger']) {
    expect(await offered(type, ['recorder.file.ready'])).toEqual(both)
    expect(await offered(type, ['recorder.file.updated', 'shop.order.created'])).toEqual([...both, 'shop-consumer'])
    // They are about all accounts.
    expect(await offered(type, ['account.rejected'])).toEqual([])
  }
  const events = ['recorder.file.ready']
  const limited = n8n.trigger('latchkeyTrigger', { events, accounts: ['recorder:second'] })
  await limited.activate()
  const [before] = await subscriptions()
  expect(before).toMatchObject({ types: events, accounts: ['recorder:second'] })
  const restarted = n8n.trigger('latchkeyTrigger', { events, accounts: ['recorder:second'] }, limited.staticData())
  await restarted.activate()
  expect((await subscriptions()).map(({ id }) => id)).toEqual([before?.id])
  const open = n8n.trigger('latchkeyTrigger', { events, accounts: [] }, restarted.staticData())
  await open.activate()
  const [after] = await subscriptions()
  expect(after).toMatchObject({ accounts: both })
  const reopened = n8n.trigger('latchkeyTrigger', { events }, open.staticData())
  await reopened.activate()
  expect((await subscriptions()).map(({ id }) => id)).toEqual([after?.id])
  const again = n8n.trigger('latchkeyTrigger', { events, accounts: both }, reopened.staticData())
  await again.activate()
  expect(await subscriptions()).toMatchObject([{ accounts: both }])
  const stale = n8n.trigger('latchkeyTrigger', { events: ['notes.note.created'], accounts: ['recorder:second'] })
  await expect(stale.activate()).rejects.toThrow('accounts: names no account')
  await again.deactivate()
  expect(again.staticData()).toEqual({ 'node:latchkeyTrigger': {} })
})
