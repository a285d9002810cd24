import type { Output } from './outputs.ts'
import type { Limits } from './types.ts'

/** Grants in the API. */
export type Asking = Output<'admin_read_grant_request'>
export type Client = NonNullable<Asking['client']>
export type Grants = Output<'admin_list_grants'>
export type Grant = Grants['grants'][number]
export type EndedReason = NonNullable<Grant['ended_reason']>

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
