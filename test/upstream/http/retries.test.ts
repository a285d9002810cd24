import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { platform } from '../../../src/base/platform.ts'
import { readWait, retryAfterMs, send } from '../../../src/upstream/client.ts'
import { createWorld, type World } from '../../support/world.ts'
import { answerWith, getOutgoing, hang, lost, PRODUCT, READ, status, WRITE } from './product.ts'

/**
 * docs/spec/gateway.md, "Deadline, calls and size": "retried at most twice on 429/502/503/504/520-527 and network
 * errors, with full jitter".
 */

let world: World

beforeEach(() => {
  world = createWorld()
})
afterEach(() => vi.restoreAllMocks())

/** The waits that passed between calls, in milliseconds. */
const waits = () => vi.mocked(platform.sleep).mock.calls.map(([ms]) => ms)

describe('a read', () => {
  it('is repeated twice after a failure of the edge, and then returned', async () => {
    for (const code of [429, 502, 503, 504, 520, 522, 527]) {
      const calls = answerWith(status(code))
      expect.soft((await send(getOutgoing(), PRODUCT, READ)).status, String(code)).toBe(code)
      expect.soft(calls, String(code)).toHaveLength(3)
    }
  })

  it('is not repeated after any other status', async () => {
    for (const code of [200, 204, 301, 302, 400, 401, 402, 403, 404, 409, 422, 500, 501, 519, 528, 529]) {
      const calls = answerWith(new Response(code === 204 ? null : '{}', { status: code }))
      expect.soft((await send(getOutgoing(), PRODUCT, READ)).status, String(code)).toBe(code)
      expect.soft(calls, String(code)).toHaveLength(1)
    }
  })

  it('is repeated twice after a broken connection, and then is 502', async () => {
    const calls = answerWith(lost)
    const error = { status: 502, message: 'the connection to the shop service broke' }
    await expect(send(getOutgoing(), PRODUCT, READ)).rejects.toMatchObject(error)
    expect(calls).toHaveLength(3)
  })

  it('is not repeated, nor reported as a broken connection, after a bug of our own', async () => {
    const fault = new TypeError('Invalid header value.')
    const calls = answerWith(fault)
    await expect(send(getOutgoing(), PRODUCT, READ)).rejects.toBe(fault)
    expect(calls).toHaveLength(1)
  })

  it("is reported as over its budget when the platform's own limit is reached first", async () => {
    const calls = answerWith(new Error('Too many subrequests.'))
    await expect(send(getOutgoing(), PRODUCT, READ)).rejects.toMatchObject({ status: 502, reason: 'budget' })
    expect(calls).toHaveLength(1)
  })

  it.each([
    ['once', [status(503), status(200)], 2],
    ['twice', [lost, status(504), status(200)], 3],
  ])('that failed %s succeeds', async (_, steps, count) => {
    const calls = answerWith(...steps)
    expect((await send(getOutgoing(), PRODUCT, READ)).status).toBe(200)
    expect(calls).toHaveLength(count)
    expect(calls.every(({ url, init }) => url === READ.url.href && init.method === 'GET')).toBe(true)
  })

  it('by POST is repeated, with its body', async () => {
    const calls = answerWith(status(503))
    await send(getOutgoing(), PRODUCT, { ...WRITE, reads: true })
    expect(calls.map(({ init }) => init.body)).toEqual(['{}', '{}', '{}'])
  })

  it('is repeated after the statuses that its product names', async () => {
    const product = { ...PRODUCT, retriedStatuses: new Set([502]) }
    expect(answerWith(status(429)).length + (await send(getOutgoing(), product, READ)).status).toBe(429)
    const calls = answerWith(status(502))
    await send(getOutgoing(), product, READ)
    expect(calls).toHaveLength(3)
  })
})

describe('a write', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('by %s is never repeated', async (method) => {
    for (const code of [429, 502, 503, 504, 520, 527]) {
      const calls = answerWith(status(code, { 'Retry-After': '0' }))
      expect((await send(getOutgoing(), PRODUCT, { ...READ, method })).status).toBe(code)
      expect(calls).toHaveLength(1)
    }
    const calls = answerWith(lost)
    await expect(send(getOutgoing(), PRODUCT, { ...READ, method })).rejects.toMatchObject({ status: 502 })
    expect(calls).toHaveLength(1)
  })

  it('by GET, declared as one, is never repeated', async () => {
    const calls = answerWith(status(503))
    await send(getOutgoing(), PRODUCT, { ...READ, reads: false })
    expect(calls).toHaveLength(1)
  })
})

describe('full jitter', () => {
  it.each([
    [0, [0, 0]],
    [0.5, [250, 500]],
    [0.999, [499.5, 999]],
  ])('waits random times the doubling bound: %d', async (random, expected) => {
    vi.mocked(platform.random).mockReturnValue(random)
    answerWith(status(503))
    await send(getOutgoing(), PRODUCT, READ)
    expect(waits()).toEqual(expected)
  })

  it('has a new random wait each time', async () => {
    vi.mocked(platform.random).mockReturnValueOnce(0.1).mockReturnValueOnce(0.9)
    answerWith(lost)
    await expect(send(getOutgoing(), PRODUCT, READ)).rejects.toThrow()
    expect(waits()).toEqual([50, 900])
  })
})

describe('Retry-After', () => {
  const asked = async (value: string, code = 429) => {
    const calls = answerWith(status(code, { 'Retry-After': value }))
    const answer = await send(getOutgoing(), PRODUCT, READ)
    return { calls: calls.length, waits: waits(), retryAfter: answer.retryAfter }
  }

  it('is waited for', async () => {
    expect(await asked('4')).toEqual({ calls: 3, waits: [4000, 4000], retryAfter: 4 })
    vi.mocked(platform.sleep).mockClear()
    expect(await asked('2', 503)).toEqual({ calls: 3, waits: [2000, 2000], retryAfter: 2 })
  })

  it('may be a date', async () => {
    const date = new Date(world.clock.now() + 3000).toUTCString()
    const calls = answerWith(status(429, { 'Retry-After': date }), status(200))
    await send(getOutgoing(), PRODUCT, READ)
    expect({ calls: calls.length, waits: waits() }).toEqual({ calls: 2, waits: [3000] })
  })

  it('does not shorten the jitter', async () => {
    expect((await asked('0')).waits).toEqual([250, 500])
  })

  it('beyond what is left of the deadline ends the retries at once', async () => {
    expect(await asked('25')).toEqual({ calls: 1, waits: [], retryAfter: 25 })
    expect(await asked('3600')).toEqual({ calls: 1, waits: [], retryAfter: 3600 })
  })

  it('is measured against what is left, not against the whole deadline', async () => {
    expect(await asked('9')).toEqual({ calls: 3, waits: [9000, 9000], retryAfter: 9 })
    vi.mocked(platform.sleep).mockClear()
    const upstream = getOutgoing()
    world.clock.advance(17_000)
    const calls = answerWith(status(429, { 'Retry-After': '9' }))
    await send(upstream, PRODUCT, READ)
    expect(calls).toHaveLength(1)
  })

  it('with another value is ignored', async () => {
    for (const value of ['soon', '-1', '1.5', '1e3', '', '10 seconds', '0x10', '2026-11-21', '١٢'])
      expect.soft(retryAfterMs(value, 0), JSON.stringify(value)).toBeUndefined()
  })

  it('a wait has its length', () => {
    for (const [value, expected] of [
      ['0', 0],
      ['120', 120_000],
      ['Thu, 01 Jan 1970 00:00:07 GMT', 7000],
      ['Thursday', undefined],
      ['Wed, 31 Dec 1969 23:59:59 GMT', 0],
    ] as const)
      expect.soft(retryAfterMs(value, 0), JSON.stringify(value)).toBe(expected)
  })

  it('that is absent is undefined', () => {
    expect(retryAfterMs(null, 0)).toBeUndefined()
  })

  it('is returned in whole seconds, never fewer than requested', async () => {
    answerWith(status(429, { 'Retry-After': new Date(world.clock.now() + 30_000).toUTCString() }))
    const upstream = getOutgoing()
    world.clock.advance(-400)
    expect((await send(upstream, PRODUCT, READ)).retryAfter).toBe(31)
  })
})

describe('a wait in words', () => {
  it('is that of a 429 without a header, of every product', async () => {
    answerWith(status(429), new Response('{"error":{"detail":"Rate limit: try again in 40 seconds"}}', { status: 429 }))
    expect((await send(getOutgoing(), PRODUCT, READ)).retryAfter).toBe(40)
    answerWith(new Response('Try again in 40 seconds', { status: 429, headers: { 'Retry-After': '0' } }))
    expect((await send(getOutgoing(), PRODUCT, WRITE)).retryAfter).toBe(0)
    answerWith(new Response('Try again in 40 seconds', { status: 400 }))
    expect((await send(getOutgoing(), PRODUCT, WRITE)).retryAfter).toBeUndefined()
  })

  it('may be in English or in Korean, and is in whole seconds', () => {
    for (const [words, seconds] of [
      ['Try after 3 seconds', 3],
      ['try again in 1 minute', 60],
      ['Retry after 2 hours', 7200],
      ['please wait for 5 sec', 5],
      ['wait 250ms', 1],
      ['in 2.5 s', 3],
      ['3초 후에 다시 시도해 주세요.', 3],
      ['1분 뒤', 60],
      ['30초 이후 재시도', 30],
      ['10초 정도 기다려 주세요', 10],
      ['1시간 후', 3600],
      ['분당 10회. 잠시 후 다시', undefined],
      ['at most 10 calls a second', undefined],
      ['in 5 miles', undefined],
      ['', undefined],
    ] as const)
      expect.soft(readWait(words), words).toBe(seconds)
  })
})

describe('a limit of one attempt', () => {
  it('is 504, and the call is neither repeated nor left running', async () => {
    const calls = answerWith(hang)
    const outgoing = getOutgoing()
    const sent = send(outgoing, PRODUCT, { ...READ, limitMs: 10_000 })
    await expect(sent).rejects.toMatchObject({ status: 504, message: 'the shop service did not answer in time' })
    expect(calls).toHaveLength(1)
    expect(calls[0]?.init.signal?.aborted).toBe(true)
    expect(outgoing.deadline.isOver).toBe(false)
  })

  it('that does not pass changes nothing', async () => {
    answerWith(status(200))
    expect((await send(getOutgoing(), PRODUCT, { ...READ, limitMs: 10_000 })).status).toBe(200)
  })
})
