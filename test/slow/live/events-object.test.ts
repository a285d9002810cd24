import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { builtWorker } from '../../support/build.ts'
import { withEvents } from './events-object.ts'

/** EVENTS on the real runtime, which evicts the object between two alarms (docs/spec/events.md). */
let worker: string
beforeAll(async () => {
  worker = await builtWorker()
})

const SIX_HOURS = 6 * 3_600_000

describe('rows', () => {
  it('read by an alarm do not grow with seen, attempted and subscribed items', async () => {
    const most: number[] = []
    for (const history of [{}, { marks: 8000, attempts: 5000, subscriptions: 49 }]) {
      await withEvents(worker, 3, async (events) => {
        await events.subscribe('https://hooks.example.com/')
        await events.ring()
        await events.fill(history)
        const spent = [await events.ring(), await events.ring()]
        await events.pass(SIX_HOURS)
        const pruning = await events.ring()
        most.push(...spent.map(({ rowsRead }) => rowsRead))
        expect(pruning.rowsRead).toBeLessThanOrEqual(Math.max(...most) + 20)
        expect(spent.map(({ productCalls, rowsWritten }) => [productCalls, rowsWritten])).toEqual([
          [3, 4],
          [3, 4],
        ])
      })
    }
    expect(Math.max(...most.slice(0, 2))).toBeLessThanOrEqual(55)
    expect(Math.max(...most)).toBeLessThanOrEqual(100)
  })

  it('read by an alarm are at most 100 while 48 endpoints with pending events fail', async () => {
    const { url, received, stop } = await endpoint((response) => response.writeHead(500).end())
    await withEvents(worker, 3, async (events) => {
      await events.subscribe('https://hooks.example.com/')
      await events.ring()
      await events.fill({ subscriptions: 48, events: 30, endpoint: url })
      const quiet: number[] = []
      const busy: { rowsRead: number; attempts: number }[] = []
      while (quiet.length < 20) {
        const before = received.length
        const { rowsRead } = await events.ring()
        const attempts = received.length - before
        // Those whose every endpoint has failed before.
        if (before < 4 * 48) continue
        if (attempts === 0) quiet.push(rowsRead)
        else busy.push({ rowsRead, attempts })
      }
      expect(Math.max(...quiet)).toBeLessThanOrEqual(100)
      // Each attempt reads some rows more.
      for (const { rowsRead, attempts } of busy) expect(rowsRead).toBeLessThanOrEqual(100 + 20 * attempts)
    }).finally(stop)
  })

  it('read by a delivery do not grow with the log of deliveries', async () => {
    const { url, stop } = await endpoint((response) => response.end('ok'))
    await withEvents(worker, 0, async (events) => {
      await events.subscribe(url)
      await events.ring()
      await events.fill({ attempts: 4999 })
      const spent: number[] = []
      while (spent.length < 4) {
        await events.keep(1)
        spent.push((await events.ring()).rowsRead)
      }
      // One in 500 deliveries counts the log and deletes the oldest attempts.
      const [trimming = 0, ...others] = spent.sort((one, other) => other - one)
      expect(trimming).toBeGreaterThan(5000)
      expect(trimming / 500).toBeLessThanOrEqual(20)
      expect(Math.max(...others)).toBeLessThanOrEqual(60)
      expect(await events.attempts()).toMatchObject([{ ok: true, response_body: 'ok' }, ...Array(99).fill({})])
    }).finally(stop)
  })

  it('read for the list of subscriptions are 1,000 at most for each', async () => {
    await withEvents(worker, 0, async (events) => {
      await events.subscribe('https://hooks.example.com/')
      await events.fill({ subscriptions: 3, events: 5000 })
      const { rowsRead, waiting } = await events.list()
      expect(waiting.sort((one, other) => one - other)).toEqual([0, 1000, 1000, 1000])
      expect(rowsRead).toBeLessThan(3100)
    })
  })
})

describe('the status of an endpoint decides', () => {
  const timers: NodeJS.Timeout[] = []
  afterAll(() => {
    for (const timer of timers) clearInterval(timer)
  })

  it.each([
    [
      'says that it is gzip and is not',
      (response: ServerResponse) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('ok'),
    ],
    [
      'never ends',
      (response: ServerResponse) => {
        response.writeHead(200)
        timers.push(setInterval(() => response.write('x'), 100))
      },
    ],
    [
      'breaks off',
      (response: ServerResponse) => {
        response.writeHead(200, { 'Content-Length': '100' }).write('ok')
        timers.push(setTimeout(() => response.destroy(), 50))
      },
    ],
  ])('about a 200 whose body %s', async (_, answer) => {
    const { url, received, stop } = await endpoint(answer)
    await withEvents(worker, 0, async (events) => {
      await events.subscribe(url)
      await events.keep(3)
      await vi.waitFor(async () => expect(await events.attempts()).toHaveLength(3), { timeout: 60_000, interval: 100 })
      // A repetition would come within five minutes of the clock.
      await events.pass(300_000)
      await events.ring()
      expect((await events.attempts()).map(({ ok, status }) => [ok, status])).toEqual(Array(3).fill([true, 200]))
      expect(new Set(received).size).toBe(3)
      expect(received).toHaveLength(3)
    }).finally(stop)
  })
})

/** An endpoint on this machine, and the ids of its deliveries. */
async function endpoint(answer: (response: ServerResponse) => void) {
  const received: string[] = []
  const server = createServer((incoming, response) => {
    received.push(String(incoming.headers['webhook-id']))
    incoming.resume().on('end', () => answer(response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received, stop }
}
