import type { Env } from '../base/env.ts'
import type { Platform } from '../base/platform.ts'
import type { Settings } from '../base/settings.ts'
import type { UpstreamContext } from '../upstream/http/upstream-context.ts'
import type { Caller } from './auth/access.ts'
import type { OpenLink } from './auth/admin/invite-links.ts'
import type { Session } from './auth/admin/session.ts'
import type { RouteMap } from './http/paths.ts'
import type { Operation } from './operation.ts'

/** What the gateway knows of one request, from its arrival to its answer. */
export interface RequestState {
  /** The caller's own X-Request-Id when it is well formed, else a new one. */
  readonly id: string
  readonly settings: Settings
  readonly platform: Platform
  /** What this request sends to products: the deadline, the budget of calls and the time spent waiting. */
  readonly upstream: UpstreamContext
  readonly routes: RouteMap
  operation?: Operation
  /** Known from the arrival on for a request that is a part of another. */
  caller?: Caller
  /** Whether it is the call of a tool, so that a model reads the answer. */
  readonly isTool?: boolean
  /** The session of the management app, of a request that came with its cookie. */
  session?: Session
  /** The link that opened the operation. */
  link?: OpenLink
  /** Whether ADMIN_KEY or its session opened the operation. */
  isAdmin?: boolean
  /** Whether the request tried to get in by ADMIN_KEY. */
  isSignIn?: boolean
  /** What the audit log calls an answer that no operation gave. */
  action?: string
  /** The id or the account that a change is about, for the audit log. */
  target?: string | undefined
  /** What the caller reads of a failure. */
  failureMessage?: string
  /** Headers of the answer, whatever it is. */
  answerHeaders?: Readonly<Record<string, string>>
}

/** The Hono environment of every router of the gateway. */
export interface AppEnv {
  Bindings: Env
  Variables: { state: RequestState }
}
