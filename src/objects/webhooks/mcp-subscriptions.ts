import { randomText } from '../../base/base64url.ts'
import { sameText } from '../../base/digest.ts'
import { GatewayError } from '../../base/errors.ts'
import type {
  ApiKeyRef,
  McpDeliveryFault,
  McpPolled,
  McpPosition,
  McpSelection,
  McpSubscribe,
  McpSubscribed,
  Scope,
} from '../../base/events.ts'
import { textMember } from '../../base/json-object.ts'
import type { Platform } from '../../base/platform.ts'
import { logUnhandledError } from '../../gateway/http/unhandled-error.ts'
import { DAY } from './backoff.ts'
import type { Deliverer } from './deliverer.ts'
import type { DeliveryCoordinator } from './delivery-coordinator.ts'
import type { DeliveryQueue } from './delivery-queue.ts'
import type { EventLog } from './event-log.ts'
import type { Feed } from './feed.ts'
import { formatCursor, startOf } from './feed-cursor.ts'
import { stableId } from './ids.ts'
import { toFault, toStoredFault } from './mcp-message.ts'
import type { RecentOwners } from './recent-owners.ts'
import type { Secrets } from './secrets.ts'
import type { SubscriptionEnd } from './subscription-end.ts'
import {
  getHost,
  iso,
  isoOrNull,
  passes,
  type SubscriptionRepository,
  type SubscriptionRow,
} from './subscription-repository.ts'
import { newState, type SubscriptionService } from './subscription-service.ts'

/** The lifetimes that are granted, in milliseconds. A client that suggests none, or no end, gets the longest. */
const SHORTEST_TTL = 5 * 60_000
const LONGEST_TTL = DAY

/** More events are not replayed. */
const MOST_REPLAYED = 1000

/** How many challenges a host gets in this time, in milliseconds. Counted in memory only. */
const MOST_CHALLENGES = 10
const CHALLENGES_MS = 10 * 60_000

/** What the app shows as the purpose of such a subscription. */
const PURPOSE = 'Made by an MCP client, which renews it every day'

interface Dependencies {
  platform: Platform
  events: EventLog
  subscriptions: SubscriptionRepository
  queue: DeliveryQueue
  secrets: Secrets
  deliverer: Deliverer
  service: SubscriptionService
  ending: SubscriptionEnd
  recent: RecentOwners
  feed: Feed
  coordinator: DeliveryCoordinator
}

/** The subscriptions of MCP clients (decisions.md section 13.5): each belongs to a key or grant, and expires. */
export class McpSubscriptions {
  readonly #deps: Dependencies
  readonly #challenged = new Map<string, number[]>()

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  async subscribe(asked: ApiKeyRef, wanted: McpSubscribe): Promise<McpSubscribed | { fault: McpDeliveryFault }> {
    const key = this.#presentKey(asked, wanted)
    const { subscriptions, secrets, service, ending, events, queue, coordinator, platform } = this.#deps
    service.checkPolling()
    ending.endExpired(platform.now())
    const { url, secret, type, filter, cursor, maxAgeMs, ttlMs } = wanted
    const from = cursor === null ? null : startOf('oldest', cursor, events.last)
    const id = await subscriptionId(key.id, url, wanted)
    if (!subscriptions.find(null, id)) service.checkRoom(key.id)
    // A verified endpoint stays so for this owner while any of its subscriptions lasts.
    const isVerified = subscriptions.all.some(
      ({ mcp, key: owner, url: known }) => mcp && owner.id === key.id && known === url,
    )
    if (!isVerified) {
      const fault = await this.#challenge(id, url, secret)
      if (fault) return { fault }
    }
    const sealed = await secrets.seal(id, secret)
    const known = subscriptions.find(null, id)
    const signing = known && (await secrets.replace(known, secret, platform.now()))
    const now = platform.now()
    const ttl = Math.min(Math.max(ttlMs ?? LONGEST_TTL, SHORTEST_TTL), LONGEST_TTL)
    const until = Math.min(now + ttl, key.expiresAt ?? Number.POSITIVE_INFINITY)
    // Nothing is awaited from here until it is stored. Another request may have created or ended it in the meantime.
    const stored = subscriptions.find(null, id)
    let truncated = false
    if (stored) {
      const isOwners = stored.stopped === 'owner'
      subscriptions.update(id, {
        ...{ key: subscriptions.marked(key), mcp: { until }, updatedAt: now },
        ...(signing ?? { secret: sealed }),
        ...(!isOwners && stored.stopped && { stopped: null, failingSince: null, failures: 0, lastError: null }),
      })
      if (!isOwners && stored.stopped) queue.renew(id)
    } else {
      service.checkRoom(key.id)
      subscriptions.put({
        ...{ id, url, types: [type], include: [], filter, description: PURPOSE, key: subscriptions.marked(key) },
        ...{ secret: sealed, mcp: { until } },
        ...newState(now),
      })
      truncated = from !== null && this.#replay(id, key.groups ?? null, wanted, { from, maxAgeMs })
    }
    await coordinator.scheduleAlarm()
    return {
      ...{ id, refreshBefore: iso(until) },
      ...{ cursor: formatCursor('oldest', queue.watermark(id, events.last)), truncated },
      ...(stored && { deliveryStatus: this.#status(stored) }),
    }
  }

  /** The owner as it is after its last change. Throws 403 for one that may no longer subscribe to this. */
  #presentKey(asked: ApiKeyRef, { type, url }: McpSubscribe): ApiKeyRef {
    const { subscriptions, recent, platform } = this.#deps
    const now = platform.now()
    const key = recent.find(asked.id)
    if (key === undefined) return asked
    if (key && !subscriptions.pause({ key, types: [type], url, stopped: null, mcp: { until: now } }, now)) return key
    throw new GatewayError(403, 'the access was changed: try again in three minutes', { reason: 'refused scope' })
  }

  async unsubscribe(keyId: string, url: string, selection: McpSelection): Promise<boolean> {
    const { subscriptions, ending, coordinator, platform } = this.#deps
    ending.endExpired(platform.now())
    const id = await subscriptionId(keyId, url, selection)
    if (!subscriptions.find(null, id)) return false
    ending.end(id)
    await coordinator.scheduleAlarm()
    return true
  }

  async poll(
    scope: Scope,
    { type, filter }: McpSelection,
    { cursor, maxAgeMs, limit }: McpPosition & { limit: number },
  ): Promise<McpPolled> {
    const { feed, events, platform } = this.#deps
    const from = cursor === null ? null : startOf('oldest', cursor, events.last)
    const isLost = from !== null && this.#isLost(from)
    const after = from === null || from > events.last ? 'now' : (cursor ?? 'now')
    const page = await feed.page(scope, { after, types: [type], limit: after === 'now' ? 1 : limit })
    const young = page.events.filter(({ timestamp }) => isYoung(Date.parse(timestamp), maxAgeMs, platform.now()))
    return {
      events: young.filter(({ data }) => passes(filter, type, data)),
      ...{ cursor: page.next_after, hasMore: page.has_more },
      truncated: isLost || young.length < page.events.length,
    }
  }

  /** Ends those of a key that it no longer allows, and tells their endpoints. Returns what was ended. */
  endLost(rows: readonly SubscriptionRow[]): SubscriptionRow[] {
    const { subscriptions, ending, platform } = this.#deps
    const lost = rows.flatMap(({ id }) => {
      const stored = subscriptions.find(null, id)
      return stored?.mcp && subscriptions.pause(stored, platform.now()) ? [stored] : []
    })
    for (const stored of lost) {
      ending.end(stored.id)
      // The endpoint may hang, and nobody waits for it.
      void this.#tell(stored)
    }
    return lost
  }

  async #tell(stored: SubscriptionRow): Promise<void> {
    const { secrets, deliverer, platform } = this.#deps
    const error = { code: FORBIDDEN, message: 'Forbidden', data: { reason: 'access was revoked' } }
    try {
      await deliverer.control(stored, await secrets.valid(stored, platform.now()), { type: 'terminated', error })
    } catch (failure) {
      if (!(failure instanceof GatewayError)) logUnhandledError(platform.uuid(), failure)
    }
  }

  /** Whether the endpoint wants deliveries: it repeats a random text. Undefined when it does. */
  async #challenge(id: string, url: string, secret: string): Promise<McpDeliveryFault | undefined> {
    this.#countChallenge(getHost(url))
    const challenge = randomText(32)
    const result = await this.#deps.deliverer.control({ id, url }, [secret], { type: 'verification', challenge })
    if (!result.ok) return toFault(result)
    const repeated = parseChallenge(await result.answer)
    return repeated !== undefined && (await sameText(repeated, challenge)) ? undefined : 'challenge_failed'
  }

  /** Throws 429. */
  #countChallenge(host: string): void {
    const now = this.#deps.platform.now()
    for (const [known, times] of this.#challenged)
      if (times.every((at) => Math.abs(now - at) >= CHALLENGES_MS)) this.#challenged.delete(known)
    const recent = (this.#challenged.get(host) ?? []).filter((at) => Math.abs(now - at) < CHALLENGES_MS)
    if (recent.length >= MOST_CHALLENGES) throw new GatewayError(429, `${host} was asked too often: wait 10 minutes`)
    this.#challenged.set(host, [...recent, now])
  }

  /** Queues stored events after a position. Returns whether some were skipped. */
  #replay(
    id: string,
    scope: Scope,
    { type, filter }: McpSelection,
    { from, maxAgeMs }: { from: number; maxAgeMs: number | undefined },
  ): boolean {
    const { events, queue, platform } = this.#deps
    const newest = events.list({
      order: 'newest',
      from: events.last + 1,
      scope,
      types: [type],
      most: MOST_REPLAYED + 1,
    })
    const missed = newest.filter(({ seq, payload }) => seq > from && passes(filter, type, payload.data))
    const replayed = missed.slice(0, MOST_REPLAYED).filter(({ at }) => isYoung(at, maxAgeMs, platform.now()))
    for (const { seq } of replayed) queue.add(id, seq)
    return this.#isLost(from) || replayed.length < missed.length
  }

  /** Whether events after a position may have been deleted, or the position belongs to another log. */
  #isLost(from: number): boolean {
    const { events } = this.#deps
    return from > events.last || from + 1 < events.first
  }

  #status({ stopped, lastDeliveredAt, failingSince, lastError }: SubscriptionRow) {
    return {
      active: stopped === null,
      lastDeliveryAt: isoOrNull(lastDeliveredAt),
      lastError: lastError === null ? null : toStoredFault(lastError),
      ...(failingSince !== null && { failedSince: iso(failingSince) }),
    }
  }
}

/** `Forbidden` of the extension. */
const FORBIDDEN = -32024

const isYoung = (at: number, maxAgeMs: number | undefined, now: number) =>
  maxAgeMs === undefined || at >= now - maxAgeMs

/** The same for the same owner, URL, type and arguments. */
const subscriptionId = (keyId: string, url: string, { type, args }: McpSelection) =>
  stableId('sub', JSON.stringify([keyId, url, type, args]))

function parseChallenge(text: string): string | undefined {
  try {
    return textMember(JSON.parse(text), 'challenge')
  } catch {
    return undefined
  }
}
