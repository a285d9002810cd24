import { GatewayError, misconfigured } from '../../base/errors.ts'
import type { EventAttachment, GatewayEvent } from '../../base/events.ts'
import type { Settings } from '../../base/settings.ts'
import { VERSION } from '../../base/version.ts'
import { newSecret, type Signed, signedHeaders } from '../../base/webhook-signing.ts'
import type { Encrypted } from '../../upstream/cipher.ts'
import { send } from '../../upstream/client.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import type { EventSource } from '../../upstream/polling.ts'
import { encrypt, tryDecrypt } from '../../upstream/store.ts'
import { DAY } from './schedule.ts'
import type { SubscriptionRow, SubscriptionStore } from './subscription-store.ts'

/** How long a secret still signs after it was replaced, in milliseconds. */
const BESIDE_MS = DAY

/** How many secrets stay at most beside the one that is replaced: those of rolls whose answers were lost, and the receiver's. */
const MOST_EARLIER = 8

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
    return { secret, encrypted: await this.encrypt(id, secret) }
  }

  encrypt(id: string, secret: string): Promise<Encrypted> {
    return encrypt(this.#settings, encryptionContext(id), secret)
  }

  /** Creates a new secret. Those before it also sign for a while, if they can be decrypted. */
  async roll({ id }: SubscriptionRow, now: number): Promise<{ secret: string; until: number; isRepair: boolean }> {
    const { secret, encrypted } = await this.make(id)
    const until = now + BESIDE_MS
    const stored = this.#subscriptions.get(id)
    if (!stored) return { secret, until, isRepair: false }
    const isRepair = (await this.#open(id, stored.secret)) === undefined
    // Another rotation may have ended in the meantime.
    const latest = this.#subscriptions.get(id) ?? stored
    // The oldest may be the only one that the receiver knows.
    const earlier = (latest.previous ?? []).filter((one) => one.until > now).slice(0, MOST_EARLIER)
    const previous = isRepair ? latest.previous : [...earlier, { secret: latest.secret, until }]
    this.#subscriptions.put({ ...latest, secret: encrypted, previous, idempotency: undefined })
    return { secret, until, isRepair }
  }

  /**
   * The secrets that sign now, the current one first, without those that cannot be decrypted. Throws 500 when none is
   * left.
   */
  async valid({ id, leftFrom, channel, secret, previous = [] }: SubscriptionRow, now: number): Promise<string[]> {
    const beside = previous.filter(({ until }) => until > now).toReversed()
    const valid = [secret, ...beside.map((one) => one.secret)]
    const opened = await Promise.all(valid.map((encrypted) => this.#open(leftFrom ?? id, encrypted)))
    const texts = opened.filter((text) => text !== undefined)
    if (texts.length > 0) return texts
    throw misconfigured(
      channel === 'webhook'
        ? 'the secret of the subscription cannot be decrypted: make a new one by POST /events/subscriptions/{id}/secret'
        : 'the address of the subscription cannot be decrypted: send it again by PATCH /events/subscriptions/{id}',
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
    return tryDecrypt(this.#settings, encryptionContext(id), encrypted)
  }
}

const encryptionContext = (id: string) => `events/${id}`

/** The longest body of a delivery, in bytes. */
const MOST_BYTES = 1024 * 1024

interface Omitted {
  name: EventAttachment
  reason: string
}

/** The body of a delivery: the event without its id. */
const plainBody = ({ type, timestamp, account, data }: GatewayEvent): string =>
  JSON.stringify({ type, timestamp, account, data })

/** The body of a test, which no real delivery has. */
export const testBody = ({ type, timestamp, account, data }: GatewayEvent): string =>
  JSON.stringify({ type, timestamp, account, data, test: true })

/**
 * The body with the attachments of the subscription, each fetched in a separate call, so that one failure does not
 * affect another. Throws the error of an attachment that may be available later, as long as there is a later attempt.
 *
 * @param isLast whether an unavailable attachment is left out
 */
export async function fullBody(
  upstream: UpstreamContext,
  event: GatewayEvent,
  source: EventSource | undefined,
  include: readonly EventAttachment[],
  isLast: boolean,
): Promise<string> {
  let data = await currentData(upstream, event, source, isLast)
  if (!source?.attach || include.length === 0) return plainBody({ ...event, data })
  const omitted: Omitted[] = []
  for (const name of include) {
    try {
      const added = { ...data, ...(await source.attach(upstream, event, [name])) }
      if (encodeUtf8(plainBody({ ...event, data: { ...added, omitted } })) < MOST_BYTES - ROOM) data = added
      else omitted.push({ name, reason: 'larger than a delivery may be' })
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      if (mayBeHadLater(error) && !isLast) throw error
      omitted.push({ name, reason: error.message })
    }
  }
  return plainBody({ ...event, data: omitted.length > 0 ? { ...data, omitted } : data })
}

/** The current data, if the source reads it at a delivery. The stored data if that fails permanently. */
async function currentData(
  upstream: UpstreamContext,
  event: GatewayEvent,
  source: EventSource | undefined,
  isLast: boolean,
) {
  try {
    return (await source?.refresh?.(upstream, event)) ?? event.data
  } catch (error) {
    if (!(error instanceof GatewayError) || (mayBeHadLater(error) && !isLast)) throw error
    return event.data
  }
}

/** The space for the names of omitted attachments, in bytes. */
const ROOM = 2048

const encodeUtf8 = (text: string) => new TextEncoder().encode(text).byteLength

const mayBeHadLater = ({ status }: GatewayError) => status >= 500 || status === 429

/** The timeout of an endpoint, in milliseconds. */
const ANSWER_MS = 15_000
/** How much of a response is read, in bytes. */
const MOST_READ = 64 * 1024

/** The result of a delivery to an endpoint. */
export interface DeliveryResult {
  ok: boolean
  status: number | null
  /** In the gateway's words. Null for a success. */
  error: string | null
  /** The start of the response body, for the log. Never rejects. */
  answer: Promise<string>
  /** Until the status was received. */
  durationMs: number
  /** In seconds. */
  retryAfter: number | undefined
  /** Whether the receiver says that it will never accept anything again. */
  isGone: boolean
  /** The body as it was sent, without secrets. Null if nothing was sent. */
  sent: string | null
}

/** Sends a signed delivery to a webhook once. Throws like `exchange`. */
export async function post(
  upstream: UpstreamContext,
  url: URL,
  secrets: readonly string[],
  signed: Signed,
): Promise<DeliveryResult> {
  const headers = { ...(await signedHeaders(secrets, signed)), 'Content-Type': 'application/json' }
  const { body } = signed
  const exchanged = await exchange(upstream, { url, headers, body })
  const { status } = exchanged
  const error = status === null ? exchanged.error : toFailure(status)
  return { ...exchanged, ok: error === null, error, isGone: status === 410, sent: body }
}

/** What came back, before anybody judged it. */
export type Exchanged = Pick<DeliveryResult, 'status' | 'error' | 'answer' | 'retryAfter' | 'durationMs'>

/**
 * Sends a body once. Only the given URL is allowed, and redirects are not followed. Without a response, the status is
 * null and the error says why. Throws 500 with the name of a wrong setting, and BudgetSpent.
 */
export async function exchange(
  upstream: UpstreamContext,
  { url, headers: own, body }: { url: URL; headers: Record<string, string>; body: string },
): Promise<Exchanged> {
  const { platform } = upstream
  const headers = { ...own, 'User-Agent': `Latchkey/${VERSION}` }
  upstream.deadline.extend(ANSWER_MS)
  const started = platform.now()
  const ended = (rest: Omit<Exchanged, 'durationMs'>): Exchanged => ({
    ...rest,
    durationMs: Math.max(0, platform.now() - started),
  })
  try {
    const request = { method: 'POST' as const, url, headers, body, override: url, firstBytes: MOST_READ }
    const { status, bodyStart, retryAfter } = await send(upstream, { group: 'endpoint', hosts: () => false }, request)
    return ended({ status, error: null, answer: bodyStart ?? Promise.resolve(''), retryAfter })
  } catch (error) {
    if (!(error instanceof GatewayError) || error.status === 500 || error.reason === 'budget') throw error
    const errorText = error.status === 504 ? `no answer within ${ANSWER_MS / 1000} s` : 'the connection broke'
    return ended({ status: null, error: errorText, answer: Promise.resolve(''), retryAfter: undefined })
  }
}

function toFailure(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status === 410) return 'the endpoint is gone'
  return status < 400 ? 'the endpoint redirects, which is not followed' : `the endpoint answered ${status}`
}
