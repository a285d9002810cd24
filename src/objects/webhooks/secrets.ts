import { misconfigured } from '../../base/errors.ts'
import type { Settings } from '../../base/settings.ts'
import { newSecret } from '../../base/webhook-signing.ts'
import { type Encrypted, encrypt, tryDecrypt } from '../../upstream/store.ts'
import { DAY } from './schedule.ts'
import type { SubscriptionRow, SubscriptionStore } from './subscription-store.ts'

/** How long a secret still signs after it was replaced, in milliseconds. */
const BESIDE_MS = DAY

/**
 * The encrypted secrets of subscriptions. All methods throw 500 with CREDENTIALS_KEY when that is not set or invalid.
 */
export class Secrets {
  readonly #settings: Settings
  readonly #subscriptions: SubscriptionStore

  constructor(settings: Settings, subscriptions: SubscriptionStore) {
    this.#settings = settings
    this.#subscriptions = subscriptions
  }

  async make(id: string): Promise<{ secret: string; encrypted: Encrypted }> {
    const secret = newSecret()
    return { secret, encrypted: await encrypt(this.#settings, formatPlace(id), secret) }
  }

  /** Creates a new secret. The previous one, or the one before it, also signs for a while, if it can be decrypted. */
  async roll({ id }: SubscriptionRow, now: number): Promise<{ secret: string; until: number; isRepair: boolean }> {
    const { secret, encrypted } = await this.make(id)
    const until = now + BESIDE_MS
    const stored = this.#subscriptions.find(null, id)
    if (!stored) return { secret, until, isRepair: false }
    const isRepair = (await this.#open(id, stored.secret)) === undefined
    // Another rotation may have ended in the meantime.
    const latest = this.#subscriptions.find(null, id) ?? stored
    const previous = isRepair ? latest.previous : { secret: latest.secret, until }
    this.#subscriptions.put({ ...latest, secret: encrypted, previous, idempotency: undefined })
    return { secret, until, isRepair }
  }

  /**
   * The secrets that sign now, the current one first, without those that cannot be decrypted. Throws 500 when none is
   * left.
   */
  async valid({ id, secret, previous }: SubscriptionRow, now: number): Promise<string[]> {
    const valid = previous && previous.until > now ? [secret, previous.secret] : [secret]
    const opened = await Promise.all(valid.map((encrypted) => this.#open(id, encrypted)))
    const texts = opened.filter((text) => text !== undefined)
    if (texts.length > 0) return texts
    throw misconfigured(
      'the secret of the subscription cannot be decrypted: make a new one by POST /events/subscriptions/{id}/secret',
    )
  }

  /** The subscriptions whose secret cannot be decrypted. */
  async unreadable(): Promise<SubscriptionRow[]> {
    if (!this.#settings.env.CREDENTIALS_KEY) return []
    const found = await Promise.all(
      this.#subscriptions.all.map(async (stored) => ((await this.#open(stored.id, stored.secret)) ? [] : [stored])),
    )
    return found.flat()
  }

  #open(id: string, encrypted: Encrypted): Promise<string | undefined> {
    return tryDecrypt(this.#settings, formatPlace(id), encrypted)
  }
}

const formatPlace = (id: string) => `events/${id}`
