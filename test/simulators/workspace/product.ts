import type { Connection, State } from './state.ts'

export const NOTION_HOST = 'api.notion.com'
export const NOTION_APP_HOST = 'app.notion.com'
/** The host of the web app before 2026 (facts 8). */
export const NOTION_OLD_APP_HOST = 'www.notion.so'

/** Known variants of the product's behaviour. A test sets one. */
export class Switches {
  /** The most rows that one filter and sort gives over all its pages (facts 2). */
  resultLimit = 10_000
  /** A page may contain fewer rows than requested (facts 2). */
  rowsPerPage = 100
  /** Options that the schema omits although rows have them, as reported for the group In progress (facts 3). */
  omittedOptions: readonly string[] = []
  /** Whether filters of text take capitals for small letters: facts 4 are silent on it. */
  foldsCase = false
  /** The most calls that a token may make within a second; more are 429 (facts 7). */
  callsPerSecond = Number.POSITIVE_INFINITY
  /** The host that takes the calls of the web app. */
  appHost = NOTION_APP_HOST
  /** How the other host answers them: with a redirect to the first, or 404 (facts 8). */
  otherAppHostStatus: 301 | 302 | 303 | 307 | 308 | 404 = 302
  /** Off: a new user's id is not returned, as one client saw. Then `findUser` returns it (facts 8). */
  newUserIdTold = true
  /** Off: `inviteGuestsToSpace` answers with an empty body (facts 8). */
  inviteAnswerIsJson = true
  /** Where `getVisibleUsers` lists people (facts 8). */
  visibleUsersIn: 'both' | 'users' | 'recordMap' = 'both'
  /** How long the product takes to import a file, in milliseconds. */
  importMs = 900
  /** How imports end: null, or a key of IMPORT_ERRORS. */
  importFailure: string | null = null
  /** The most blocks in a page's Markdown. The rest is unknown (facts 10). */
  markdownBlocks = 20_000
}

/** What every route of the product uses. */
export interface Notion {
  clock: { now(): number }
  newId: () => string
  state: State
  switches: Switches
}

/** Routes of the public API, after its guard. */
export interface RestEnv {
  Variables: { connection: Connection; version: string }
}

/** The product's time in its wire format: rounded to the minute (facts 2). */
export const timestamp = (notion: Notion) => `${new Date(notion.clock.now()).toISOString().slice(0, 16)}:00.000Z`
