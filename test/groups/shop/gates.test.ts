import { afterEach, describe, expect, it, vi } from 'vitest'
import { expectNothingUnexpected } from '../../support/world.ts'
import { failure, type Stage, setStage } from './stage.ts'

let stage: Stage

afterEach(() => {
  vi.restoreAllMocks()
  expectNothingUnexpected(stage.world)
})

const NOT_PRO = 'you are not a Latchkey PRO user'
const BODIES = {
  ordersheets: { createdAtFrom: '2026-11-20', createdAtTo: '2026-11-21' },
  category: {},
  orders: { pageIndex: 0, pageSize: 5 },
  'flattened-orders': { pageIndex: 0, pageSize: 5 },
}

describe('who may call', () => {
  it.each([
    ['ordersheets', 'basic', 200],
    ['ordersheets', 'pro', 200],
    ['ordersheets', 'payment', 400],
    ['category', 'basic', 200],
    ['category', 'pro', 200],
    ['category', 'payment', 400],
    ['orders', 'basic', 400],
    ['orders', 'pro', 200],
    ['orders', 'payment', 400],
    ['flattened-orders', 'basic', 400],
    ['flattened-orders', 'pro', 200],
    ['flattened-orders', 'payment', 400],
  ] as const)('%s with a %s licence is %i', async (route, LICENCE, status) => {
    stage = setStage({ LICENCE })
    const answer = await stage.ask(route, BODIES[route])
    expect(answer.status).toBe(status)
    expect(answer.json).toMatchObject(status === 200 ? { status: 'success', error: '' } : failure(NOT_PRO))
    expect(stage.seller.calls.length + stage.consumer.calls.length > 0).toBe(status === 200)
  })

  it('the licence is checked before the body', async () => {
    stage = setStage({ LICENCE: 'basic' })
    const { status, json } = await stage.ask('orders', { pageIndex: 'first' })
    expect([status, json]).toEqual([400, failure(NOT_PRO)])
  })

  it.each(Object.keys(BODIES))('%s is POST only, and says so in the group’s envelope', async (route) => {
    stage = setStage()
    const { status, json, headers } = await stage.gateway.call(`/api/v1/shop/${route}`)
    expect([status, headers.get('Allow')]).toEqual([405, 'POST'])
    expect(json).toEqual(failure('GET is not allowed here: use POST'))
  })
})
