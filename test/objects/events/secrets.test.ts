import { expect, it } from 'vitest'
import { getSettings } from '../../../src/base/settings.ts'
import { Secrets } from '../../../src/objects/events/message.ts'
import { SubscriptionStore } from '../../../src/objects/events/subscription-store.ts'
import { startWithEmptyData } from '../../../src/upstream/data-key.ts'
import { BINDINGS } from '../../support/gateway.ts'
import { subscribe, useStage } from './stage.ts'

/** docs/spec/gateway.md, "The data key": a rotation of CREDENTIALS_KEY changes no record. */
const stage = useStage()

const [FIRST = '', SECOND = '', OTHER = ''] = [1, 2, 3].map((byte) => btoa(String.fromCharCode(byte).repeat(32)))

/** A subscription with two secrets, under the first CREDENTIALS_KEY and after it was rotated. */
async function rolled<Value>(
  use: (parts: { id: string; first: Secrets; secrets: Secrets; subscriptions: SubscriptionStore }) => Promise<Value>,
): Promise<Value> {
  const { id } = await subscribe()
  await startWithEmptyData(getSettings({ ...BINDINGS, CREDENTIALS_KEY: FIRST }))
  return stage().sql(async (sql) => {
    const subscriptions = new SubscriptionStore(sql, getSettings(BINDINGS), {
      deployment: undefined,
      admin: undefined,
    })
    const first = under(subscriptions, { CREDENTIALS_KEY: FIRST })
    const kept = () => subscriptions.find(null, id) ?? expect.unreachable()
    subscriptions.put({ ...kept(), secret: (await first.make(id)).encrypted })
    await first.roll(kept(), stage().clock.now())
    const secrets = under(subscriptions, { CREDENTIALS_KEY: SECOND, CREDENTIALS_KEY_PREVIOUS: FIRST })
    return use({ id, first, secrets, subscriptions })
  })
}

const under = (subscriptions: SubscriptionStore, keys: Partial<typeof BINDINGS>) =>
  new Secrets(getSettings({ ...BINDINGS, ...keys }), subscriptions)

it('both secrets sign as before once CREDENTIALS_KEY was rotated, and none under another one', async () => {
  await rolled(async ({ id, secrets, first, subscriptions }) => {
    const stored = () => subscriptions.find(null, id) ?? expect.unreachable()
    const now = stage().clock.now()
    const before = await first.valid(stored(), now)
    expect(before).toHaveLength(2)
    expect(await secrets.valid(stored(), now)).toEqual(before)
    expect(await under(subscriptions, { CREDENTIALS_KEY: SECOND }).valid(stored(), now)).toEqual(before)
    await startWithEmptyData(getSettings({ ...BINDINGS, CREDENTIALS_KEY: OTHER }))
    await expect(under(subscriptions, { CREDENTIALS_KEY: OTHER }).valid(stored(), now)).rejects.toMatchObject({
      status: 500,
      message: expect.stringMatching(/^the secret of the subscription cannot be decrypted/),
    })
  })
})
