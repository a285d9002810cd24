import { expect, it, vi } from 'vitest'
import { PAID_BILL } from '../../simulators/payment/index.ts'
import { leaveNothingBehind, type Stage, setStage } from './stage.ts'

/** A caller that leaves does not stop a write half-way (docs/spec/gateway.md, "Deadline, calls and size"). */

leaveNothingBehind()

const CANCEL = { bill_id: PAID_BILL, price: 150_000 }

/** Leaves while the product works, and waits for background work. */
async function leave({ post, product, called }: Stage, path: string, body: object, once?: string) {
  product.fail({ kind: 'delay', ms: 30 })
  const caller = new AbortController()
  const answer = post(path, body, { signal: caller.signal, ...(once && { once }) })
  await vi.waitFor(() => expect(called()).toBe(1), { interval: 1 })
  expect(product.state.executed.cancels).toBe(0)
  caller.abort()
  await answer.catch(() => {})
  product.heal()
}

it('a cancel runs to its end', async () => {
  const stage = setStage()
  await leave(stage, 'cancel', CANCEL)
  expect([stage.called(), stage.product.state.executed.cancels]).toEqual([1, 1])
})

it('and its response is stored for the caller who comes back with the same key', async () => {
  const stage = setStage()
  await leave(stage, 'cancel', CANCEL, 'a')
  const again = await stage.post('cancel', CANCEL, { once: 'a' })
  expect(again).toMatchObject({ status: 200, json: { success: true, result: { appr_cancel_dt: '20261121180000' } } })
  expect(again.headers.get('Idempotent-Replayed')).toBe('true')
  expect([stage.called(), stage.product.state.executed.cancels]).toEqual([1, 1])
})

it('a read ends', async () => {
  const stage = setStage()
  const fetched = vi.spyOn(stage.product, 'fetch')
  await leave(stage, 'read', { bill_id: PAID_BILL })
  const [request] = fetched.mock.calls[0] ?? []
  expect(request?.signal.aborted).toBe(true)
})
