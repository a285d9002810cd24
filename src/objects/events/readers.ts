import { randomText, sha256Hex } from '../../base/crypto.ts'
import { effectiveSettings, readOwnerSettings } from '../../gateway/owner-settings.ts'
import { UpstreamContext } from '../../upstream/context.ts'
import { sendMessage } from './people.ts'
import { DAY } from './schedule.ts'
import type { Store } from './store.ts'
import { WORDS } from './words.ts'

/** The storage name of the mails of the last day. */
const MAILS = 'confirmation mails'
/** How many are sent to an address in a day, and to all of them. */
const MOST_OF_ADDRESS = 3
const MOST_MAILS = 100

interface Mail {
  /** The HMAC of the address. */
  mark: string
  /** Epoch milliseconds. */
  at: number
}

/** Where the link of a confirmation leads: the subscription and its token follow. */
export const CONFIRM_EMAIL_PATH = '/hooks/email'

/**
 * The readers of the e-mail addresses that named keys have named. Anybody with such a key could write to anybody in the
 * name of the owner's domain, so an address gets one mail with a link, and nothing else until its reader opens it.
 */
export class Readers {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  /** Sends the link of a subscription that waits for its reader, unless one is valid. Never throws. */
  async ask(id: string): Promise<void> {
    const { storage, subscriptions, platform, secrets, settings } = this.#store
    const token = randomText(32)
    const digest = await sha256Hex(token)
    const now = platform.now()
    const stored = subscriptions.find(null, id)
    if (!stored?.unconfirmed || now < stored.unconfirmed.until) return
    const { mark = '', language, origin } = stored
    const all = storage.kv.get<Mail[]>(MAILS) ?? []
    const mails = all.filter(({ at }) => Math.abs(now - at) < DAY)
    const own = mails.filter((mail) => mail.mark === mark)
    if (own.length >= MOST_OF_ADDRESS || mails.length >= MOST_MAILS) {
      subscriptions.update(id, { lastError: 'no more mails with a link are sent to this address today' })
      return
    }
    // Nothing is awaited between reading and storing, so of two requests one sends.
    storage.kv.put<Mail[]>(MAILS, [...mails, { mark, at: now }])
    subscriptions.update(id, { unconfirmed: { digest, until: now + DAY } })
    const upstream = new UpstreamContext(settings, platform)
    try {
      const [address = ''] = await secrets.valid(stored, now)
      const { service_name } = effectiveSettings(settings, await readOwnerSettings({ settings, platform }))
      const { confirm, confirmLabel } = WORDS[language]
      const sentence = {
        text: confirm(service_name.value),
        label: confirmLabel,
        link: `${origin}${CONFIRM_EMAIL_PATH}/${id}/${token}`,
      }
      const { error } = await sendMessage(upstream, { channel: 'email', address, service: service_name.value }, [
        sentence,
      ])
      // The next try sends another one.
      subscriptions.update(id, { lastError: error, ...(error && { unconfirmed: { digest, until: 0 } }) })
    } catch {
      subscriptions.update(id, {
        lastError: 'the mail with the link could not be sent',
        unconfirmed: { digest, until: 0 },
      })
    } finally {
      upstream.close()
    }
  }

  /** Whether the link of a mail is valid. Its address gets notifications from then on. It may be opened again. */
  confirm(id: string, digest: string): boolean {
    const { subscriptions, platform } = this.#store
    const stored = subscriptions.find(null, id)
    const asked = stored?.unconfirmed ?? stored?.confirmed
    if (!asked || asked.digest !== digest || platform.now() >= asked.until) return false
    subscriptions.update(id, {
      unconfirmed: undefined,
      confirmed: asked,
      ...(stored?.unconfirmed && { lastError: null }),
    })
    return true
  }
}
