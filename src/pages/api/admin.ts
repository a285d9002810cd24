import type { Account, Values } from './accounts.ts'
import { callSignedIn } from './session.ts'
import type {
  CreatedCredential,
  KeyChange,
  KeyRecord,
  Link,
  ListedLink,
  NewKey,
  Overview,
  Report,
  Usage,
  Webhook,
} from './types.ts'

interface OneReport {
  account: Report
}

export const fetchOverview = () => callSignedIn<Overview>('/admin/overview')
export const fetchApiKey = async () => (await callSignedIn<{ api_key: string }>('/admin/api-key')).api_key

export const fetchAccounts = async () => (await callSignedIn<{ accounts: Report[] }>('/admin/accounts')).accounts
export const testAccount = async (account: Account) =>
  (await callSignedIn<OneReport>(`/admin/accounts/${account}/test`, { method: 'POST' })).account
/** Tests every connected account, at most once a minute. */
export const testAccounts = async () =>
  (await callSignedIn<{ accounts: Report[] }>('/admin/accounts/test', { method: 'POST' })).accounts
/** With `force` the credential is stored even if the product could not be reached to verify it. */
export const connectAccount = async (account: Account, values: Values, force: boolean, signal: AbortSignal) =>
  (
    await callSignedIn<OneReport>(`/admin/accounts/${account}`, {
      method: 'PUT',
      body: { ...values, ...(force && { force }) },
      signal,
    })
  ).account
export const disconnectAccount = async (account: Account) =>
  (await callSignedIn<OneReport>(`/admin/accounts/${account}`, { method: 'DELETE' })).account
export const fetchWebhook = () => callSignedIn<Webhook>('/admin/webhooks/workspace')
export const makeLink = (account: Account, said: { owner_name?: string; note?: string }) =>
  callSignedIn<Link>(`/admin/accounts/${account}/link`, { method: 'POST', body: said })
export const fetchLinks = async () => (await callSignedIn<{ links: ListedLink[] }>('/admin/links')).links
export const revokeLink = (id: string) => callSignedIn<void>(`/admin/links/${id}`, { method: 'DELETE' })

export const fetchKeys = async () => (await callSignedIn<{ keys: KeyRecord[] }>('/admin/keys')).keys
export const makeKey = (key: NewKey) =>
  callSignedIn<{ key: string; record: KeyRecord }>('/admin/keys', { method: 'POST', body: key })
export const rollKey = (id: string, overlapHours: number) =>
  callSignedIn<{ key: string; record: KeyRecord; previous: KeyRecord }>(`/admin/keys/${id}/roll`, {
    method: 'POST',
    body: { overlap_hours: overlapHours },
  })
export const changeKey = async (id: string, change: KeyChange) =>
  (await callSignedIn<{ record: KeyRecord }>(`/admin/keys/${id}`, { method: 'PATCH', body: change })).record
/** @returns what the key created at products, which still works */
export async function revokeKey(id: string): Promise<CreatedCredential[]> {
  const path = `/admin/keys/${id}`
  const { created = [] } = await callSignedIn<{ created?: CreatedCredential[] }>(path, { method: 'DELETE' })
  return created
}

export const fetchUsage = (days: number) => callSignedIn<Usage>(`/admin/usage?days=${days}`)
