import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import { createClient, type Delivery, LatchkeyError, verifyWebhook } from '../../src/client/index.ts'
import { all, setStage, toFailure } from './stage.ts'

afterEach(() => vi.useRealTimers())

const FILES = '/api/v1/recorder/files'

/** A client whose answers are these, one after another. */
function answering(...answers: (Response | Error)[]) {
  const sent: Request[] = []
  const latchkey = createClient({
    baseUrl: 'https://latchkey.test/api/v1/',
    apiKey: 'key',
    headers: { 'X-Workspace-Token': 'ntn_a' },
    fetch: async (request) => {
      request.signal.throwIfAborted()
      sent.push(request)
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      if (answer instanceof Error) throw answer
      return answer?.clone() ?? expect.fail('no answer is left')
    },
  })
  return { latchkey, sent }
}

const ok = (body: object = {}) => Response.json(body)
const failing = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ error: 'not now' }, { status, headers: { 'X-Error-Code': 'product_failed', ...headers } })

/** Waits as long as the client does. */
async function settled<Result>(call: Promise<Result>): Promise<Result> {
  call.catch(() => {})
  await vi.runAllTimersAsync()
  return call
}

describe('a call', () => {
  it('has the types of its operation, down to the items of an order', () => {
    const { GET, POST } = createClient({ baseUrl: '', apiKey: '' })
    expectTypeOf(GET<typeof FILES, object>).returns.resolves.toHaveProperty('data')
    type Sheets = Awaited<
      ReturnType<typeof POST<'/api/v1/shop/ordersheets', { body: { createdAtFrom: string; createdAtTo: string } }>>
    >
    type Item = NonNullable<Sheets['data']['result'][number]['orderItems']>[number]
    expectTypeOf<Item['vendorItemName']>().toEqualTypeOf<string | null | undefined>()
  })

  it('sends the key, its fields and its headers to the address, with or without /api/v1', async () => {
    const { latchkey, sent } = answering(ok())
    await latchkey.PATCH('/api/v1/recorder/files/{id}', { params: { path: { id: 'a b' } }, body: { filename: 'New' } })
    const [request] = sent
    expect([request?.method, request?.url]).toEqual(['PATCH', 'https://latchkey.test/api/v1/recorder/files/a%20b'])
    expect(await request?.json()).toEqual({ filename: 'New' })
    expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
      'x-api-key': 'key',
      'x-workspace-token': 'ntn_a',
    })
    expect(request?.redirect).toBe('manual')
  })

  it.each(['', '.', '..'])('refuses %o in a path, which would be another path', async (id) => {
    const { latchkey, sent } = answering(ok())
    const call = latchkey.GET('/api/v1/recorder/files/{id}', { params: { path: { id } } })
    await expect(call).rejects.toThrow(new TypeError('id: must not be empty, nor dots'))
    expect(sent).toEqual([])
  })
})

describe('a failure', () => {
  it('of each group has the sentence of the gateway, its code and the id of the request', async () => {
    const { latchkey } = setStage()
    const id = 'no id'
    const failures = await Promise.all([
      toFailure(latchkey.GET('/api/v1/recorder/files/{id}', { params: { path: { id } } })),
      toFailure(latchkey.GET('/api/v1/notes/notes/{id}', { params: { path: { id } } })),
      toFailure(latchkey.POST('/api/v1/shop/orders', { body: { pageIndex: -1, pageSize: 10 } })),
      toFailure(latchkey.POST('/api/v1/video/transcript/v2', { body: { video_id: 'short' } })),
    ])
    for (const failure of failures) {
      expect(failure).toBeInstanceOf(LatchkeyError)
      expect(failure).toMatchObject({
        status: 400,
        code: 'invalid_input',
        requestId: expect.stringMatching(/^[\w-]{36}$/),
      })
    }
    expect(failures.map((failure) => Object(failure).message)).toEqual([
      'id: must be 1 to 128 of A-Z, a-z, 0-9, _ and -',
      'id: must be 1 to 128 of A-Z, a-z, 0-9, _ and -',
      'pageIndex: must be at least 0',
      'video_id: must be 11 of A-Z, a-z, 0-9, _ and -',
    ])
  })

  it('of a doctor has the hints of the accounts as its message, and the report as its body', async () => {
    const { latchkey } = setStage({ RECORDER_TOKEN: 'test-wrong-token' })
    expect(
      await toFailure(latchkey.GET('/api/v1/doctor', { params: { query: { accounts: 'recorder' } } })),
    ).toMatchObject({
      status: 503,
      message: expect.stringMatching(/^recorder: \S/),
      body: { ok: false },
    })
  })

  it.each([
    ['a page', new Response('<!doctype html>')],
    ['a redirect', new Response(null, { status: 302, headers: { Location: 'https://elsewhere.example/' } })],
  ])('%s is no success', async (_, answer) => {
    const failure = await toFailure(answering(answer).latchkey.GET('/api/v1/recorder/devices'))
    expect(failure).toMatchObject({ name: 'LatchkeyError', status: answer.status, requestId: undefined })
  })
})

describe('a repeat', () => {
  const lost = new TypeError('connection lost')
  const BILL = { body: { product_nm: 'Lessons', price: 1000, member_nm: 'A', phone: '010-1234-5678' } }

  it.each([
    ['no answer', lost],
    ['502', failing(502)],
    ['504', failing(504)],
    ['429 with a wait', failing(429, { 'Retry-After': '2' })],
  ])('of a read after %s', async (_, first) => {
    vi.useFakeTimers()
    const { latchkey, sent } = answering(first, ok({ data_devices: [] }))
    expect((await settled(latchkey.GET('/api/v1/recorder/devices'))).data).toEqual({ data_devices: [] })
    expect(sent).toHaveLength(2)
  })

  it('of a read with a body has that body again', async () => {
    vi.useFakeTimers()
    const { latchkey, sent } = answering(lost, ok())
    await settled(latchkey.POST('/api/v1/shop/orders', { body: { pageIndex: 0, pageSize: 10 } }))
    expect(await Promise.all(sent.map((request) => request.text()))).toEqual(
      Array(2).fill('{"pageIndex":0,"pageSize":10}'),
    )
  })

  it('of a payment has the same key, which the client made', async () => {
    vi.useFakeTimers()
    const { latchkey, sent } = answering(lost, failing(502), ok())
    await settled(latchkey.POST('/api/v1/payment/request', BILL as never))
    const keys = sent.map((request) => request.headers.get('Idempotency-Key'))
    expect(keys).toEqual(Array(3).fill(expect.stringMatching(/^[\w-]{36}$/)))
    expect(new Set(keys).size).toBe(1)
    expect(new Set(await Promise.all(sent.map((request) => request.text()))).size).toBe(1)
  })

  it('ends after three attempts', async () => {
    vi.useFakeTimers()
    const { latchkey, sent } = answering(lost)
    expect(await toFailure(settled(latchkey.GET('/api/v1/recorder/devices')))).toMatchObject({ cause: lost })
    expect(sent).toHaveLength(3)
  })

  it.each([
    [
      'a write without a key',
      (latchkey: ReturnType<typeof createClient>) =>
        latchkey.PATCH(`${FILES}/{id}`, { params: { path: { id: 'a' } }, body: { filename: 'b' } }),
      lost,
    ],
    [
      'a write that ignores the key of its caller',
      (latchkey: ReturnType<typeof createClient>) =>
        latchkey.POST('/api/v1/recorder/tags', { headers: { 'Idempotency-Key': 'k' }, body: { name: 'b' } }),
      lost,
    ],
    [
      'a refusal',
      (latchkey: ReturnType<typeof createClient>) => latchkey.GET('/api/v1/recorder/devices'),
      failing(400),
    ],
    [
      'a report of a doctor',
      (latchkey: ReturnType<typeof createClient>) => latchkey.GET('/api/v1/doctor'),
      failing(503),
    ],
    [
      'a wait of an hour',
      (latchkey: ReturnType<typeof createClient>) => latchkey.GET('/api/v1/recorder/devices'),
      failing(429, { 'Retry-After': '3600' }),
    ],
  ])('does not follow %s', async (_, call, answer) => {
    const { latchkey, sent } = answering(answer)
    await toFailure(call(latchkey))
    expect(sent).toHaveLength(1)
  })

  it('does not follow when the caller ended the call', async () => {
    const { latchkey, sent } = answering(ok())
    const failure = await toFailure(latchkey.GET('/api/v1/recorder/devices', { signal: AbortSignal.abort() }))
    expect(failure).toMatchObject({ name: 'AbortError' })
    expect(sent).toEqual([])
  })
})

describe('items', () => {
  it('are those of all pages, in a query and in a body', async () => {
    const { latchkey, sent } = setStage()
    const files = await all(latchkey.items(FILES, { params: { query: { limit: 2 } } }))
    const { data } = await latchkey.GET(FILES, { params: { query: { limit: 1000 } } })
    expect(files).toEqual(data.data_file_list)
    expectTypeOf(files[0]?.filename).toEqualTypeOf<string | null | undefined>()
    expect(sent.length).toBeGreaterThan(2)
    const rows = latchkey.items('/api/v1/shop/flattened-orders', { body: { pageIndex: 0, pageSize: 5 } })
    expect((await all(rows)).length).toBeGreaterThan(5)
  })

  it('fetch no page that nobody asks for', async () => {
    const { latchkey, sent } = setStage()
    for await (const file of latchkey.items(FILES, { params: { query: { limit: 2 } } })) {
      expect(file.id).toMatch(/./)
      break
    }
    expect(sent).toHaveLength(1)
  })
})

describe('a delivery', () => {
  const secret = `whsec_${btoa('a secret of thirty-two characters')}`
  const body = JSON.stringify({ type: 'latchkey.test', timestamp: '2026-11-20T00:00:00Z', data: { message: 'A test' } })
  const headersAt = (at: Date) => ({
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('evt_1', at, body),
  })

  it('is its event, when the signature fits', () => {
    const event = verifyWebhook(body, new Headers(headersAt(new Date())), secret)
    expectTypeOf(event).toEqualTypeOf<Delivery>()
    expect(event.type === 'latchkey.test' && event.data.message).toBe('A test')
  })

  it.each([
    ['another body', `${body} `, () => new Date()],
    ['an old one', body, () => new Date(Date.now() - 3_600_000)],
  ])('of %s is refused', (_, received, at) => {
    expect(() => verifyWebhook(received, headersAt(at()), secret)).toThrow()
  })
})
