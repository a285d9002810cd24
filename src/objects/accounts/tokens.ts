import {
  type CachedToken,
  describeFailure,
  type TokenAccount,
  type TokenGroup,
  type TokenRequest,
} from '../../base/accounts.ts'
import { sha256Hex } from '../../base/crypto.ts'
import { GatewayError } from '../../base/errors.ts'
import { productOf } from '../../base/groups.ts'
import { lazyModule } from '../../base/lazy.ts'
import { callObject } from '../../base/objects.ts'
import type { Platform } from '../../base/platform.ts'
import type { Settings } from '../../base/settings.ts'
import { classifyUse } from '../../gateway/usage.ts'
import { readConnected, stateObject, type TokenProvider, type TokenRecord } from '../../upstream/accounts.ts'
import type { Encrypted } from '../../upstream/cipher.ts'
import { UpstreamContext } from '../../upstream/context.ts'
import { secretsDigest } from '../../upstream/credentials.ts'
import { encrypt, tryDecrypt } from '../../upstream/store.ts'
import { hasAlarm } from './alarm.ts'
import type { AccountOrigin } from './records.ts'

/**
 * The token that replaces the one that a person connected. It is stored only with CREDENTIALS_KEY. Without that setting
 * the object keeps it in memory until it is evicted.
 */
export class TokenStore<Held> {
  readonly #storage: DurableObjectStorage
  readonly #settings: Settings
  #held: { name: string; value: Held } | undefined

  constructor(storage: DurableObjectStorage, settings: Settings) {
    this.#storage = storage
    this.#settings = settings
  }

  /**
   * The token that replaces `source`. Undefined when there is none. A record that cannot be decrypted counts as none,
   * so that a CREDENTIALS_KEY without the previous one does not break the account. It stays until there is a new token,
   * because the previous key may still be restored.
   *
   * @param source the token that a person connected. Its digest is part of the record's name, so each connected token
   * has its own.
   * @param part the part of the account that was chosen, which has its own as well
   */
  async read(source: string, part?: string): Promise<Held | undefined> {
    const name = await storageKey(source, part)
    if (this.#held?.name === name) return this.#held.value
    const encrypted = this.canStore ? await this.#storage.get<Encrypted>(name) : undefined
    if (!encrypted) return undefined
    const text = await tryDecrypt(this.#settings, name, encrypted)
    if (text === undefined) return undefined
    const value = JSON.parse(text) as Held
    this.#held = { name, value }
    return value
  }

  /** Throws 500 with CREDENTIALS_KEY when that is invalid. Then nothing is stored. */
  async write(source: string, value: Held, part?: string): Promise<void> {
    const name = await storageKey(source, part)
    const encrypted = this.canStore ? await encrypt(this.#settings, name, JSON.stringify(value)) : undefined
    this.#held = { name, value }
    if (encrypted) await this.#storage.put(name, encrypted)
  }

  /** Throws 500 with CREDENTIALS_KEY when that is set but invalid. */
  async check(): Promise<void> {
    if (this.canStore) await encrypt(this.#settings, PREFIX, '')
  }

  /** The names of all records, without their content. */
  async names(): Promise<string[]> {
    return [...(await this.#storage.list({ prefix: PREFIX })).keys()]
  }

  /** Those of the records that the data key decrypts. The others belong to another data key, which may be used again. */
  async readable(names: readonly string[]): Promise<string[]> {
    if (!this.canStore) return []
    const found = await Promise.all(
      names.map(async (name) => {
        const encrypted = await this.#storage.get<Encrypted>(name)
        const text = encrypted && (await tryDecrypt(this.#settings, name, encrypted))
        return text === undefined ? [] : [name]
      }),
    )
    return found.flat()
  }

  async forget(names: readonly string[]): Promise<void> {
    for (const name of names) await this.#storage.delete(name)
    this.#held = undefined
  }

  get canStore(): boolean {
    return Boolean(this.#settings.env.CREDENTIALS_KEY)
  }
}

const PREFIX = 'token/'

/** The record name of a connected token, and the beginning of those of the parts of its account. */
const storageKey = async (source: string, part?: string) =>
  PREFIX + (await sha256Hex(source)) + (part === undefined ? '' : `/${await sha256Hex(part)}`)

async function getRecord(account: TokenAccount, connected: string): Promise<TokenRecord> {
  const provider = await TOKEN_PROVIDERS[productOf(account)]()
  return provider.record?.(connected) ?? { credential: connected, part: undefined }
}

interface Schedule {
  /** The id of the account. That of the first account of a product is the name of its group. */
  group: TokenAccount
  /** How many renewals by the alarm failed since the last success. */
  failures: number
  /** The name of the connected account's record when the alarm last fired. */
  seen?: string | undefined
  /** When the token was last renewed, in epoch milliseconds. */
  renewedAt?: number | undefined
}

const SCHEDULE = 'renewal'

/**
 * How long after its time an alarm is set, in milliseconds, so that the object's own clock has reached that time as
 * well.
 */
const ALARM_LATE_MS = 5_000

/** The least age at which a token is renewed, however short its validity, in milliseconds. */
const SHORTEST_MS = 5 * 60_000

/**
 * The backoff for callers after two or more failed renewals in a row, in milliseconds: doubled each time, up to the
 * second value. Until then they get the last error.
 */
const FIRST_BACKOFF_MS = 5_000
const LONGEST_BACKOFF_MS = 5 * 60_000

/**
 * The waits after a failed renewal: doubled each time, up to the second value. After this many failures it gives up.
 */
const FIRST_RETRY_MS = 10 * 60_000
const LONGEST_RETRY_MS = 6 * 3_600_000
const MOST_FAILURES = 50

/**
 * How often in ten minutes a token is renewed because the product refused it. Otherwise each call to a route that
 * refuses every token would revoke the token that all other calls use.
 */
const MOST_REFUSALS = 6
const REFUSALS_MS = 10 * 60_000

/** When an alarm fires again that found an account to delete, in milliseconds. */
const FORGET_MS = 3_600_000

/** The token of an account: cached, and renewed by its group's provider when it is used and ahead of its expiry. */
export class TokenRenewal {
  readonly #storage: DurableObjectStorage
  readonly #origin: AccountOrigin
  readonly #settings: Settings
  readonly #platform: Platform
  readonly #tokens: TokenStore<CachedToken>
  /** Running renewals, by connected token. All requests of an object share its context, so one may await another's. */
  readonly #running = new Map<string, Promise<CachedToken>>()

  /** When renewals were requested because of a refusal, in epoch milliseconds. */
  #refusals: number[] = []

  /** The failed renewals in a row, of the token that was last connected. */
  #failed: { connected: string; count: number; until: number; error: GatewayError } | undefined

  constructor(storage: DurableObjectStorage, origin: AccountOrigin, settings: Settings, platform: Platform) {
    this.#storage = storage
    this.#origin = origin
    this.#settings = settings
    this.#platform = platform
    this.#tokens = new TokenStore(storage, settings)
  }

  async token(
    account: TokenAccount,
    connected: string,
    request: TokenRequest,
  ): Promise<CachedToken & { isFresh: boolean }> {
    const { provider, held } = await this.#read(account, connected)
    if (held && provider.isUsable(held, request, this.#platform.now(), connected)) {
      if (!(await hasAlarm(this.#storage, this.#platform.now()))) await this.#scheduleOnUse(account, connected, held)
      return { ...this.#reported(held), isFresh: false }
    }
    const isNew = !this.#running.has(connected)
    if (isNew && held && held.token === request.refused && this.#isRefusedTooOften()) {
      return { ...this.#reported(held), isFresh: true }
    }
    return { ...this.#reported(await this.#renew(account, connected, held, request)), isFresh: true }
  }

  /** Stores a token that was created elsewhere. */
  async adopt(account: TokenAccount, connected: string, held: CachedToken): Promise<void> {
    await this.#tokens.check()
    if (held.origin) this.#origin.keep(held.origin)
    await this.#write(account, connected, held)
    await this.#schedule(account, held)
  }

  /** Renews the token of the currently connected account. Tokens of earlier accounts are not renewed. */
  async alarm(): Promise<void> {
    const schedule = this.#storage.kv.get<Schedule>(SCHEDULE)
    if (!schedule) return
    const upstream = new UpstreamContext(this.#settings, this.#platform).use(schedule.group)
    try {
      const connected = await readConnected(upstream, productOf(schedule.group))
      const hadOthers = await this.#clearOthers(schedule, connected)
      const { held } = connected === undefined ? {} : await this.#read(schedule.group, connected)
      if (connected === undefined || !held) return
      if (this.#platform.now() >= renewalTime(held)) await this.#renew(schedule.group, connected, held, {})
      else if (hadOthers) await this.#schedule(schedule.group, held)
      // Otherwise it fired too early by this object's clock, and the next use sets it again.
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      await this.#noteRefusal(upstream, schedule.group, error)
      await this.#reschedule(this.#storage.kv.get<Schedule>(SCHEDULE) ?? schedule, error)
    } finally {
      upstream.close()
    }
  }

  /** A refusal that no request has seen is noted for the account, so that its owner is notified before the next call. */
  async #noteRefusal({ used }: UpstreamContext, account: TokenAccount, { status, reason, message }: GatewayError) {
    if (classifyUse(status, reason) !== 'rejected' || !used.secrets) return
    const described = { request_id: this.#platform.uuid(), ...describeFailure(reason, status) }
    const failure = { kind: 'rejected' as const, status, message, ...described }
    const credential = await secretsDigest(used.secrets)
    const use = { at: this.#platform.now(), credential, failure }
    await callObject(this.#settings, stateObject(account), (state) => state.noteUse(use)).catch(() => {})
  }

  async count(): Promise<number> {
    return (await this.#tokens.names()).length
  }

  /** Deletes every token after the running renewals have ended, because they would store another one. */
  async erase(): Promise<void> {
    await Promise.allSettled(this.#running.values())
    await this.#tokens.forget(await this.#tokens.names())
    this.#storage.kv.delete(SCHEDULE)
    this.#failed = undefined
    await this.#storage.deleteAlarm()
  }

  async #read(
    account: TokenAccount,
    connected: string,
  ): Promise<{ provider: TokenProvider; held: CachedToken | undefined }> {
    const provider = await TOKEN_PROVIDERS[productOf(account)]()
    const { credential, part } = await getRecord(account, connected)
    const stored = await this.#tokens.read(credential, part)
    return { provider, held: stored ?? provider.first?.(connected, this.#platform.now()) }
  }

  async #write(account: TokenAccount, connected: string, held: CachedToken): Promise<void> {
    const { credential, part } = await getRecord(account, connected)
    return this.#tokens.write(credential, held, part)
  }

  /**
   * Deletes the tokens of previously connected accounts, once two alarms found them. STORE may return the previous
   * account for a minute, and a token deleted by mistake may be the only valid refresh token.
   *
   * @returns whether there were any
   */
  async #clearOthers({ seen, ...schedule }: Schedule, connected: string | undefined): Promise<boolean> {
    const own = connected === undefined ? '' : await storageKey((await getRecord(schedule.group, connected)).credential)
    const isOwn = (name: string) => connected !== undefined && name.startsWith(own)
    const others = await this.#tokens.readable((await this.#tokens.names()).filter((name) => !isOwn(name)))
    this.#storage.kv.put<Schedule>(SCHEDULE, { ...schedule, seen: own })
    if (others.length === 0) return false
    if (seen === own) await this.#tokens.forget(others)
    else await this.#storage.setAlarm(this.#platform.now() + FORGET_MS)
    return true
  }

  #isRefusedTooOften(): boolean {
    const now = this.#platform.now()
    this.#refusals = this.#refusals.filter((at) => now - at < REFUSALS_MS)
    if (this.#refusals.length >= MOST_REFUSALS) return true
    this.#refusals.push(now)
    return false
  }

  /** One renewal at a time, because each may revoke the previous token. */
  #renew(
    account: TokenAccount,
    connected: string,
    held: CachedToken | undefined,
    request: TokenRequest,
  ): Promise<CachedToken> {
    const running =
      this.#running.get(connected) ??
      this.#renewUnlessFailing(account, connected, held, request).finally(() => this.#running.delete(connected))
    this.#running.set(connected, running)
    return running
  }

  async #renewUnlessFailing(...[account, connected, held, request]: RenewalOf): Promise<CachedToken> {
    const now = this.#platform.now()
    const failed = this.#failed?.connected === connected ? this.#failed : undefined
    if (failed && now < failed.until) throw failed.error
    try {
      const renewed = await this.#renewOnce(account, connected, held, request)
      this.#failed = undefined
      return renewed
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      const count = (failed?.count ?? 0) + 1
      const wait = count < 2 ? 0 : Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (count - 2))
      this.#failed = { connected, count, until: this.#platform.now() + wait, error }
      throw error
    }
  }

  async #renewOnce(account: TokenAccount, connected: string, before: CachedToken | undefined, request: TokenRequest) {
    const { provider, held } = await this.#read(account, connected)
    // Another renewal may have ended since the caller checked. Its refresh token is the only valid one.
    if (held && held.token !== before?.token && provider.isUsable(held, request, this.#platform.now(), connected))
      return held
    // Checked before the product is called, so that an invalid CREDENTIALS_KEY fails while the old token is still
    // valid.
    await this.#tokens.check()
    const upstream = new UpstreamContext(this.#settings, this.#platform).use(account)
    try {
      upstream.redactor.add(connected)
      const store = (token: CachedToken) => this.#write(account, connected, token)
      const renewed = this.#notTooSoon(
        await provider.renew(upstream, connected, held, { ...request, origin: this.#origin.read(), store }),
      )
      await store(renewed)
      if (renewed.origin) this.#origin.keep(renewed.origin)
      await this.#schedule(account, renewed)
      return renewed
    } finally {
      upstream.close()
    }
  }

  /** A token that has already expired, according to the product, is used until it is refused. */
  #notTooSoon(renewed: CachedToken): CachedToken {
    return { ...renewed, lookAt: Math.max(renewed.lookAt, this.#platform.now() + SHORTEST_MS) }
  }

  /** The parts that leave the object. The refresh token stays. */
  #reported({ token, lookAt, endsAt, origin, isStandIn, isPasted }: CachedToken): CachedToken {
    return { token, lookAt, endsAt, origin: this.#origin.read() ?? origin, isStandIn, isPasted }
  }

  /** Sets the alarm for a token that was just renewed. */
  async #schedule(account: TokenAccount, held: CachedToken): Promise<void> {
    if (!this.#tokens.canStore) return
    const seen = this.#storage.kv.get<Schedule>(SCHEDULE)?.seen
    const renewedAt = this.#platform.now()
    this.#storage.kv.put<Schedule>(SCHEDULE, { group: account, failures: 0, seen, renewedAt })
    await this.#setAlarm(held, renewedAt + SHORTEST_MS)
  }

  /**
   * Sets the alarm for a token without one, because it was just connected, or the alarm fired too early, or renewals
   * failed.
   */
  async #scheduleOnUse(account: TokenAccount, connected: string, held: CachedToken): Promise<void> {
    if (!this.#tokens.canStore) return
    const { failures = 0, seen, renewedAt } = this.#storage.kv.get<Schedule>(SCHEDULE) ?? {}
    const isSame = seen === (await storageKey((await getRecord(account, connected)).credential))
    const counted = isSame ? failures : 0
    this.#storage.kv.put<Schedule>(SCHEDULE, { group: account, failures: counted, seen, renewedAt })
    const wait = counted > 0 ? this.#platform.now() + retryAfter(counted - 1) : 0
    await this.#setAlarm(held, Math.max(wait, renewedAt === undefined ? 0 : renewedAt + SHORTEST_MS))
  }

  /** @param soonest epoch milliseconds */
  #setAlarm = (held: CachedToken, soonest: number): Promise<void> =>
    this.#storage.setAlarm(Math.max(renewalTime(held), soonest) + ALARM_LATE_MS)

  /** A rejected account is not tried again. The next use tells its caller to reconnect it. */
  async #reschedule({ failures, ...schedule }: Schedule, { status, reason }: GatewayError): Promise<void> {
    console.log(JSON.stringify({ renewal: schedule.group, status, reason }))
    this.#storage.kv.put<Schedule>(SCHEDULE, { ...schedule, failures: failures + 1 })
    if (status === 401 || failures >= MOST_FAILURES) return
    await this.#storage.setAlarm(this.#platform.now() + retryAfter(failures))
  }
}

type RenewalOf = [account: TokenAccount, connected: string, held: CachedToken | undefined, request: TokenRequest]

/** The wait after a failed renewal with this many failures before it, in milliseconds. */
const retryAfter = (failures: number): number => Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures)

const renewalTime = ({ renewAt, lookAt }: CachedToken): number => renewAt ?? lookAt

/** The groups whose accounts have a token to renew. Only an object that has one loads the code of its group. */
const TOKEN_PROVIDERS: Record<TokenGroup, () => Promise<TokenProvider>> = {
  recorder: lazyModule(async () => (await import('../../groups/recorder/token-provider.ts')).tokenProvider),
  social: lazyModule(async () => (await import('../../groups/social/threads.ts')).tokenProvider),
}
