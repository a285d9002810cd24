import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { badGateway } from '../../../src/base/errors.ts'
import { platform } from '../../../src/base/platform.ts'
import type { RequestState } from '../../../src/gateway/state.ts'
import type { Connection } from '../../../src/groups/workspace/notion.ts'
import { createOnce } from '../../../src/groups/workspace/once.ts'
import { DATA_SOURCES, NOTION_TOKENS, projectId } from '../../simulators/workspace/index.ts'
import { json } from '../../support/gateway.ts'
import { OBJECTS } from '../../support/objects.ts'
import { HEADERS, setTable } from '../../tasks/stage.ts'

/** Creations with an Idempotency-Key (docs/spec/gateway.md, "Idempotency-Key"). */

let table: ReturnType<typeof setTable>
let made = 0

beforeEach(() => {
  table = setTable()
  made += 1
})
afterEach(() => vi.restoreAllMocks())

const data_source_id = DATA_SOURCES.tasks
const CREATIONS = [
  ['a page', '/api/v2/workspace/pages', { data_source_id, properties: { Name: 'Minutes' }, markdown: '# Minutes' }],
  ['rows', '/api/v1/workspace/bulk-insert', { data_source_id, records: [{ Name: 'One' }, { Name: 'Two' }] }],
] as const

const rows = () => table.notion.state.rows.length
const posts = () => table.notion.calls.filter(({ method, url }) => method === 'POST' && url.pathname === '/v1/pages')

describe.each(CREATIONS)('%s', (_, path, body) => {
  const ask = (sent: object = body, key = `key-${made}`) => {
    const init = json('POST', sent)
    const headers = { 'Content-Type': 'application/json', ...HEADERS, 'Idempotency-Key': key }
    return table.gateway.call(path, { ...init, headers })
  }
  const each = 'records' in body ? body.records.length : 1

  it('is created once for a key, and the second answer says the same', async () => {
    const before = rows()
    const first = await ask()
    const second = await ask()
    expect([first.status, second.status]).toEqual([first.status, first.status])
    expect(first.headers.has('Idempotent-Replayed')).toBe(false)
    expect(second.headers.get('Idempotent-Replayed')).toBe('true')
    expect(second.json).toEqual(first.json)
    expect(rows()).toBe(before + each)
  })

  it('is created again without a key, and with another one', async () => {
    await ask()
    await ask(body, `other-${made}`)
    expect(posts()).toHaveLength(2 * each)
  })

  it('of another body is 400', async () => {
    await ask()
    const answer = await ask({ ...body, data_source_id: DATA_SOURCES.projects })
    expect([answer.status, answer.json.error]).toEqual([400, 'Idempotency-Key: was used before with another body'])
    expect(posts()).toHaveLength(each)
  })

  it('that is refused leaves the key unused', async () => {
    const wrong = JSON.parse(JSON.stringify(body).replaceAll('"Name"', '"Nome"'))
    expect((await ask(wrong)).status).toBe(400)
    expect((await ask()).status).toBeLessThan(300)
  })

  it('whose answer is lost is never sent again with the key', async () => {
    table.notion.fail(
      { kind: 'cut' },
      { times: 9, on: ({ method, url }) => method === 'POST' && url.pathname === '/v1/pages' },
    )
    const lost = await ask()
    const sent = posts().length
    expect(lost.status).toBeGreaterThanOrEqual(500)
    table.notion.heal()
    const again = await ask()
    expect([again.status, again.json.error]).toEqual([lost.status, expect.stringContaining('is not known')])
    expect(posts()).toHaveLength(sent)
  })

  it('whose table could not be read is free', async () => {
    table.notion.fail({ kind: 'status', status: 500 }, { times: 9, on: ({ method }) => method === 'GET' })
    const failed = await ask()
    expect(failed.status).toBe(502)
    table.notion.heal()
    expect((await ask()).status).toBeLessThan(300)
    expect(posts()).toHaveLength(each)
  })

  it('is created once by ten requests at the same time', async () => {
    const before = rows()
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask()))
    expect(answers.filter(({ status }) => status < 300).length).toBeGreaterThan(0)
    expect(new Set(answers.map(({ status }) => status)).has(500)).toBe(false)
    expect(rows()).toBe(before + each)
  })
})

const ADDITIONS = [
  ['a comment', 'comments', { text: 'Done' }, 'POST'],
  ['a text at the end of a page', 'markdown', { markdown: 'Done' }, 'PATCH'],
] as const

describe.each(ADDITIONS)('%s', (_, part, body, method) => {
  const ask = (page = 1, headers: Record<string, string> = {}) =>
    table.gateway.call(`/api/v2/workspace/pages/${projectId(page)}/${part}`, {
      ...json('POST', body),
      headers: { 'Content-Type': 'application/json', ...HEADERS, 'Idempotency-Key': `key-${made}`, ...headers },
    })
  const sent = () => table.notion.calls.filter((call) => call.method === method)

  it('is added once for a key, and the second answer says the same', async () => {
    const [first, second] = [await ask(), await ask()]
    expect([first.status, second.status]).toEqual([first.status, first.status])
    expect(first.status).toBeLessThan(300)
    expect(second.headers.get('Idempotent-Replayed')).toBe('true')
    expect(second.json).toEqual(first.json)
    expect(sent()).toHaveLength(1)
    const elsewhere = await ask(2)
    expect([elsewhere.status, elsewhere.json.error]).toEqual([
      400,
      'Idempotency-Key: was used before with another body',
    ])
  })

  it('is never sent again with the key when its answer was lost, and once by ten at the same time', async () => {
    table.notion.fail({ kind: 'cut' }, { times: 9, on: (call) => call.method === method })
    for (const answer of [await ask(), await ask()])
      expect([answer.status, answer.json.error]).toEqual([502, expect.stringContaining('is not known')])
    expect(sent()).toHaveLength(1)
    table.notion.heal()
    await Promise.all(Array.from({ length: 10 }, () => ask(1, { 'Idempotency-Key': `other-${made}` })))
    expect(sent()).toHaveLength(2)
  })
})

it('the second answer to a comment is its id where the token may not read comments', async () => {
  const connection = table.notion.state.connections.find(({ token }) => token === NOTION_TOKENS.full)
  if (connection) connection.capabilities = new Set(['read', 'insert_comments'])
  const ask = () =>
    table.gateway.call(`/api/v2/workspace/pages/${projectId(1)}/comments`, {
      ...json('POST', { text: 'Done' }),
      headers: { 'Content-Type': 'application/json', ...HEADERS, 'Idempotency-Key': `key-${made}` },
    })
  const [first, second] = [await ask(), await ask()]
  expect([first.status, first.json.text, second.json]).toEqual([201, null, first.json])
})

describe('what was written before and cannot be read', () => {
  const ask = (method: string, path: string, body: object, token = NOTION_TOKENS.full) =>
    table.gateway.call(`/api/v2/workspace/${path}`, {
      ...json(method, body),
      headers: { 'Content-Type': 'application/json', 'X-Workspace-Token': token, 'Idempotency-Key': `key-${made}` },
    })
  const text = `pages/${projectId(1)}/markdown`
  const newTable = { parent_page_id: projectId(1), title: 'Fees', columns: [{ name: 'Name', type: 'title' }] }
  const row = { data_source_id, properties: { Name: 'Minutes' } }

  it.each([
    ['a text at the end of a page', 'POST', text, { markdown: 'Done' }, NOTION_TOKENS.updateOnly],
    ['an edit', 'PATCH', text, { markdown: 'Done', append: true }, NOTION_TOKENS.updateOnly],
    ['a table', 'POST', 'database', newTable, NOTION_TOKENS.insertOnly],
  ])('by a token that may only write is told as done: %s', async (_, method, path, body, token) => {
    const [first, second] = [await ask(method, path, body, token), await ask(method, path, body, token)]
    expect([first.status, second.status, second.json.id]).toEqual([first.status, first.status, first.json.id])
    expect(first.status).toBeLessThan(300)
    expect(second.headers.get('Idempotent-Replayed')).toBe('true')
  })

  it('is told as done where it is gone by now', async () => {
    const first = await ask('POST', 'pages', row)
    table.notion.fail({ kind: 'status', status: 404 }, { on: ({ method }) => method === 'GET' })
    const second = await ask('POST', 'pages', row)
    expect([second.status, second.json.id, second.json.url]).toEqual([201, first.json.id, null])
    expect(posts()).toHaveLength(1)
  })

  it('is told as written while the product fails, and then as it is', async () => {
    const first = await ask('POST', 'pages', row)
    table.notion.fail({ kind: 'status', status: 500 }, { on: ({ method }) => method === 'GET' })
    const second = await ask('POST', 'pages', row)
    expect([second.status, second.json.error]).toEqual([502, expect.stringMatching(/^it was written before/)])
    table.notion.heal()
    expect((await ask('POST', 'pages', row)).json).toEqual(first.json)
    expect(posts()).toHaveLength(1)
  })
})

it('an edit that the product refused is refused, also where the page cannot be read after that', async () => {
  const isWrite = ({ method }: { method: string }) => method === 'PATCH'
  table.notion.fail({ kind: 'status', status: 400 }, { times: 1, on: isWrite })
  table.notion.fail(
    { kind: 'status', status: 500 },
    { on: (call) => !isWrite(call) && table.notion.calls.some(isWrite) },
  )
  const ask = () =>
    table.gateway.call(`/api/v2/workspace/pages/${projectId(1)}/markdown`, {
      ...json('PATCH', { insert_after: 'Started in', markdown: 'Done' }),
      headers: { 'Content-Type': 'application/json', ...HEADERS, 'Idempotency-Key': `key-${made}` },
    })
  expect((await ask()).status).toBe(400)
  table.notion.heal()
  expect((await ask()).status).toBe(200)
})

it('a model repeats a page with the same key', async () => {
  const model = await table.talk()
  const page = { data_source_id, properties: { Name: 'Minutes' }, idempotency_key: `model-${made}` }
  const first = await model.call('workspace_create_page', page)
  expect((await model.call('workspace_create_page', page)).id).toBe(first.id)
  const insert = { data_source_id, records: [{ Name: 'A' }], idempotency_key: `rows-${made}` }
  const { results } = await model.call('workspace_insert_records', insert)
  expect((await model.call('workspace_insert_records', insert)).results).toEqual(results)
  expect(posts()).toHaveLength(2)
})

const state = {
  ...{ id: 'request', caller: { lineage: 'caller' }, operation: { id: 'workspace_create_page' }, platform },
  settings: { env: { LEDGER: OBJECTS.LEDGER } },
} as unknown as RequestState
const connection = { accountName: async () => 'ntn_test-full' } as Connection

it('a key is that of its workspace', async () => {
  const make = (name: string) => {
    const own = { ...connection, accountName: async () => name }
    return createOnce({ state, connection: own, key: `key-${made}`, body: {} }, async () => name)
  }
  for (const name of ['one', 'another', 'one']) expect(await make(name)).toMatchObject({ stored: name })
})

it('a key whose request had no call left for it is free', async () => {
  let calls = 0
  const ask = () =>
    createOnce({ state, connection, key: `key-${made}`, body: {} }, async () => {
      if (++calls === 1) throw badGateway('no calls are left', 'budget')
      return 'page'
    })
  await expect(ask()).rejects.toMatchObject({ reason: 'budget' })
  expect(await ask()).toMatchObject({ stored: 'page' })
  await ask()
  expect(calls).toBe(2)
})
