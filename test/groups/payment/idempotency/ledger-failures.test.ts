import { describe, expect, it, vi } from 'vitest'
import { platform } from '../../../../src/base/platform.ts'
import { AUTOPAY_CUSTOMER, PAID_BILL, WAITING_BILL } from '../../../simulators/payment/index.ts'
import { leaveNothingBehind, setStage, toReplay } from '../stage.ts'
import { interceptSteps, loseSteps } from './record-steps.ts'

/** LEDGER cannot be reached, or dies in the middle: a record that could not be opened says that nothing was sent. */

leaveNothingBehind()

const CANCEL = { bill_id: PAID_BILL, price: 150_000 }
/** Writes whose outcome a bill shows, and writes whose outcome no bill shows. */
const WRITES: [string, object][] = [
  ['cancel', CANCEL],
  ['resend', { bill_id: WAITING_BILL }],
  ['autopay/manage', { customer: AUTOPAY_CUSTOMER }],
]
const NOT_OPENED = {
  status: 503,
  json: {
    success: false,
    error:
      'Idempotency-Key: its record cannot be opened at the moment, and nothing was sent: send the same request again',
  },
}

describe.each(WRITES)('%s', (path, body) => {
  it.each([true, false])('begin that fails once is repeated, stored or not (%s)', async (stored) => {
    const stage = setStage()
    const { post, called } = stage
    loseSteps(stage, { begin: 1 }, stored)
    const answer = await post(path, body, { once: 'a' })
    expect([answer.status, answer.headers.has('Idempotent-Replayed'), called()]).toEqual([200, false, 1])
    expect((await post(path, body, { once: 'a' })).headers.get('Idempotent-Replayed')).toBe('true')
    expect(called()).toBe(1)
  })

  it.each([true, false])(
    'begin that fails again: 503, nothing sent, and the key is free (stored: %s)',
    async (stored) => {
      const stage = setStage()
      const { post, called } = stage
      loseSteps(stage, { begin: 2 }, stored)
      const refused = await post(path, body, { once: 'a' })
      expect(refused).toMatchObject(NOT_OPENED)
      expect([refused.headers.get('Retry-After'), called()]).toEqual(['1', 0])
      const right = await post(path, body, { once: 'a' })
      expect([right.status, right.headers.has('Idempotent-Replayed'), called()]).toEqual([200, false, 1])
    },
  )

  it('release that fails once is repeated', async () => {
    const stage = setStage()
    const { post, called } = stage
    loseSteps(stage, { begin: 2, release: 1 })
    expect((await post(path, body, { once: 'a' })).status).toBe(503)
    expect((await post(path, body, { once: 'a' })).status).toBe(200)
    expect(called()).toBe(1)
  })

  it('settle that fails once is repeated', async () => {
    const stage = setStage()
    const { post, called } = stage
    loseSteps(stage, { settle: 1 })
    const first = await post(path, body, { once: 'a' })
    expect((await post(path, body, { once: 'a' })).text).toBe(first.text)
    expect(called()).toBe(1)
  })

  it('settle that fails permanently does not affect the response, and the key is never free', async () => {
    const stage = setStage()
    const { post, called, world } = stage
    loseSteps(stage, { settle: 2 })
    expect((await post(path, body, { once: 'a' })).status).toBe(200)
    expect((await post(path, body, { once: 'a' })).status).toBe(409)
    world.clock.advance(60_000)
    const told = await post(path, body, { once: 'a' })
    expect([told.status, told.headers.get('Idempotent-Replayed')]).toEqual([path === 'cancel' ? 200 : 502, 'true'])
    expect(called()).toBe(path === 'cancel' ? 2 : 1)
  })

  it('leaves a trace in the log', async () => {
    const stage = setStage()
    const { post, world } = stage
    loseSteps(stage, { begin: 2 })
    await post(path, body, { once: 'a' })
    expect(world.log.map((line) => JSON.parse(line))).toMatchObject([
      { bug: 'Error', frames: expect.any(Array) },
      { status: 503, reason: 'unavailable' },
    ])
  })
})

describe.each([true, false])('taking over a run that did nothing (stored: %s)', (stored) => {
  it.each([
    [1, 200],
    [2, 503],
  ])('fails %i times: %i, and the bill is cancelled once in the end', async (times, status) => {
    const stage = setStage()
    const { post, product, called } = stage
    product.fail({ kind: 'network' }, { times: 1 })
    await post('cancel', CANCEL, { once: 'a' })
    loseSteps(stage, { takeOver: times }, stored)
    const again = await post('cancel', CANCEL, { once: 'a' })
    expect([again.status, called('/cancel')]).toEqual([status, status === 200 ? 2 : 1])
    expect((await post('cancel', CANCEL, { once: 'a' })).status).toBe(200)
    expect([called('/cancel'), product.state.executed.cancels]).toEqual([2, 1])
  })
})

describe('a run that is interrupted between two steps', () => {
  /** The product was called, and the record never hears of its answer. */
  async function crashed(path: string, body: object) {
    const stage = setStage()
    loseSteps(stage, { settle: 2 })
    await stage.post(path, body, { once: 'a' })
    return { ...stage, again: () => stage.post(path, body, { once: 'a' }) }
  }

  it('is still running for a minute, then the bill shows the outcome, and nothing is sent again', async () => {
    const { again, world, called } = await crashed('cancel', CANCEL)
    world.clock.advance(59_000)
    const waiting = await again()
    expect([waiting.status, waiting.headers.get('Retry-After')]).toEqual([409, '1'])
    world.clock.advance(1_000)
    const told = await again()
    expect(told).toMatchObject({ status: 200, json: { result: { bill_id: PAID_BILL, appr_state: 'C' } } })
    expect(told.headers.get('Idempotent-Replayed')).toBe('true')
    expect((await again()).text).toBe(toReplay(told.text))
    expect([called('/cancel'), called('/read')]).toEqual([1, 1])
  })

  it('before it sent: the bill is as it was, and the same key sends', async () => {
    const stage = setStage()
    const { post, world, called, product } = stage
    // The record opens, and the request is lost.
    let gone = false
    interceptSteps(stage, async (step, make) => {
      if (gone || step !== 'begin') return make()
      await make()
      gone = true
      return { state: 'running', retryAfter: 2 }
    })
    expect((await post('cancel', CANCEL, { once: 'a' })).status).toBe(409)
    world.clock.advance(60_000)
    const all = await Promise.all(Array.from({ length: 10 }, () => post('cancel', CANCEL, { once: 'a' })))
    for (const { status } of all) expect(status).toBeOneOf([200, 409])
    expect([called('/cancel'), product.state.executed.cancels]).toEqual([1, 1])
    expect((await post('cancel', CANCEL, { once: 'a' })).headers.get('Idempotent-Replayed')).toBe('true')
  })

  it('by a bug of the gateway: whether it sent is unknown, so the key is not free', async () => {
    const { post, world, called, product } = setStage()
    const fetch = vi.mocked(platform.fetch).getMockImplementation()
    vi.mocked(platform.fetch).mockImplementationOnce(async (...given) => {
      await fetch?.(...given)
      throw new TypeError('a fault of our own')
    })
    expect((await post('cancel', CANCEL, { once: 'a' })).status).toBe(500)
    expect((await post('cancel', CANCEL, { once: 'a' })).status).toBe(409)
    world.clock.advance(60_000)
    const told = await post('cancel', CANCEL, { once: 'a' })
    expect([told.status, told.headers.get('Idempotent-Replayed')]).toEqual([200, 'true'])
    expect([called('/cancel'), product.state.executed.cancels]).toEqual([1, 1])
  })

  it.each(WRITES.slice(1))('%s: no bill shows whether it sent, so it stays unknown', async (path, body) => {
    const { again, world, called } = await crashed(path, body)
    world.clock.advance(60_000)
    for (const told of [await again(), await again()]) {
      expect([told.status, told.headers.get('Idempotent-Replayed')]).toEqual([502, 'true'])
      expect(told.json.error).toMatch(
        /^the first request with this Idempotency-Key never ended; the outcome is unknown/,
      )
      expect(told.json.error).toMatch(/only a new Idempotency-Key would send it again$/)
    }
    expect(called()).toBe(1)
    expect((await again()).status).toBe(502)
  })
})
