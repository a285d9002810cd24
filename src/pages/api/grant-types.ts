import type { KeyRecord, Limits } from './types.ts'

/** What the API of grants answers (decisions.md section 13); moments are ISO 8601. */
export interface Asking {
  /** Null where the request is refused already. */
  client: Client | null
  service_name: string
  /** Where the browser goes when access is refused. */
  leave_to: string
}

export interface Client {
  name: string
  /** The host that vouches for it; null for one that registered itself. */
  domain: string | null
  redirect_host: string
  redirect_uri: string
  /** Whether access goes to a program on this computer. */
  is_local: boolean
  /** What it asks for; null for nothing in particular. */
  requested: { groups: string[] | null; read_only: boolean; payments: boolean } | null
}

/** What the owner chooses. */
export interface Terms {
  groups?: string[]
  read_only: boolean
  payments: boolean
  label?: string
  limits?: Limits
  workspace_token?: string
}

export type EndedReason = 'token reuse' | 'code reuse' | 'client' | 'expired'

export interface Grant {
  id: string
  name: string
  /** For whom access was given. */
  label: string | null
  domain: string | null
  redirect_host: string
  groups: string[] | null
  read_only: boolean
  payments: boolean
  limits: KeyRecord['limits']
  has_workspace_token: boolean
  created_at: string
  /** Null as long as the client has not taken it up. */
  expires_at: string | null
  /** Null as long as it holds. */
  ended_at: string | null
  ended_reason: EndedReason | null
  last_used_at: string | null
  requests_30d: number | null
}
