import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildWorker } from '../../../scripts/support/build.ts'
import { type Call, formatRelease, withObjects } from './releases.ts'

/**
 * Decisions.md section 11.9: an upgrade and a rollback lose nothing, tested with the code of the last releases on real
 * storage.
 */
const TODAY = await buildWorker()
const ANSWER = { ok: true, value: { bill_id: 'x' } }

let storage: string
beforeEach(() => {
  storage = mkdtempSync(join(tmpdir(), 'latchkey-upgrade-'))
})
afterEach(() => rmSync(storage, { recursive: true }))

/** Runs code on the stored data. No log line is an error. */
async function run(code: string, use: (call: Call) => Promise<void>): Promise<void> {
  const log: string[] = []
  await withObjects(code, storage, log, use)
  expect(log.filter((line) => /"bug"|newer_store/.test(line))).toEqual([])
}

/** The searches of the deployment's key, to which those of earlier releases belong. */
const queries = async (call: Call) =>
  (await call<{ query: string }[]>('ACCOUNTS', 'a', 'searchHistory', 'deployment', 10)).map(({ query }) => query).sort()
/** The releases before counted the searches of all keys together. */
const queriesBefore = async (call: Call) =>
  (await call<{ query: string }[]>('ACCOUNTS', 'a', 'searchHistory', 10)).map(({ query }) => query).sort()

const begin = async (call: Call, record: string, id: string) =>
  (await call<{ state: string }>('LEDGER', record, 'begin', { id, body: 'b', billId: 'x', looks: false })).state

describe('1.0.0 (5783d25)', () => {
  const code = formatRelease('5783d25')

  it('to this code, back, and forward again', async () => {
    await run(code, async (call) => {
      await call('ACCOUNTS', 'a', 'recordSearch', 'one')
      expect(await call('LEDGER', 'done', 'begin', 'b', 'x')).toEqual({ state: 'new' })
      await call('LEDGER', 'done', 'settle', { state: 'done', answer: ANSWER })
      expect(await call('LEDGER', 'running', 'begin', 'b', 'x')).toEqual({ state: 'new' })
    })
    await run(TODAY, async (call) => {
      expect(await queries(call)).toEqual(['one'])
      expect(await begin(call, 'done', 'r1')).toBe('done')
      expect(await begin(call, 'running', 'r1')).toBe('running')
      await call('ACCOUNTS', 'a', 'recordSearch', 'deployment', 'two')
      expect(await begin(call, 'later', 'r2')).toBe('new')
      await call('LEDGER', 'later', 'settle', 'r2', { state: 'done', answer: ANSWER })
    })
    await run(code, async (call) => {
      // What this code recorded is stored by key, where that release does not look.
      expect(await queriesBefore(call)).toEqual(['one'])
      for (const record of ['done', 'running', 'later'])
        expect(await call('LEDGER', record, 'begin', 'b', 'x')).not.toMatchObject({ state: 'new' })
      await call('ACCOUNTS', 'a', 'recordSearch', 'three')
    })
    await run(TODAY, async (call) => {
      expect(await queries(call)).toEqual(['one', 'three', 'two'])
      expect([await begin(call, 'done', 'r3'), await begin(call, 'later', 'r3')]).toEqual(['done', 'done'])
    })
  })
})

describe('78e9e4e', () => {
  const code = formatRelease('78e9e4e')

  it('to this code, back, and forward again', async () => {
    const received: string[] = []
    let refusals = 0
    const server = createServer((incoming, upstream) => {
      let text = ''
      incoming.on('data', (part) => {
        text += part
      })
      incoming.on('end', () => {
        const isRefused = refusals > 0
        if (isRefused) refusals -= 1
        else received.push(JSON.parse(text).data.file_id)
        upstream.writeHead(isRefused ? 500 : 200).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const keep = (call: Call, subject: string) =>
      call('EVENTS', 'events', 'keep', [
        {
          ...{ type: 'payment.bill.paid', group: 'payment', subject, at: Date.now() },
          data: { file_id: subject },
        },
      ])
    // Earlier builds call the count `waiting`.
    const subscriptions = async (call: Call) =>
      (await call<{ pending_count?: number; waiting?: number }[]>('EVENTS', 'events', 'subscriptions', null)).map(
        ({ waiting, pending_count = waiting, ...rest }) => ({ ...rest, pending_count }),
      )
    // An attempt that is cut off by the end of the runtime is repeated after its lease, although the endpoint has the
    // event.
    const delivered = (call: Call, ...subjects: string[]) =>
      vi.waitFor(
        async () => {
          expect(received).toEqual(subjects)
          expect(await subscriptions(call)).toMatchObject([{ enabled: true, pending_count: 0 }])
        },
        { timeout: 60_000, interval: 50 },
      )
    const count = (key: string) => ({
      ...{ day: 20_000, key, name: key, area: 'video', ok: 1, refused: 0, failed: 0, last: Date.now() },
    })
    const counted = async (call: Call) =>
      (await call<{ key: string; ok: number }[]>('USAGE', 'usage', 'since', 20_000)).map(({ key, ok }) => [key, ok])

    try {
      await run(code, async (call) => {
        await call('ACCOUNTS', 'a', 'recordSearch', 'one')
        await call('ACCOUNTS', 'a', 'keepOrigin', 'https://api.example.com')
        expect(await begin(call, 'done', 'r1')).toBe('new')
        await call('LEDGER', 'done', 'settle', 'r1', { state: 'done', answer: ANSWER })
        await call('USAGE', 'usage', 'add', [count('k1')])
        const key = { id: 'deployment', name: 'deployment', licence: 'pro' }
        const fields = { url, types: ['payment.bill.paid'], include: [], description: null }
        await call('EVENTS', 'events', 'subscribe', key, fields)
        await keep(call, 'e1')
        await delivered(call, 'e1')
        // Once only: after a second failure the wait is minutes.
        refusals = 1
        await keep(call, 'e2')
        await vi.waitFor(
          async () =>
            expect(await subscriptions(call)).toMatchObject([{ pending_count: 1, failing_since: expect.anything() }]),
          { timeout: 60_000, interval: 50 },
        )
      })
      await run(TODAY, async (call) => {
        expect(await queries(call)).toEqual(['one'])
        expect(await call('ACCOUNTS', 'a', 'origin')).toBe('https://api.example.com')
        expect(await begin(call, 'done', 'r2')).toBe('done')
        expect(await begin(call, 'later', 'r3')).toBe('new')
        await call('LEDGER', 'later', 'settle', 'r3', { state: 'done', answer: ANSWER })
        await call('USAGE', 'usage', 'add', [count('k1'), count('k2')])
        expect(await counted(call)).toEqual([
          ['k1', 2],
          ['k2', 1],
        ])
        expect(await subscriptions(call)).toHaveLength(1)
        await keep(call, 'e3')
        await delivered(call, 'e1', 'e2', 'e3')
      })
      await run(code, async (call) => {
        expect(await begin(call, 'done', 'r4')).toBe('done')
        expect(await begin(call, 'later', 'r4')).toBe('done')
        await call('ACCOUNTS', 'a', 'recordSearch', 'two')
        await call('USAGE', 'usage', 'add', [count('k2')])
        await keep(call, 'e4')
        await delivered(call, 'e1', 'e2', 'e3', 'e4')
      })
      await run(TODAY, async (call) => {
        expect(await queries(call)).toEqual(['one', 'two'])
        expect(await counted(call)).toEqual([
          ['k1', 2],
          ['k2', 2],
        ])
        expect(await begin(call, 'later', 'r5')).toBe('done')
        await keep(call, 'e5')
        await delivered(call, 'e1', 'e2', 'e3', 'e4', 'e5')
      })
    } finally {
      server.close()
    }
  })
})
