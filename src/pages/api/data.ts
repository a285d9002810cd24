import type { Account } from './accounts.ts'
import { callSignedIn } from './session.ts'

/** What is stored for an account (decisions.md section 11.11); the download holds it as it was answered. */
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
