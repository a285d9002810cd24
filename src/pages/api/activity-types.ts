import type { Output } from './outputs.ts'

/** The audit log and the failed requests. */
export type AuditPage = Output<'admin_list_audit'>
export type AuditEntry = AuditPage['entries'][number]
export type Actor = AuditEntry['actor']
export type Outcome = AuditEntry['outcome']
export type FailurePage = Output<'admin_list_requests'>
export type FailedRequest = FailurePage['entries'][number]

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
