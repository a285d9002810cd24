import type { Context } from 'hono'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Stub } from '../../../src/base/env.ts'
import { visibleText } from '../../../src/base/json.ts'
import type { Platform } from '../../../src/base/platform.ts'
import { Settings } from '../../../src/base/settings.ts'
import type { AuditBatch } from '../../../src/base/usage.ts'
import { recordAnswer } from '../../../src/gateway/audit.ts'
import type { AppEnv } from '../../../src/gateway/state.ts'
import { BINDINGS, createGateway, json } from '../../support/gateway.ts'
import { createWorld, type World } from '../../support/world.ts'
import { nameKey } from '../auth/keys/named-keys.ts'

/** docs/spec/admin.md, "Audit log": what an isolate records about responses, and when it sends that. */

const NAMED = { caller: { id: 'k1', name: 'make', isNamed: true } }

describe('an isolate', () => {
  /** An isolate whose time and timers the test moves. */
  function isolate() {
    const heard: AuditBatch[] = []
    const usage = { refuse: false }
    const recordBatch = async (batch: AuditBatch) => {
      if (usage.refuse) throw new Error('the object was reset')
      heard.push(batch)
    }
    const USAGE = { getByName: () => ({ audit: { record: recordBatch } }) as unknown as Stub<'USAGE'> }
    const settings = new Settings({ ...BINDINGS, USAGE })
    const timers: { at: number; ring: () => void }[] = []
    let now = Date.parse('2026-11-21T09:00:00Z')
    const sleep = (ms: number) => new Promise<void>((ring) => timers.push({ at: now + ms, ring }))
    const platform = { now: () => now, sleep, uuid: () => crypto.randomUUID() } as unknown as Platform
    const after: Promise<unknown>[] = []
    const upstream = {
      ...{ waitUntil: (work: Promise<unknown>) => void after.push(work), budget: { waitedMs: 0 }, used: {} },
      redactor: { redact: (text: string) => text },
    }
    const routes = { pathOf: () => '/api/v1/payment/request' }
    const req = { method: 'POST', path: '/api/v1/payment/request', valid: () => undefined }
    const write = { id: 'payment_send_bill', group: 'payment', reads: false }
    const passed = async () => {
      for (let turn = 0; turn < 20; turn++) await Promise.resolve()
    }
    return {
      ...{ heard, usage, after },
      answer: (status = 200, over: object = NAMED, operation: object = write) =>
        recordAnswer(
          {
            get: () => ({ settings, platform, upstream, routes, operation, id: 'r1', ...over }),
            req,
          } as unknown as Context<AppEnv>,
          status,
          status < 400 ? undefined : 'input',
        ),
      async pass(ms: number) {
        now += ms
        for (const due of timers.filter(({ at }) => at <= now)) {
          timers.splice(timers.indexOf(due), 1)
          due.ring()
        }
        await passed()
      },
    }
  }

  it('sends nothing before the response, and all of a second in one batch after it', async () => {
    const { answer, heard, after, pass } = isolate()
    for (let times = 0; times < 50; times++) answer()
    await pass(999)
    expect([heard.length, after.length]).toEqual([0, 1])
    await pass(1)
    expect(heard.map(({ entries }) => entries.length)).toEqual([50])
    answer()
    expect(after).toHaveLength(2)
  })

  it('does nothing for a successful read', async () => {
    const { answer, heard, after, pass } = isolate()
    answer(200, {}, { id: 'notes_list_notes', group: 'notes', reads: true })
    await pass(10_000)
    expect([heard.length, after.length]).toEqual([0, 0])
  })

  it('tries again when USAGE does not accept a batch, and loses nothing', async () => {
    const { answer, heard, usage, pass } = isolate()
    usage.refuse = true
    answer()
    await pass(1000)
    usage.refuse = false
    answer()
    await pass(1000)
    expect(heard.flatMap(({ entries }) => entries)).toHaveLength(2)
    expect(heard.map(({ lost }) => lost.entries)).toEqual([0])
  })

  it('counts what it could not hold, and what strangers sent beyond a few', async () => {
    const { answer, heard, pass } = isolate()
    for (let times = 0; times < 1200; times++) answer()
    for (let times = 0; times < 50; times++) answer(401, {}, { id: `admin_${times}`, group: 'admin', reads: false })
    await pass(1000)
    expect(heard.map(({ entries, failures, lost }) => [entries.length, failures.length, lost])).toEqual([
      [1020, 20, { entries: 230, failures: 30 }],
    ])
  })

  it('counts the refusals of a caller, an action, a reason and a minute, with the last of them', async () => {
    const { answer, heard, pass } = isolate()
    for (let place = 1; place <= 300; place++) answer(403, { ...NAMED, id: `r${place}`, target: `t${place}` })
    answer(404, { ...NAMED, id: 'other status' })
    answer(403, { caller: { id: 'k2', name: 'n8n', isNamed: true }, id: 'other caller' })
    answer(502, { ...NAMED, id: 'failed', target: 'a' })
    answer(502, { ...NAMED, id: 'failed too', target: 'b' })
    await pass(1000)
    expect(heard[0]?.entries.map(({ request_id, target, count }) => [request_id, target, count])).toEqual([
      ['failed', 'a', 1],
      ['failed too', 'b', 1],
      ['r300', 't300', 300],
      ['other status', null, 1],
      ['other caller', null, 1],
    ])
  })

  it('sends no more failures of one caller than leave room for the others', async () => {
    const { answer, heard, pass } = isolate()
    for (let times = 0; times < 2000; times++) answer(403, NAMED, { id: `op_${times}`, group: 'payment', reads: true })
    answer(403, { caller: { id: 'k2', name: 'n8n', isNamed: true } })
    await pass(1000)
    expect(heard.map(({ failures, lost }) => [failures.length, failures.at(-1)?.actor.id, lost])).toEqual([
      [201, 'k2', { entries: 0, failures: 1800 }],
    ])
  })

  it('sends equal failures as one, with their number, the first time and the last request', async () => {
    const { answer, heard, pass } = isolate()
    for (let time = 0; time < 500; time++) {
      answer(400, { ...NAMED, id: `r${time}`, failureProblems: [{ name: 'limit', problem: 'must be an integer' }] })
      if (time === 0) await pass(400)
    }
    answer(400, { ...NAMED, failureProblems: [{ name: 'from', problem: 'is required' }] })
    await pass(600)
    expect(heard[0]?.failures.map(({ count, at, first_at, request_id }) => [count, at - first_at, request_id])).toEqual(
      [
        [500, 400, 'r499'],
        [1, 0, 'r1'],
      ],
    )
    expect(heard[0]?.failures[0]?.request_ids).toHaveLength(20)
    expect(heard[0]?.lost).toEqual({ entries: 0, failures: 0 })
  })

  it('keeps the refusals that USAGE did not accept, with their number', async () => {
    const { answer, heard, usage, pass } = isolate()
    usage.refuse = true
    for (let times = 0; times < 3; times++) answer(403)
    await pass(1000)
    answer(403)
    usage.refuse = false
    await pass(1000)
    expect(heard.flatMap(({ entries }) => entries)).toMatchObject([{ count: 4 }])
  })
})

describe('a name', () => {
  it('is recorded without invisible characters', () => {
    for (const [given, told] of [
      ['make', 'make'],
      ['한국어 이름', '한국어 이름'],
      ['ad\u202enim', 'ad\ufffdnim'],
      ['a\u0000b\nc\u001b[31m', 'a\ufffdb\ufffdc\ufffd[31m'],
      ['ad\u200bmin\u2066\u2028', 'ad\ufffdmin\ufffd\ufffd'],
    ] as const)
      expect.soft(visibleText(given), JSON.stringify(given)).toBe(told)
  })

  it('is cut when it is long', () => {
    expect(visibleText('x'.repeat(300))).toBe(`${'x'.repeat(99)}…`)
  })
})

describe('the line of the log', () => {
  let world: World
  beforeEach(() => {
    world = createWorld()
  })
  afterEach(() => void vi.restoreAllMocks())

  const readLine = async (name: string) => {
    const key = await nameKey({ name })
    await createGateway().call('/api/v1/payment/read', { ...json('POST', {}), key })
    return JSON.parse(world.log.at(-1) ?? '')
  }

  it("names the actor in the gateway's words, whatever a key is called", async () => {
    expect(await readLine('admin')).toMatchObject({ actor: expect.stringMatching(/^key [0-9a-f]{16}$/), key: 'admin' })
    expect(await readLine('a\u202eb')).toMatchObject({ key: 'a\ufffdb' })
    await createGateway().call('/api/v1/payment/read', json('POST', {}))
    expect(JSON.parse(world.log.at(-1) ?? '')).toMatchObject({ actor: 'deployment', key: null })
  })
})
