import type { Account } from './accounts.ts'
import type { Output } from './outputs.ts'
import { callSignedIn } from './session.ts'

/** The stored data of an account. The download contains the unchanged response. */
export type ExportedData = Output<'admin_export_data'>

export const exportData = (account: Account) => callSignedIn<ExportedData>(`/admin/data?account=${account}`)
export const eraseData = (which: { account: Account } | { all: true }) =>
  callSignedIn<Output<'admin_erase_data'>>('/admin/data', { method: 'DELETE', body: which })
