import type { Env } from '../base/env.ts'
import type { Platform } from '../base/platform.ts'
import type { Settings } from '../base/settings.ts'
import type { Outgoing } from '../upstream/outgoing.ts'
import type { Caller } from './access.ts'
import type { Operation } from './operation.ts'
import type { RouteMap } from './paths.ts'

/** What the gateway knows of one request, from the door in to the door out. */
export interface RequestState {
  /** The caller's own X-Request-Id when it is well formed, else a new one. */
  readonly id: string
  readonly settings: Settings
  readonly platform: Platform
  /** Everything that this request sends to products: its deadline, its budget, its waits. */
  readonly outgoing: Outgoing
  readonly routes: RouteMap
  operation?: Operation
  caller?: Caller
}

/** The Hono environment of every router in the house. */
export interface Gateway {
  Bindings: Env
  Variables: { state: RequestState }
}
