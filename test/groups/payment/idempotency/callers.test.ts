import { expect, it } from 'vitest'
import { nameKey } from '../../../gateway/auth/keys/named-keys.ts'
import { PAID_BILL } from '../../../simulators/payment/index.ts'
import { headersFor, leaveNothingBehind, setStage, V1_HOST, V2_HOST } from '../stage.ts'

leaveNothingBehind()

const BODY = { bill_id: PAID_BILL, price: 150_000 }

it('an API_KEY that was changed is the same caller', async () => {
  const first = await setStage().post('cancel', BODY, { once: 'a' })
  expect(first.status).toBe(200)
  const after = setStage({ API_KEY: 'another-key' })
  const second = await after.post('cancel', BODY, { once: 'a', key: 'another-key' })
  expect(second.json).toEqual(first.json)
  expect([second.headers.get('Idempotent-Replayed'), after.called()]).toEqual(['true', 0])
})

it('a named key is another caller', async () => {
  const stage = setStage()
  await stage.post('cancel', BODY, { once: 'a' })
  const second = await stage.post('cancel', BODY, { once: 'a', key: await nameKey() })
  expect(second.headers.has('Idempotent-Replayed')).toBe(false)
})

it.each([{ 'X-Payment-Host': V2_HOST }, { 'X-Payment-Member-ID': 'another' }, { 'X-Payment-Merchant-ID': 'another' }])(
  '%o is another account',
  async (other) => {
    const { post, called } = setStage()
    await post('cancel', BODY, { once: 'a', headers: headersFor(V1_HOST) })
    const second = await post('cancel', BODY, { once: 'a', headers: { ...headersFor(V1_HOST), ...other } })
    expect([second.headers.has('Idempotent-Replayed'), called('/cancel')]).toEqual([false, 2])
  },
)
