import type { Account } from './accounts.ts'
import { callSignedIn } from './session.ts'

/** The stored data of an account (decisions.md section 11.11). The download contains the unchanged response. */
export interface ExportedData {
  account: Account
  credential: 'kept' | 'secret' | null
  searches: unknown[]
  bills: unknown[]
  pending_posts: number
  tokens: number
  links: number
  events: { id: string }[]
  deliveries: { id: string }[]
}

interface ErasedData {
  accounts: { account: Account; secret_remains: boolean }[]
}

export const exportData = (account: Account) => callSignedIn<ExportedData>(`/admin/data?account=${account}`)
export const eraseData = (which: { account: Account } | { all: true }) =>
  callSignedIn<ErasedData>('/admin/data', { method: 'DELETE', body: which })
