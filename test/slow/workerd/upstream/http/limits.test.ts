import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { platform } from '../../../../../src/base/platform.ts'
import { send } from '../../../../../src/upstream/client.ts'
import { BudgetSpent } from '../../../../../src/upstream/context.ts'
import { createWorld, type World } from '../../../../support/world.ts'
import { answerWith, getOutgoing, hang, lost, PRODUCT, READ, status, WRITE } from '../../../../upstream/http/product.ts'

/** The deadline, the call budget, and the form of an outgoing call. */

let world: World

beforeEach(() => {
  world = createWorld()
})
afterEach(() => vi.restoreAllMocks())

const late = { status: 504, message: 'the shop service did not answer in time' }

describe('the deadline', () => {
  it.each([
    ['read', READ],
    ['write', WRITE],
  ])('ends a %s after 25 s with 504, and repeats nothing', async (_, request) => {
    const started = world.clock.now()
    const calls = answerWith(hang)
    await expect(send(getOutgoing(), PRODUCT, request)).rejects.toMatchObject(late)
    expect(calls).toHaveLength(1)
    expect(world.clock.now() - started).toBe(25_000)
  })

  it('is the request’s, not the call’s', async () => {
    const upstream = getOutgoing()
    world.clock.advance(5_000)
    answerWith(hang)
    await expect(send(upstream, PRODUCT, READ)).rejects.toMatchObject(late)
    expect(vi.mocked(platform.timer).mock.calls.map(([ms]) => ms)).toEqual([20_000])
  })

  it('that passed during a call ends the next one as well', async () => {
    const upstream = getOutgoing()
    answerWith(hang, status(200))
    await expect(send(upstream, PRODUCT, READ)).rejects.toMatchObject(late)
    const calls = answerWith(status(200))
    await expect(send(upstream, PRODUCT, READ)).rejects.toMatchObject(late)
    expect(calls).toEqual([])
  })

  it('ends a read whose caller is still waiting, even when the call does not end', async () => {
    const upstream = getOutgoing()
    upstream.deadline.callerSignal = new AbortController().signal
    const started = world.clock.now()
    answerWith(() => new Promise(() => {}))
    await expect(send(upstream, PRODUCT, READ)).rejects.toMatchObject(late)
    expect(world.clock.now() - started).toBe(25_000)
    expect(upstream.budget.waitedMs).toBe(25_000)
  })

  it('drops the connection of a call that no caller may abort', async () => {
    const calls = answerWith(hang)
    await expect(send(getOutgoing(), PRODUCT, WRITE)).rejects.toMatchObject(late)
    expect(calls[0]?.init.signal?.aborted).toBe(true)
  })

  it('ends a response that stalls half-way', async () => {
    answerWith(async (signal) => {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"a":'))
          signal?.addEventListener('abort', () => controller.error(new DOMException('aborted', 'AbortError')))
        },
      })
      return new Response(body)
    })
    await expect(send(getOutgoing(), PRODUCT, READ)).rejects.toMatchObject(late)
  })

  it('may be extended, before the first call and after it', async () => {
    const upstream = getOutgoing()
    upstream.deadline.extend(140_000)
    expect(upstream.deadline.leftMs).toBe(140_000)
    answerWith(status(200), hang)
    await send(upstream, PRODUCT, READ)
    upstream.deadline.extend(60_000)
    const started = world.clock.now()
    await expect(send(upstream, PRODUCT, READ)).rejects.toMatchObject(late)
    expect(world.clock.now() - started).toBe(60_000)
  })

  it('is no longer watched after the response', async () => {
    const upstream = getOutgoing()
    answerWith(status(200))
    await send(upstream, PRODUCT, READ)
    upstream.close()
    await new Promise((resolve) => setTimeout(resolve, 90))
    expect({ expired: upstream.deadline.hasPassed, aborted: upstream.deadline.signal.aborted }).toEqual({
      expired: false,
      aborted: false,
    })
  })
})

describe('SUBREQUESTS', () => {
  it('counts every call, repeated ones too', async () => {
    const upstream = getOutgoing()
    answerWith(status(503), lost, status(200), status(200))
    await send(upstream, PRODUCT, READ)
    await send(upstream, PRODUCT, WRITE)
    expect({ calls: upstream.budget.calls, left: upstream.budget.callsLeft }).toEqual({ calls: 4, left: 46 })
  })

  it('ends the retries, with the last response', async () => {
    const calls = answerWith(status(503))
    expect((await send(getOutgoing({ SUBREQUESTS: '2' }), PRODUCT, READ)).status).toBe(503)
    expect(calls).toHaveLength(2)
  })

  it('that are used up: 502 naming it, and no call', async () => {
    const upstream = getOutgoing({ SUBREQUESTS: '1' })
    const calls = answerWith(status(200))
    await send(upstream, PRODUCT, READ)
    const refused = send(upstream, PRODUCT, READ)
    await expect(refused).rejects.toBeInstanceOf(BudgetSpent)
    await expect(refused).rejects.toMatchObject({ status: 502, message: expect.stringContaining('SUBREQUESTS') })
    expect(calls).toHaveLength(1)
  })
})

describe('a request with a response', () => {
  it('starts no other call, and repeats no running one', async () => {
    const upstream = getOutgoing()
    const calls = answerWith(async () => {
      upstream.close()
      return status(503)
    })
    expect((await send(upstream, PRODUCT, READ)).status).toBe(503)
    await expect(send(upstream, PRODUCT, READ)).rejects.toThrow()
    expect(calls).toHaveLength(1)
  })
})

describe('a caller that left', () => {
  it('ends the call, which is not repeated', async () => {
    const upstream = getOutgoing()
    const caller = new AbortController()
    upstream.deadline.callerSignal = caller.signal
    const calls = answerWith(hang)
    const running = send(upstream, PRODUCT, READ)
    caller.abort()
    await expect(running).rejects.toMatchObject({ status: 502 })
    expect(calls).toHaveLength(1)
    expect(calls[0]?.init.signal).toBe(caller.signal)
  })

  it('before the first call: none is made', async () => {
    const upstream = getOutgoing()
    upstream.deadline.callerSignal = AbortSignal.abort()
    const calls = answerWith(status(200))
    await expect(send(upstream, PRODUCT, READ)).rejects.toMatchObject({ status: 502 })
    expect(calls).toEqual([])
  })
})

describe('a call', () => {
  it('is sent as it was given, and follows no redirect', async () => {
    const calls = answerWith(
      new Response(null, { status: 302, headers: { Location: 'https://elsewhere.example.test/' } }),
    )
    const request = { ...WRITE, headers: { Authorization: 'Bearer test-token', 'X-Thing': 'a' }, body: '{"a":"+:é"}' }
    const { status: answered, headers } = await send(getOutgoing(), PRODUCT, request)
    expect({ answered, location: headers.get('Location') }).toEqual({
      answered: 302,
      location: 'https://elsewhere.example.test/',
    })
    expect(calls).toEqual([
      {
        url: 'https://shop.example.test/orders',
        init: {
          method: 'POST',
          headers: request.headers,
          body: request.body,
          redirect: 'manual',
          signal: expect.any(AbortSignal),
        },
      },
    ])
  })

  it('sends the exact path and query of its URL', async () => {
    const calls = answerWith(status(200))
    const href = 'https://shop.example.test/a%2Fb/c:d?at=2026-11-21T09:00:00%2B09:00&q=a+b'
    await send(getOutgoing(), PRODUCT, { url: new URL(href) })
    expect(calls[0]?.url).toBe(href)
  })

  it('reports how long it took', async () => {
    const upstream = getOutgoing()
    answerWith(
      async () => {
        world.clock.advance(70)
        return status(503)
      },
      lost,
      status(200),
    )
    await send(upstream, PRODUCT, READ)
    expect(upstream.budget.waitedMs).toBe(70)
  })
})
