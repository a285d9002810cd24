import { afterEach, describe, expect, it, vi } from 'vitest'
import { TIRO_KEYS } from '../../simulators/notes/index.ts'
import { readsOf } from '../../support/fresh.ts'
import { json } from '../../support/gateway.ts'
import { expectNothingUnexpected } from '../../support/world.ts'
import { connect, errorBody } from './connect.ts'

afterEach(() => vi.restoreAllMocks())

const RECONNECT = 'the notes account was rejected by its service: reconnect it at https://latchkey.test/#notes'
const { idAlone, unknown, inactive, expired, deleted, legacy, notesOnly, featureOff } = TIRO_KEYS

describe('the credential', () => {
  it.each(['notes', 'notes/note-0002', 'folders', 'webhooks'])('%s without one: 401', async (path) => {
    const { notes, tiro } = connect({ NOTES_TOKEN: '' })
    const { status, json } = await notes(path)
    expect(status).toBe(401)
    expect(json).toEqual({
      success: false,
      error: 'notes account is not connected: connect it at https://latchkey.test/#notes',
    })
    expect(tiro.calls).toEqual([])
  })

  it.each(Object.entries({ idAlone, unknown, inactive, expired, deleted, legacy }))(
    'notes facts 1: a key that is %s: 401 on both hosts',
    async (_, key) => {
      const { notes } = connect({ NOTES_TOKEN: key })
      for (const path of ['notes', 'notes/note-0002', 'webhooks', 'api-keys']) {
        const { status, json } = await notes(path)
        expect(status).toBe(401)
        expect(json).toEqual({ success: false, error: RECONNECT })
      }
    },
  )

  it('notes facts 2: the older error body reads the same', async () => {
    const { notes, tiro } = connect({ NOTES_TOKEN: unknown })
    tiro.switches.authErrorShape = 'older'
    const { status, json } = await notes('notes/note-0002')
    expect(status).toBe(401)
    expect(json).toEqual({ success: false, error: RECONNECT })
  })

  it('is read afresh after a 401, so that a reconnected account is seen at once', async () => {
    const { notes, tiro, gateway } = connect()
    const read = vi.spyOn(gateway.env.STORE, 'get')
    await notes('notes/note-0002')
    await notes('notes/note-0002')
    expect(readsOf(read)).toBe(1)
    tiro.fail({ kind: 'status', status: 401 }, { times: 1 })
    await notes('notes/note-0002')
    await notes('notes/note-0002')
    expect(readsOf(read)).toBe(2)
  })
})

describe('notes facts 2: codes of the product', () => {
  it.each([
    ['notes/note-0002/summaries', 'GET'],
    ['folders', 'GET'],
    ['api-keys', 'GET'],
    ['webhooks/webhook-0001', 'DELETE'],
  ])('403013 on %s: 403 that says what to do', async (path, method) => {
    const { notes, world } = connect({ NOTES_TOKEN: notesOnly })
    const { status, json } = await notes(path, { method })
    expect(status).toBe(403)
    expect(json).toEqual({
      success: false,
      error: 'the key of the notes account lacks the permission for this: connect one that has it',
    })
    expectNothingUnexpected(world)
  })

  it('403000, the feature is off: 403', async () => {
    const { status, json } = await connect({ NOTES_TOKEN: featureOff }).notes('notes')
    expect(status).toBe(403)
    expect(json).toEqual({ success: false, error: 'This feature is not enabled for the workspace' })
  })

  it('a 403 that mentions the key is no rejected account: the product uses 401 for that', async () => {
    const { notes, tiro } = connect()
    const body = errorBody(403001, 'This API key may not read other workspaces', { errorType: 'forbidden' })
    tiro.fail({ kind: 'status', status: 403, body })
    const { status, json } = await notes('notes/note-0002')
    expect(status).toBe(403)
    expect(json.error).toBe('This API key may not read other workspaces')
  })

  it('a status becomes ours, with the product’s message', async () => {
    for (const [status, ours] of [
      [400, 400],
      [402, 402],
      [404, 404],
      [406, 400],
      [409, 409],
      [413, 400],
      [422, 400],
      [500, 502],
      [503, 502],
    ] as const) {
      const { notes, tiro } = connect()
      tiro.fail({ kind: 'status', status, body: errorBody(status * 1000, 'Said by the product', { detail: 'hidden' }) })
      const answer = await notes('notes/note-0002')
      expect.soft(answer.status, String(status)).toBe(ours)
      expect.soft(answer.json, String(status)).toEqual({ success: false, error: 'Said by the product' })
    }
  })

  it("redacts the key, and its secret alone, in the product's messages", async () => {
    const { notes, tiro } = connect()
    const message = `Bad key ${TIRO_KEYS.full} with test-secret-full`
    tiro.fail({ kind: 'status', status: 400, body: errorBody(400000, message) })
    expect((await notes('notes/note-0002')).json.error).toBe('Bad key *** with ***')
  })

  it('ignores an error body in another format', async () => {
    const { notes, tiro } = connect()
    tiro.fail({ kind: 'status', status: 400, body: '{"message":"internal text"}' })
    expect((await notes('notes/note-0002')).json.error).toBe('the notes service answered 400')
  })
})

describe('notes facts 2: 600 requests in 60 s', () => {
  it('passes 429 and Retry-After on at once, since the wait is longer than the request may take', async () => {
    const { notes, tiro, world } = connect()
    tiro.switches.rateLimit.requests = 2
    for (const path of ['notes/note-0002', 'notes/note-0003']) expect((await notes(path)).status).toBe(200)
    world.clock.advance(10_500)
    const { status, json, headers } = await notes('notes/note-0002')
    expect(status).toBe(429)
    expect(json).toEqual({ success: false, error: 'Rate limit exceeded' })
    expect(headers.get('Retry-After')).toBe('50')
    expect([...headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([])
    expect(tiro.calls).toHaveLength(3)
  })

  it.each(['X-RateLimit-Reset', 'words'] as const)('says when to come back where only %s says it', async (wait) => {
    const { notes, tiro, world } = connect()
    tiro.switches.rateLimit.requests = 1
    tiro.switches.wait = wait
    await notes('notes/note-0002')
    world.clock.advance(10_500)
    const { status, headers } = await notes('webhooks/webhook-0001', { method: 'DELETE' })
    expect([status, headers.get('Retry-After')]).toEqual([429, '50'])
  })

  /** Instead of the simulator's own. */
  const NO_HEADER = { 'Retry-After': '' }
  const in37 = () => new Date(connect().world.clock.now() + 37_000)

  it('reads a message in every form', async () => {
    for (const [what, given, error] of [
      ['seconds left', { 'X-RateLimit-Reset': '37' }, {}],
      ['milliseconds since 1970', { 'X-RateLimit-Reset': String(in37().getTime()) }, {}],
      ['a time', { 'X-RateLimit-Reset': in37().toISOString() }, {}],
      ['the header of the draft', { 'RateLimit-Reset': '37' }, {}],
      ['Retry-After with a unit', { 'Retry-After': '37 seconds' }, {}],
      ['Retry-After with a fraction', { 'Retry-After': '36.2' }, {}],
      ['a field', {}, { detail: { retryAfter: 37 } }],
      ['words of the detail', {}, { detail: 'Please retry after 37s' }],
      ['other words', {}, { message: 'Limit of 600 requests per 60 seconds exceeded. Try again in 37 sec.' }],
    ] as const) {
      const { notes, tiro } = connect()
      const body = JSON.stringify({ error: { code: 429001, message: 'Rate limit exceeded', ...error } })
      tiro.fail({ kind: 'status', status: 429, body, headers: { ...NO_HEADER, ...given } })
      const { headers } = await notes('webhooks/webhook-0001', { method: 'DELETE' })
      expect.soft(headers.get('Retry-After'), what).toBe('37')
    }
  })

  it.each([{ message: 'Try again in 2 minutes' }, { message: 'Try again in a while' }])('%o', async ({ message }) => {
    const { notes, tiro } = connect()
    tiro.fail({
      kind: 'status',
      status: 429,
      body: errorBody(429001, message),
      headers: { ...NO_HEADER, 'X-RateLimit-Reset': 'soon' },
    })
    const { headers } = await notes('webhooks/webhook-0001', { method: 'DELETE' })
    expect(headers.get('Retry-After')).toBe(message.includes('2') ? '120' : null)
  })

  it('waits and calls again when the wait fits', async () => {
    const { notes, tiro, world } = connect()
    tiro.switches.rateLimit = { requests: 1, windowMs: 3_000 }
    await notes('notes/note-0002')
    const before = world.clock.now()
    expect((await notes('notes/note-0003')).status).toBe(200)
    expect(world.clock.now() - before).toBeGreaterThanOrEqual(3_000)
  })

  it('never sends a write again', async () => {
    const { notes, tiro } = connect()
    tiro.fail({ kind: 'status', status: 429, headers: { 'Retry-After': '1' } })
    const { status, headers } = await notes('webhooks/webhook-0001', { method: 'DELETE' })
    expect(status).toBe(429)
    expect(headers.get('Retry-After')).toBe('1')
    expect(tiro.calls).toHaveLength(1)
  })
})

describe('an unusable response: 502', () => {
  it.each([
    ['a page', { kind: 'html' }],
    ['broken JSON', { kind: 'broken' }],
    ['nothing', { kind: 'empty' }],
    ['a list without content', { kind: 'status', status: 200, body: '{"items":[]}' }],
    ['a list of words', { kind: 'status', status: 200, body: '["a"]' }],
    ['null', { kind: 'status', status: 200, body: 'null' }],
  ] as const)('%s', async (_, fault) => {
    const { notes, tiro } = connect()
    tiro.fail(fault)
    const { status, json } = await notes('notes/note-0002/summaries')
    expect(status).toBe(502)
    expect(json.success).toBe(false)
  })

  it.each([
    ['notes/note-0002', {}],
    ['webhooks', json('POST', { name: 'Bot', url: 'https://bot.example.com', eventTypes: ['note.ended'] })],
    ['webhooks/webhook-0001', json('PATCH', { name: 'Bot' })],
  ])('an error inside a 200 in response to %s', async (path, init) => {
    const { notes, tiro } = connect()
    tiro.fail({ kind: 'status', status: 200, body: errorBody(500000, 'Said in the wrong place') })
    expect(await notes(path, init)).toMatchObject({
      status: 502,
      json: { success: false, error: 'the notes service answered in a form that cannot be read' },
    })
  })

  it('a page in response to a delete is no success', async () => {
    const { notes, tiro } = connect()
    tiro.fail({ kind: 'html' })
    expect((await notes('api-keys/key-read', { method: 'DELETE' })).status).toBe(502)
  })
})

it('values nested deeper than any object of the product are cut off', async () => {
  const { notes, tiro } = connect()
  const deep = `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`
  tiro.fail({
    kind: 'status',
    status: 200,
    body: `{"guid":"note-0002","more":${deep},"list":${'['.repeat(3000)}${']'.repeat(3000)}}`,
  })
  const { status, text } = await notes('notes/note-0002')
  expect(status).toBe(200)
  expect(text.match(/\{"a":/g)).toHaveLength(63)
  expect(text).toMatch(/\[null\]/)
})
