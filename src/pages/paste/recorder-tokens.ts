import {
  isOfficialLogin,
  isOfficialToken,
  type RecorderToken,
  type TokenKind,
  tokensInJson,
  tokensInText,
} from '../../groups/recorder/tokens.ts'
import { jsonWithin } from './json.ts'
import { NOTHING, type Remark, type Understood } from './understood.ts'

/**
 * Finds the recorder's tokens in a token, in the browser's storage as JSON, or in any text, and discards the rest.
 *
 * @param now epoch milliseconds
 */
export function recorderTokens(text: string, now: number): Understood {
  const json = jsonWithin(text)
  const found = distinct([
    ...(json === undefined ? tokensInText(text.replaceAll(/[\u200B\uFEFF]/g, '')) : tokensInJson(json)),
  ])
  if (isOfficialLogin(text, found)) return { values: {}, remarks: [{ says: 'official_login' }] }
  const tokens = found.filter((token) => !isOfficialToken(token.text))
  if (tokens.length === 0) return CUT.test(text) ? { values: {}, remarks: [{ says: 'cut' }] } : NOTHING
  const remarks: Remark[] = tokens.map(({ kind, endsAt }) => ({ says: 'token', kind, endsAt }))
  const living = tokens.filter(({ endsAt }) => endsAt === undefined || endsAt > now)
  if (living.length === 0) remarks.push({ says: 'ended' })
  else if (living.every(({ kind }) => kind === 'WT')) remarks.push({ says: 'only_workspace_token' })
  return { values: { token: sent(tokens) }, remarks }
}

/** The beginning of a token without its end. */
const CUT = /\bey[\w-]{10,}/

const distinct = (tokens: readonly RecorderToken[]) => [
  ...new Map(tokens.map((token) => [token.text, token] as const)).values(),
]

const ROWS: Record<TokenKind, string> = { UT: 'tokenstr', WT: 'workspaceToken', WRT: 'refreshToken' }

/** A single token unchanged. Several tokens with the names of the product's page, which the gateway knows. */
function sent(tokens: readonly RecorderToken[]): string {
  const [only] = tokens
  if (tokens.length === 1 && only) return only.text
  const rows = Map.groupBy(tokens, ({ kind }) => ROWS[kind ?? 'UT'])
  return JSON.stringify(Object.fromEntries([...rows].map(([row, found]) => [row, found.map(({ text }) => text)])))
}
