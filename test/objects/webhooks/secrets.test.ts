import { expect, it } from 'vitest'
import { getSettings } from '../../../src/base/settings.ts'
import { Secrets } from '../../../src/objects/webhooks/secrets.ts'
import { SubscriptionStore } from '../../../src/objects/webhooks/subscription-store.ts'
import { BINDINGS } from '../../support/gateway.ts'
import { DAY, subscribe, useStage } from './stage.ts'

/** Decisions.md section 1.3: what CREDENTIALS_KEY_PREVIOUS encrypted is encrypted again. */
const stage = useStage()

const [FIRST = '', SECOND = ''] = [1, 2].map((byte) => btoa(String.fromCharCode(byte).repeat(32)))

/** The secrets of one subscription: the current one, and the one that the previous key encrypted. */
async function rolled<Value>(
  use: (parts: { id: string; secrets: Secrets; subscriptions: SubscriptionStore }) => Promise<Value>,
): Promise<Value> {
  const { id } = await subscribe()
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
    return use({ id, secrets, subscriptions })
  })
}

const under = (subscriptions: SubscriptionStore, keys: Partial<typeof BINDINGS>) =>
  new Secrets(getSettings({ ...BINDINGS, ...keys }), subscriptions)

it('both secrets are the same without the key before, once they are encrypted again', async () => {
  await rolled(async ({ id, secrets, subscriptions }) => {
    const kept = () => subscriptions.find(null, id) ?? expect.unreachable()
    const now = stage().clock.now()
    const before = await secrets.valid(kept(), now)
    expect(before).toHaveLength(2)
    expect(await secrets.countOld()).toBe(2)
    expect(await secrets.encryptAgain()).toBe(2)
    expect(await secrets.countOld()).toBe(0)
    expect(await secrets.encryptAgain()).toBe(0)
    expect(await under(subscriptions, { CREDENTIALS_KEY: SECOND }).valid(kept(), now)).toEqual(before)
  })
})

it('a secret that was rotated in the meantime is not restored', async () => {
  await rolled(async ({ id, secrets, subscriptions }) => {
    const kept = () => subscriptions.find(null, id) ?? expect.unreachable()
    const { secret, encrypted: sealed } = await secrets.make(id)
    const previous = await secrets.make(id)
    const done = secrets.encryptAgain()
    const until = stage().clock.now() + DAY
    subscriptions.put({ ...kept(), secret: sealed, previous: { secret: previous.encrypted, until } })
    expect(await done).toBe(0)
    expect(await secrets.valid(kept(), stage().clock.now())).toEqual([secret, previous.secret])
  })
})
