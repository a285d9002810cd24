import { DEEPEST_JSON, isDeeperThan, parsed } from '../../base/json.ts'
import { isOfficialToken, type RecorderToken, readToken, type TokenKind } from './token.ts'

/** A JWT. Other text with two dots, such as a version, has a different start. */
const JWT = /^ey[\w-]+\.[\w-]+\.[\w-]+$/

/** The name before a value, as in `pld_ut=`, `"refreshToken": "` or `tokenstr<tab>bearer `. */
const NAME_BEFORE = /([\w:-]+)["']?(?:\s*[:=]|\s)\s*["']?(?:bearer\s+)?$/i
/** How far before a token its name may start. */
const NAME_LENGTH = 80

/** The tokens in any text: a token, a Cookie or Authorization header, a copied request, or a row of a table. */
export function* tokensInText(text: string): Generator<RecorderToken> {
  const spaced = text.replaceAll('%20', ' ')
  for (const { 0: run, index } of spaced.matchAll(/[\w.-]+/g)) {
    if (!JWT.test(run)) continue
    const [, name = ''] = NAME_BEFORE.exec(spaced.slice(Math.max(0, index - NAME_LENGTH), index)) ?? []
    yield* named(run, name)
  }
}

/** The tokens in a JSON value, at any depth, including JSON inside a string. A row may be a pair of name and value. */
export function* tokensInJson(value: unknown, name: string = ''): Generator<RecorderToken> {
  if (typeof value === 'string') {
    const inner = /^\s*["[{]/.test(value) ? parsed(value) : undefined
    if (inner !== undefined && !isDeeperThan(inner, DEEPEST_JSON)) yield* tokensInJson(inner, name)
    else for (const { text, kind } of tokensInText(value)) yield* named(text, kind ? '' : name)
  } else if (Array.isArray(value)) {
    const row = value.length === 2 && typeof value[0] === 'string' ? value[0] : name
    for (const inner of value) yield* tokensInJson(inner, row)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) yield* tokensInJson(inner, key)
  }
}

/** The names under which the product's page stores tokens, for tokens that do not contain their kind. */
const NAMES: readonly [RegExp, TokenKind][] = [
  [/refresh_?token/i, 'WRT'],
  [/workspace_?token|^pld_wt$/i, 'WT'],
  [/tokenstr|user_?token|^pld_ut$/i, 'UT'],
]

/**
 * What surrounds the tokens of the product's official login, for its command line and MCP: its refresh token, the field
 * of its file and of every OAuth answer, and its hosts.
 */
const OFFICIAL = /(?<![\w-])prt_[\w-]|access_?token|\b(platform|mcp)[\w-]*\.plaud\.\w/i

/** Whether a text has only tokens of the product's official login, which opens another interface. */
export const isOfficialLogin = (text: string, tokens: readonly RecorderToken[]): boolean =>
  !tokens.some(isOfSession) && (OFFICIAL.test(text) || tokens.some(({ text }) => isOfficialToken(text)))

/** A refresh token that names no workspace may have its kind from its name alone. */
const isOfSession = ({ text, kind, workspaceId }: RecorderToken) =>
  kind !== undefined && !isOfficialToken(text) && (kind !== 'WRT' || workspaceId !== undefined)

/** The cookie that renews the cookie of the user token. No API accepts it. */
const COOKIE_ALONE = /^pld_urt$/i

function* named(text: string, name: string): Generator<RecorderToken> {
  const token = readToken(text)
  if (token.kind === undefined && COOKIE_ALONE.test(name)) return
  yield { ...token, kind: token.kind ?? NAMES.find(([pattern]) => pattern.test(name))?.[1] }
}
