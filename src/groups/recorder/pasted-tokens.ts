import { misconfigured } from '../../base/errors.ts'
import { tryParseJson } from '../../base/json.ts'
import { checkSecret } from '../../upstream/secret-form.ts'
import { type RecorderToken, readToken, type TokenKind } from './token.ts'

/** The tokens of a connected account, at most one of each kind, all of one user. */
export interface ConnectedTokens {
  readonly user: RecorderToken | undefined
  readonly workspace: RecorderToken | undefined
  readonly refresh: RecorderToken | undefined
  /** The user's id, undefined where no token tells it. */
  readonly subject: string | undefined
  readonly region: string | undefined
}

/**
 * Reads RECORDER_TOKEN as people paste it (decisions.md section 3.2): one token, or what a browser keeps of a session,
 * which is JSON with tokens in it, at times JSON in a text of JSON, or a row of localStorage with its key before it.
 * Throws 500 naming RECORDER_TOKEN for a text that no header carries, and for JSON that is broken or holds no token.
 */
export function readTokens(pasted: string): ConnectedTokens {
  const text = withoutWrapping(pasted)
  const json = jsonIn(text)
  if (json !== undefined) return chosen([...tokensIn(json, '')])
  checkSecret('RECORDER_TOKEN', text)
  return chosen([{ ...readToken(text), kind: readToken(text).kind ?? 'UT' }])
}

export const kindsOf = ({ user, workspace, refresh }: ConnectedTokens): TokenKind[] =>
  [user, workspace, refresh].flatMap((token) => token?.kind ?? [])

export const textsOf = ({ user, workspace, refresh }: ConnectedTokens): string[] =>
  [user, workspace, refresh].flatMap((token) => token?.text ?? [])

/** Takes off quotes, `bearer`, and the name that a row of localStorage begins with. */
function withoutWrapping(pasted: string): string {
  const text = pasted
    .trim()
    .replace(/^(["'`])(.*)\1$/s, '$2')
    .replace(/^(bearer\s+|(pld_|plaud_)?tokenstr["']?\s*[:=\t]\s*)/i, '')
  return text === pasted ? text : withoutWrapping(text)
}

function jsonIn(text: string): unknown {
  const start = text.search(/[[{]/)
  if (start < 0) return undefined
  const json = text.slice(start)
  // The second form is what remains of a JSON text in quotes when the quotes are taken off.
  const value = tryParseJson(json) ?? tryParseJson(`"${json}"`)
  if (value === undefined) throw misconfigured('RECORDER_TOKEN holds JSON that is broken or cut off: copy it again')
  return value
}

function* tokensIn(value: unknown, name: string): Generator<RecorderToken> {
  if (typeof value === 'string') {
    const text = withoutWrapping(value)
    const json = /^[[{]/.test(text) ? tryParseJson(text) : undefined
    if (json !== undefined) yield* tokensIn(json, name)
    else if (JWT.test(text)) yield named(readToken(text), name)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) yield* tokensIn(inner, Array.isArray(value) ? name : key)
  }
}

const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/

/** The kind of a token that does not tell its own, by the name that the browser keeps it under. */
function named(token: RecorderToken, name: string): RecorderToken {
  const [, byName] = NAMES.find(([pattern]) => pattern.test(name)) ?? []
  return { ...token, kind: token.kind ?? byName }
}

const NAMES: readonly [RegExp, TokenKind][] = [
  [/refresh_?token/i, 'WRT'],
  [/workspace_?token/i, 'WT'],
  [/tokenstr|user_?token/i, 'UT'],
]

/**
 * One token of each kind: of the personal workspace before a team's, and the one that ends last. A browser may still keep
 * tokens of another user or workspace, which do not go together with the refresh token.
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
  return { user, workspace, refresh, subject, region: found.find(({ region }) => region)?.region }
}

const fits = (token: RecorderToken, other: RecorderToken) =>
  agrees(token.subject, other.subject) && agrees(token.workspaceId, other.workspaceId)

const agrees = (a: string | undefined, b: string | undefined) => a === undefined || b === undefined || a === b
