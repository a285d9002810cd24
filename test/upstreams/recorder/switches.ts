/** The usual answer, or 404, 403, 500, the general error in a 200, or a 200 without data. */
export type ExchangeAnswer = 'served' | 'absent' | 'forbidden' | 'failing' | 'general error' | 'null'

/** The product's varying habits (facts 1 to 11). A test sets them at any moment; each default is the commonest form. */
export interface Switches {
  /** A request without a browser's User-Agent gets the edge's 403 page. */
  browserCheck: boolean
  /**
   * What a token meets on another region's host: -302 with the right host as an `https` address or `bare`, a hostile
   * address to refuse (`http`, `foreign`, `lookalike`), a `loop` that no host ends, or a plain 401 or 403.
   */
  wrongRegion: 'https' | 'bare' | 'http' | 'foreign' | 'lookalike' | 'loop' | 'unauthorized' | 'forbidden'
  /** What an expired user token gets: HTTP 401 `{detail}`, or the refusal in a 200. */
  expiredUserToken: 'detail' | 'refusal'
  /** The body status of a refused token: -3900, or one of -3901, -401, 40101, -10000 (facts 3). */
  refusal: number
  /** What a workspace token that ended or was replaced gets: -419 in a 200, or HTTP 401 `{detail}` (facts 4.1). */
  deadWorkspaceToken: 'code' | 'detail'
  /** How long a workspace token lives that is minted or renewed, in seconds. */
  workspaceTokenLife: number
  /**
   * What becomes of a refresh token that is used: a new one takes its place at once, it stays as it is, or it works until
   * its successor is used (facts 4.1: the answer may bring a new one).
   */
  rotation: 'replaced' | 'kept' | 'overlapping'
  /** How listing workspaces and minting their tokens fail, for a client that has to go on without (facts 4.1). */
  workspaceList: ExchangeAnswer
  workspaceMint: ExchangeAnswer
  /** What a user token sees of the library on a regional host. */
  regionalUserToken: 'empty' | 'served'
  /** The body's own `status` as a number or as a numeric string. */
  bodyStatus: 'number' | 'string'
  /** What a change that has nothing to tell answers with. */
  mutationBody: 'json' | 'empty' | 'no content'
  unknownId: 'code' | '404'
  /** `data_file_total`: of the account, of the page, or neither. */
  total: 'account' | 'page' | 'lying'
  /** The unit of `edit_time`; `mixed` alternates within a page. */
  editTime: 'seconds' | 'ms' | 'mixed'
  flags: 'boolean' | 'number'
  /** Content objects: gzip that the HTTP client undoes, gzip that nothing announces, or plain. */
  encoding: 'header' | 'raw' | 'plain'
  /** The format of the audio that there is a link to. */
  audioFormat: 'mp3' | 'opus'
  /** Whether the list heeds `filetag_id`, which one client alone sends (facts 6.1). */
  folderFilter: 'heeded' | 'ignored'
  /** Whether a new folder is sent back. */
  newFolder: 'sent' | 'absent'
  /** What a recording without audio answers. */
  noAudio: '404' | 'null' | 'absent'
  /** A share that does not exist. */
  noShare: 'object' | 'null'
  /** `/user/me` with `have_files` and `has_transcribed`, which no client has seen. */
  libraryFlags: boolean
  /** The form of search results, or no search at all (404). */
  search: 'chunks' | 'data' | 'results' | 'list' | 'absent'
  /** Inferred routes: `/summary/models` and `/file/combine-tasks/running`. */
  models: 'present' | 'absent'
  combineTasks: 'present' | 'absent'
  /** Whether `edit_time` moves by an edit and when a recording becomes ready, which was never verified (facts 6.1). */
  editTimeMoves: boolean
  /** Whether the version moves when a recording becomes ready. */
  versionMoves: boolean
  /** How often a task is looked at until it ends, and how it ends. */
  pollsToFinish: number
  taskOutcome: 'complete' | 'failed'
}

export const usualSwitches = (): Switches => ({
  browserCheck: true,
  wrongRegion: 'https',
  expiredUserToken: 'detail',
  refusal: -3900,
  deadWorkspaceToken: 'code',
  workspaceTokenLife: 86_400,
  rotation: 'replaced',
  workspaceList: 'served',
  workspaceMint: 'served',
  regionalUserToken: 'empty',
  bodyStatus: 'number',
  mutationBody: 'json',
  unknownId: 'code',
  total: 'account',
  editTime: 'seconds',
  flags: 'boolean',
  encoding: 'header',
  audioFormat: 'mp3',
  folderFilter: 'heeded',
  newFolder: 'sent',
  noAudio: '404',
  noShare: 'object',
  libraryFlags: false,
  search: 'chunks',
  models: 'present',
  combineTasks: 'present',
  editTimeMoves: true,
  versionMoves: true,
  pollsToFinish: 3,
  taskOutcome: 'complete',
})
