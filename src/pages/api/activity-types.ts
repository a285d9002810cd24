/** The audit log and the failed requests (decisions.md section 11.10). */
export const ACTOR_KINDS = ['admin', 'deployment', 'key', 'client', 'link', 'nobody'] as const
export type ActorKind = (typeof ACTOR_KINDS)[number]

export const OUTCOMES = ['ok', 'refused', 'failed'] as const
export type Outcome = (typeof OUTCOMES)[number]

export interface Actor {
  kind: ActorKind
  id: string | null
  /** The name that somebody chose for the key or client. */
  name: string | null
}

interface Entry {
  id: string
  at: string
  actor: Actor
  outcome: Outcome
  status: number
  reason: string | null
  request_id: string
}

export interface AuditEntry extends Entry {
  action: string
  target: string | null
  /** How many requests it counts. The other fields are those of the last one. */
  count: number
}

export interface FailedRequest extends Entry {
  group: string | null
  operation: string | null
  /** The setting that it is about. */
  setting: string | null
  /** The origin of a page that ALLOWED_ORIGINS does not list. */
  origin: string | null
  upstream_ms: number
}

export interface EntryPage<One> {
  entries: One[]
  next_cursor: string | null
  /** How many could not be recorded. */
  not_recorded: number
}

/** Empty values do not filter. */
export interface FailureFilter {
  requestId: string
  key: string
  group: string
}

export interface AuditFilter {
  actor: string
  action: string
  outcome: string
}
