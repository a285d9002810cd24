import type { ErrorCode, FieldProblem } from './errors.ts'
import type { Account, Area } from './groups.ts'
import { endOfKoreanDay, KOREA_MS } from './time.ts'

/** The actor of a request, by how it was authenticated. `nobody` was not. */
export const ACTOR_KINDS = ['admin', 'deployment', 'key', 'client', 'link', 'nobody'] as const
type ActorKind = (typeof ACTOR_KINDS)[number]

export interface Actor {
  readonly kind: ActorKind
  /**
   * The id of a named key or of an OAuth client's grant, or a part of a link's digest. Null when the kind is
   * sufficient.
   */
  readonly id: string | null
  /** The name of a key or client, chosen by its creator: a client may use any name. Otherwise null. */
  readonly name: string | null
}

/** The outcome of a request: below 400, 4xx, 5xx. */
export const OUTCOMES = ['ok', 'refused', 'failed'] as const
export type RequestOutcome = (typeof OUTCOMES)[number]

interface Recorded {
  /** Starts with the time in a sortable form, so that ids sort like entries. */
  readonly id: string
  /** Epoch milliseconds. */
  readonly at: number
  readonly actor: Actor
  readonly outcome: RequestOutcome
  readonly status: number
  /** Why it failed, as in the log. Null for a success. */
  readonly reason: string | null
  readonly request_id: string
}

/** A change, or a sign-in attempt. It contains no credential and no content. */
export interface AuditEntry extends Recorded {
  /** The id of the operation. */
  readonly action: string
  /** The affected id or account, if the request names one. */
  readonly target: string | null
  /** The name of the target at that time, if a person gave it a name. */
  readonly target_name: string | null
  /** What tells it from others of its action, such as the channel of a subscription, or `paused`. */
  readonly details: readonly string[]
  /** The device that sent a change by the owner, or a failed sign-in, as it named itself. */
  readonly device: string | null
  /**
   * How many requests it counts. The refusals of an action in a minute, with one reason, are one entry of each
   * actor, and so are its changes of one target: it has the time and the id of the last one.
   */
  readonly count: number
}

/** The actions that sign the owner in. */
export const SIGN_INS: readonly string[] = ['admin_sign_in', 'admin_sign_in_with_passkey']

/**
 * The key that the requests of one entry have in common. Undefined for an entry of its own: whether a failed request
 * changed something may be unknown, a change without a target is not known to be the same, and each sign-in is an
 * entry.
 */
export function getEqual(entry: AuditEntry): string | undefined {
  const { at, actor, action, outcome, status, reason, target, device, details } = entry
  if (outcome === 'failed') return undefined
  const common = [Math.floor(at / MINUTE_MS), actor.kind, actor.id, action, status, reason]
  if (outcome === 'refused') return JSON.stringify(common)
  return target === null || SIGN_INS.includes(action)
    ? undefined
    : JSON.stringify([...common, target, device, ...details])
}

/** One entry of two that have this in common. */
export function addEqual(one: AuditEntry, other: AuditEntry): AuditEntry {
  return { ...(other.at >= one.at ? other : one), count: one.count + other.count }
}

export const MINUTE_MS = 60_000

/** A failure, and how often the same one came: `id`, `at` and `request_id` come from the last request. */
export interface FailedRequest extends Recorded {
  readonly group: Area | null
  readonly operation: string | null
  readonly account: Account | null
  readonly code: ErrorCode
  readonly method: string
  /** The template of the operation's path. */
  readonly route: string | null
  /** The start of the path, without parts that may be secret, if the path has no operation. */
  readonly path: string | null
  /** The problems of the fields of an invalid request. */
  readonly fields: FieldProblem[]
  /** The status of the product, if that was an error. */
  readonly product_status: number | null
  /** The setting that the failure is about. */
  readonly setting: string | null
  /** The origin of the page that called, if ALLOWED_ORIGINS does not list it. */
  readonly origin: string | null
  readonly upstream_ms: number
  readonly count: number
  /** Epoch milliseconds. */
  readonly first_at: number
  /** The ids of the last requests, because a person looks for one of them. */
  readonly request_ids: readonly string[]
}

/**
 * The key that equal failures have in common. The path counts only for a known caller: otherwise somebody without a key
 * could push out the other failures of such people by trying many paths.
 */
export function getFailureKind(failure: FailedRequest): string {
  const { actor, operation, account, status, reason, fields, product_status, setting, origin, method, path } = failure
  const place = actor.kind === 'nobody' ? [] : [method, path]
  return JSON.stringify([
    actor.kind,
    actor.id,
    operation,
    account,
    status,
    reason,
    fields,
    product_status,
    setting,
    origin,
    place,
  ])
}

/** How many request ids of equal failures are stored. */
const MOST_IDS = 20

/** One of two equal failures. */
export function addFailures(one: FailedRequest, other: FailedRequest): FailedRequest {
  const [first, last] = other.at >= one.at ? [one, other] : [other, one]
  return {
    ...last,
    count: one.count + other.count,
    first_at: Math.min(one.first_at, other.first_at),
    request_ids: [...first.request_ids, ...last.request_ids].slice(-MOST_IDS),
  }
}

/** How often pages of an origin were refused, as an isolate counted it. */
export interface RefusedOrigin {
  origin: string
  /** The address that asked first. Empty on this machine. */
  address: string
  count: number
  /** Epoch milliseconds. */
  lastAt: number
}

/** The same as it is stored. */
export interface StoredOrigin extends Omit<RefusedOrigin, 'address'> {
  /** The address that added it, for a day. */
  address: string | undefined
  /** Epoch milliseconds. */
  firstAt: number
}

/** How many origins an address adds in a day. */
export const MOST_OF_ADDRESS = 3

/** The origins of pages that were refused. */
export interface FoundOrigins {
  /** Newest first. */
  origins: StoredOrigin[]
  /** How many requests came from pages that found no place in the list, in the last days. */
  others: number
}

/** The entries that an isolate sends after responses. */
export interface AuditBatch {
  readonly entries: readonly AuditEntry[]
  readonly failures: readonly FailedRequest[]
  /** How many of each could not be recorded since the last batch. */
  readonly lost: Lost
}

export interface Lost {
  readonly entries: number
  readonly failures: number
}

/** Selects entries. Times are epoch milliseconds. */
export interface AuditQuery {
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** A kind, or an id. */
  readonly actor?: string | undefined
  readonly action?: string | undefined
  readonly outcome?: RequestOutcome | undefined
  readonly limit: number
  /** The id of an entry: only older ones are returned. */
  readonly before?: string | undefined
}

export interface FailuresQuery {
  readonly outcome?: RequestOutcome | undefined
  readonly request_id?: string | undefined
  /** The id of a key or grant, or a kind. */
  readonly key?: string | undefined
  readonly group?: string | undefined
  readonly account?: string | undefined
  readonly status?: number | undefined
  /** A reason, or its code. */
  readonly reason?: string | undefined
  readonly limit: number
  readonly before?: string | undefined
}

export interface Recording<Entry> {
  /** Newest first. */
  readonly entries: Entry[]
  /** How many were never recorded. */
  readonly lost: number
}

export interface FoundFailures extends Recording<FailedRequest> {
  /** How many requests without a key failed. */
  readonly without_key: number
}

/** The time as a prefix of ids, so that ids sort like their times. */
export const timeMark = (ms: number): string => Math.max(0, Math.floor(ms)).toString(36).padStart(9, '0')

/** The outcomes of requests: below 400, 4xx, 5xx. */
export interface Outcomes {
  ok: number
  refused: number
  failed: number
}

/** How long answers took, from the arrival of the request to the start of its answer, in milliseconds. */
export interface Latency {
  ms: number
  max_ms: number
}

/** The counts of an isolate for one key and operation in one hour. */
export interface UsageCount extends Outcomes, Latency {
  /** The number of hours since 1970. */
  hour: number
  /** The id of the key. Null for requests without a valid key. */
  key: string | null
  /** The name of the key at that time. */
  name: string | null
  operation: string
  /** When the last of them was answered, in epoch milliseconds. */
  last: number
}

/** The parts by which usage is divided, in addition to the key and the time. */
export const USAGE_PARTS = ['group', 'operation'] as const
export type UsagePart = (typeof USAGE_PARTS)[number]

/** Selects counts, and says how they are added up. A day is a day in Korea. */
export interface UsageQuery {
  /** The number of the first hour. */
  readonly since: number
  readonly span: 'day' | 'hour'
  readonly by: UsagePart
}

/** The usage of a day or an hour, as the API returns it. */
export interface UsageRow extends Outcomes, Latency {
  /** The number of the first hour of the day, or of the hour. */
  hour: number
  key: string | null
  name: string | null
  area: Area
  /** Null where the operations of a group are counted together. */
  operation: string | null
}

/** The usage of a key, as the API returns it. */
export interface KeyUse {
  key: string
  /** When it was last used, in epoch milliseconds. */
  last: number
  /** Its requests since the given day. */
  requests: number
}

export const HOUR_MS = 3_600_000
const DAY = 24 * HOUR_MS

/** The day in Korea, where the users are, as a number of days since 1970. */
export const koreanDay = (ms: number): number => Math.floor((ms + KOREA_MS) / DAY)

/** The number of an hour since 1970. */
export const hourOf = (ms: number): number => Math.floor(ms / HOUR_MS)

/** The first hour of a day of `koreanDay`. */
export const firstHour = (day: number): number => hourOf(day * DAY - KOREA_MS)

/** The day number as a date, YYYY-MM-DD. */
export const formatDate = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10)

/** The last millisecond of a date YYYY-MM-DD in Korea, in epoch milliseconds. NaN for a date that does not exist. */
export const endOfDate = (date: string): number => endOfKoreanDay(date) - 1

/** How much a key or grant may request or move, in won. */
export interface Limits {
  /** Per request. */
  readonly max_amount?: number | undefined
  /** Per day in Korea, for all requests together. */
  readonly daily_amount?: number | undefined
}

/** An amount that a request is about to request or move. */
export interface Reservation {
  /** The same for all runs of one Idempotency-Key, so that its amount counts once. */
  id: string
  run: string
  /** In won. */
  amount: number
}

/** The amounts of several payments, which one run counts before they are sent. */
export interface Hold {
  run: string
  amounts: { id: string; amount: number }[]
}

/** The name of the deployment's only object. */
export const USAGE_NAME = 'usage'
