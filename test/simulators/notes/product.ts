import type { ApiKey, State } from './state.ts'

/** Known variants of the product's behaviour. A test sets one. The defaults follow the newest documents. */
export interface Switches {
  /** `older`: the error body that the authentication page still shows (facts 2). */
  authErrorShape: 'current' | 'older'
  /** Which key wraps the list of workspaces; both were seen (facts 3). */
  workspacesKey: 'workspaces' | 'content'
  /** Epoch milliseconds at which unbound keys stop working (facts 1). `Infinity`: never. */
  legacyKeysEnd: number
  /** Per key; older documents said 1000 in an hour (facts 2). */
  rateLimit: { requests: number; windowMs: number }
  /** Where a refusal for the limit says how long to wait; `words`: in its message alone (facts 2). */
  wait: 'Retry-After' | 'X-RateLimit-Reset' | 'words'
  /** Whether the list of summaries has their texts, whole (facts 3). */
  summaryList: 'whole' | 'without text' | 'truncated'
  /** Whether the key may search by keyword. Only a team's key may not (facts 3). */
  keyword: 'served' | 'refused'
}

export const defaultSwitches = (): Switches => ({
  authErrorShape: 'current',
  workspacesKey: 'workspaces',
  legacyKeysEnd: Date.parse('2026-06-30T00:00:00Z'),
  rateLimit: { requests: 600, windowMs: 60_000 },
  wait: 'Retry-After',
  summaryList: 'whole',
  keyword: 'served',
})

/** What every route of the product uses. */
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

/** The product's time in its wire format. */
export const timestamp = (tiro: Tiro) => new Date(tiro.clock.now()).toISOString()
