import type * as z from 'zod/mini'
import type { outputs as adminOutputs } from '../../groups/admin/outputs.ts'
import type { outputs as eventsOutputs } from '../../groups/events/outputs.ts'
import type { Field } from './accounts.ts'

type Outputs = typeof adminOutputs & typeof eventsOutputs

/** The answer of an operation, by its id. */
export type Output<Id extends keyof Outputs> = z.output<ReturnType<Outputs[Id]>>

/** The answers of the management API. */
export type Report = Typed<Output<'admin_test_account'>['account']>
export type State = Report['state']
export type LastError = NonNullable<Report['last_error']>

/** The documents do not list the fields of accounts, because each has its own. */
type Typed<Answer> = Omit<Answer, 'fields'> & { fields: Field[] }

export type Overview = Output<'admin_get_overview'>
export type Newest = Output<'admin_get_newest'>
export type Settings = Output<'admin_get_settings'>
/** A change of the settings. Null removes a setting. */
export type SettingsChange = {
  [Name in 'allowed_origins' | 'service_name' | 'time_zone']?: Settings[Name] | null
}
export type Link = Output<'admin_make_link'>
/** A listed link. The link itself is never shown again. */
export type ListedLink = Output<'admin_list_links'>['links'][number]
/** The session of a link. After OAuth, its end is not known. */
export type LinkSession = Omit<Typed<Output<'admin_open_link'>>, 'expires_at'> & { expires_at: string | null }
/** The result of connecting with a link. */
export type Connected = Output<'admin_connect_by_link'>

export type KeyRecord = Output<'admin_change_key'>['record']
/** A credential that a key created at a product. */
export type CreatedCredential = Output<'admin_delete_key'>['created'][number]

/** In won. */
export interface Limits {
  max_amount?: number
  daily_amount?: number
}

export interface NewKey {
  name: string
  licence?: string
  groups?: string[]
  read_only?: boolean
  expires_at?: string
  limits?: Limits
  confirm?: boolean
  workspace_token?: string
  stored_payment?: boolean
}

/** A change of a key. Null removes a limit. */
export interface KeyChange {
  name?: string
  licence?: string
  groups?: string[] | null
  read_only?: boolean
  expires_at?: string | null
  limits?: Limits | null
  confirm?: boolean
  stored_payment?: boolean
  workspace_token?: string | null
  disabled?: boolean
}

export type Usage = Output<'admin_get_usage'>
/** With its day, or the beginning of its hour. */
export type UsageRow = Omit<Usage['days'][number], 'day'> & { at: string }
/** The URL that Notion pushes its changes to. */
export type Webhook = Output<'admin_get_webhook'>
/** A call that the owner decides about. */
export type Confirmation = Output<'admin_get_confirmation'>

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
  /** The id of a key or client, or a kind of callers. */
  key: string
  account: string
  group: string
  status: string
  /** A code. */
  reason: string
}

export interface AuditFilter {
  actor: string
  action: string
  outcome: string
}

/** Events in the API. */
export type Events = Output<'admin_get_events'>
export type Subscription = Output<'events_change_subscription'>
export type OwnedSubscription = Pick<Subscription, 'id' | 'host' | 'types' | 'enabled'>
export type Source = Events['sources'][number]
/** A new subscription. Without a secret it existed already. */
export type NewSubscription = Output<'events_create_subscription'>
export type AttemptPage = Output<'events_list_deliveries'>
export type Attempt = AttemptPage['deliveries'][number]

/** The fields of a subscription that its owner chooses. */
export type SubscriptionFields = Pick<Subscription, 'url' | 'types' | 'include' | 'description'> &
  Partial<Pick<Subscription, 'language'>>

/** Grants in the API. */
export type Asking = Output<'admin_read_grant_request'>
export type Client = NonNullable<Asking['client']>
export type Grants = Output<'admin_list_grants'>
export type Grant = Grants['grants'][number]

/** The rights that the owner chooses for a client. */
export interface Terms {
  groups?: string[]
  read_only: boolean
  payments: boolean
  label?: string
  limits?: Limits
  confirm?: boolean
  workspace_token?: string
}
