import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Stub } from '../../../src/base/env.ts'
import type { Platform } from '../../../src/base/platform.ts'
import { Settings } from '../../../src/base/settings.ts'
import type { UsageCount } from '../../../src/base/usage.ts'
import type { RequestState } from '../../../src/gateway/state.ts'
import { countAnswer } from '../../../src/gateway/usage.ts'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { BINDINGS, createGateway, json } from '../../support/gateway.ts'
import { createWorld, holdDeadlines } from '../../support/world.ts'
import { freshKey, nameKey } from '../auth/keys/named-keys.ts'
import { KEYED_PATH } from '../auth/try-keys.ts'

/** docs/spec/admin.md, "Usage". */

/** USAGE as an isolate sees it; `refuse` makes it unavailable. */
function listener() {
  const heard: (readonly UsageCount[])[] = []
  const state = { refuse: false }
  const add = async (counts: readonly UsageCount[]) => {
    if (state.refuse) throw new Error('the object was reset')
    heard.push(counts)
  }
  const objects = { getByName: () => ({ add }) as unknown as Stub<'USAGE'> }
  return { objects, heard, state }
}

describe('an isolate', () => {
  /** An isolate whose time and timers the test moves. */
  function isolate() {
    const { objects, heard, state } = listener()
    const settings = new Settings({ ...BINDINGS, USAGE: objects })
    const timers: { at: number; ring: () => void }[] = []
    let now = Date.parse('2026-11-21T09:00:00Z')
    const sleep = (ms: number) => new Promise<void>((ring) => timers.push({ at: now + ms, ring }))
    const platform = { now: () => now, sleep } as unknown as Platform
    const after: Promise<unknown>[] = []
    const upstream = { waitUntil: (work: Promise<unknown>) => void after.push(work) }
    const operation = { id: 'video_list_captions', group: 'video', access: {} }
    return {
      heard,
      state,
      after,
      answer: (status = 200, id = 'k1', took = 0) =>
        countAnswer(
          {
            settings,
            platform,
            upstream,
            operation,
            caller: { id, name: id },
            arrivedAt: now - took,
          } as unknown as RequestState,
          status,
        ),
      async pass(ms: number, ringing = true) {
        now += ms
        for (const due of timers.filter(({ at }) => at <= now)) {
          timers.splice(timers.indexOf(due), 1)
          if (ringing) due.ring()
        }
        for (let turn = 0; turn < 10; turn++) await Promise.resolve()
      },
    }
  }
  const sums = (heard: readonly (readonly UsageCount[])[]) =>
    heard.map((counts) => counts.map(({ key, ok, refused, failed }) => `${key} ${ok}/${refused}/${failed}`))

  it('sends its first count at once, after the response', () => {
    const { answer, heard, after } = isolate()
    answer()
    expect([sums(heard), after.length]).toEqual([[['k1 1/0/0']], 1])
  })

  it('sends what comes within 10 s at the end of these, by one of the requests', async () => {
    const { answer, heard, after, pass } = isolate()
    answer()
    for (const status of [200, 302, 400, 429, 500, 504]) {
      await pass(1000)
      answer(status)
    }
    answer(200, 'k2')
    expect(after).toHaveLength(2)
    await pass(3999)
    expect(heard).toHaveLength(1)
    await pass(1)
    expect(sums(heard).slice(1)).toEqual([['k1 2/2/2', 'k2 1/0/0']])
  })

  it('hands over at once again after 10 s without a request', async () => {
    const { answer, heard, pass } = isolate()
    answer()
    await pass(10_000)
    answer(404)
    expect(sums(heard)).toEqual([['k1 1/0/0'], ['k1 0/1/0']])
  })

  it('does so at most every 10 s', async () => {
    const { answer, heard, pass } = isolate()
    for (let second = 0; second < 60; second++) {
      answer()
      await pass(1000)
    }
    expect(heard).toHaveLength(7)
    expect(heard.flat().reduce((sum, { ok }) => sum + ok, 0)).toBe(60)
  })

  it('lets another request send when the waiting one was ended', async () => {
    const { answer, heard, pass } = isolate()
    answer()
    answer()
    await pass(10_000, false)
    answer()
    expect(heard).toHaveLength(1)
    await pass(2_000)
    answer()
    expect(sums(heard)).toEqual([['k1 1/0/0'], ['k1 3/0/0']])
  })

  it('loses what USAGE does not accept, and continues', async () => {
    const { answer, heard, state, after, pass } = isolate()
    state.refuse = true
    answer()
    await Promise.all(after)
    state.refuse = false
    await pass(10_000)
    answer(500)
    expect(sums(heard)).toEqual([['k1 0/0/1']])
  })

  it('separates the hours, of which one begins at midnight in Korea', async () => {
    const { answer, heard, pass } = isolate()
    answer()
    await pass(6 * 3_600_000 - 1000)
    answer()
    await pass(999)
    answer()
    await pass(1)
    answer()
    await pass(10_000)
    const hours = heard.flat().map(({ hour }) => new Date(hour * 3_600_000).toISOString().slice(0, 13))
    expect(hours).toEqual(['2026-11-21T09', '2026-11-21T14', '2026-11-21T14', '2026-11-21T15'])
  })

  it('adds up how long answers took, and keeps the longest', async () => {
    const { answer, heard, pass } = isolate()
    answer(200, 'k1', 20)
    for (const took of [100, 900, 50]) answer(200, 'k1', took)
    await pass(10_000)
    expect(heard.flat().map(({ ms, max_ms }) => [ms, max_ms])).toEqual([
      [20, 20],
      [1050, 900],
    ])
  })

  it('counts 2,000 rows at most before it hands over', async () => {
    const { answer, heard, pass } = isolate()
    for (let key = 0; key < 2100; key++) answer(200, `k${key}`)
    await pass(10_000)
    expect(heard.map((counts) => counts.length)).toEqual([1, 2000])
  })
})

describe('what is counted', () => {
  beforeEach(() => {
    createWorld()
    holdDeadlines()
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await freshDeployment()
  })

  async function counted(path: string, init: RequestInit & { key?: string | null } = {}) {
    const { objects, heard } = listener()
    const gateway = createGateway({ ADMIN_KEY })
    gateway.env.USAGE = objects
    await gateway.call(path, init)
    return heard
      .flat()
      .map(({ name, operation, ok, refused, failed }) => `${name} ${operation} ${ok}/${refused}/${failed}`)
  }

  it.each([
    ['the key of the deployment', null, ['deployment recorder_list_searches 0/1/0']],
    ['a named key', {}, ['automation recorder_list_searches 0/1/0']],
    ['a key of other groups', { groups: ['video'] }, ['automation recorder_list_searches 0/1/0']],
    ['a disabled key, as of a stranger', { disabled: true }, ['null recorder_list_searches 0/1/0']],
    [
      'an expired key, as of a stranger',
      { expires_at: '2026-11-01T00:00:00.000Z' },
      ['null recorder_list_searches 0/1/0'],
    ],
  ] as const)('a request with %s, by its name', async (_, options, expected) => {
    const key = options ? { key: await nameKey(options as Parameters<typeof nameKey>[0]) } : {}
    expect(await counted(KEYED_PATH, key)).toEqual(expected)
  })

  it('a key over its rate limit is counted as that key, where it is known', async () => {
    const { objects, heard } = listener()
    const gateway = createGateway()
    let calls = 0
    Object.assign(gateway.env, { USAGE: objects, KEY_LIMIT: { limit: async () => ({ success: ++calls === 1 }) } })
    const key = await nameKey()
    for (const status of [401, 429]) expect((await gateway.call(KEYED_PATH, { key })).status).toBe(status)
    for (const count of heard.flat()) expect(count).toMatchObject({ name: 'automation', refused: 1 })
  })

  it('a request without a key, and one with an unknown key, for no key', async () => {
    for (const key of [null, 'wrong', freshKey()])
      expect(await counted(KEYED_PATH, { key })).toEqual(['null recorder_list_searches 0/1/0'])
  })

  it('an error of the deployment as failed', async () => {
    const { objects, heard } = listener()
    const gateway = createGateway({ API_KEY: '' })
    gateway.env.USAGE = objects
    await gateway.call(KEYED_PATH)
    expect(heard.flat()).toEqual([expect.objectContaining({ key: null, failed: 1 })])
  })

  it('nothing that needs no API key', async () => {
    const asAdmin = { headers: { Authorization: `Bearer ${ADMIN_KEY}` } }
    expect(await counted('/api/v1/admin/keys', asAdmin)).toEqual([])
    expect(await counted('/api/v1/admin/session', json('POST', { admin_key: ADMIN_KEY }))).toEqual([])
    expect(await counted('/health')).toEqual([])
    expect(await counted('/api/v1/recorder/nothing')).toEqual([])
  })

  it('a tool call as the operation that it runs, once', async () => {
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'recorder_list_searches', arguments: {} },
    }
    const { headers, ...init } = json('POST', call)
    const accepted = { ...init, headers: { ...(headers as object), Accept: 'application/json, text/event-stream' } }
    expect(await counted('/mcp', accepted)).toEqual(['deployment recorder_list_searches 0/1/0'])
  })
})
