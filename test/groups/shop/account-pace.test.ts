import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Env } from '../../../src/base/env.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { createGateway, json } from '../../support/gateway.ts'
import { OBJECTS } from '../../support/objects.ts'
import { CONNECTED, type Stage, setStage } from './stage.ts'

/** The pace of calls to an account of the sellers' side (shop facts 2.5): a burst of ten, and five a second after a 429. */

let stage: Stage
const ACCOUNTS = OBJECTS.ACCOUNTS as unknown as NonNullable<Env['ACCOUNTS']>
beforeEach(() => {
  stage = setStage()
  stage.gateway.env.ACCOUNTS = ACCOUNTS
})
afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

const DAY = { createdAtFrom: '2026-11-17', createdAtTo: '2026-11-17' }

/** An isolate of its own, which has cached nothing. */
function createIsolate() {
  const gateway = createGateway(CONNECTED)
  gateway.env.ACCOUNTS = ACCOUNTS
  return gateway
}

/** The status of a list of a day's orders, and how long it waited. */
async function list(gateway = stage.gateway): Promise<[status: number, waitedMs: number]> {
  const start = stage.world.clock.now()
  const { status } = await gateway.call('/api/v1/shop/ordersheets', json('POST', DAY))
  return [status, stage.world.clock.now() - start]
}

it('a day of orders waits for nothing after a quiet second, however often', async () => {
  for (let time = 0; time < 3; time++) {
    expect(await list()).toEqual([200, 0])
    stage.world.clock.advance(1_000)
  }
})

it('requests at once share the pace of their account', async () => {
  stage.seller.switches.rate = { perSecond: 10, recoveryMs: 60_000 }
  const answers = await Promise.all([list(), list(), list()])
  expect(answers.map(([status]) => status)).toEqual([200, 200, 200])
})

it('an account that has met a 429 has five from the start, in every isolate and after a restart', async () => {
  stage.seller.switches.rate = { perSecond: 5, recoveryMs: 2_000 }
  expect(await list()).toEqual([429, 0])
  for (const gateway of [stage.gateway, createIsolate(), createIsolate()]) {
    stage.world.clock.advance(10_000)
    const [status, waitedMs] = await list(gateway)
    expect([status, waitedMs >= 1_000]).toEqual([200, true])
  }
})
