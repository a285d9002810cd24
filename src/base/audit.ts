import type { Area } from './groups.ts'

/** Who made a request, by what it was let in with. `nobody` was let in by nothing. */
export const ACTOR_KINDS = ['admin', 'deployment', 'key', 'client', 'link', 'nobody'] as const
export type ActorKind = (typeof ACTOR_KINDS)[number]

export interface Actor {
  readonly kind: ActorKind
  /** The id of a named key or of an OAuth client's grant; part of the digest of a link; null where the kind says it all. */
  readonly id: string | null
  /** The name of a key or of a client, in the words of whoever chose it: a client may call itself anything. Else null. */
  readonly name: string | null
}

/** What became of a request: below 400, 4xx, 5xx. */
export const OUTCOMES = ['ok', 'refused', 'failed'] as const
export type RequestOutcome = (typeof OUTCOMES)[number]

interface Recorded {
  /** Begins with the time in a form that sorts, so that the order of ids is the order of entries. */
  readonly id: string
  /** Epoch milliseconds. */
  readonly at: number
  readonly actor: Actor
  readonly outcome: RequestOutcome
  readonly status: number
  /** Why it did not succeed, in the words of the log; null for a success. */
  readonly reason: string | null
  readonly request_id: string
}

/** A change, or a try to sign in. It holds no credential and no content. */
export interface AuditEntry extends Recorded {
  /** The id of the operation. */
  readonly action: string
  /** The id or the account that it was about, where the request names one. */
  readonly target: string | null
}

/** A request that did not succeed. */
export interface FailedRequest extends Recorded {
  readonly group: Area | null
  readonly operation: string | null
  readonly upstream_ms: number
}

/** What an isolate hands over after answers. */
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

/** Which entries are asked for. Times are epoch milliseconds. */
export interface AuditQuery {
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** A kind, or an id. */
  readonly actor?: string | undefined
  readonly action?: string | undefined
  readonly outcome?: RequestOutcome | undefined
  readonly limit: number
  /** The id of an entry: only older ones. */
  readonly before?: string | undefined
}

export interface FailuresQuery {
  readonly outcome?: RequestOutcome | undefined
  readonly request_id?: string | undefined
  /** The id of a key or of a grant, or `deployment`. */
  readonly key?: string | undefined
  readonly limit: number
  readonly before?: string | undefined
}

export interface Recording<Entry> {
  /** The newest first. */
  readonly entries: Entry[]
  /** How many were not recorded since the deployment began. */
  readonly lost: number
}

/** The part of USAGE that keeps the audit log and the failed requests (decisions.md section 11.10). */
export interface AuditObject {
  /** Records a batch. An entry that is handed over twice is kept once. */
  record(batch: AuditBatch): Promise<void>
  auditEntries(query: AuditQuery): Promise<Recording<AuditEntry>>
  failedRequests(query: FailuresQuery): Promise<Recording<FailedRequest>>
}

/** A mark of time at the beginning of ids: ids sort as their times do. */
export const timeMark = (ms: number): string => Math.max(0, Math.floor(ms)).toString(36).padStart(9, '0')
