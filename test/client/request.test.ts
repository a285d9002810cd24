import { expect, it } from 'vitest'
import { buildRequest } from '../../src/client/request.ts'
import { NOTION_SESSIONS, USERS, WORKSPACES } from '../upstreams/workspace/index.ts'
import { setStage } from './stage.ts'

it.each([
  'https://latchkey.test',
  'https://latchkey.test/',
  'https://latchkey.test/api/v1',
  'https://latchkey.test/api/v2/',
])('accepts the URL of the deployment as %s', async (baseUrl) => {
  const { latchkey, sent } = setStage({}, { baseUrl })
  await latchkey.recorder.get('/devices')
  expect(sent.map(({ url }) => url)).toEqual(['https://latchkey.test/api/v1/recorder/devices'])
})

it('writes numbers, flags and lists of a query as the gateway parses them, and leaves out undefined', async () => {
  const { latchkey, sent } = setStage()
  await latchkey.recorder.get('/sync', {
    query: { limit: 1, since: undefined, strict: false, include: ['summary', 'share'], transcript_format: 'srt' },
  })
  expect(new URL(sent[0]?.url ?? '').search).toBe('?limit=1&strict=false&include=summary%2Cshare&transcript_format=srt')
})

it('sends the API key, and the headers of the call beside it', async () => {
  const { latchkey, sent } = setStage()
  await latchkey.workspace.post('/workspace-invite', {
    header: {
      'X-Workspace-Token': NOTION_SESSIONS.owner,
      'X-Workspace-Space-ID': WORKSPACES.haneul,
      'X-Workspace-User-ID': USERS.jiwoo,
    },
    json: { email: 'mina@haneul.example', role: 'member' },
  })
  expect(Object.fromEntries(sent[0]?.headers ?? [])).toEqual({
    'content-type': 'application/json',
    'x-api-key': 'test-pro-key',
    'x-workspace-token': NOTION_SESSIONS.owner,
    'x-workspace-space-id': WORKSPACES.haneul,
    'x-workspace-user-id': USERS.jiwoo,
  })
})

it('sends the headers of the client to operations that accept them, and those of a call override them', async () => {
  const sent: Request[] = []
  const fetch = (request: Request) => {
    sent.push(request)
    return Response.json({})
  }
  const headers = { 'x-workspace-token': 'ntn_client', 'X-Payment-Mode': true }
  const { latchkey } = setStage({}, { headers, fetch })
  await latchkey.recorder.listDevices()
  await latchkey.workspace.getSchema({ data_source_id: 'a' })
  await latchkey.workspace.getSchema({ data_source_id: 'a' }, { headers: { 'X-Workspace-Token': 'ntn_call' } })
  expect(sent.map((request) => request.headers.get('X-Workspace-Token'))).toEqual([null, 'ntn_client', 'ntn_call'])
  expect(sent.map((request) => request.headers.get('X-Payment-Mode'))).toEqual([null, null, null])
})

it('repeats a payment safely by the Idempotency-Key of the call', async () => {
  const { latchkey, world } = setStage()
  const bill = {
    product_nm: 'Workbook',
    member_nm: 'Hong',
    phone: '01012345678',
    price: 100,
    expire_dt: '2026-12-31',
    callback_url: 'https://academy.example/payments',
  }
  const ask = () =>
    latchkey.payment.post('/request', {
      header: { 'X-Payment-Mode': true, 'Idempotency-Key': 'workbook-17' },
      json: bill,
    })
  expect(await ask()).toEqual(await ask())
  expect(world.simulators.flatMap(({ calls }) => calls)).toHaveLength(1)
})

it.each([
  ['a fresh one for each call', {}, [1, 1, 2, 2]],
  ['the one of the caller', { 'Idempotency-Key': 'own' }, ['own', 'own', 'own', 'own']],
])(
  'a payment has an Idempotency-Key, %s, and is sent again with it when no response came',
  async (_, header, expected) => {
    const keys: unknown[] = []
    const fetch = async (request: Request) => {
      keys.push(request.headers.get('Idempotency-Key'))
      if (keys.length % 2 === 1) throw new TypeError('network')
      return Response.json({})
    }
    const { latchkey } = setStage({}, { fetch })
    for (const _ of [1, 2]) await latchkey.payment.cancelBill({ bill_id: 'a', price: 1 }, { headers: header })
    const order = [...new Set(keys)]
    expect(keys.map((key) => (key === 'own' ? key : order.indexOf(key) + 1))).toEqual(expected)
  },
)

it('an operation without Idempotency-Key gets none, and is not repeated', async () => {
  const keys: unknown[] = []
  const fetch = async (request: Request) => {
    keys.push(request.headers.get('Idempotency-Key'))
    throw new TypeError('network')
  }
  const { latchkey } = setStage({}, { fetch })
  await expect(latchkey.payment.readBill({ bill_id: 'a' })).rejects.toThrow('network')
  expect(keys).toEqual([null])
})

it('sends no body without one, and no question mark without a query', () => {
  const request = buildRequest('POST', 'https://latchkey.test/a/:id', 'key', { param: { id: 'b' }, query: {} })
  expect([request.url, request.body, request.headers.get('Content-Type')]).toEqual([
    'https://latchkey.test/a/b',
    null,
    null,
  ])
})

it('a path parameter stays within its segment', () => {
  const { url } = buildRequest('GET', 'https://latchkey.test/files/:id/tabs', 'key', { param: { id: '../a?b#c/%2e' } })
  expect(url).toBe('https://latchkey.test/files/..%2Fa%3Fb%23c%2F%252e/tabs')
})

it.each(['', '.', '..'])('refuses the path parameter "%s", which would name another path', async (id) => {
  const { latchkey, sent } = setStage()
  await expect(latchkey.recorder.delete('/tags/:id', { param: { id } })).rejects.toThrow(
    new TypeError('id: must not be empty, nor dots'),
  )
  expect(sent).toEqual([])
})

it('follows no redirect, which would be sent the key', () => {
  expect(buildRequest('GET', 'https://latchkey.test/', 'key').redirect).toBe('manual')
})
