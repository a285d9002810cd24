import { misconfigured } from '../../base/errors.ts'
import type { Settings } from '../../base/settings.ts'
import { newSecret } from '../../base/webhook-signing.ts'
import { type Decrypted, type Encrypted, encrypt, tryDecrypt } from '../../upstream/store/encryption.ts'
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
    return { secret, encrypted: await encrypt(this.#settings.env, formatPlace(id), secret) }
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
    const texts = opened.flatMap((decrypted) => (decrypted ? [decrypted.text] : []))
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

  /** How many secrets the previous key encrypted. */
  async countOld(): Promise<number> {
    const all = this.#subscriptions.all.flatMap(({ id, secret, previous }) =>
      [secret, previous?.secret].flatMap((encrypted) => (encrypted ? [this.#open(id, encrypted)] : [])),
    )
    return (await Promise.all(all)).filter((decrypted) => decrypted?.isOld).length
  }

  /** Encrypts with the current key what the previous key encrypted. Returns how many secrets that were. */
  async encryptAgain(): Promise<number> {
    let count = 0
    for (const { id } of this.#subscriptions.all) {
      for (const place of ['secret', 'previous'] as const) if (await this.#encryptAgain(id, place)) count++
    }
    return count
  }

  async #encryptAgain(id: string, place: 'secret' | 'previous'): Promise<boolean> {
    const getEncrypted = (stored: SubscriptionRow | undefined) =>
      place === 'secret' ? stored?.secret : stored?.previous?.secret
    const before = getEncrypted(this.#subscriptions.find(null, id))
    const decrypted = before && (await this.#open(id, before))
    if (!before || !decrypted?.isOld) return false
    const secret = await encrypt(this.#settings.env, formatPlace(id), decrypted.text)
    // It may have been rotated in the meantime.
    const stored = this.#subscriptions.find(null, id)
    if (!stored || getEncrypted(stored)?.data !== before.data) return false
    const previous = stored.previous && { ...stored.previous, secret }
    this.#subscriptions.put({ ...stored, ...(place === 'secret' ? { secret } : { previous }) })
    return true
  }

  #open(id: string, encrypted: Encrypted): Promise<Decrypted | undefined> {
    return tryDecrypt(this.#settings.env, formatPlace(id), encrypted)
  }
}

const formatPlace = (id: string) => `events/${id}`
