import { afterEach, describe, expect, it, vi } from 'vitest'
import { ask } from '../../simulators/ask.ts'
import { TIRO_HOST } from '../../simulators/notes/index.ts'
import { json } from '../../support/gateway.ts'
import { expectNothingUnexpected } from '../../support/world.ts'
import { connect } from './connect.ts'

afterEach(() => vi.restoreAllMocks())

describe('GET /notes/api-keys', () => {
  it('returns the keys of the workspace in the gateway’s own fields', async () => {
    const { notes, asked, world } = connect()
    const answer = await notes('api-keys')
    expect(answer.status).toBe(200)
    expect(answer.json.success).toBe(true)
    expect(answer.json.api_keys.map(({ id }: { id: string }) => id)).toEqual([
      'key-full',
      'key-read',
      'key-notes',
      'key-inactive',
      'key-expired',
    ])
    expect(answer.json.api_keys[4]).toEqual({
      id: 'key-expired',
      name: 'Summer pilot',
      description: null,
      is_active: true,
      expires_at: '2025-12-31T00:00:00Z',
      created_at: '2025-06-01T01:00:00Z',
    })
    expect(asked()).toEqual(['GET /v1/platform/api-keys'])
    expectNothingUnexpected(world)
  })

  it('gathers every page', async () => {
    const { notes, tiro } = connect()
    const [first] = tiro.state.keys
    if (first) for (let n = 0; n < 250; n += 1) tiro.state.keys.push({ ...first, id: `key-more-${n}` })
    expect((await notes('api-keys')).json.api_keys).toHaveLength(255)
    expect(tiro.calls).toHaveLength(3)
  })

  it('leaves out a key without an id, and is 502 when none has one', async () => {
    const { notes, tiro } = connect()
    tiro.fail(
      { kind: 'status', status: 200, body: '{"content":[{"name":"A"},{"id":7,"name":"B"},null]}' },
      { times: 1 },
    )
    expect((await notes('api-keys')).json.api_keys).toMatchObject([{ id: '7', name: 'B' }])
    tiro.fail({ kind: 'status', status: 200, body: '{"content":[{"name":"A"}]}' })
    expect((await notes('api-keys')).status).toBe(502)
  })

  it('shows no other field, whatever the platform sends', async () => {
    const { notes, tiro } = connect()
    const key = { id: 'key-odd', name: 'Odd', hash: 'test-hash', secret: 'test-secret', plain: 'test-plain' }
    tiro.fail({ kind: 'status', status: 200, body: JSON.stringify([key]) })
    const { text, json: body } = await notes('api-keys')
    expect(body.api_keys).toEqual([
      { id: 'key-odd', name: 'Odd', description: null, is_active: null, expires_at: null, created_at: null },
    ])
    expect(text).not.toContain('test-')
  })
})

describe('POST /notes/api-keys', () => {
  const body = { name: 'CI', description: '빌드 알림' }

  it('returns 201 with the whole key, which works', async () => {
    const { notes, tiro, world } = connect()
    const answer = await notes('api-keys', json('POST', body))
    expect(answer.status).toBe(201)
    expect(answer.json).toEqual({
      success: true,
      api_key: {
        id: expect.any(String),
        name: 'CI',
        description: '빌드 알림',
        key: expect.any(String),
        created_at: '2026-11-21T09:00:00.000Z',
      },
    })
    const { id, key } = answer.json.api_key
    expect(key.startsWith(`${id}.`)).toBe(true)
    const headers = { authorization: `Bearer ${key}` }
    expect((await ask(tiro, `GET https://${TIRO_HOST}/v1/external/notes`, { headers })).status).toBe(200)
    expectNothingUnexpected(world)
  })

  it('shows the key once: not in the log, not in any store, not in a cache, not in the list', async () => {
    const { notes, gateway, world } = connect()
    const put = vi.spyOn(gateway.env.STORE, 'put')
    const answer = await notes('api-keys', json('POST', body))
    const secret = answer.json.api_key.key.split('.')[1]
    expect(secret.length).toBeGreaterThan(8)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(JSON.stringify([...answer.headers])).not.toContain(secret)
    expect(put).not.toHaveBeenCalled()
    const listed = await notes('api-keys')
    expect(listed.text).toContain(answer.json.api_key.id)
    expect(listed.text).not.toContain(secret)
    expect(world.log).toHaveLength(2)
    expect(world.log.join('\n')).not.toContain(secret)
  })

  it('takes a key without a description', async () => {
    const { notes, tiro } = connect()
    const answer = await notes('api-keys', json('POST', { name: ' CI ' }))
    expect(answer.status).toBe(201)
    expect(answer.json.api_key.description).toBeNull()
    expect(tiro.calls.at(-1)?.body).toBe('{"name":"CI"}')
  })

  it.each([
    [{}, 'name: is required'],
    [{ name: '  ' }, 'name: must not be empty'],
    [{ name: 7 }, /^name: /],
    [{ name: 'k'.repeat(101) }, /^name: /],
    [{ name: 'CI', description: 7 }, /^description: /],
    [[], /^body: /],
  ])('refuses %j before any call', async (sent, error) => {
    const { notes, tiro } = connect()
    const answer = await notes('api-keys', json('POST', sent))
    expect(answer.status).toBe(400)
    expect(answer.json).toEqual({
      success: false,
      error: typeof error === 'string' ? error : expect.stringMatching(error),
    })
    expect(tiro.calls).toEqual([])
  })

  it.each(['{}', '{"id":"key-1","name":"CI"}', '{"id":"key-1","name":"CI","key":""}', '{"key":"without-an-id"}'])(
    'is 502 for %s, a key that cannot be shown',
    async (made) => {
      const { notes, tiro } = connect()
      tiro.fail({ kind: 'status', status: 201, body: made })
      expect((await notes('api-keys', json('POST', body))).status).toBe(502)
      expect(tiro.calls).toHaveLength(1)
    },
  )

  it('takes the id from the key, and name and description from the request, when the response lacks them', async () => {
    const { notes, tiro } = connect()
    tiro.fail({ kind: 'status', status: 201, body: '{"key":"key-9.test-made","name":7}' })
    const { status, json: made } = await notes('api-keys', json('POST', body))
    expect([status, made.api_key]).toEqual([
      201,
      { id: 'key-9', name: 'CI', description: '빌드 알림', key: 'key-9.test-made', created_at: null },
    ])
  })

  it('is sent once, however it fails', async () => {
    const { notes, tiro } = connect()
    tiro.fail({ kind: 'lost' })
    expect((await notes('api-keys', json('POST', body))).status).toBe(504)
    expect(tiro.calls).toHaveLength(1)
  })
})

describe('DELETE /notes/api-keys/{id}', () => {
  it('deletes the key, and then knows it no more', async () => {
    const { notes, tiro, world } = connect()
    const remove = () => notes('api-keys/key-read', { method: 'DELETE' })
    expect(await remove()).toMatchObject({ status: 200, json: { success: true } })
    expect(tiro.state.keys.find(({ id }) => id === 'key-read')?.deletedAt).not.toBeNull()
    expect(await remove()).toMatchObject({ status: 404, json: { success: false, error: 'API key not found' } })
    expectNothingUnexpected(world)
  })

  it.each(['null', '"hello"', '[]', '7', '{"error":{"code":500000,"message":"Something broke"}}'])(
    'is 502 when the product responds %s: it may not have been deleted',
    async (body) => {
      const { notes, tiro } = connect()
      tiro.fail({ kind: 'status', status: 200, body })
      const { status, json: told } = await notes('api-keys/key-read', { method: 'DELETE' })
      expect([status, told.success]).toEqual([502, false])
      expect(tiro.calls).toHaveLength(1)
    },
  )

  it.each(['', '{}', '{"id":"key-read","deleted":true}'])('succeeds when the product responds "%s"', async (body) => {
    const { notes, tiro } = connect()
    tiro.fail({ kind: 'status', status: 200, body })
    expect(await notes('api-keys/key-read', { method: 'DELETE' })).toMatchObject({
      status: 200,
      json: { success: true },
    })
  })

  it.each(['key%2Fread', 'key.read', 'k'.repeat(129)])('refuses the id %s', async (id) => {
    const { notes, tiro } = connect()
    expect((await notes(`api-keys/${id}`, { method: 'DELETE' })).status).toBe(400)
    expect(tiro.calls).toEqual([])
  })
})
