import { at, DEEPEST_JSON, isDeeperThan, number, parsed, text } from '../../base/json.ts'

/**
 * The product's tokens are JWTs whose header names their kind. A UT belongs to the user and opens the account routes. A
 * WT belongs to a workspace and opens the data routes. A WRT renews its WT.
 */
export const TOKEN_KINDS = ['UT', 'WT', 'WRT'] as const
export type TokenKind = (typeof TOKEN_KINDS)[number]

export interface RecorderToken {
  readonly text: string
  /** Undefined when neither the token nor its name shows it. */
  readonly kind: TokenKind | undefined
  /** The user's id. */
  readonly subject: string | undefined
  /** Such as `aws:eu-central-1`. */
  readonly region: string | undefined
  /** The app that signed in: `web`, `desktop` ... */
  readonly clientId: string | undefined
  readonly workspaceId: string | undefined
  /** The user's id as a member of that workspace. */
  readonly memberId: string | undefined
  readonly isPersonal: boolean
  /** When it expires, in epoch milliseconds. */
  readonly endsAt: number | undefined
}

/** The `wtype` claim of a personal workspace, which has the library. Also its `workspace_type` in listings. */
export const PERSONAL = '0'

/** Ids of the product that are safe in a path. */
const ID = /^[A-Za-z0-9_-]{1,128}$/
export const getId = (value: unknown): string | undefined => {
  const id = text(value)
  return id && ID.test(id) ? id : undefined
}

/** No token expires later, in epoch seconds. A larger number counts milliseconds, or is not a time. */
export const FAR_FUTURE_S = 1e11

/** Reads the claims of a token. Text that is no token has none. Only the product can verify the signature. */
export function readToken(token: string): RecorderToken {
  const [header, payload] = token.split('.')
  const claims = decode(payload)
  const end = number(at(claims, 'exp'))
  return {
    text: token,
    kind: parseKind(at(decode(header), 'typ')) ?? parseKind(at(claims, 'typ')),
    subject: getId(at(claims, 'sub')),
    region: text(at(claims, 'region')) ?? undefined,
    clientId: getId(at(claims, 'client_id')),
    workspaceId: getId(at(claims, 'wid')),
    memberId: getId(at(claims, 'mid')),
    isPersonal: String(at(claims, 'wtype')) === PERSONAL,
    endsAt: end !== null && end > 0 && end < FAR_FUTURE_S ? end * 1000 : undefined,
  }
}

/** Whether a token has the claims of OAuth, as the product's official login gives them. */
export function isOfficialToken(token: string): boolean {
  const claims = decode(token.split('.')[1])
  const isOAuth = ['iss', 'scope'].some((name) => text(at(claims, name)) !== null)
  return readToken(token).kind === undefined && (isOAuth || String(at(claims, 'client_id')).startsWith('client_'))
}

const parseKind = (typ: unknown): TokenKind | undefined => TOKEN_KINDS.find((kind) => kind === typ)

function decode(part: string | undefined): unknown {
  try {
    return JSON.parse(atob((part ?? '').replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return undefined
  }
}

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
