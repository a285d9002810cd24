import type { AuditFilter, AuditPage, FailureFilter, FailurePage } from './activity-types.ts'
import { fetchFile } from './call.ts'
import { callSignedIn } from './session.ts'

const toQuery = (values: Readonly<Record<string, string>>): string =>
  new URLSearchParams(Object.entries(values).filter(([, value]) => value !== '')).toString()

export const fetchAudit = (filter: AuditFilter, cursor = '') =>
  callSignedIn<AuditPage>(`/admin/audit?${toQuery({ ...filter, cursor, limit: '50' })}`)
/** The URL to download the filtered log. */
export const auditCsvAddress = (filter: AuditFilter) => `/api/v1/admin/audit?${toQuery({ ...filter, format: 'csv' })}`
export const fetchFailures = ({ requestId, key, group }: FailureFilter, cursor = '') =>
  callSignedIn<FailurePage>(`/admin/requests?${toQuery({ request_id: requestId, key, group, cursor, limit: '50' })}`)
/** What each operation is, by its id. A file, because it is the same for every deployment. */
export const fetchOperationNames = (language: string) =>
  fetchFile<Readonly<Record<string, string>>>(`/operations/${language}.json`)
