import { DurableObject } from 'cloudflare:workers'
import type { Account } from '../../base/connected-accounts.ts'
import type { Env } from '../../base/env.ts'
import type {
  ApiKeyRef,
  Asker,
  AttemptsPage,
  EventInput,
  EventsObject,
  Scope,
  StoredWebhook,
  SubscriptionFields,
} from '../../base/events.ts'
import type { Group } from '../../base/groups.ts'
import { outcome } from '../../base/outcome.ts'
import { platform } from '../../base/platform.ts'
import { getSettings } from '../../base/settings.ts'
import type { EventSource } from '../../upstream/polling/event-source.ts'
import type { Encrypted } from '../../upstream/store/encryption.ts'
import { migrate } from '../schema.ts'
import { createEventServices, type EventServices } from './compose.ts'
import { Erasing } from './erasing.ts'
import type { FeedPage } from './feed.ts'
import { ownerMarks } from './keys.ts'
import { SOURCES } from './sources.ts'
import type { SubscriptionChange } from './subscription-service.ts'

/** The previous token is accepted as well, because the owner may not have pasted the newest one yet. */
const MOST_WEBHOOK_TOKENS = 2
/** How often the time of the last push is stored, in milliseconds. */
const PUSH_NOTED_MS = 60_000

/** How many of the newest events and deliveries are exported, because the response of an object has a size limit. */
const MOST_EXPORTED = 5_000

const webhookName = (account: Account) => `webhook/${account}`

/** The deployment's only object for event sources, subscriptions and deliveries (decisions.md section 12). */
export class Events extends DurableObject<Env> implements EventsObject {
  /** Replaces the sources of the groups. */
  ownSources: readonly EventSource[] | undefined
  #services: EventServices | undefined

  subscribe(key: ApiKeyRef, fields: SubscriptionFields, idempotencyKey?: string, namedKey?: string) {
    return outcome(async () => (await this.#open()).subscriptions.subscribe(key, fields, idempotencyKey, namedKey))
  }

  async subscriptions(asker: Asker) {
    return (await this.#open()).subscriptions.list(asker)
  }

  subscription(asker: Asker, id: string) {
    return outcome(async () => (await this.#open()).subscriptions.one(asker, id))
  }

  change(asker: Asker, id: string, change: SubscriptionChange) {
    return outcome(async () => (await this.#open()).subscriptions.change(asker, id, change))
  }

  unsubscribe(asker: Asker, id: string) {
    return outcome(async () => (await this.#open()).subscriptions.end(asker, id))
  }

  deliverTest(asker: Asker, id: string) {
    return outcome(async () => (await this.#open()).subscriptions.test(asker, id))
  }

  rollSecret(asker: Asker, id: string) {
    return outcome(async () => (await this.#open()).subscriptions.rollSecret(asker, id))
  }

  deliveries(asker: Asker, id: string, page: AttemptsPage) {
    return outcome(async () => (await this.#open()).subscriptions.deliveries(asker, id, page))
  }

  feed(scope: Scope, page: FeedPage) {
    return outcome(async () => (await this.#open()).feed.page(scope, page))
  }

  redeliver(asker: Asker, eventId: string, subscriptionId?: string) {
    return outcome(async () => (await this.#open()).feed.redeliver(asker, eventId, subscriptionId))
  }

  redeliverFailed(asker: Asker, id: string) {
    return outcome(async () => (await this.#open()).feed.redeliverFailed(asker, id))
  }

  async keep(events: readonly EventInput[]) {
    const { intake, coordinator } = await this.#open()
    intake.store(await intake.seal(events))
    await coordinator.scheduleAlarm()
  }

  async push(account: Account, source: string, pushed: readonly string[]) {
    const { polling, coordinator } = await this.#open()
    polling.push(source, pushed)
    const name = webhookName(account)
    const stored = this.ctx.storage.kv.get<StoredWebhook>(name)
    const now = platform.now()
    if (stored && Math.abs(now - (stored.pushedAt ?? 0)) > PUSH_NOTED_MS)
      this.ctx.storage.kv.put<StoredWebhook>(name, { ...stored, pushedAt: now })
    await coordinator.scheduleAlarm()
  }

  async webhook(account: Account) {
    return this.ctx.storage.kv.get<StoredWebhook>(webhookName(account))
  }

  async storeWebhookToken(account: Account, token: Encrypted) {
    const before = this.ctx.storage.kv.get<StoredWebhook>(webhookName(account))
    const receivedAt = platform.now()
    // Anybody who knows the URL can send a token. One that the product uses is not replaced by it.
    const stored = before?.signed
      ? { ...before, waiting: token, receivedAt }
      : { tokens: [token, ...(before?.tokens ?? [])].slice(0, MOST_WEBHOOK_TOKENS), receivedAt }
    this.ctx.storage.kv.put<StoredWebhook>(webhookName(account), stored)
  }

  async takeWebhookToken(account: Account) {
    const stored = this.ctx.storage.kv.get<StoredWebhook>(webhookName(account))
    if (!stored?.waiting) return
    const { waiting, tokens, ...rest } = stored
    const taken = [waiting, ...tokens.filter(({ iv }) => iv === stored.signed)]
    this.ctx.storage.kv.put<StoredWebhook>(webhookName(account), { ...rest, tokens: taken })
  }

  async noteWebhookToken(account: Account, iv: string) {
    const stored = this.ctx.storage.kv.get<StoredWebhook>(webhookName(account))
    const place = stored?.tokens.findIndex((token) => token.iv === iv) ?? -1
    if (!stored || place < 0) return
    const tokens = stored.tokens.slice(0, place + 1)
    this.ctx.storage.kv.put<StoredWebhook>(webhookName(account), { ...stored, tokens, signed: iv })
  }

  async keyChanged(id: string, key: ApiKeyRef | undefined) {
    return (await this.#open()).subscriptions.keyChanged(id, key)
  }

  async keyRolled(id: string) {
    return (await this.#open()).subscriptions.keyRolled(id)
  }

  async rotate() {
    await (await this.#open()).coordinator.scheduleAlarm()
  }

  async notRotated() {
    return (await this.#open()).rotation.remaining()
  }

  async subscriptionProblems() {
    return (await this.#open()).subscriptions.problems()
  }

  async accountChanged(account: Account) {
    const { polling, coordinator } = await this.#open()
    polling.accountChanged(account)
    await coordinator.scheduleAlarm()
  }

  async sources() {
    return (await this.#open()).polling.reports()
  }

  async contents(groups: readonly Group[]) {
    const { log } = await this.#open()
    const events = log.newest(groups, MOST_EXPORTED).map(async (row) => {
      const { id, type, data } = await log.open(row)
      return { id, type, at: row.at, data }
    })
    const deliveries = new Erasing(this.ctx.storage.sql).deliveries(groups, MOST_EXPORTED)
    return { events: await Promise.all(events), deliveries }
  }

  async erase(groups: readonly Group[], accounts: readonly Account[]) {
    const { coordinator, polling } = await this.#open()
    for (const account of accounts) {
      this.ctx.storage.kv.delete(webhookName(account))
      polling.accountChanged(account)
    }
    const erased = this.ctx.storage.transactionSync(() => new Erasing(this.ctx.storage.sql).erase(groups, accounts))
    await coordinator.scheduleAlarm()
    return erased
  }

  async pollNow() {
    const { polling, coordinator } = await this.#open()
    polling.pollNow()
    await coordinator.scheduleAlarm()
  }

  override async alarm(): Promise<void> {
    await (await this.#open()).coordinator.onAlarm()
  }

  async #open(): Promise<EventServices> {
    if (this.#services) return this.#services
    const settings = getSettings(this.env)
    const marks = await ownerMarks(settings)
    // Another call may have opened it.
    if (this.#services) return this.#services
    migrate(this.ctx, 'events')
    const { storage } = this.ctx
    const sources = () => this.ownSources ?? SOURCES
    this.#services = createEventServices({ storage, settings, marks, platform, sources })
    return this.#services
  }
}
