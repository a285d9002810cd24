import type { Account, Field } from './accounts.ts'
import type { OwnedSubscription } from './event-types.ts'

/** Types of the management API (decisions.md section 11). Times are ISO 8601. */
export type State = 'ok' | 'not_connected' | 'rejected' | 'unreachable' | 'misconfigured' | 'expires_soon' | 'untested'

export interface LastError {
  at: string
  status: number
  message: string
  code: string
  service_status: number | null
  request_id: string
}

export interface Report {
  account: Account
  group: string
  state: State
  /** Whether the credential is a secret of the deployment, or was connected through the app. */
  source: 'secret' | 'kept' | null
  /** The owner of the credential, if the product returned it. */
  identity: string | null
  fields: Field[]
  message: string | null
  hint: string | null
  connected_at: string | null
  expires_at: string | null
  last_ok_at: string | null
  last_error: LastError | null
  can_click: boolean
}

export interface Overview {
  base_url: string
  licence: string
  service_name: string
  version: string
  /** Null when no account can be connected with OAuth. */
  redirect_uri: string | null
  settings: { name: string; set: boolean; kind: 'secret' | 'var' | 'binding' }[]
  /** The progress of a CREDENTIALS_KEY rotation. Null when unknown. */
  rotation: { remaining: number | null; safe_to_remove_previous: boolean }
  warnings: { code: string; message: string; subscriptions?: OwnedSubscription[] }[]
}

export interface Link {
  id: string
  url: string
  expires_at: string
}

/** A listed link. The link itself is never shown again. */
export interface ListedLink {
  id: string
  account: Account
  state: 'open' | 'used' | 'ended' | 'spent'
  tries_left: number
  owner_name: string
  note: string | null
  created_at: string
  expires_at: string
}

/** What a link opens. */
export interface LinkSession {
  account: Account
  group: string
  service_name: string
  /** The sender of the link, and the message. */
  owner_name: string
  note: string | null
  fields: Field[]
  expires_at: string | null
  can_click: boolean
}

/** The result of connecting with a link. */
export interface Connected {
  account: Account
  state: State
  expires_at: string | null
}

export interface KeyRecord {
  id: string
  /** The first characters of the key. */
  prefix: string
  /** The owner of its subscriptions, which a key shares with the keys that it replaced. */
  lineage: string
  name: string
  licence: string
  /** Null for all groups. */
  groups: string[] | null
  read_only: boolean
  created_at: string
  expires_at: string | null
  confirm: boolean
  has_workspace_token: boolean
  stored_payment: boolean
  disabled: boolean
  /** Null for no limit. */
  limits: { max_amount: number | null; daily_amount: number | null } | null
  last_used_at: string | null
  /** Null when the counts are unavailable. */
  requests_30d: number | null
}

/** In won. */
export interface Limits {
  max_amount?: number
  daily_amount?: number
}

export interface NewKey {
  name: string
  licence?: string
  groups?: string[]
  read_only?: boolean
  expires_at?: string
  limits?: Limits
  confirm?: boolean
  workspace_token?: string
  stored_payment?: boolean
}

/** What changes of a key. Null removes a limit. */
export interface KeyChange {
  name?: string
  licence?: string
  groups?: string[] | null
  read_only?: boolean
  expires_at?: string | null
  limits?: Limits | null
  confirm?: boolean
  stored_payment?: boolean
  workspace_token?: string | null
  disabled?: boolean
}

export interface UsageRow {
  /** A day in Korea, YYYY-MM-DD. */
  day: string
  /** The name of the key. */
  key: string | null
  /** `deployment` for API_KEY. Null for requests without a valid key. */
  key_id: string | null
  group: string
  ok: number
  refused: number
  failed: number
}

export interface Usage {
  days: UsageRow[]
  complete_until: string
}

/** The URL that Notion pushes its changes to. */
export interface Webhook {
  url: string
  state: 'waiting' | 'received' | 'active'
  verification_token: string | null
  received_at: string | null
  pushed_at: string | null
}

/** What a key created at a product. */
export interface CreatedCredential {
  operation: string
  /** Its id at the product. */
  target: string
  at: string
}

/** A call that the owner decides about (decisions.md section 13.4). */
export interface Confirmation {
  operation: string
  /** The name of the key or client. */
  caller: string
  /** `more_characters`: how many it has that are not here. */
  fields: { name: string; value: string; more_characters?: number }[]
  /** How many fields are not here. */
  more_fields?: number
  state: 'waiting' | 'agreed' | 'refused' | 'used'
  service_name: string
  expires_at: string
}
