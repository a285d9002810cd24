import type { Area, Group } from '../../src/base/groups.ts'
import type { Call, Simulator } from '../simulators/simulator.ts'

/**
 * `calls/depth` of the first request in an isolate, and of the same request again: upstream calls, and the longest
 * chain of calls that each need the response of the one before. They are the minimum that the products allow.
 */
export type RoundTrips = readonly [cold: string, warm: string]

/** A product, freshly seeded, that goes by this clock. */
export type Simulate = (clock: { now(): number }) => Simulator

/** Settings by their names. */
export type Overrides = Readonly<Record<string, string>>

/**
 * What the suite must know about a group to run its cases for every operation. A new group adds a rows file with one of
 * these, and its name to contracts.ts. test/slow/faults reads the rows as well, so they must not import the test
 * runner.
 */
export interface GroupContract {
  group: Area
  /** The product behind the group. */
  simulate: Simulate
  /** The settings that connect the group's accounts. */
  connected: Overrides
  /**
   * The request without its credential. Defaults to no settings: 401 `<group> account is not connected`, with the
   * address where it is.
   */
  missing?: Attempt
  /** With a credential that the product refuses: 401 that says to reconnect, unless said otherwise. */
  rejected: Attempt
  /** The failure envelope (docs/spec/gateway.md, "Contract"). */
  failure: (error: string, code: string | null) => unknown
  /** Whether a success uses the group's envelope, for groups with one. */
  success?: (body: Readonly<Record<string, unknown>>) => boolean
  /** Calls that keep a credential fresh. Faults do not apply to them, and they are not counted. */
  isUpkeep?: (call: Call) => boolean
  /**
   * Paths in the product's responses that decide about the request, and why. Changing one changes the product's answer
   * (test/slow/workerd/tolerance).
   */
  verdicts?: Readonly<Record<string, string>>
  /** What operations cost that make other calls than `USUAL` (test/upstream/round-trips.ts), by their ids. */
  roundTrips?: Readonly<Record<string, RoundTrips>>
  /** The Durable Object calls of each request, by operation id (test/slow/workerd/upstream/round-trips.test.ts). */
  objectCalls?: Readonly<Record<string, readonly string[]>>
  /** By operation id. */
  rows: Record<string, Row>
}

/** How one operation is called, and its special properties. */
export interface Row {
  /** Relative to the deployment, with example ids and query. */
  path: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  /**
   * The licences that pass, `open` for no key at all (docs/spec/gateway.md, "Licences"), `admin` for ADMIN_KEY, or
   * `link` for a link.
   */
  tier: 'basic' | 'pro' | 'pro or payment' | 'any' | 'open' | 'admin' | 'link'
  /** How the licence gate refuses, when not by 400 `you are not a <service_name> PRO user`. */
  refusal?: { status: number; error: string }
  /** Settings that replace the group's. */
  connected?: Overrides
  /** The product that replaces the group's, with data for this operation. */
  simulate?: Simulate
  /** Replaces the group's. Null when the operation needs no credential. */
  missing?: Attempt | null
  rejected?: Attempt | null
  /** Why no product is called. */
  noUpstream?: string
  /** Whether a product is called anyway, to verify a credential. */
  testsCredential?: boolean
  /** Which calls the faults apply to. By default every call of a read, and every call but GETs of a write. */
  faulted?: (call: Call) => boolean
  /** Only for a write: which of its calls only read, although they are no GETs. */
  asks?: (call: Call) => boolean
  /** Whether a link must be stored first. */
  needsLink?: boolean
  /** A setting whose value the response contains on purpose. */
  shows?: string
  /** The largest body in bytes, when not 1 MiB. */
  maxBody?: number
  /** Why upstream failures are returned in the form of a success instead of the error envelope. */
  failsAsSuccess?: string
  /** The response to a product that is unavailable, when not 502. */
  unavailable?: { status: number; why: string }
  /** Only for a write: where a change whose response was cut is found, so that it is a success. */
  foundAt?: string
  /** In addition to the group's. */
  verdicts?: Readonly<Record<string, string>>
  /**
   * Paths in the gateway's response that depend on other parts of the product's response, and on which
   * (test/slow/workerd/tolerance).
   */
  follows?: Readonly<Record<string, string>>
  /** Groups that a limited key has to open beside the row's own. */
  alsoNeeds?: readonly Group[]
  /** A named key that the deployment has. */
  keptKey?: string
  /** Whether another CREDENTIALS_KEY than that of the row has encrypted the data. */
  isClosed?: boolean
  /** Whether a call waits for the owner's agreement, with the id CONFIRMATION_ID (admin.rows.ts). */
  keptConfirmation?: boolean
  /** Whether ACCESS has a client and a grant (kept-grant.ts). */
  keptGrant?: boolean
  /** Whether ACCESS has a session and a passkey (admin.rows.ts). */
  keptSignIn?: boolean
  /** Replaces the body by what a browser answers that makes a passkey, or uses one that the deployment has. */
  passkey?: 'new' | 'used'
  /** A request that is sent before it with both keys, since there would be nothing to return without it. */
  after?: string
  /** The response when the same request is sent again, because the success changed its object. */
  again?: { status: number; why: string }
  /** The response to some of several concurrent identical requests. */
  atOnce?: { status: number; why: string }
  /** Lists in the response that are empty in a new deployment. */
  empty?: readonly string[]
  /** Other requests to the operation that take another way through it, put over the row. */
  variants?: Record<string, Partial<Row>>
}

/** A request with another credential, and its result. */
export interface Attempt {
  settings?: Overrides
  /** Put over the row's headers; null takes one away. */
  headers?: Record<string, string | null>
  status?: number
  error?: string | RegExp
}
