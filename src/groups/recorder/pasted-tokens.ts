import { misconfigured } from '../../base/errors.ts'
import { at, DEEPEST_JSON, isDeeperThan, isObject, text, tryParseJson } from '../../base/json.ts'
import { checkSecret } from '../../upstream/credentials.ts'
import {
  type CopiedSession,
  type CopiedWorkspace,
  getId,
  getWorkspaces,
  isOfficialLogin,
  type RecorderToken,
  readToken,
  sessionInJson,
  sessionInText,
  type TokenKind,
} from './tokens.ts'

/** The tokens of a connected account, all of one user and one workspace, each kind in the order of the pasted text. */
export interface ConnectedTokens {
  readonly users: readonly RecorderToken[]
  readonly workspaceTokens: readonly RecorderToken[]
  readonly refreshTokens: readonly RecorderToken[]
  /** The workspace that is read. Undefined when only the product can say which there are. */
  readonly workspaceId: string | undefined
  /** The workspace that would be read without a choice of the owner. */
  readonly usualId: string | undefined
  readonly workspaces: readonly CopiedWorkspace[]
  /**
   * Whether the personal workspace is read. Only then may a user token stand in for a workspace token that the product
   * does not issue, because it shows the personal workspace.
   */
  readonly isPersonal: boolean
  /** The user's id. Undefined when no token contains it. */
  readonly subject: string | undefined
  /** The user's id as a member of the workspace. Undefined when no token contains it. */
  readonly memberId: string | undefined
  readonly region: string | undefined
}

/** A Cookie or Authorization header, or a copied request. JSON in it does not belong to the token. */
const REQUEST = /^(?:cookie|authorization)\b|^curl\s|(?:^|[;\s'"])pld_u?r?[wt]t?=/i

/** The pasted text, and the workspace that the owner chose for it. */
interface Connected {
  pasted: string
  chosenId: string | undefined
}

/** The stored form of a text with a chosen workspace, as the request that chose it has it. */
export const withChoice = ({ pasted, chosenId }: Connected): string =>
  chosenId === undefined ? pasted : JSON.stringify({ workspace: chosenId, token: pasted })

/** Separates the choice of the owner from the text that was pasted. */
export function splitChoice(connected: string): Connected {
  const value = /^\s*\{/.test(connected) ? tryParseJson(connected) : undefined
  const [chosenId, token] = [getId(at(value, 'workspace')), isObject(value) ? value.token : undefined]
  if (chosenId === undefined || token === undefined) return { pasted: connected, chosenId: undefined }
  return { pasted: text(token) ?? JSON.stringify(token), chosenId }
}

/**
 * Parses RECORDER_TOKEN as people paste it: a token, a header or request that contains tokens, or a browser's stored
 * session. That is JSON with tokens in it, possibly JSON within JSON text, or a row of localStorage that starts with
 * its key. The choice of a workspace may be around it. Throws 500 with RECORDER_TOKEN for text that cannot be in a
 * header, for JSON that is invalid or contains no token, and for a workspace without a token. Throws 500 that says so for
 * the tokens of the product's official login.
 */
export function readTokens(connected: string): ConnectedTokens {
  const { pasted, chosenId } = splitChoice(connected)
  return choose(readSession(pasted), chosenId)
}

function readSession(pasted: string): CopiedSession {
  const text = withoutWrapping(pasted)
  const json = REQUEST.test(text) ? undefined : jsonIn(text)
  const found = json === undefined ? sessionInText(text) : sessionInJson(json)
  if (isOfficialLogin(text, found.tokens)) throw officialLogin()
  if (json !== undefined || found.tokens.length > 1) return found
  const [only] = found.tokens
  if (!only) checkSecret('RECORDER_TOKEN', text)
  const token = only ?? readToken(text)
  return { ...found, tokens: [{ ...token, kind: token.kind ?? 'UT' }] }
}

const all = ({ users, workspaceTokens, refreshTokens }: ConnectedTokens) => [
  ...users,
  ...workspaceTokens,
  ...refreshTokens,
]

export const getKinds = (tokens: ConnectedTokens): TokenKind[] => [
  ...new Set(all(tokens).flatMap(({ kind }) => kind ?? [])),
]

export const getTexts = (tokens: ConnectedTokens): string[] => all(tokens).map(({ text }) => text)

/** Removes quotes, `bearer`, and the key at the start of a localStorage row. */
function withoutWrapping(pasted: string): string {
  let text = pasted
  let before: string
  do {
    before = text
    text = text
      .trim()
      .replace(/^(["'`])(.*)\1$/s, '$2')
      .replace(/^((?:bearer\s+)+|(pld_|plaud_)?tokenstr["']?\s*[:=\t]\s*)/i, '')
  } while (text !== before)
  return text
}

function jsonIn(text: string): unknown {
  const start = text.search(/[[{]/)
  if (start < 0) return undefined
  const json = text.slice(start)
  // The second form is a quoted JSON text whose quotes were removed.
  const value = tryParseJson(json) ?? tryParseJson(`"${json}"`)
  if (value === undefined) {
    // Several rows of the table, of which each has JSON of its own.
    if (/\n[^\S\n]*["']?[\w.:-]+\t/.test(text)) return undefined
    if (isOfficialLogin(text, sessionInText(text).tokens)) throw officialLogin()
    throw misconfigured('RECORDER_TOKEN holds JSON that is broken or cut off: copy it again')
  }
  if (isDeeperThan(value, DEEPEST_JSON))
    throw misconfigured(`RECORDER_TOKEN holds JSON that is nested deeper than ${DEEPEST_JSON} levels: copy it again`)
  return value
}

const officialLogin = () =>
  misconfigured(
    "RECORDER_TOKEN holds Plaud's official login, for its command line and MCP, which opens another interface: sign in at web.plaud.ai and copy the session there",
  )

/** The rows in which the product's page stores the tokens. */
export const TOKEN_ROWS =
  'the row `pld_session.tokens`, or one whose name ends in `workspaceTokens`, `workspaceList` or `tokenstr`: in the developer tools of the browser at Application, Local Storage, https://web.plaud.ai'

/**
 * First the workspace: the one that the owner chose, else the one that was open, else the only one, else the personal
 * one. Then only its tokens, and the tokens of its user: a browser may still hold tokens of others.
 */
function choose(session: CopiedSession, chosenId: string | undefined): ConnectedTokens {
  const { tokens } = session
  if (tokens.every(({ kind }) => kind === undefined))
    throw misconfigured(`RECORDER_TOKEN holds no token of the recorder. Copy ${TOKEN_ROWS}`)
  const ofWorkspaces = tokens.filter(({ kind }) => kind === 'WT' || kind === 'WRT')
  const workspaces = getWorkspaces(session)
  const openId = workspaces.find(({ open }) => open)?.id
  const usualId = openId ?? getPersonal(workspaces, ofWorkspaces)
  const workspaceId = chosenId ?? usualId
  const own = ofWorkspaces.filter((token) => agrees(token.workspaceId, workspaceId))
  const subject = findFirst(own, 'subject') ?? findFirst(tokens, 'subject', 'UT')
  const users = tokens.filter((token) => token.kind === 'UT' && agrees(token.subject, subject))
  if (own.length === 0 && users.length === 0) throw lacksWorkspace(workspaceId, chosenId !== undefined)
  const isKnown = findFirst(own, 'isPersonal')
  const isExplicit = chosenId !== undefined || openId !== undefined
  return {
    users,
    workspaceTokens: own.filter(({ kind }) => kind === 'WT'),
    refreshTokens: own.filter(({ kind }) => kind === 'WRT'),
    workspaceId,
    usualId,
    workspaces,
    isPersonal: workspaceId === undefined || (isExplicit ? isKnown === true : isKnown !== false),
    subject,
    memberId: findFirst(own, 'memberId'),
    region: findFirst([...own, ...users], 'region'),
  }
}

/**
 * The only workspace, else the personal one. Of two users, the one with the session that ends last counts: the other
 * one left.
 */
function getPersonal(workspaces: readonly CopiedWorkspace[], tokens: readonly RecorderToken[]): string | undefined {
  if (workspaces.length < 2) return workspaces[0]?.id
  const personal = tokens.filter((token) => token.isPersonal)
  const [latest] = (personal.length > 0 ? personal : tokens).toSorted((a, b) => (b.endsAt ?? 0) - (a.endsAt ?? 0))
  return latest?.workspaceId
}

const lacksWorkspace = (workspaceId: string | undefined, isChosen: boolean) =>
  misconfigured(
    `RECORDER_TOKEN holds no token of the workspace ${workspaceId}, which ${isChosen ? 'was chosen' : 'is open in it'}. Open that workspace at web.plaud.ai, and copy ${TOKEN_ROWS}`,
  )

function findFirst<Name extends keyof RecorderToken>(
  tokens: readonly RecorderToken[],
  name: Name,
  kind?: TokenKind,
): RecorderToken[Name] | undefined {
  return tokens.find((token) => token[name] !== undefined && (kind === undefined || token.kind === kind))?.[name]
}

/** Whether two claims may be of the same user or workspace. */
export const agrees = (a: string | undefined, b: string | undefined) => a === undefined || b === undefined || a === b
