import type { Area, Group } from '../../src/base/groups.ts'
import type { Call, Simulator } from '../upstreams/simulator.ts'

/**
 * `calls/depth` of the first request in an isolate, and of the same request once more: outgoing calls, and the longest
 * chain of calls each of which needs the answer of the one before. They are the least that the products allow.
 */
export type RoundTrips = readonly [cold: string, warm: string]

/** A product, freshly seeded, that goes by this clock. */
export type Simulate = (clock: { now(): number }) => Simulator

/** Settings by their names. */
export type Overrides = Readonly<Record<string, string>>

/**
 * What the suite must know of a group to replay its cases over every operation. A later group adds a rows file with one
 * of these, and its name to contracts.ts. Rows are read by scripts/faults, too, so they hold nothing of the test runner.
 */
export interface GroupContract {
  group: Area
  /** The product behind the group. */
  simulate: Simulate
  /** The settings that connect the group's accounts. */
  connected: Overrides
  /** Without its credential; unless said, without any setting: 401 `<group> account is not connected`, and what is not set. */
  missing?: Attempt
  /** With a credential that the product refuses: 401 that says to reconnect, unless said otherwise. */
  rejected: Attempt
  /** The failure envelope, contract 2.13. */
  failure: (error: string) => unknown
  /** Whether a success stands in the group's envelope; for groups that have one. */
  success?: (body: Readonly<Record<string, unknown>>) => boolean
  /** Calls that keep a credential fresh: faults spare them, and they are not counted. */
  isUpkeep?: (call: Call) => boolean
  /**
   * Places of the product's answers that are its verdict on the request, and why: to change one changes what the product
   * says (test/tolerance).
   */
  verdicts?: Readonly<Record<string, string>>
  /** What operations cost that make other calls than `USUAL` (test/upstream/round-trips.ts), by their ids. */
  roundTrips?: Readonly<Record<string, RoundTrips>>
  /** What operations call of an object at each request, by their ids (test/gateway/cold-path.test.ts). */
  objectCalls?: Readonly<Record<string, readonly string[]>>
  /** By the id of the operation. */
  rows: Record<string, Row>
}

/** How one operation is called, and what is its own about it. */
export interface Row {
  /** From the root of the deployment, with example ids and query. */
  path: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  /** The licences that pass, `open` for no key at all (contract section 5), `admin` for ADMIN_KEY, or `link` for a link. */
  tier: 'basic' | 'pro' | 'pro or payment' | 'any' | 'open' | 'admin' | 'link'
  /** How the licence gate refuses, when not by 400 `you are not a <service_name> PRO user`. */
  refusal?: { status: number; error: string }
  /** Settings in place of the group's. */
  connected?: Overrides
  /** The product in place of the group's, in a state that the operation has something to tell of. */
  simulate?: Simulate
  /** In place of the group's, null where the operation needs no credential. */
  missing?: Attempt | null
  rejected?: Attempt | null
  /** Why no product is called. */
  noUpstream?: string
  /** Whether a product is asked all the same, about a credential that is to be connected. */
  testsCredential?: boolean
  /** Which calls the faults hit: every call of a read, and every call but GETs of a write, unless said. */
  faulted?: (call: Call) => boolean
  /** Of a write: which of its calls only ask, though they are no GETs. */
  asks?: (call: Call) => boolean
  /** Whether a link has to be kept before. */
  needsLink?: boolean
  /** A setting whose value it answers, because that is what it is for. */
  shows?: string
  /** The largest body in bytes, when not 1 MiB. */
  maxBody?: number
  /** Why upstream failures are answered in the form of a success instead of the failure envelope. */
  failsAsSuccess?: string
  differs?: Partial<Record<UpstreamCase, Difference>>
  /** In addition to the group's. */
  verdicts?: Readonly<Record<string, string>>
  /** Places of our own answer that follow from others of the product's answer, and from which (test/tolerance). */
  follows?: Readonly<Record<string, string>>
  /** Groups that a limited key has to open beside the row's own. */
  alsoNeeds?: readonly Group[]
  /** Whether a named key with the id KEPT_KEY (admin.rows.ts) stands in STORE. */
  keptKey?: boolean
  /** Whether a client and a grant (kept-grant.ts) stand in OAUTH_KV. */
  keptGrant?: boolean
  /** A request that is sent before it with both keys, since there would be nothing to return without it. */
  after?: string
  /** What the same request meets when it is sent again: the success changed what it is about. */
  again?: { status: number; why: string }
  /** What some of the same requests meet when they are sent at the same moment. */
  atOnce?: { status: number; why: string }
  /** Lists of the answer that are rightly empty in a fresh deployment. */
  empty?: readonly string[]
  /** Other requests to the operation that take another way through it, put over the row. */
  variants?: Record<string, Partial<Row>>
}

/** A request with another credential, and what becomes of it. */
export interface Attempt {
  settings?: Overrides
  /** Put over the row's headers; null takes one away. */
  headers?: Record<string, string | null>
  status?: number
  error?: string | RegExp
}

export interface Difference {
  /** Below 400 for a success after all. */
  status?: number
  /** How often the same call is made at most. */
  calls?: number
  /** The header of the answer, null for none. */
  retryAfter?: string | null
  why: string
}

export type UpstreamCase =
  | '500'
  | '503'
  | '429 with Retry-After'
  | '429 beyond the deadline'
  | '401'
  | 'no answer'
  | 'a broken connection'
  | 'a page'
  | 'broken JSON'
  | 'cut JSON'
  | 'a redirect'
