import { Webhook } from 'standardwebhooks'
import { expect, it, vi } from 'vitest'
import { unwrap } from '../../../src/base/errors.ts'
import { VERSION } from '../../../src/base/version.ts'
import { signedHeaders } from '../../../src/base/webhook-signing.ts'
import { DAY, events, fileReady, type Received, settle, subscribe, useStage } from './stage.ts'

/** docs/spec/events.md, "Deliveries", compared with the library of the format's maintainers. */
const stage = useStage()

it('signs the published vector as it is published', async () => {
  const signed = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: 1_614_265_330_000, body: '{"test": 2432232314}' }
  expect(await signedHeaders(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], signed)).toEqual({
    'webhook-id': signed.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

const getHeaders = ({ headers }: Received) => Object.fromEntries(headers)

/** The reference uses the machine's clock, and refuses what is five minutes old. */
async function verified(secret: string, { body, headers }: Received): Promise<unknown> {
  vi.useFakeTimers({ now: stage().clock.now(), toFake: ['Date'] })
  try {
    return new Webhook(secret).verify(body, Object.fromEntries(headers))
  } finally {
    vi.useRealTimers()
  }
}

it('signs a delivery with the secret of its subscription', async () => {
  const { secret } = await subscribe()
  await events().keep([fileReady('회의')])
  await settle(stage())
  const [received] = stage().received
  if (!received) throw new Error('nothing came')
  expect(await verified(secret, received)).toEqual({
    type: 'recorder.file.ready',
    timestamp: '2023-11-14T22:13:20.000Z',
    account: 'recorder',
    data: { file_id: '회의' },
  })
  expect(getHeaders(received)).toMatchObject({
    'content-type': 'application/json',
    'user-agent': `Latchkey/${VERSION}`,
    'webhook-id': expect.stringMatching(/^evt_[0-9a-z]{26}$/),
    'webhook-timestamp': String(Math.floor(received.at / 1000)),
  })
})

it('signs by both secrets for 24 hours after a change, and then by the new one', async () => {
  const { id, secret: before } = await subscribe()
  const { secret, previous_until } = unwrap(await events().rollSecret(null, id))
  expect(Date.parse(previous_until)).toBe(stage().clock.now() + DAY)
  await events().keep([fileReady('f1')])
  await settle(stage())
  stage().clock.advance(DAY)
  await events().keep([fileReady('f2')])
  await settle(stage())
  const [both, one] = stage().received
  if (!both || !one) throw new Error('too few came')
  stage().clock.advance(-DAY)
  expect(await verified(before, both)).toEqual(await verified(secret, both))
  stage().clock.advance(DAY)
  expect(await verified(secret, one)).toMatchObject({ data: { file_id: 'f2' } })
  await expect(verified(before, one)).rejects.toThrow(/No matching signature/)
})

it('signs by the secret that a receiver knows, also where the answer to a roll was lost and it is sent again', async () => {
  const { id, secret: known } = await subscribe()
  await events().rollSecret(null, id)
  stage().clock.advance(DAY / 2)
  const { secret } = unwrap(await events().rollSecret(null, id))
  await events().keep([fileReady('f1')])
  await settle(stage())
  stage().clock.advance(DAY / 2)
  await events().keep([fileReady('f2')])
  await settle(stage())
  const [during, after] = stage().received
  if (!during || !after) throw new Error('too few came')
  expect(await verified(secret, after)).toMatchObject({ data: { file_id: 'f2' } })
  await expect(verified(known, after)).rejects.toThrow(/No matching signature/)
  stage().clock.advance(-DAY / 2)
  expect(await verified(known, during)).toEqual(await verified(secret, during))
})

it('signs by no more than ten secrets', async () => {
  const { id, secret: known } = await subscribe()
  for (let roll = 0; roll < 12; roll++) await events().rollSecret(null, id)
  await events().keep([fileReady('f1')])
  await settle(stage())
  const [received] = stage().received
  if (!received) throw new Error('nothing came')
  expect(getHeaders(received)['webhook-signature']?.split(' ')).toHaveLength(10)
  expect(await verified(known, received)).toMatchObject({ data: { file_id: 'f1' } })
})
