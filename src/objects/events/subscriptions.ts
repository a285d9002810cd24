import { type Channel, channelOf, hostOf, isMasked, maskAddress } from '../../base/channels.ts'
import { sha256Hex } from '../../base/crypto.ts'
import { badInput, conflict, GatewayError, notFound, unauthorized } from '../../base/errors.ts'
import {
  ADMIN,
  type AttemptsPage,
  DEPLOYMENT,
  EVENT_TYPES,
  type EventPattern,
  type EventsCaller,
  isOfAllAccounts,
  OWNERS_GROUP,
  type OwnerChange,
  type OwnersHand,
  productsOf,
  requiredTypes,
  type SubscriptionOwner,
  toOwnerEvent,
  typesOf,
} from '../../base/events.ts'
import { type Account, PRODUCTS, productOf } from '../../base/groups.ts'
import { ACCESS, callObject } from '../../base/objects.ts'
import type { Settings } from '../../base/settings.ts'
import { iso } from '../../base/time.ts'
import { openedOf } from '../../gateway/auth/accounts.ts'
import { callbackToken } from '../../gateway/auth/signature.ts'
import type {
  Attempt,
  OwnedSubscription,
  Subscribed,
  Subscription,
  SubscriptionFields,
  SubscriptionProblems,
} from '../../gateway/events.types.ts'
import { otherBody } from '../../gateway/once.ts'
import { UpstreamContext } from '../../upstream/context.ts'
import { isConnected } from '../../upstream/credentials.ts'
import { newId } from './event-log.ts'
import { DAY } from './schedule.ts'
import type { Store } from './store.ts'
import { checkAccounts, isSettingOwner, notOwners, type SubscriptionRow, toOwned, wants } from './subscription-store.ts'
import { seesAccount } from './viewer.ts'

/** The limits: of one key, of all named keys, and in total. The admin has only the last one. */
const MOST_OF_KEY = 10
const MOST_OF_NAMED_KEYS = 40
const MOST_SUBSCRIPTIONS = 50

/** What the HMAC of an address is for (docs/storage.md). */
const ADDRESS = 'latchkey subscription address'

/** How long the Idempotency-Key of a subscription is valid, in milliseconds. */
const IDEMPOTENCY_MS = DAY

const disabled = () => conflict('the subscription is disabled: enable it first')

const unsigned = () => conflict('the subscription has no secret: messages to people are not signed')

export type SubscriptionChange = Partial<SubscriptionFields> & { enabled?: boolean }

/** Reading the setting throws 500 with its name when it is invalid: nothing would ever be polled then. */
const requirePolling = (settings: Settings): number => settings.eventsPollMs

/** The state of a subscription that was just created. */
const newState = (now: number) => ({
  stopped: null,
  createdAt: now,
  updatedAt: now,
  lastDeliveredAt: null,
  failingSince: null,
  failures: 0,
  lastError: null,
})

/** A link that was not sent yet. */
const NOT_ASKED = { digest: '', until: 0 }

/** Whether the reader of an address has to agree: API_KEY and ADMIN_KEY are the owner, and may name any. */
const needsReader = (channel: Channel, { id }: Pick<SubscriptionOwner, 'id'>) =>
  channel === 'email' && !isSettingOwner(id)

/** What a subscription delivers, and where. */
type Requested = Pick<SubscriptionRow, 'url' | 'mark' | 'types' | 'accounts' | 'include' | 'filter'>

/** The same text for two requests with the same meaning. */
function formatRequested({ url, mark = url, types, accounts, include, filter }: Requested): string {
  const set = (words: readonly string[]) => [...new Set(words)].sort()
  const properties = filter?.properties && set(filter.properties)
  const named = accounts ? [set(accounts)] : []
  return JSON.stringify([mark, set(types), set(include), filter && [filter.data_source_id, properties], ...named])
}

/** What comes with a request for a subscription. */
export interface Subscribing {
  idempotencyKey?: string | undefined
  /** As in `EventsCaller`. */
  namedKey?: string | undefined
  /** Who asks as the owner, who is told of it. */
  hand?: OwnersHand | undefined
}

/** Whether a subscription tells the owner of the owner's changes. */
const hearsOwner = ({ key, types }: Pick<SubscriptionRow, 'key' | 'types'>) =>
  key.id === ADMIN && typesOf(types).includes('owner.changed')

/** Throws 400 for a type that only the owner may subscribe to, by its name. `*` means what the key opens. */
function checkOwners(key: SubscriptionOwner, types: readonly EventPattern[] = []): void {
  const found = requiredTypes(types).find((type) => EVENT_TYPES[type] === OWNERS_GROUP)
  if (found && key.id !== ADMIN) throw notOwners('types', found)
}

async function digestRequest(idempotencyKey: string, requested: Requested & Pick<SubscriptionRow, 'description'>) {
  const body = JSON.stringify([formatRequested(requested), requested.description])
  return { key: await sha256Hex(idempotencyKey), body: await sha256Hex(body) }
}

/** Operations on subscriptions. */
export class Subscriptions {
  readonly #store: Store
  /** How many changes of keys this object has heard of. */
  #keyChanges = 0

  constructor(store: Store) {
    this.#store = store
  }

  async subscribe(
    asking: SubscriptionOwner,
    fields: SubscriptionFields,
    { idempotencyKey, namedKey, hand }: Subscribing = {},
  ): Promise<Subscribed> {
    const { storage, subscriptions, accounts, settings, platform } = this.#store
    requirePolling(settings)
    const id = newId('sub')
    const { shown: secret, place } = await this.#toPlace(id, fields.url)
    const asked = { ...fields, ...place }
    const digests = idempotencyKey === undefined ? undefined : await digestRequest(idempotencyKey, asked)
    await accounts.refresh()
    const key = namedKey === undefined ? asking : await this.#readOwner(namedKey)
    checkAccounts(key, asked.accounts)
    const now = platform.now()
    // Nothing is awaited from here until it is stored, so two requests at once create one.
    const owned = this.#of(key.id)
    const first =
      digests && owned.find(({ idempotency }) => idempotency?.key === digests.key && now < idempotency.until)
    if (first) {
      if (first.idempotency?.body !== digests.body) throw otherBody()
      return this.#replay(first, key, asked)
    }
    const same = owned.find((stored) => formatRequested(stored) === formatRequested(asked))
    if (same) return { subscription: await this.#resume(key, same), secret: undefined, state: 'existing' }
    this.#checkRoom(key.id)
    storage.transactionSync(() => {
      this.#reportToOwner(hand, 'subscription_created', asked.url)
      subscriptions.put({
        id,
        ...asked,
        key: subscriptions.marked(key),
        opened: this.#openedBy(key),
        idempotency: digests && { ...digests, until: now + IDEMPOTENCY_MS },
        ...newState(now),
        ...(needsReader(asked.channel, key) && { unconfirmed: NOT_ASKED }),
      })
    })
    return { subscription: await this.one(null, id), secret, state: 'created' }
  }

  /** The accounts that a key opens now. Its groups may change later, and are checked for each event. */
  #openedBy(key: SubscriptionOwner): Account[] {
    if (isSettingOwner(key.id)) return [...this.#store.accounts.all]
    return PRODUCTS.flatMap((product) => openedOf(key.accounts, product))
  }

  /** Where a subscription delivers, as it is stored, and the secret that its owner gets to see. */
  async #toPlace(id: string, url: string) {
    const { secrets, settings } = this.#store
    const channel = channelOf(url)
    if (channel === 'webhook') {
      const { secret: shown, encrypted: secret } = await secrets.make(id)
      return { shown, place: { url, channel, mark: undefined, secret } }
    }
    const mark = await callbackToken(settings, ADDRESS, url)
    const secret = await secrets.encrypt(id, url)
    return { shown: null, place: { url: maskAddress(url), channel, mark, secret } }
  }

  /**
   * The owner of what a named key sets up. The isolate that called may have cached the key before it was revoked. Throws
   * 401 for a revoked key, and 503 when ACCESS does not respond.
   */
  async #readOwner(namedKey: string): Promise<SubscriptionOwner> {
    for (;;) {
      const before = this.#keyChanges
      const owner = await callObject(this.#store.settings, ACCESS, (access) => access.keys.findOwner(namedKey))
      // A change that was heard of in the meantime may be newer than the answer.
      if (before !== this.#keyChanges) continue
      if (!owner) throw unauthorized('X-API-KEY is not valid any more')
      return owner
    }
  }

  async #checkKey(caller: EventsCaller): Promise<void> {
    if (caller?.namedKey !== undefined) await this.#readOwner(caller.namedKey)
  }

  /** The response of the request that created it. A roll of the secret removes the record, so its secret still signs. */
  async #replay(stored: SubscriptionRow, key: SubscriptionOwner, asked: SubscriptionFields): Promise<Subscribed> {
    const { subscriptions, secrets, platform } = this.#store
    const now = platform.now()
    const secret = stored.channel === 'webhook' ? (await secrets.valid(stored, now))[0] : null
    const first = { ...stored, ...asked, key: subscriptions.marked(key), ...newState(stored.createdAt) }
    const has_account = await this.#hasAccount(first)
    return {
      subscription: subscriptions.toSubscription(first, { pending_count: 0, has_account, now }),
      secret,
      state: 'replayed',
    }
  }

  /** Somebody wants its events again. One that its owner paused stays paused. */
  async #resume(key: SubscriptionOwner, stored: SubscriptionRow): Promise<Subscription> {
    const subscription = await this.#toSubscription(stored)
    if (subscription.enabled || subscription.disabled_reason === 'owner') return subscription
    return this.change({ ...key, groups: key.groups ?? null }, stored.id, { enabled: true })
  }

  list(caller: EventsCaller): Promise<Subscription[]> {
    const { subscriptions } = this.#store
    const known = subscriptions.all.filter(({ id }) => subscriptions.find(caller, id))
    return Promise.all(known.map((stored) => this.#toSubscription(stored)))
  }

  async one(caller: EventsCaller, id: string): Promise<Subscription> {
    return this.#toSubscription(this.#found(caller, id))
  }

  /** @param hand who changes it as the owner, who is told of what he has to know */
  async change(
    caller: EventsCaller,
    id: string,
    { enabled, ...fields }: SubscriptionChange,
    hand?: OwnersHand,
  ): Promise<Subscription> {
    const { storage, subscriptions, queue, platform } = this.#store
    const { url } = this.owned(caller, id)
    await this.#checkKey(caller)
    if (fields.url !== undefined && isMasked(fields.url) && fields.url !== url)
      throw badInput('url: is only the visible part of another address: send the whole address', ['url'])
    // The masked address stands for the stored one.
    const moved = fields.url === undefined || fields.url === url ? undefined : await this.#toPlace(id, fields.url)
    const isByOwner = caller === null || isSettingOwner(caller.id)
    const found = this.owned(caller, id)
    // The owner answers for an address that they enable.
    const stored = enabled && isByOwner ? { ...found, unconfirmed: undefined } : found
    // One webhook after another is signed by the same secret.
    const isSigned = moved?.place.channel === 'webhook' && stored.channel === 'webhook'
    const place = isSigned
      ? { url: moved.place.url }
      : moved && { ...moved.place, previous: undefined, idempotency: undefined }
    const now = platform.now()
    const wasPaused = stored.stopped !== null || subscriptions.pause(stored, now) !== undefined
    const isMoved = fields.url !== undefined || (enabled && wasPaused)
    const healthy = { stopped: null, failingSince: null, failures: 0, lastError: null }
    checkOwners(stored.key, fields.types)
    checkAccounts(stored.key, fields.accounts)
    const isSilenced = enabled === false || (hearsOwner(stored) && !hearsOwner({ ...stored, ...fields }))
    storage.transactionSync(() => {
      if (moved) this.#reportToOwner(hand, 'subscription_moved', moved.place.url, stored)
      else if (isSilenced && !wasPaused) this.#reportToOwner(hand, 'subscription_disabled', stored.url, stored)
      subscriptions.update(id, {
        ...fields,
        ...(fields.accounts === null && { opened: this.#openedBy(stored.key) }),
        url: stored.url,
        unconfirmed: stored.unconfirmed,
        ...(moved && {
          unconfirmed: !isByOwner && needsReader(moved.place.channel, stored.key) ? NOT_ASKED : undefined,
          confirmed: undefined,
        }),
        ...place,
        ...(enabled && wasPaused && { ...healthy, key: this.#presentKey(caller, stored) }),
        ...(enabled === false && { stopped: 'owner' as const }),
        ...(isMoved && {
          backoff: undefined,
          lastTestError: null,
          ...((moved || stored.lastTestError) && { lastTestAt: null }),
        }),
        // Whoever reads at another address was told nothing.
        ...(moved && { told: undefined }),
        updatedAt: now,
      })
      // The queue is delivered there at once, in order.
      if (isMoved) queue.renew(id)
    })
    return this.one(null, id)
  }

  /**
   * Tells the owner of a change, in the transaction that makes it. The channel that is left gets it as the last.
   *
   * @param hand who makes it as the owner. Nobody is told of what a key does
   * @param url where the subscription delivers
   * @param left the subscription as it was
   */
  #reportToOwner(
    hand: OwnersHand | undefined,
    change: OwnerChange['change'],
    url: string,
    left?: SubscriptionRow,
  ): void {
    if (!hand) return
    const { events, queue, subscriptions, platform } = this.#store
    const now = platform.now()
    const event = toOwnerEvent({ ...hand, change, target: hostOf(url) }, now)
    const seq = events.add({ ...event, id: newId('evt'), sealed: undefined }, now)
    if (seq === undefined) return
    for (const { id } of subscriptions.of(event, now)) if (id !== left?.id) queue.add(id, seq)
    if (left && this.#isTold(left, now)) {
      const id = newId('sub')
      subscriptions.leave(left, id, now)
      queue.add(id, seq)
    }
    events.enforceLimit()
  }

  /** Whether a channel of the owner is told that it is left. A program is told only what it subscribed to. */
  #isTold(left: SubscriptionRow, now: number): boolean {
    const isDelivering = left.stopped === null && !this.#store.subscriptions.pause(left, now)
    return isDelivering && left.key.id === ADMIN && (left.channel !== 'webhook' || hearsOwner(left))
  }

  /**
   * The key that a subscription belongs to once it is enabled. A subscription of a previous API_KEY gets the current
   * one. If its named key does not allow it and the admin wants that, it gets the deployment's.
   */
  #presentKey(caller: EventsCaller, stored: SubscriptionRow): SubscriptionOwner {
    const { subscriptions, settings, platform } = this.#store
    if (isSettingOwner(stored.key.id)) return subscriptions.marked(stored.key)
    if (caller || !subscriptions.pause({ ...stored, stopped: null }, platform.now())) return stored.key
    const id = settings.env.API_KEY ? DEPLOYMENT : ADMIN
    return subscriptions.marked({ id, name: id, licence: settings.licence })
  }

  /** @param hand as for `change` */
  end(caller: EventsCaller, id: string, hand?: OwnersHand): null {
    const { storage, subscriptions, queue, attempts } = this.#store
    const stored = this.owned(caller, id)
    storage.transactionSync(() => {
      this.#reportToOwner(hand, 'subscription_deleted', stored.url, stored)
      subscriptions.delete(id)
      queue.deleteBySubscription(id)
      attempts.deleteBySubscription(id)
    })
    return null
  }

  async rollSecret(caller: EventsCaller, id: string): Promise<{ secret: string; previous_until: string }> {
    const { secrets, subscriptions, queue, platform } = this.#store
    this.owned(caller, id)
    await this.#checkKey(caller)
    const stored = this.owned(caller, id)
    if (stored.channel !== 'webhook') throw unsigned()
    const { secret, until, isRepair } = await secrets.roll(stored, platform.now())
    // Deliveries that could not be signed are due now.
    if (isRepair) {
      queue.renew(id)
      subscriptions.endBackoff(id)
    }
    return { secret, previous_until: iso(until) }
  }

  async deliveries(caller: EventsCaller, id: string, page: AttemptsPage): Promise<Attempt[]> {
    this.owned(caller, id)
    this.#store.pruneExpired()
    const before = page.before === undefined ? Number.MAX_SAFE_INTEGER : Number(page.before)
    if (!Number.isSafeInteger(before)) throw badInput('before: must be the id of a delivery')
    return this.#store.attempts.of(id, { limit: page.limit, before, isFailed: page.isFailed ?? false })
  }

  /** Delivers an event again, at once and outside of the queue, to the caller's matching subscriptions. */
  redeliver(caller: EventsCaller, eventId: string, subscriptionId?: string): { deliveries: number } {
    const { events, subscriptions, queue, platform } = this.#store
    const event = events.find(eventId)
    if (!event || (caller && !seesAccount(caller, event.payload.account)))
      throw notFound('there is no event of this id')
    const only = subscriptionId === undefined ? undefined : this.owned(caller, subscriptionId)
    const now = platform.now()
    const isDelivering = new Set(subscriptions.delivering(now).map(({ id }) => id))
    if (only && !isDelivering.has(only.id)) throw disabled()
    const notified = subscriptions
      .of(event.payload, now)
      .filter(({ id, key }) => isDelivering.has(id) && (!caller || caller.id === key.id) && (!only || only.id === id))
    for (const { id } of notified) {
      queue.addQuarantined(id, event.seq)
      subscriptions.endBackoff(id)
    }
    return { deliveries: notified.length }
  }

  /** Delivers what is pending for a subscription now, and what was given up. */
  redeliverFailed(caller: EventsCaller, id: string): { deliveries: number } {
    const { events, subscriptions, queue, attempts, platform } = this.#store
    this.owned(caller, id)
    if (!subscriptions.delivering(platform.now()).some((one) => one.id === id)) throw disabled()
    queue.renew(id)
    for (const eventId of attempts.failedEvents(id)) {
      const event = events.find(eventId)
      if (event && !queue.has(id, event.seq)) queue.addQuarantined(id, event.seq)
    }
    subscriptions.endBackoff(id)
    return { deliveries: queue.count(id) }
  }

  /** A key was changed. Subscriptions of a deleted key get no deliveries, and their queues are deleted. */
  keyChanged(id: string, key: SubscriptionOwner | undefined): OwnedSubscription[] {
    const { subscriptions, queue } = this.#store
    this.#keyChanges += 1
    for (const stored of this.#of(id)) {
      subscriptions.update(stored.id, { key: key ?? { ...stored.key, deleted: true } })
      if (!key) queue.deleteBySubscription(stored.id)
    }
    return this.#toOwner(this.#of(id))
  }

  /** A key was rotated without an overlap: its subscriptions are paused until somebody enables them. */
  keyRolled(id: string): OwnedSubscription[] {
    this.#keyChanges += 1
    for (const stored of this.#of(id)) {
      if (stored.stopped === null) this.#store.subscriptions.update(stored.id, { stopped: 'key' })
    }
    return this.#toOwner(this.#of(id))
  }

  /** Subscriptions that need a decision of the deployment's owner. */
  async problems(): Promise<SubscriptionProblems> {
    const { subscriptions, secrets, platform } = this.#store
    // One that somebody disabled needs no decision.
    const all = subscriptions.all.filter(({ stopped }) => stopped === null || stopped === 'key')
    const paused = (why: 'previous' | 'limited') =>
      this.#toOwner(all.filter((stored) => subscriptions.pause(stored, platform.now()) === why))
    const unreadable = this.#toOwner(await secrets.unreadable())
    return { previousKey: paused('previous'), limitedKey: paused('limited'), unreadable }
  }

  /** Throws 409. */
  #checkRoom(id: string): void {
    const { all } = this.#store.subscriptions
    const named = all.filter(({ key }) => !isSettingOwner(key.id))
    if (id !== ADMIN && this.#of(id).length >= MOST_OF_KEY)
      throw conflict(`this API key has ${MOST_OF_KEY} subscriptions, which is the most: delete one first`)
    if (!isSettingOwner(id) && named.length >= MOST_OF_NAMED_KEYS)
      throw conflict(`named keys have ${MOST_OF_NAMED_KEYS} subscriptions, which is the most: delete one first`)
    if (all.length >= MOST_SUBSCRIPTIONS)
      throw conflict(`there are ${MOST_SUBSCRIPTIONS} subscriptions, which is the most: delete one first`)
  }

  #of(id: string): SubscriptionRow[] {
    return this.#store.subscriptions.all.filter(({ key }) => key.id === id)
  }

  #toOwner(stored: readonly SubscriptionRow[]): OwnedSubscription[] {
    const { subscriptions, platform } = this.#store
    return stored.map((one) => toOwned(one, one.stopped === null && !subscriptions.pause(one, platform.now())))
  }

  /** A subscription that the caller may change. Throws 404, and 403 for one that belongs to another key. */
  owned(caller: EventsCaller, id: string): SubscriptionRow {
    const found = this.#found(caller, id)
    if (caller && found.key.id !== caller.id) {
      throw new GatewayError(
        403,
        'the subscription belongs to another API key: that key, or the admin, may change it',
        {
          reason: 'refused scope',
        },
      )
    }
    return found
  }

  #found(caller: EventsCaller, id: string): SubscriptionRow {
    const found = this.#store.subscriptions.find(caller, id)
    if (!found) throw notFound('there is no subscription of this id')
    return found
  }

  async #toSubscription(stored: SubscriptionRow): Promise<Subscription> {
    const { subscriptions, queue, platform } = this.#store
    const has_account = await this.#hasAccount(stored)
    return subscriptions.toSubscription(stored, {
      pending_count: queue.count(stored.id),
      has_account,
      now: platform.now(),
    })
  }

  /** Whether any account can cause its events. One whose credential cannot be read counts as connected. */
  async #hasAccount(stored: SubscriptionRow): Promise<boolean> {
    const { settings, platform, accounts } = this.#store
    const types = typesOf(stored.types)
    const products = new Set(types.flatMap(productsOf))
    const isOfAll = types.some(isOfAllAccounts)
    for (const account of accounts.all) {
      if (!products.has(productOf(account)) || !seesAccount(stored.key, account)) continue
      if (!isOfAll && !wants(stored, account)) continue
      const upstream = new UpstreamContext(settings, platform).use(account)
      if (await isConnected(upstream, productOf(account)).catch(() => true)) return true
    }
    return false
  }
}
