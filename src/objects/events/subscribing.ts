import { badInput, conflict, notFound } from '../../base/errors.ts'
import type { Attempt, Scope, SubscribingKey, Subscription, SubscriptionFields } from '../../base/events.ts'
import type { Settings } from '../../base/settings.ts'
import type { Desk } from './desk.ts'
import { newId } from './ids.ts'
import { iso, type KeptSubscription } from './subscriptions.ts'

const MOST_SUBSCRIPTIONS = 50

export type SubscriptionChange = Partial<SubscriptionFields> & { enabled?: boolean }

/** Throws 500 naming the setting under which nothing would ever be polled. */
const checkPolling = ({ eventsPollMs }: Settings) => eventsPollMs

/** What is asked about subscriptions. */
export class Subscribing {
  readonly #desk: Desk

  constructor(desk: Desk) {
    this.#desk = desk
  }

  async subscribe(
    key: SubscribingKey,
    fields: SubscriptionFields,
  ): Promise<{ subscription: Subscription; secret: string }> {
    const { subscriptions, secrets, settings, platform } = this.#desk
    checkPolling(settings)
    const id = newId('sub')
    const { secret, sealed } = await secrets.make(id)
    if (subscriptions.all.length >= MOST_SUBSCRIPTIONS) {
      throw conflict(`there are ${MOST_SUBSCRIPTIONS} subscriptions, which is the most: delete one first`)
    }
    const now = platform.now()
    const { url, types, include, description } = fields
    subscriptions.put({
      ...{ id, url, types, include, description, key, secret: sealed, stopped: null },
      ...{ createdAt: now, updatedAt: now, lastDeliveredAt: null, failingSince: null, failures: 0, lastError: null },
    })
    await this.#desk.arm()
    return { subscription: this.#told(this.#found(null, id)), secret }
  }

  list(scope: Scope): Subscription[] {
    const { subscriptions } = this.#desk
    return subscriptions.all.filter(({ id }) => subscriptions.find(scope, id)).map((kept) => this.#told(kept))
  }

  one(scope: Scope, id: string): Subscription {
    return this.#told(this.#found(scope, id))
  }

  async change(scope: Scope, id: string, { enabled, ...fields }: SubscriptionChange): Promise<Subscription> {
    const { subscriptions, outbox, platform } = this.#desk
    const { stopped } = this.#found(scope, id)
    const isMoved = fields.url !== undefined || (enabled && stopped !== null)
    const wellAgain = { stopped: null, failingSince: null, failures: 0, lastError: null }
    subscriptions.update(id, {
      ...fields,
      ...(enabled && stopped !== null && wellAgain),
      ...(enabled === false && { stopped: 'owner' as const }),
      updatedAt: platform.now(),
    })
    // What waits goes there at once, in its order.
    if (isMoved) outbox.renew(id)
    await this.#desk.arm()
    return this.one(null, id)
  }

  async end(scope: Scope, id: string): Promise<null> {
    const { subscriptions, outbox, attempts } = this.#desk
    this.#found(scope, id)
    subscriptions.delete(id)
    outbox.deleteOf(id)
    attempts.deleteOf(id)
    await this.#desk.arm()
    return null
  }

  test(scope: Scope, id: string): Promise<Attempt> {
    const { platform, attempting } = this.#desk
    const data = { message: 'This is a test of Latchkey: the endpoint works when it answers 2xx.' }
    const event = { id: newId('evt'), type: 'latchkey.test' as const, timestamp: iso(platform.now()), data }
    return attempting.test(this.#found(scope, id), event)
  }

  async rollSecret(scope: Scope, id: string): Promise<{ secret: string; previous_until: string }> {
    const { secrets, platform } = this.#desk
    const { secret, until } = await secrets.roll(this.#found(scope, id), platform.now())
    return { secret, previous_until: iso(until) }
  }

  deliveries(scope: Scope, id: string, page: { limit: number; before?: string | undefined }): Attempt[] {
    this.#found(scope, id)
    this.#desk.forgetOld()
    const before = page.before === undefined ? Number.MAX_SAFE_INTEGER : Number(page.before)
    if (!Number.isSafeInteger(before)) throw badInput('before: must be the id of a delivery')
    return this.#desk.attempts.of(id, page.limit, before)
  }

  /** A key that is no more is told nothing, and what waited for it is dropped. */
  async keyChanged(id: string, key: SubscribingKey | undefined): Promise<void> {
    const { subscriptions, outbox } = this.#desk
    for (const kept of subscriptions.all.filter((one) => one.key.id === id)) {
      subscriptions.update(kept.id, { key: key ?? { ...kept.key, disabled: true } })
      if (!key) outbox.deleteOf(kept.id)
    }
    await this.#desk.arm()
  }

  #found(scope: Scope, id: string): KeptSubscription {
    const found = this.#desk.subscriptions.find(scope, id)
    if (!found) throw notFound('there is no subscription of this id')
    return found
  }

  #told(kept: KeptSubscription): Subscription {
    return this.#desk.subscriptions.told(kept, this.#desk.outbox.count(kept.id), this.#desk.platform.now())
  }
}
