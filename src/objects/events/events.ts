import { DurableObject } from 'cloudflare:workers'
import type { Env, Exposed } from '../../base/env.ts'
import { conflict, outcome } from '../../base/errors.ts'
import type {
  AttemptsPage,
  EventInput,
  EventsCaller,
  GatewayEvent,
  OwnersHand,
  SubscriptionOwner,
} from '../../base/events.ts'
import type { Account } from '../../base/groups.ts'
import { lazyModule } from '../../base/lazy.ts'
import { platform } from '../../base/platform.ts'
import { getSettings } from '../../base/settings.ts'
import type { SubscriptionFields } from '../../gateway/events.types.ts'
import type { EventSource } from '../../upstream/polling.ts'
import { MIGRATIONS, migrate } from '../schema.ts'
import type { FeedPage } from './feed.ts'
import type { Parts } from './parts.ts'
import type { Subscribing, SubscriptionChange } from './subscriptions.ts'
import { WebhookTokens } from './webhook-tokens.ts'

const loadParts = lazyModule(() => import('./parts.ts'))

/** How many of the newest events and deliveries are exported, because the response of an object has a size limit. */
const MOST_EXPORTED = 5_000

/** What turns so shortly after another account is part of the same message, in milliseconds. */
const GATHERING_MS = 15_000

/**
 * The deployment's only object for event sources, subscriptions and deliveries. Its first call loads most of its parts, so
 * that an isolate that only answers requests starts with less. A getter cannot wait for them over RPC, so their methods are
 * methods of this object.
 */
export class Events extends DurableObject<Env> {
  /** Replaces the sources of the groups. */
  ownSources: readonly EventSource[] | undefined
  #parts: Parts | undefined
  readonly #webhookTokens = new WebhookTokens(this.ctx.storage, () => platform.now())

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    migrate(ctx, MIGRATIONS.events)
  }

  get webhookTokens(): Exposed<WebhookTokens, 'find' | 'store' | 'useWaiting' | 'noteSigned'> {
    return this.#webhookTokens
  }

  /**
   * Creates a subscription, unless its owner has the same one. Throws 401 for a named key that was revoked, 409 when
   * there are too many, 400 for an Idempotency-Key that was used with another body, and 500 without CREDENTIALS_KEY,
   * because the secret could not be stored.
   */
  subscribe(key: SubscriptionOwner, fields: SubscriptionFields, about?: Subscribing) {
    return outcome(() =>
      this.#change(async ({ subscriptions, polling, readers }) => {
        const subscribed = await subscriptions.subscribe(key, fields, about)
        polling.compareAccounts()
        await readers.ask(subscribed.subscription.id)
        return subscribed
      }),
    )
  }

  async subscriptions(caller: EventsCaller) {
    return (await this.#open()).subscriptions.list(caller)
  }

  /**
   * The following throw 404 for a subscription that the key may not see. All but the first throw 403 for one that
   * belongs to another key. A change and a new secret throw 401 for a named key that was revoked.
   */
  subscription(caller: EventsCaller, id: string) {
    return outcome(async () => (await this.#open()).subscriptions.one(caller, id))
  }

  /** @param hand who changes it as the owner, who is told of it */
  change(caller: EventsCaller, id: string, change: SubscriptionChange, hand?: OwnersHand) {
    return outcome(() =>
      this.#change(async ({ subscriptions, polling, readers }) => {
        await subscriptions.change(caller, id, change, hand)
        polling.compareAccounts()
        await readers.ask(id)
        return subscriptions.one(caller, id)
      }),
    )
  }

  /** Whether the link of a mail is valid: then its address gets notifications. @param digest of the token in it */
  async confirmReader(id: string, digest: string): Promise<boolean> {
    return this.#change(({ readers, polling }) => {
      const isConfirmed = readers.confirm(id, digest)
      if (isConfirmed) polling.compareAccounts()
      return isConfirmed
    })
  }

  /** @param hand as for `change` */
  unsubscribe(caller: EventsCaller, id: string, hand?: OwnersHand) {
    return outcome(() => this.#change(({ subscriptions }) => subscriptions.end(caller, id, hand)))
  }

  /**
   * Delivers `latchkey.test` at once, outside of the queue. The runtime reserves the name `test`.
   *
   * @param sample of the type that is tested, for when no event of it is stored
   */
  deliverTest(caller: EventsCaller, id: string, sample?: Omit<GatewayEvent, 'id'>) {
    return outcome(async () => {
      const { delivery, subscriptions } = await this.#open()
      const subscription = subscriptions.owned(caller, id)
      if (subscription.unconfirmed) throw conflict('the reader of this address has not opened the link in the mail yet')
      return delivery.test(subscription, sample)
    })
  }

  /** Creates a new secret. The previous one signs as well for 24 hours. */
  rollSecret(caller: EventsCaller, id: string) {
    return outcome(() => this.#change(({ subscriptions }) => subscriptions.rollSecret(caller, id)))
  }

  /** Newest first. */
  deliveries(caller: EventsCaller, id: string, page: AttemptsPage) {
    return outcome(async () => (await this.#open()).subscriptions.deliveries(caller, id, page))
  }

  /** @param after the cursor of the previous page in the same order, or `now`; starts at the beginning when absent */
  feed(caller: EventsCaller, page: FeedPage) {
    return outcome(async () => {
      const { feed, alarm } = await this.#open()
      const answer = await feed(caller, page)
      if (page.types) await alarm.schedule()
      return answer
    })
  }

  /** Delivers an event again to the caller's matching subscriptions. Returns how many. */
  redeliver(caller: EventsCaller, eventId: string, subscriptionId?: string) {
    return outcome(() => this.#change(({ subscriptions }) => subscriptions.redeliver(caller, eventId, subscriptionId)))
  }

  /**
   * Delivers all events of a subscription now that are pending, or whose last attempt failed. Returns how many. Throws
   * 409 for a disabled one.
   */
  redeliverFailed(caller: EventsCaller, id: string) {
    return outcome(() => this.#change(({ subscriptions }) => subscriptions.redeliverFailed(caller, id)))
  }

  /** Stores events that a product pushed. Returns once they are on disk. */
  async keep(events: readonly EventInput[]) {
    await this.#change(async ({ store }) => store.keep(await store.events.seal(events)))
  }

  /**
   * Stores what a product pushed for a source, and schedules a poll. Returns once it is on disk.
   *
   * @returns whether the account still has a token that signs its pushes, which ends when it is erased
   */
  async push(account: Account, source: string, pushed: readonly string[]) {
    const { polling, alarm } = await this.#open()
    polling.push(source, pushed)
    this.#webhookTokens.notePush(account)
    await alarm.schedule()
    return this.#webhookTokens.find(account) !== undefined
  }

  /**
   * Called when a key was changed or, without a record, deleted. Returns its subscriptions. @param id the key's lineage
   */
  async keyChanged(id: string, key: SubscriptionOwner | undefined) {
    return this.#change(({ subscriptions }) => subscriptions.keyChanged(id, key))
  }

  /** Pauses the subscriptions of a lineage, whose key was rotated without an overlap. Returns them. */
  async keyRolled(id: string) {
    return this.#change(({ subscriptions }) => subscriptions.keyRolled(id))
  }

  async subscriptionProblems() {
    return (await this.#open()).subscriptions.problems()
  }

  /** Called when an account was connected or disconnected: polls its watched sources now, without cached data. */
  async accountChanged(account: Account) {
    await this.#change(async ({ polling, store }) => {
      await store.accounts.refresh()
      polling.accountChanged(account)
    })
  }

  /** Called when an account was refused, or works again: compares the accounts soon, without a call to a product. */
  async accountTurned() {
    await this.#change(({ polling }) => polling.compareAccounts(GATHERING_MS))
  }

  async sources() {
    return (await this.#open()).polling.reports()
  }

  /** What is stored about the events of an account. */
  async contents(account: Account) {
    const { store } = await this.#open()
    const events = store.events.newest(account, MOST_EXPORTED).map(async (row) => {
      const { id, type, data } = await store.events.open(row)
      return { id, type, at: row.at, data }
    })
    const deliveries = await store.attempts.ofAccount(account, MOST_EXPORTED)
    return { events: await Promise.all(events), deliveries }
  }

  /** Deletes the events of these accounts with their deliveries. Their sources start again. */
  async erase(accounts: readonly Account[]) {
    return this.#change(({ store, polling }) => {
      for (const account of accounts) {
        this.#webhookTokens.erase(account)
        polling.accountChanged(account)
      }
      store.accounts.remove(accounts)
      return store.erase(accounts)
    })
  }

  /**
   * Polls the watched sources now. A source that was polled in the last 2 s, or is being polled, is polled after that.
   */
  async pollNow() {
    await this.#change(({ polling }) => polling.pollNow())
  }

  override async alarm(): Promise<void> {
    await (await this.#open()).alarm.run()
  }

  /** Runs a change, and sets the alarm for what is due after it. */
  async #change<Result>(change: (parts: Parts) => Result | Promise<Result>): Promise<Result> {
    const parts = await this.#open()
    const result = await change(parts)
    await parts.alarm.schedule()
    return result
  }

  async #open(): Promise<Parts> {
    const parts = this.#parts ?? (await this.#load())
    await parts.store.accounts.opened()
    return parts
  }

  async #load(): Promise<Parts> {
    const settings = getSettings(this.env)
    const { openParts, ownerMarks } = await loadParts()
    const marks = await ownerMarks(settings)
    // Another call may have opened them.
    this.#parts ??= openParts(this.ctx.storage, settings, marks, () => this.ownSources)
    return this.#parts
  }
}
