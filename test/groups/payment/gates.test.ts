import { describe, expect, it } from 'vitest'
import type { Licence } from '../../../src/base/groups.ts'
import { nameKey } from '../../gateway/auth/keys/named-keys.ts'
import { PAID_BILL } from '../../simulators/payment/index.ts'
import { headersFor, leaveNothingBehind, STORED, setStage, V1_HOST } from './stage.ts'

/** docs/spec/payment.md, "Contract" and "The connection": who may call. */

leaveNothingBehind()

const CANCEL = { bill_id: PAID_BILL, price: 150_000 }
const NOT_PRO = { status: 400, json: { success: false, error: 'you are not a Latchkey PRO user' } }
const WAYS = { stored: STORED, headers: headersFor(V1_HOST) }

describe.each(['stored', 'headers'] as const)('with the connection by %s', (way) => {
  it.each<[Licence, number]>([
    ['basic', 400],
    ['payment', 200],
    ['pro', 200],
  ])('a %s deployment: %i', async (LICENCE, status) => {
    const { post, called } = setStage({ LICENCE })
    const answer = await post('cancel', CANCEL, { headers: WAYS[way] })
    if (status === 400) expect(answer).toMatchObject(NOT_PRO)
    expect([answer.status, called()]).toEqual([status, status === 200 ? 1 : 0])
  })
})

describe('a named key', () => {
  // Its own licence first, and for the stored account also that of the deployment.
  it('opens what its licence admits, and for the stored account also what that of the deployment admits', async () => {
    for (const [licence, LICENCE, way, status] of [
      ['basic', 'pro', 'stored', 400],
      ['basic', 'pro', 'headers', 400],
      ['payment', 'pro', 'stored', 200],
      ['pro', 'pro', 'stored', 200],
      ['payment', 'payment', 'stored', 200],
      ['payment', 'basic', 'stored', 400],
      ['pro', 'basic', 'stored', 400],
      ['payment', 'basic', 'headers', 200],
      ['pro', 'basic', 'headers', 200],
    ] as [Licence, Licence, 'stored' | 'headers', number][]) {
      const { post, called } = setStage({ LICENCE })
      const answer = await post('cancel', CANCEL, { headers: WAYS[way], key: await nameKey({ licence }) })
      if (status === 400) expect.soft(answer, String(licence)).toMatchObject(NOT_PRO)
      expect.soft([answer.status, called()], String(licence)).toEqual([status, status === 200 ? 1 : 0])
    }
  })
})
