import type { ApiKey, State } from './state.ts'

/** What the product is known to do in more than one way. A test turns one; the defaults are the newest documents. */
export interface Switches {
  /** `older`: the error body that the authentication page still shows (facts 2). */
  authErrorShape: 'current' | 'older'
  /** Which key wraps the list of workspaces; both were seen (facts 3). */
  workspacesKey: 'workspaces' | 'content'
  /** Epoch milliseconds at which unbound keys stop working (facts 1); `Infinity`: never. */
  legacyKeysEnd: number
  /** Per key; older documents said 1000 in an hour (facts 2). */
  rateLimit: { requests: number; windowMs: number }
  /** Whether the key may search by keyword: the key of a team alone may not (facts 3). */
  keyword: 'served' | 'refused'
}

export const defaultSwitches = (): Switches => ({
  authErrorShape: 'current',
  workspacesKey: 'workspaces',
  legacyKeysEnd: Date.parse('2026-06-30T00:00:00Z'),
  rateLimit: { requests: 600, windowMs: 60_000 },
  keyword: 'served',
})

/** What every route of the product works with. */
export interface Tiro {
  clock: { now(): number }
  newId: () => string
  state: State
  switches: Switches
}

/** The routes behind a key. */
export interface KeyedEnv {
  Variables: { key: ApiKey }
}

/** The product's time as it is written on the wire. */
export const timestamp = (tiro: Tiro) => new Date(tiro.clock.now()).toISOString()
