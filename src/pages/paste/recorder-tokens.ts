import { type RecorderToken, readToken, type TokenKind } from '../../groups/recorder/token.ts'
import { jsonWithin } from './json.ts'
import { NOTHING, type Remark, type Understood } from './understood.ts'
import { unwrapped } from './unwrapped.ts'

/**
 * Finds the recorder's tokens in a token, in the browser's storage as JSON, or in any text around them, and leaves the rest
 * of the storage behind (decisions.md section 3.2; recorder facts, 4.1).
 *
 * @param now epoch milliseconds
 */
export function recorderTokens(text: string, now: number): Understood {
  const json = jsonWithin(text)
  const tokens = distinct(json === undefined ? [...tokensOf(text)] : [...tokensWithin(json, '')])
  if (tokens.length === 0) return NOTHING
  const remarks: Remark[] = tokens.map(({ kind, endsAt }) => ({ says: 'token', kind, endsAt }))
  const living = tokens.filter(({ endsAt }) => endsAt === undefined || endsAt > now)
  if (living.length === 0) remarks.push({ says: 'ended' })
  else if (living.every(({ kind }) => kind === 'WT')) remarks.push({ says: 'only_workspace_token' })
  return { values: { token: sent(tokens) }, remarks }
}

/** How far before a token its name may stand. */
const NAME_LENGTH = 40

function* tokensOf(text: string): Generator<RecorderToken> {
  const bare = unwrapped(text)
  for (const { 0: run, index } of bare.matchAll(/[\w.-]+/g)) {
    if (/^ey[\w-]+\.[\w-]+\.[\w-]+$/.test(run)) yield named(run, bare.slice(Math.max(0, index - NAME_LENGTH), index))
  }
}

function* tokensWithin(value: unknown, name: string): Generator<RecorderToken> {
  if (typeof value === 'string') {
    const inner = jsonWithin(value)
    if (inner !== undefined) yield* tokensWithin(inner, name)
    else for (const { text, kind } of tokensOf(value)) yield named(text, kind ? '' : name)
  } else if (Array.isArray(value)) {
    const row = value.length === 2 && typeof value[0] === 'string' ? value[0] : name
    for (const inner of value) yield* tokensWithin(inner, row)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) yield* tokensWithin(inner, key)
  }
}

/** The names under which the product's page keeps tokens, for those that do not tell their kind. */
const NAMES: readonly [RegExp, TokenKind][] = [
  [/refresh_?token/i, 'WRT'],
  [/workspace_?token/i, 'WT'],
  [/tokenstr|user_?token/i, 'UT'],
]

function named(text: string, name: string): RecorderToken {
  const token = readToken(text)
  return { ...token, kind: token.kind ?? NAMES.find(([pattern]) => pattern.test(name))?.[1] }
}

const distinct = (tokens: readonly RecorderToken[]) => [
  ...new Map(tokens.map((token) => [token.text, token] as const)).values(),
]

const ROWS: Record<TokenKind, string> = { UT: 'tokenstr', WT: 'workspaceToken', WRT: 'refreshToken' }

/** One token as it is; several under the names that the product's page gives them, by which the gateway knows them. */
function sent(tokens: readonly RecorderToken[]): string {
  const [only] = tokens
  if (tokens.length === 1 && only) return only.text
  const rows = Map.groupBy(tokens, ({ kind }) => ROWS[kind ?? 'UT'])
  return JSON.stringify(Object.fromEntries([...rows].map(([row, found]) => [row, found.map(({ text }) => text)])))
}
