import type { KeyRecord, Limits } from './types.ts'

/** Grants in the API (decisions.md section 13). Times are ISO 8601. */
export interface Asking {
  /** Null when the request was already refused. */
  client: Client | null
  service_name: string
  /** Why the request was already refused. */
  error: { code: string; description: string } | null
  /** Where the browser goes when access is refused. Null when this page must not lead there. */
  leave_to: string | null
}

export interface Client {
  name: string
  /** The host that proves the client's identity. Null for a client that registered itself. */
  domain: string | null
  redirect_host: string
  redirect_uri: string
  /** Whether the access is for a program on this computer. */
  is_local: boolean
  /** The requested access. Null when the client asks for nothing specific. */
  requested: { groups: string[] | null; read_only: boolean; payments: boolean } | null
}

/** What the owner chooses. */
export interface Terms {
  groups?: string[]
  read_only: boolean
  payments: boolean
  label?: string
  limits?: Limits
  confirm?: boolean
  workspace_token?: string
}

export type EndedReason = 'token reuse' | 'code reuse' | 'client' | 'expired'

export interface Grant {
  id: string
  name: string
  /** The person that access was given for. */
  label: string | null
  domain: string | null
  redirect_host: string
  groups: string[] | null
  read_only: boolean
  payments: boolean
  limits: KeyRecord['limits']
  confirm: boolean
  has_workspace_token: boolean
  created_at: string
  /** Null until the client has used the grant. */
  expires_at: string | null
  /** Null while the grant is valid. */
  ended_at: string | null
  ended_reason: EndedReason | null
  last_used_at: string | null
  requests_30d: number | null
}
