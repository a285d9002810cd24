import type { EventType } from '../../base/events.ts'
import type { Range } from '../usage/sums.ts'
import type { Account, Values } from './accounts.ts'
import { call, type FetchOptions, fetchFile } from './call.ts'
import { callSignedIn } from './session.ts'
import type {
  Asking,
  Attempt,
  AttemptPage,
  AuditFilter,
  AuditPage,
  Confirmation,
  Connected,
  CreatedCredential,
  Events,
  FailureFilter,
  FailurePage,
  Grant,
  Grants,
  KeyChange,
  KeyRecord,
  Limits,
  Link,
  LinkSession,
  ListedLink,
  Newest,
  NewKey,
  NewSubscription,
  Output,
  Overview,
  Report,
  Settings,
  SettingsChange,
  Source,
  Subscription,
  SubscriptionFields,
  Terms,
  Usage,
  UsageRow,
  Webhook,
} from './types.ts'

/** Opens a link by its token. The cookie in the response replaces the token from then on. */
export const openLink = (account: Account, token: string) =>
  call<LinkSession>('/connect/session', { method: 'POST', body: { account, token } })

export const connectByLink = (account: Account, values: Values, signal: AbortSignal) =>
  call<Connected>(`/connect/${account}`, { method: 'PUT', body: values, signal })

const linkPath = (id: string) => `/admin/confirmations/${encodeURIComponent(id)}`

export const fetchConfirmation = (id: string) => callSignedIn<Confirmation>(linkPath(id))
export const decideConfirmation = (id: string, agree: boolean) =>
  callSignedIn<Confirmation>(linkPath(id), { method: 'POST', body: { agree } })

/** The stored data of an account. The download contains the unchanged response. */
export type ExportedData = Output<'admin_export_data'>

export const exportData = (account: Account) => callSignedIn<ExportedData>(`/admin/data?account=${account}`)
export const eraseData = (which: { account: Account } | { all: true }) =>
  callSignedIn<Output<'admin_erase_data'>>('/admin/data', { method: 'DELETE', body: which })

/** The sentence is the gateway's own, so that nobody starts by mistake. The page asks for its host instead. */
export const startWithEmptyData = () =>
  callSignedIn('/admin/data-key', { method: 'POST', body: { confirm: 'start with empty data' } })
export const restoreKeys = () => callSignedIn<Output<'admin_restore_keys'>>('/admin/keys/copies', { method: 'POST' })

interface OneReport {
  account: Report
}

export const fetchOverview = (options?: FetchOptions) => callSignedIn<Overview>('/admin/overview', options)
export const fetchApiKey = async () => (await callSignedIn<{ api_key: string }>('/admin/api-key')).api_key

export const fetchAccounts = async (options?: FetchOptions) =>
  (await callSignedIn<{ accounts: Report[] }>('/admin/accounts', options)).accounts
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
export const fetchNewest = (account: Account) => callSignedIn<Newest>(`/admin/accounts/${account}/newest`)
export const disconnectAccount = async (account: Account) =>
  (await callSignedIn<OneReport>(`/admin/accounts/${account}`, { method: 'DELETE' })).account
export const takeWebhookToken = () => callSignedIn<Webhook>('/admin/webhooks/workspace/token', { method: 'POST' })
export const fetchWebhook = () => callSignedIn<Webhook>('/admin/webhooks/workspace')
export const makeLink = (account: Account, said: { owner_name?: string; note?: string }) =>
  callSignedIn<Link>(`/admin/accounts/${account}/link`, { method: 'POST', body: said })
export const fetchLinks = async (options?: FetchOptions) =>
  (await callSignedIn<{ links: ListedLink[] }>('/admin/links', options)).links
export const revokeLink = (id: string) => callSignedIn<void>(`/admin/links/${id}`, { method: 'DELETE' })

export const fetchSettings = () => callSignedIn<Settings>('/admin/settings')
export const changeSettings = (body: SettingsChange) =>
  callSignedIn<Settings>('/admin/settings', { method: 'PATCH', body })

export const fetchKeys = async (options?: FetchOptions) =>
  (await callSignedIn<{ keys: KeyRecord[] }>('/admin/keys', options)).keys
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

const toUsageQuery = ({ unit, count }: Range, more: Readonly<Record<string, string>>) =>
  `/admin/usage?${toQuery({ [unit]: `${count}`, ...more })}`
/** The counts of a period, each with its day or the beginning of its hour. */
export async function fetchUsage(range: Range, by: 'group' | 'operation') {
  const { days, hours, ...about } = await callSignedIn<Usage>(toUsageQuery(range, { by }))
  const rows: UsageRow[] = [
    ...days.map(({ day, ...row }) => ({ at: day, ...row })),
    ...hours.map(({ hour, ...row }) => ({ at: hour, ...row })),
  ]
  return { rows, ...about }
}
/** The URL to download the counts of each operation. */
export const usageTable = (range: Range) => `/api/v1${toUsageQuery(range, { by: 'operation', format: 'csv' })}`

const toQuery = (values: Readonly<Record<string, string>>): string =>
  new URLSearchParams(Object.entries(values).filter(([, value]) => value !== '')).toString()

export const fetchAudit = (filter: AuditFilter, cursor = '') =>
  callSignedIn<AuditPage>(`/admin/audit?${toQuery({ ...filter, cursor, limit: '20' })}`)
/** The URL to download the filtered log. */
export const auditCsvAddress = (filter: AuditFilter) => `/api/v1/admin/audit?${toQuery({ ...filter, format: 'csv' })}`
const toFailureQuery = ({ requestId, ...filter }: FailureFilter, more: Readonly<Record<string, string>>) =>
  `/admin/requests?${toQuery({ request_id: requestId, ...filter, ...more })}`
export const fetchFailures = (filter: FailureFilter, cursor = '') =>
  callSignedIn<FailurePage>(toFailureQuery(filter, { cursor, limit: '20' }))
/** The URL to download the filtered list. */
export const failuresTable = (filter: FailureFilter) => `/api/v1${toFailureQuery(filter, { format: 'csv' })}`
/** What each operation is, by its id. A file, because it is the same for every deployment. */
export const fetchOperationNames = (language: string) =>
  fetchFile<Readonly<Record<string, string>>>(`/operations/${language}.json`)

const SUBSCRIPTIONS = '/events/subscriptions'
const toPath = (id: string) => `${SUBSCRIPTIONS}/${id}`

export const fetchEvents = () => callSignedIn<Events>('/admin/events')
export const makeSubscription = ({ description, ...fields }: SubscriptionFields) =>
  callSignedIn<NewSubscription>(SUBSCRIPTIONS, {
    method: 'POST',
    body: { ...fields, ...(description && { description }) },
  })
export const changeSubscription = (id: string, change: Partial<SubscriptionFields> & { enabled?: boolean }) =>
  callSignedIn<Subscription>(toPath(id), { method: 'PATCH', body: change })
export const enableSubscription = (id: string, enabled: boolean) => changeSubscription(id, { enabled })
export const endSubscription = (id: string) => callSignedIn<void>(toPath(id), { method: 'DELETE' })
/** @param type the newest event of it is sent, or its sample. A sentence without one */
export const testSubscription = (id: string, type?: EventType) =>
  callSignedIn<Attempt>(`${toPath(id)}/test`, { method: 'POST', isImpatient: true, ...(type && { body: { type } }) })
/** The types that the connected accounts can produce, each with a sample. */
export const fetchEventTypes = async () => (await callSignedIn<Output<'events_list_types'>>('/events/types')).types
/** Returns the new secret. The previous one signs as well for a day. */
export const rollSecret = async (id: string) =>
  (await callSignedIn<{ secret: string }>(`${toPath(id)}/secret`, { method: 'POST' })).secret
export const fetchAttempts = (id: string, onlyFailed: boolean, before = '') =>
  callSignedIn<AttemptPage>(
    `${toPath(id)}/deliveries?${new URLSearchParams({
      limit: '10',
      ...(onlyFailed && { outcome: 'failed' }),
      ...(before && { before }),
    })}`,
  )
export const redeliver = (eventId: string, subscriptionId: string) =>
  callSignedIn<{ deliveries: number }>(`/events/${eventId}/redeliver`, {
    method: 'POST',
    body: { subscription_id: subscriptionId },
  })
/** Sends everything again that failed. Returns how many events. */
export const redeliverFailed = async (id: string) =>
  (await callSignedIn<{ deliveries: number }>(`${toPath(id)}/redeliver`, { method: 'POST' })).deliveries
export const pollNow = async () =>
  (await callSignedIn<{ sources: Source[] }>('/admin/events/poll', { method: 'POST' })).sources

/** @param request the query with which the client opened the page */
export const fetchAsking = (request: string) => call<Asking>('/admin/grants/ask', { method: 'POST', body: { request } })

/** @returns where the browser goes next */
export const makeGrant = async (request: string, terms: Terms) =>
  (await callSignedIn<{ redirect_to: string }>('/admin/grants', { method: 'POST', body: { request, ...terms } }))
    .redirect_to

export const fetchGrants = () => callSignedIn<Grants>('/admin/grants')
export const changeGrant = async (id: string, body: { limits?: Limits | null; confirm?: boolean }) =>
  (await callSignedIn<{ grant: Grant }>(`/admin/grants/${id}`, { method: 'PATCH', body })).grant
export const revokeGrant = (id: string) => callSignedIn<void>(`/admin/grants/${id}`, { method: 'DELETE' })
