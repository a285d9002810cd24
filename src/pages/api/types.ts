import type * as z from 'zod/mini'
import type { outputs as adminOutputs } from '../../groups/admin/outputs.ts'
import type { outputs as eventsOutputs } from '../../groups/events/outputs.ts'
import type { outputs as paymentOutputs } from '../../groups/payment/outputs.ts'
import type { outputs as shopOutputs } from '../../groups/shop/outputs.ts'
import type { OPERATIONS, operations } from '../generated/operations.ts'
import type { Account, Field } from './accounts.ts'

/** The operations that the pages call. */
export type OperationId = keyof typeof OPERATIONS

/** An input of an operation, by its place in the request. */
export type Input<Id extends OperationId> = Part<'path', operations[Id]['parameters']> &
  Part<'query', operations[Id]['parameters']> &
  Body<operations[Id]>

type Part<Name extends string, Places> =
  Places extends Record<Name, infer Values extends object>
    ? { [Place in Name]: Values }
    : Places extends { [Place in Name]?: infer Values extends object }
      ? { [Place in Name]?: Values }
      : unknown

type Body<Declared> = Declared extends { requestBody: { content: { 'application/json': infer Values } } }
  ? { body: Values }
  : Declared extends { requestBody?: { content: { 'application/json': infer Values } } }
    ? { body?: Values }
    : unknown

/** The body of an operation. */
export type BodyOf<Id extends OperationId> = Input<Id> extends { body?: infer Values } ? Values : never

/** How a call is sent. */
export interface CallOptions {
  /** Ends the call before its answer. */
  signal?: AbortSignal | undefined
  /** The account that the call means. Defaults to the first one. */
  account?: Account | undefined
  /** Whether a 429 is thrown at once, for a call that has a limit of its own. */
  isImpatient?: boolean
  /** Whether the page calls by itself. Then the call does not count as a use of the session. */
  isBackground?: boolean | undefined
}

/** The arguments of a call after the id of its operation. */
export type Given<Id extends OperationId> =
  Record<never, never> extends Input<Id>
    ? [input?: Input<Id>, options?: CallOptions]
    : [input: Input<Id>, options?: CallOptions]

type Outputs = typeof adminOutputs &
  typeof eventsOutputs &
  Pick<typeof paymentOutputs, 'payment_list_bills'> &
  Pick<typeof shopOutputs, 'shop_list_sales'>

/** The answer of an operation. Undefined for one without a body. */
export type Answer<Id extends OperationId> = Id extends keyof Outputs
  ? Typed<z.output<ReturnType<Outputs[Id]>>>
  : undefined

/** The documents do not list the fields of accounts, because each has its own. */
type Typed<Value> = Value extends readonly (infer Item)[]
  ? Typed<Item>[]
  : Value extends object
    ? {
        [Name in keyof Value]: Name extends 'fields'
          ? Value[Name] extends string[]
            ? Field[]
            : Typed<Value[Name]>
          : Typed<Value[Name]>
      }
    : Value

/** The answers of the management API. */
export type Report = Answer<'admin_test_account'>['account']
/** An account that a test did not reach. */
export type Untested = Answer<'admin_test_account'>['untested'][number]
export type State = Report['state']
export type LastError = NonNullable<Report['last_error']>

export type Overview = Answer<'admin_get_overview'>
export type Newest = Answer<'admin_get_newest'>
export type Settings = Answer<'admin_get_settings'>
/** A change of the settings. Null removes a setting. */
export type SettingsChange = BodyOf<'admin_change_settings'>
export type Link = Answer<'admin_make_link'>
/** A listed link. The link itself is never shown again. */
export type ListedLink = Answer<'admin_list_links'>['links'][number]
/** The session of a link. After OAuth, its end is not known. */
export type LinkSession = Omit<Answer<'admin_open_link'>, 'expires_at'> & { expires_at: string | null }
/** The result of connecting with a link. */
export type Connected = Answer<'admin_connect_by_link'>

export type KeyRecord = Answer<'admin_change_key'>['record']
/** A credential that a key created at a product. */
export type CreatedCredential = Answer<'admin_delete_key'>['created'][number]

/** In won. */
export type Limits = NonNullable<NewKey['limits']>

export type NewKey = BodyOf<'admin_make_key'>

/** A change of a key. Null removes a limit. */
export type KeyChange = BodyOf<'admin_change_key'>

export type Usage = Answer<'admin_get_usage'>
/** With its day, or the beginning of its hour. */
export type UsageRow = Omit<Usage['days'][number], 'day'> & { at: string }
/** The URL that Notion pushes its changes to. */
export type Webhook = Answer<'admin_get_webhook'>
/** A call that the owner decides about. */
export type Confirmation = Answer<'admin_get_confirmation'>

/** The audit log and the failed requests. */
export type AuditPage = Answer<'admin_list_audit'>
export type AuditEntry = AuditPage['entries'][number]
export type Actor = AuditEntry['actor']
export type Outcome = AuditEntry['outcome']
export type FailurePage = Answer<'admin_list_requests'>
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
export type Events = Answer<'admin_get_events'>
export type Subscription = Answer<'events_change_subscription'>
export type OwnedSubscription = Pick<Subscription, 'id' | 'host' | 'types' | 'enabled'>
export type Source = Events['sources'][number]
/** A new subscription. Without a secret it existed already. */
export type NewSubscription = Answer<'events_create_subscription'>
export type AttemptPage = Answer<'events_list_deliveries'>
export type Attempt = AttemptPage['deliveries'][number]

/** The fields of a subscription that its owner chooses. */
export type SubscriptionFields = Pick<Subscription, 'url' | 'types' | 'include' | 'description'> &
  Partial<Pick<Subscription, 'accounts' | 'language'>>

/** Grants in the API. */
export type Asking = Answer<'admin_read_grant_request'>
export type Client = NonNullable<Asking['client']>
export type Grants = Answer<'admin_list_grants'>
export type Grant = Grants['grants'][number]

/** The rights that the owner chooses for a client. */
export type Terms = Omit<BodyOf<'admin_make_grant'>, 'request'>

/** The sign-ins of the owner. */
export type Passkey = Answer<'admin_add_passkey'>
export type OpenSession = Answer<'admin_list_sessions'>['sessions'][number]
