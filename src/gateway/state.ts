import type { Session } from '../base/access.ts'
import type { Env } from '../base/env.ts'
import type { FailureParameters, FieldProblem } from '../base/errors.ts'
import type { Platform } from '../base/platform.ts'
import type { Settings } from '../base/settings.ts'
import type { UpstreamContext } from '../upstream/context.ts'
import type { Caller, OpenLink } from './auth/caller.ts'
import type { Operation } from './operation-type.ts'

/** The paths and methods of the router, for requests that match none of them. */
export interface RouteMap {
  /**
   * The methods at a path whose routes are loaded. A fixed segment is never a parameter's value, so
   * `PATCH /recorder/files/trash` does not rename a recording called "trash".
   */
  methodsAt(path: string): readonly string[]
  /** The path of an operation whose route is loaded, with `{name}` for a parameter. */
  pathOf(operation: Operation): string | undefined
  /** Loads all routes. Returns every path, with `:name` for a parameter. */
  allPaths(): Promise<readonly string[]>
}

/** The state of one request, from its arrival to its response. */
export interface RequestState {
  /** The caller's X-Request-Id when it is valid, otherwise a new one. */
  readonly id: string
  readonly settings: Settings
  readonly platform: Platform
  /** When it arrived, in epoch milliseconds. */
  readonly arrivedAt: number
  /** The context for calls to products: the deadline, the call budget and the time spent waiting. */
  readonly upstream: UpstreamContext
  readonly routes: RouteMap
  operation?: Operation
  /** Known from the start for a request that is part of another. */
  caller?: Caller
  /** Whether it is a tool call, so that a model reads the response. */
  readonly isTool?: boolean
  /** Whether it is one of several requests for one answer, which alone is logged and counted. */
  isPart?: boolean
  /** Whether it only asks what a person has to know before they agree. */
  readonly isQuestion?: boolean
  /** The session of the management app, for a request with its cookie. */
  session?: Session
  /** The link that authorized the operation. */
  link?: OpenLink
  /** Whether ADMIN_KEY or its session authorized the operation. */
  isAdmin?: boolean
  /** Whether the request tried to authenticate with ADMIN_KEY. */
  isSignIn?: boolean
  /** The action in the audit log, for a response that no operation gave. */
  action?: string
  /** The id or account that a change affects, for the audit log. */
  target?: string | undefined
  /** What that is called at this time, if a person gave it a name. */
  targetName?: string | null
  /** What the audit log says of it in addition: the channel of a subscription, and what was done of several things. */
  details?: readonly string[]
  /** Whether the audit log has it already. */
  isRecorded?: boolean
  /** The error message that the caller gets. */
  failureMessage?: string
  /** What that message names. */
  failureParameters?: FailureParameters
  /** The Access-Control-Allow-Origin of the response, for a page that may call. */
  allowedOrigin?: string
  /** What is wrong with each field of the request. */
  failureProblems?: readonly FieldProblem[] | undefined
  /** Headers for any response. */
  answerHeaders?: Readonly<Record<string, string>>
}

/** The Hono environment of every router of the gateway. */
export interface AppEnv {
  Bindings: Env
  Variables: { state: RequestState }
}
