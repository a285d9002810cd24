import type { Settings } from '../../base/settings.ts'
import { type Sealed, seal, unseal } from '../../upstream/vault.ts'
import { DAY } from './schedule.ts'
import { newSecret } from './signing.ts'
import type { KeptSubscription, Subscriptions } from './subscriptions.ts'

/** How long a secret signs beside the one that replaced it, in milliseconds. */
const BESIDE_MS = DAY

/** The secrets of subscriptions, which are kept sealed. All of these throw 500 naming CREDENTIALS_KEY. */
export class Secrets {
  readonly #settings: Settings
  readonly #subscriptions: Subscriptions

  constructor(settings: Settings, subscriptions: Subscriptions) {
    this.#settings = settings
    this.#subscriptions = subscriptions
  }

  async make(id: string): Promise<{ secret: string; sealed: Sealed }> {
    const secret = newSecret()
    return { secret, sealed: await seal(this.#settings.env, placeOf(id), secret) }
  }

  /** A new secret in place of the present one, which is valid for a while yet. */
  async roll({ id }: KeptSubscription, now: number): Promise<{ secret: string; until: number }> {
    const { secret, sealed } = await this.make(id)
    const until = now + BESIDE_MS
    const kept = this.#subscriptions.find(null, id)
    if (kept) this.#subscriptions.put({ ...kept, secret: sealed, previous: { secret: kept.secret, until } })
    return { secret, until }
  }

  /** Those that sign now, the present one first. What the key before sealed is sealed anew. */
  async valid({ id, secret: sealed, previous }: KeptSubscription, now: number): Promise<string[]> {
    const { text, isOld } = await unseal(this.#settings.env, placeOf(id), sealed)
    if (isOld) this.#replace(id, sealed, await seal(this.#settings.env, placeOf(id), text))
    if (!previous || previous.until <= now) return [text]
    return [text, (await unseal(this.#settings.env, placeOf(id), previous.secret)).text]
  }

  #replace(id: string, before: Sealed, secret: Sealed): void {
    if (this.#subscriptions.find(null, id)?.secret.data === before.data) this.#subscriptions.update(id, { secret })
  }
}

const placeOf = (id: string) => `events/${id}`
