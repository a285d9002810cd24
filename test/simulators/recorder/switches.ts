/** The usual answer, or 404, 403, 500, the general error in a 200, or a 200 without data. */
export type ExchangeAnswer = 'served' | 'absent' | 'forbidden' | 'failing' | 'general error' | 'null'

/** The product's varying habits (docs/products/recorder.md). A test sets them at any moment; each default is the commonest form. */
export class Switches {
  /**
   * The response to a token on another region's host: -302 with the right host as an `https` URL or `bare`, a hostile
   * URL to refuse (`http`, `foreign`, `lookalike`), a `loop` without an end, or a plain 401 or 403.
   */
  wrongRegion: 'https' | 'bare' | 'http' | 'foreign' | 'lookalike' | 'loop' | 'unauthorized' | 'forbidden' = 'https'
  /** Where the response names the right host, and with which status (facts 1.1). */
  regionPlace: 'data.domains.api' | 'domains.api' | 'data.domain' | 'domain' = 'data.domains.api'
  regionStatus = -302
  /** The response to an expired user token: HTTP 401 `{detail}`, or the refusal in a 200. */
  expiredUserToken: 'detail' | 'refusal' = 'detail'
  /** The body status of a refused token: -3900, or one of -3901, -401, 40101, -10000 (facts 3). */
  refusal = -3900
  /**
   * The response to a workspace token that expired or was replaced: -419 in a 200, or HTTP 401 `{detail}` (facts 4.1).
   */
  deadWorkspaceToken: 'code' | 'detail' = 'code'
  /** How long a workspace token lives that is minted or renewed, in seconds. */
  workspaceTokenLife = 86_400
  /**
   * What happens to a used refresh token: a new one replaces it at once, it stays valid, or it works until its
   * successor is used (facts 4.1: the response may contain a new one).
   */
  rotation: 'replaced' | 'kept' | 'overlapping' = 'replaced'
  /**
   * The end of a replaced refresh token: 30 days from now, or that of the token before, although the response promises
   * 30 days (facts 4.1).
   */
  refreshEnd: 'extended' | 'fixed' = 'extended'
  /** How listing workspaces and minting their tokens fail, for a client that has to continue without (facts 4.1). */
  workspaceList: ExchangeAnswer = 'served'
  workspaceMint: ExchangeAnswer = 'served'
  /** What a user token sees of the library on a regional host. */
  regionalUserToken: 'empty' | 'served' = 'empty'
  /** The body's own `status` as a number or as a numeric string. */
  bodyStatus: 'number' | 'string' = 'number'
  /** The response to a change without a result. */
  mutationBody: 'json' | 'empty' | 'no content' = 'json'
  unknownId: 'code' | '404' = 'code'
  /** `data_file_total`: of the account, of the page, or neither. */
  total: 'account' | 'page' | 'lying' = 'account'
  /** The unit of `edit_time`; `mixed` alternates within a page. */
  editTime: 'seconds' | 'ms' | 'mixed' = 'seconds'
  flags: 'boolean' | 'number' = 'boolean'
  /** Content objects: gzip that the HTTP client undoes, gzip that nothing announces, or plain. */
  encoding: 'header' | 'raw' | 'plain' = 'header'
  /** The format of the audio that has a link. */
  audioFormat: 'mp3' | 'opus' = 'mp3'
  /** Where the link to the audio is: in each region in another place (facts 6.7). */
  audioPlace:
    | 'temp_url'
    | 'tempUrl'
    | 'url'
    | 'data'
    | 'data.temp_url'
    | 'data.url'
    | 'data[].downloadUrl'
    | 'elsewhere' = 'temp_url'
  /** Whether the list respects `filetag_id`, which only one client sends (facts 6.1). */
  folderFilter: 'heeded' | 'ignored' = 'heeded'
  /** Whether a new folder is sent back. */
  newFolder: 'sent' | 'absent' = 'sent'
  /** The response for a recording without audio. */
  noAudio: '404' | 'null' | 'empty' | 'data' | 'absent' = '404'
  /** Whether all accounts have moved to the product's next generation, whose interface is another (facts 15). */
  generation: 3 | 4 = 3
  /** What 3.0 refuses to a moved account: only `/file/...`, or every route but those of the account (facts 15.1). */
  movedRefused: 'files' | 'all' = 'files'
  /** How 4.0 answers an account that has not moved: refused in a 200 or by HTTP 401 (facts 15.1), or without such a route. */
  unmovedRefusal: 'code' | 'detail' | 'absent' = 'code'
  /** Whether 4.0 wants the headers of the workspace with a workspace token (facts 15.2). */
  scopeHeaders: 'needed' | 'ignored' = 'needed'
  /** The end of the list of 4.0, and a cursor that never ends (facts 15.3). */
  cursorEnd: 'null' | 'empty' | 'missing' = 'null'
  cursor: 'advancing' | 'repeating' = 'advancing'
  /** The links to contents of 4.0: signed for a day, not there, at a host that nobody knows, or expired (facts 15.3). */
  contentLink: 'signed' | 'missing' | 'empty' | 'null' | 'unknown host' | 'expired' = 'signed'
  contentsById: 'served' | 'absent' = 'served'
  urlMap: 'text' | 'object' = 'text'
  /** What was not made yet: no object, or one with neither link nor id (facts 15.3). */
  unmade: 'missing' | 'empty' = 'missing'
  /** Whether 4.0 lists the node of a rename as failed (facts 15.4). */
  renameFails = false
  /** A share that does not exist. */
  noShare: 'object' | 'null' = 'object'
  /** `/user/me` with `have_files` and `has_transcribed`, which no client has seen. */
  libraryFlags = false
  /** The form of search results, or no search at all (404). */
  search: 'chunks' | 'data' | 'results' | 'list' | 'absent' = 'chunks'
  /** Inferred routes: `/summary/models` and `/file/combine-tasks/running`. */
  models: 'present' | 'absent' = 'present'
  combineTasks: 'present' | 'absent' = 'present'
  /** Whether `edit_time` moves by an edit and when a recording becomes ready, which was never verified (facts 6.1). */
  editTimeMoves = true
  /** Whether the version moves when a recording becomes ready. */
  versionMoves = true
  /** How many polls a task takes, and how it ends. */
  pollsToFinish = 3
  taskOutcome: 'complete' | 'failed' = 'complete'
}
