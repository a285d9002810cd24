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
  /** Whether that workspace is the personal one. Undefined when the token does not contain it. */
  readonly isPersonal: boolean | undefined
  /** When it expires, in epoch milliseconds. */
  readonly endsAt: number | undefined
}

/** The `wtype` claim of a personal workspace. Also its `workspace_type` in listings. */
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
  const wtype = at(claims, 'wtype')
  return {
    text: token,
    kind: parseKind(at(decode(header), 'typ')) ?? parseKind(at(claims, 'typ')),
    subject: getId(at(claims, 'sub')),
    region: text(at(claims, 'region')) ?? undefined,
    clientId: getId(at(claims, 'client_id')),
    workspaceId: getId(at(claims, 'wid')),
    memberId: getId(at(claims, 'mid')),
    isPersonal: wtype === undefined || wtype === null ? undefined : String(wtype) === PERSONAL,
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

/** A session as people copy it from the product's page: the tokens, and what it says about their workspaces. */
export interface CopiedSession {
  readonly tokens: RecorderToken[]
  /** The workspaces that were open, the one of the newest page first. */
  readonly openIds: string[]
  /** The names of workspaces, by id. */
  readonly names: Map<string, string>
}

/** The session in any text: a token, a Cookie or Authorization header, a copied request, or rows of a table. */
export function sessionInText(text: string): CopiedSession {
  const tokens: RecorderToken[] = []
  const spaced = text.replaceAll('%20', ' ')
  for (const { 0: run, index } of spaced.matchAll(/[\w.-]+/g)) {
    if (!JWT.test(run)) continue
    const [, name = ''] = NAME_BEFORE.exec(spaced.slice(Math.max(0, index - NAME_LENGTH), index)) ?? []
    tokens.push(...named(run, name))
  }
  const open = [...text.matchAll(OPEN_IN_TEXT)].map(([, name = '', id = '']) => ({ name, id }))
  return { tokens, openIds: sortOpen(open), names: new Map() }
}

/** The session in a JSON value, at any depth, including JSON inside a string. A row may be a pair of name and value. */
export function sessionInJson(value: unknown): CopiedSession {
  const found: Found = { tokens: [], open: [], names: new Map() }
  walk(value, '', undefined, found)
  return { tokens: found.tokens, openIds: sortOpen(found.open), names: found.names }
}

interface Found {
  tokens: RecorderToken[]
  open: { name: string; id: string }[]
  names: Map<string, string>
}

/**
 * @param name the name of the row or field of the value
 * @param workspaceId the workspace of what surrounds it, for tokens that do not contain theirs
 */
function walk(value: unknown, name: string, workspaceId: string | undefined, found: Found): void {
  if (typeof value === 'string') {
    const inner = /^\s*["[{]/.test(value) ? parsed(value) : undefined
    if (inner !== undefined && !isDeeperThan(inner, DEEPEST_JSON)) {
      walk(inner, name, workspaceId, found)
      return
    }
    const id = OPEN.test(name) ? getId(value) : undefined
    if (id !== undefined) found.open.push({ name, id })
    for (const { text, kind } of sessionInText(value).tokens)
      for (const token of named(text, kind ? '' : name))
        found.tokens.push({ ...token, workspaceId: token.workspaceId ?? workspaceId })
  } else if (Array.isArray(value)) {
    const row = nameOfPair(value) ?? name
    const isOwn = selectRows(value.flatMap((pair) => nameOfPair(pair) ?? []))
    for (const inner of value)
      if (isOwn(nameOfPair(inner) ?? row)) walk(inner, row, workspaceOf(row) ?? workspaceId, found)
  } else if (typeof value === 'object' && value !== null) {
    const own = getId(at(value, 'workspaceId')) ?? getId(at(value, 'workspace_id'))
    const named = text(at(value, 'name'))
    if (own !== undefined && named !== null) found.names.set(own, named)
    const isOwn = selectRows(Object.keys(value))
    for (const [key, inner] of Object.entries(value))
      if (isOwn(key)) walk(inner, key, workspaceOf(key) ?? own ?? workspaceId, found)
  }
}

const nameOfPair = (value: unknown): string | undefined =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' ? value[0] : undefined

/**
 * Which rows are read. The product's page also has rows of other services, whose tokens must not be sent to the
 * product.
 */
function selectRows(names: readonly string[]): (name: string) => boolean {
  const isStorage = names.some((name) => name.startsWith('pld_'))
  return (name) => !isStorage || /^token$|tokenstr$|^pld_|^(refresh|workspace|user)_?token$/i.test(name)
}

/** The name of a row or field for one workspace: its id, with `pld_` in front or without. */
const workspaceOf = (name: string): string | undefined => /^(?:pld_)?(ws_[\w-]{1,125})$/.exec(name)?.[1]

/** The names of a row or field with the id of the workspace that is open. */
const OPEN = /(?:^|:)current(?:Workspace)?Id$/
const OPEN_IN_TEXT = /(?:^|[\s:"'])current(Workspace)?Id["'\\]*(?:\s*[:=,]|\s)[\s"'\\]*([\w-]{1,128})/g

/** `currentId` is of the page of Plaud 4.0, which may leave the rows of the pages before it. */
const sortOpen = (open: readonly { name: string; id: string }[]): string[] => [
  ...new Set(
    open.toSorted((a, b) => Number(/Workspace/.test(a.name)) - Number(/Workspace/.test(b.name))).map(({ id }) => id),
  ),
]

/** A workspace that a session has a token of, or that was open in it. */
export interface CopiedWorkspace {
  readonly id: string
  /** Null when no row has it. */
  readonly name: string | null
  /** Whether it was open in the browser. */
  readonly open: boolean
}

/** The workspaces of a session. Of several that were open, as the rows of several pages say, one with a token counts. */
export function getWorkspaces({ tokens, openIds, names }: CopiedSession): CopiedWorkspace[] {
  const ids = new Set(tokens.flatMap(({ kind, workspaceId }) => (kind !== 'UT' && workspaceId) || []))
  const openId = openIds.find((id) => ids.has(id)) ?? openIds[0]
  if (openId !== undefined) ids.add(openId)
  return [...ids].map((id) => ({ id, name: names.get(id) ?? null, open: id === openId }))
}

/** The names under which the product's page stores tokens, for tokens that do not contain their kind. */
const NAMES: readonly [RegExp, TokenKind][] = [
  [/refresh_?token/i, 'WRT'],
  [/workspace_?token|^pld_wt$/i, 'WT'],
  [/tokenstr|user_?token|^pld_ut$/i, 'UT'],
]

/**
 * Matches the text around tokens of the product's official login, for its command line and MCP: its refresh token, the
 * field of its file and of every OAuth answer, and its hosts.
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

function named(text: string, name: string): RecorderToken[] {
  const token = readToken(text)
  if (token.kind === undefined && COOKIE_ALONE.test(name)) return []
  return [{ ...token, kind: token.kind ?? NAMES.find(([pattern]) => pattern.test(name))?.[1] }]
}
