import { misconfigured } from '../../base/errors.ts'
import { DEEPEST_JSON, isDeeperThan, tryParseJson } from '../../base/json.ts'
import { checkSecret } from '../../upstream/credentials.ts'
import { isOfficialLogin, type RecorderToken, readToken, type TokenKind, tokensInJson, tokensInText } from './tokens.ts'

/** The tokens of a connected account: at most one of each kind, all of the same user. */
export interface ConnectedTokens {
  readonly user: RecorderToken | undefined
  readonly workspace: RecorderToken | undefined
  readonly refresh: RecorderToken | undefined
  /** The user's id. Undefined when no token contains it. */
  readonly subject: string | undefined
  /** The user's id as a member of the workspace. Undefined when no token contains it. */
  readonly memberId: string | undefined
  readonly region: string | undefined
}

/** A Cookie or Authorization header, or a copied request. JSON in it does not belong to the token. */
const REQUEST = /^(?:cookie|authorization)\b|^curl\s|(?:^|[;\s'"])pld_u?r?[wt]t?=/i

/**
 * Parses RECORDER_TOKEN as people paste it: a token, a header or request that contains tokens, or a browser's stored
 * session. That is JSON with tokens in it, possibly JSON within JSON text, or a row of localStorage that starts with
 * its key. Throws 500 with RECORDER_TOKEN for text that cannot be in a header, and for JSON that is invalid or contains
 * no token. Throws 500 that says so for the tokens of the product's official login.
 */
export function readTokens(pasted: string): ConnectedTokens {
  const text = withoutWrapping(pasted)
  const json = REQUEST.test(text) ? undefined : jsonIn(text)
  const found = [...(json === undefined ? tokensInText(text) : tokensInJson(json))]
  if (isOfficialLogin(text, found)) throw officialLogin()
  if (json !== undefined || found.length > 1) return chosen(found)
  const [only] = found
  if (!only) checkSecret('RECORDER_TOKEN', text)
  const token = only ?? readToken(text)
  return chosen([{ ...token, kind: token.kind ?? 'UT' }])
}

export const getKinds = ({ user, workspace, refresh }: ConnectedTokens): TokenKind[] =>
  [user, workspace, refresh].flatMap((token) => token?.kind ?? [])

export const getTexts = ({ user, workspace, refresh }: ConnectedTokens): string[] =>
  [user, workspace, refresh].flatMap((token) => token?.text ?? [])

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
    if (isOfficialLogin(text, [...tokensInText(text)])) throw officialLogin()
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

/**
 * One token of each kind: the personal workspace before a team's, and the latest expiry. A browser may still hold
 * tokens of another user or workspace, which do not match the refresh token.
 */
function chosen(tokens: readonly RecorderToken[]): ConnectedTokens {
  const best = (kind: TokenKind, others: readonly (RecorderToken | undefined)[] = []) =>
    tokens
      .filter((token) => token.kind === kind && others.every((other) => other === undefined || fits(token, other)))
      .sort((a, b) => Number(b.isPersonal) - Number(a.isPersonal) || (b.endsAt ?? 0) - (a.endsAt ?? 0))[0]
  const refresh = best('WRT')
  const workspace = best('WT', [refresh])
  const user = best('UT', [refresh, workspace])
  const found = [refresh, workspace, user].filter((token) => token !== undefined)
  if (found.length === 0) throw misconfigured('RECORDER_TOKEN holds no token of the recorder: copy it again')
  const subject = found.find((token) => token.subject)?.subject
  const memberId = found.find((token) => token.memberId)?.memberId
  return { user, workspace, refresh, subject, memberId, region: found.find(({ region }) => region)?.region }
}

const fits = (token: RecorderToken, other: RecorderToken) =>
  agrees(token.subject, other.subject) && agrees(token.workspaceId, other.workspaceId)

const agrees = (a: string | undefined, b: string | undefined) => a === undefined || b === undefined || a === b
