import { RpcTarget } from 'cloudflare:workers'
import type { StoredWebhook } from '../../base/events.ts'
import type { Account } from '../../base/groups.ts'
import type { Encrypted } from '../../upstream/cipher.ts'

/** The previous token is accepted as well, because the owner may not have pasted the newest one yet. */
const MOST_TOKENS = 2
/** How often the time of the last push is stored, in milliseconds. */
const PUSH_NOTED_MS = 60_000

const storageName = (account: Account) => `webhook/${account}`

/** The tokens with which products sign their pushes. */
export class WebhookTokens extends RpcTarget {
  readonly #storage: DurableObjectStorage
  readonly #now: () => number

  constructor(storage: DurableObjectStorage, now: () => number) {
    super()
    this.#storage = storage
    this.#now = now
  }

  /** Undefined before the handshake of the product. */
  find(account: Account): StoredWebhook | undefined {
    return this.#storage.kv.get<StoredWebhook>(storageName(account))
  }

  store(account: Account, token: Encrypted): void {
    const before = this.find(account)
    const now = this.#now()
    // Anybody who knows the URL can send a token. One that the product uses is not replaced by it.
    const stored = before?.signed
      ? { ...before, waiting: token, waitingAt: now }
      : { tokens: [token, ...(before?.tokens ?? [])].slice(0, MOST_TOKENS), receivedAt: now }
    this.#put(account, stored)
  }

  /** Lets a token that waits sign calls, because the owner chose it. */
  useWaiting(account: Account): void {
    const stored = this.find(account)
    if (!stored?.waiting) return
    const { waiting, waitingAt = stored.receivedAt, tokens, ...rest } = stored
    const chosen = [waiting, ...tokens.filter(({ iv }) => iv === stored.signed)]
    this.#put(account, { ...rest, tokens: chosen, receivedAt: waitingAt })
  }

  /** Records that a token has signed a call. The older tokens end. @param iv the token's */
  noteSigned(account: Account, iv: string): void {
    const stored = this.find(account)
    const index = stored?.tokens.findIndex((token) => token.iv === iv) ?? -1
    if (!stored || index < 0) return
    this.#put(account, { ...stored, tokens: stored.tokens.slice(0, index + 1), signed: iv })
  }

  /** Records the time of a push, at most once a minute. */
  notePush(account: Account): void {
    const stored = this.find(account)
    const now = this.#now()
    if (stored && Math.abs(now - (stored.pushedAt ?? 0)) > PUSH_NOTED_MS)
      this.#put(account, { ...stored, pushedAt: now })
  }

  erase(account: Account): void {
    this.#storage.kv.delete(storageName(account))
  }

  #put(account: Account, webhook: StoredWebhook): void {
    this.#storage.kv.put<StoredWebhook>(storageName(account), webhook)
  }
}
