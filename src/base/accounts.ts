import { type ErrorCode, getErrorCode, type Reason } from './errors.ts'
import type { AccountOf, Group } from './groups.ts'

/** How an account is doing. */
export const STATES = [
  'ok',
  'not_connected',
  'rejected',
  'unreachable',
  'misconfigured',
  'expires_soon',
  'untested',
] as const
export type State = (typeof STATES)[number]

/** The conclusion about an account from a failure. */
export type FailureKind = 'rejected' | 'unreachable' | 'misconfigured'

/** A failed request or test of an account. */
export interface AccountFailure {
  kind: FailureKind
  /** The status that the caller got. */
  status: number
  /** The message that the caller got. */
  message: string
  /** The code that the caller got. */
  code: ErrorCode
  /** The HTTP status of the service. Undefined when it did not answer, or when its status is not the cause. */
  service_status?: number | undefined
  request_id: string
}

/** Describes a failure for a program: its code, and the status of the service. */
export function describeFailure(reason: Reason, status: number): Pick<AccountFailure, 'code' | 'service_status'> {
  const service = /^upstream (\d{3})$/.exec(reason)?.[1]
  return { code: getErrorCode(reason, status), ...(service && { service_status: Number(service) }) }
}

export interface ListedWorkspace {
  id: string
  /** Null when nothing says it. */
  name: string | null
}

/**
 * The calls that people use an account for: `main` are its lists and their items, `content` what lies in another place,
 * such as the texts of a recording. Every other kind of call has a name of its own, such as `device`.
 */
export const MAIN_KINDS: readonly string[] = ['main', 'content']
export const MAIN_KIND = 'main'

/** How calls of one kind did last. Times are epoch milliseconds. */
export interface KindRecord {
  okAt?: number | undefined
  failure?: (AccountFailure & { at: number }) | undefined
  /** When they began to fail, without a success since. */
  since?: number | undefined
}

/** The result of testing or using an account. */
export interface AccountUse {
  /** Epoch milliseconds. */
  at: number
  /** The kind of the calls. Defaults to `main`. */
  kind?: string | undefined
  /** Whether it was a test, which looks at what people use the account for. */
  isTest?: boolean | undefined
  /** A digest of the used secrets. The result applies only to them. */
  credential: string
  /** Absent for a success. */
  failure?: AccountFailure | undefined
  /** When the credential expires, in epoch milliseconds. Absent when unknown. */
  expiresAt?: number | undefined
  /** The owner of the credential. Absent when unknown. */
  identity?: string | undefined
  /** A digest of what the product calls the account. Absent when unknown. */
  ownId?: string | undefined
  /** The workspace that is read, and those that the product listed. Absent when unknown. */
  workspace?: string | undefined
  workspaces?: readonly ListedWorkspace[] | undefined
}

/** Who connected an account: its owner, or somebody with an invite link. */
export const CONNECTED_BY = ['owner', 'link'] as const

/**
 * When a series of results began that nothing has interrupted, in epoch milliseconds. An unreachable product says nothing
 * about a refused credential, so both may last at the same time.
 */
export type Since = Partial<Record<'ok' | 'rejected' | 'unreachable', number>>

/** The facts known about an account, without its secrets. Times are epoch milliseconds. */
export interface AccountRecord {
  credential: string
  /** When it was connected through the app or API. */
  connectedAt?: number | undefined
  connectedBy?: (typeof CONNECTED_BY)[number] | undefined
  since?: Since | undefined
  lastOkAt?: number | undefined
  lastFailure?: (AccountFailure & { at: number }) | undefined
  /** How each kind of calls did. Absent before the first one. */
  kinds?: Readonly<Record<string, KindRecord>> | undefined
  /** When a test succeeded last. */
  testedOkAt?: number | undefined
  expiresAt?: number | undefined
  /** The owner of the credential. Absent when unknown. */
  identity?: string | undefined
  /** A digest of what the product calls the account. Absent when unknown. */
  ownId?: string | undefined
  /** The owner of the previous credential. Absent when unknown. */
  previousIdentity?: string | undefined
  /** The workspace that is read, and those that the product listed. Absent when unknown. */
  workspace?: string | undefined
  workspaces?: readonly ListedWorkspace[] | undefined
}

/** Whether the last call of a kind failed. */
export const isFailing = ({ okAt = 0, failure }: KindRecord): boolean => failure !== undefined && failure.at >= okAt

/** The kinds of a record. The test with which an account was connected was of the main kind. */
export const getKinds = ({ kinds, lastOkAt }: AccountRecord): Readonly<Record<string, KindRecord>> =>
  kinds ?? (lastOkAt === undefined ? {} : { [MAIN_KIND]: { okAt: lastOkAt } })

/** A link with which another person connects an account. Times are epoch milliseconds. */
export interface NewLink {
  /** The SHA-256 of its token. The token itself is not stored. */
  digest: string
  createdAt: number
  expiresAt: number
  /** Ties the link to ADMIN_KEY. */
  mark: string
  /** The sender, and the message to the recipient. */
  ownerName: string
  note: string | null
}

export const LINK_STATES = ['open', 'used', 'ended', 'spent'] as const

/** A stored link. A `spent` one has no attempts left. */
export interface StoredLink extends NewLink {
  state: (typeof LINK_STATES)[number]
  triesLeft: number
}

/** The groups whose accounts have a token in ACCOUNTS. */
export type TokenGroup = Group & ('recorder' | 'social')
export type TokenAccount = AccountOf<TokenGroup>

/** A generation of a product, which has an interface of its own. */
export type Generation = 3 | 4

/** The token for calls, which replaces the one that a person connected. */
export interface CachedToken {
  token: string
  /** From when on ACCOUNTS is asked for a new one, in epoch milliseconds. */
  lookAt: number
  /** When this token expires, in epoch milliseconds. Absent when unknown. */
  expiresAt?: number | undefined
  /** When the object's alarm renews it, in epoch milliseconds. Defaults to `lookAt`. */
  renewAt?: number | undefined
  /** When the account has to be reconnected, in epoch milliseconds. Absent when unknown. */
  endsAt?: number | undefined
  /** The origin of the account's region, once the product has named it. */
  origin?: string | undefined
  /** Whether it is a fallback, because the product does not issue the proper token at the moment. */
  isStandIn?: boolean | undefined
  /** The generation of the product that the account uses, once that is not the first one. Only in answers of ACCOUNTS. */
  generation?: Generation | undefined
  /** Whether it was pasted, and the product has not accepted it yet. */
  isPasted?: boolean | undefined
}

/** A token that the product issued for an account before it was connected. */
export interface ExchangedToken {
  account: TokenAccount
  /** Its name in the names of objects. */
  name: string
  connected: string
  token: CachedToken
}

export interface TokenRequest {
  /** A token that the product has just refused. */
  refused?: string | undefined
}

export interface SearchHistoryEntry {
  query: string
  count: number
  /** ISO 8601, UTC. */
  last_searched_at: string
}

export interface KeySearch extends SearchHistoryEntry {
  /** The key's lineage. */
  key: string
}

/**
 * The state of a bill. `expired`: its last day has passed and nobody paid it. `unknown`: it is not known yet whether the
 * product has it.
 */
export const BILL_STATES = ['unpaid', 'paid', 'cancelled', 'destroyed', 'expired', 'unknown'] as const
export type BillState = (typeof BILL_STATES)[number]

/** The encrypted part of a bill. */
export interface BillDetails {
  product_nm: string
  /** Null for a charge of a registered payment method. */
  member_nm: string | null
  /** With the middle digits hidden. The full number is not stored. */
  phone_masked: string | null
  /** In won. */
  price: number
}

/** A bill that is about to be sent. */
export interface NewBill extends BillDetails {
  bill_id: string
  /** YYYY-MM-DD, the last day to pay in Korea. Null for a charge. */
  expire_dt: string | null
  /** Epoch milliseconds. */
  sentAt: number
}

/** The state of a bill in a response or report of the product. `absent` when the product does not know the bill. */
export interface BillReading {
  state: Exclude<BillState, 'expired' | 'unknown'> | 'absent'
  /** When it was read, epoch milliseconds. */
  at: number
  /** When it was paid, in epoch milliseconds, if known. */
  paidAt?: number | undefined
  /** The approved amount in won, if known. It may differ from the price. */
  approvedPrice?: number | undefined
  /** When to read it again if it is still open, in epoch milliseconds. Absent for the usual time. */
  checkAt?: number
  /** The product's fields that may reach a caller. */
  fields: Readonly<Record<string, string>>
}

export interface BillQuery {
  /** `unpaid` includes expired bills. */
  state?: BillState | undefined
  /** Sent in this range, start included and end excluded, in epoch milliseconds. */
  from?: number | undefined
  before?: number | undefined
  /** Text in the id, the product, the name or the phone. */
  q?: string | undefined
  limit: number
  cursor?: string | undefined
}

const UUID = /([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})/
const ONLY_UUID = new RegExp(`^${UUID.source}$`, 'i')
/** How the product's own MCP server writes the id of a data source. A link may contain it, percent-encoded. */
const COLLECTION = new RegExp(`\\bcollection(?:://|%3A%2F%2F)${UUID.source}(?![0-9a-f])`, 'i')

/** The lower-case form with dashes of a UUID with or without dashes. Undefined for anything else. */
export function asUuid(value: unknown): string | undefined {
  const parts = typeof value === 'string' ? value.trim().match(ONLY_UUID) : null
  return parts?.slice(1).join('-').toLowerCase()
}

/** The hosts of the product's pages. URLs of a custom domain do not contain ids. */
const HOSTS = /^(?:[\w-]+\.)*notion\.(?:so|site|com)$/i

const DIGITS = 32

/** A view in the query of a table's address. It may stand anywhere in the text, percent-encoded. */
const VIEW = new RegExp(`(?:[?&]|%3F|%26)v(?:=|%3D)${UUID.source}(?![0-9a-f])`, 'i')

/** The host at the start of an address that was copied without its scheme. */
const HOST_FIRST = /^(?:[\w-]+\.)*notion\.(?:so|site|com)\//i

/** The object that an id or an address of the product names. */
interface Address {
  /** The page or table of the path. Undefined without one. */
  readonly id: string | undefined
  /** The page that is open next to a table, from the parameter `p`. */
  readonly open: string | undefined
}

/**
 * The id of a page: in a UUID, in the URL of a page (`https://app.notion.com/p/Plan-2f1c...?pvs=4`), in the URL's last
 * segment (`Plan-2f1c...`), or in `collection://2f1c...`, anywhere in the text. In the URL of a table it is the page
 * that is open next to it. Undefined for anything else.
 */
export function asId(value: unknown): string | undefined {
  const address = readAddress(value)
  return address?.open ?? address?.id
}

/** The id of a table, a database or data source, in the same forms. A page that is open next to it does not count. */
export const asTableId = (value: unknown): string | undefined => readAddress(value)?.id

/** The view that the address of a table names (`https://app.notion.com/p/2f1c...?v=2f1c...`). Undefined without one. */
export function asViewId(value: unknown): string | undefined {
  if (typeof value !== 'string' || asTableId(value) === undefined) return undefined
  return value.match(VIEW)?.slice(1).join('-').toLowerCase()
}

function readAddress(value: unknown): Address | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  const collection = text.match(COLLECTION)
  if (collection) return { id: collection.slice(1).join('-').toLowerCase(), open: undefined }
  if (text.includes('://')) return readUrl(text)
  if (HOST_FIRST.test(text)) return readUrl(`https://${text}`)
  // An id, or the last segment of a URL, with its query.
  const [, last = '', query] = text.match(/^([^?#]*)\??([^#]*)/) ?? []
  const id = asUuid(last) ?? (last.at(-DIGITS - 1) === '-' ? asUuid(last.slice(-DIGITS)) : undefined)
  return id === undefined ? undefined : { id, open: atEnd(new URLSearchParams(query).get('p')) }
}

function readUrl(text: string): Address | undefined {
  const url = URL.parse(text)
  if (!url || !HOSTS.test(url.hostname)) return undefined
  const last = url.pathname.split('/').filter(Boolean).at(-1)
  return { id: atEnd(last), open: atEnd(url.searchParams.get('p')) }
}

const atEnd = (text: string | null | undefined) => asUuid(text?.replaceAll('-', '').slice(-DIGITS))
