import { expect, it } from 'vitest'
import { nameKey } from '../../../gateway/auth/keys/named-keys.ts'
import { PAID_BILL } from '../../../simulators/payment/index.ts'
import { leaveNothingBehind, setStage } from '../stage.ts'

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
