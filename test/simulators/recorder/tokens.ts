import { isObject } from '../rest.ts'
import { type Account, EU_ACCOUNT, GLOBAL_ACCOUNT, KR_ACCOUNT, MOVED_ACCOUNT, personalWorkspace } from './accounts.ts'
import { hexId } from './envelope.ts'

/**
 * UT is the user token, WT a workspace token, which is minted with it, and WRT the refresh token that comes with a WT
 * (facts 4 and 4.1).
 */
export type TokenType = 'UT' | 'WT' | 'WRT'

const isTokenType = (typ: unknown): typ is TokenType => typ === 'UT' || typ === 'WT' || typ === 'WRT'

export interface Claims {
  typ: TokenType
  /** The account, 32 hex digits. Whether a WT contains it is unknown (facts 4). */
  sub?: string | undefined
  /** Such as `aws:eu-central-1`. */
  region?: string | undefined
  /** Epoch seconds. */
  iat: number
  exp: number
  /** The workspace of a WT or WRT. */
  wid?: string
  /** The app that signed in, which `app-platform` must name (facts 4.1). */
  client_id?: string
}

/** The content of a token. `typ` goes into the JWT header, everything else into its claims. */
export interface TokenOptions extends Partial<Claims> {
  typ: TokenType
  [claim: string]: string | number | undefined
}

const seconds = (iso: string) => Date.parse(iso) / 1000
const base64url = (text: string) => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const signature = (signed: string) => base64url(hexId(`signature ${signed}`))

/**
 * A token in the product's format. Its signature is only a checksum, but the simulator refuses one that does not match.
 * Defaults: the global account, issued 2026-11-01. A UT is valid until 2100, a WT for the day around the tests' clock,
 * a WRT for 30 days from its issue.
 */
export function recorderToken({ typ, ...given }: TokenOptions): string {
  const sub = given.sub ?? GLOBAL_ACCOUNT.id
  const own =
    typ === 'UT'
      ? { aud: '', client_id: 'web', sid: hexId(`session ${sub}`), exp: seconds('2100-01-01T00:00:00Z') }
      : {
          client_id: 'web',
          ut_sid: hexId(`session ${sub}`),
          wid: personalWorkspace(GLOBAL_ACCOUNT).workspace_id,
          wtype: '0',
          mid: personalWorkspace(GLOBAL_ACCOUNT).member_id,
          role: 'owner',
          jti: hexId(`token ${sub}`),
          exp: seconds(typ === 'WT' ? '2026-11-22T00:00:00Z' : '2026-12-01T00:00:00Z'),
        }
  const claims = { sub, region: GLOBAL_ACCOUNT.claim, iat: seconds('2026-11-01T00:00:00Z'), ...own, ...given }
  const signed = `${base64url(JSON.stringify({ alg: 'HS256', typ }))}.${base64url(JSON.stringify(claims))}`
  return `${signed}.${signature(signed)}`
}

/** The claims of a token. Undefined when it is malformed or its signature is invalid. */
export function readToken(token: string): Claims | undefined {
  const [head = '', payload = '', sign, ...rest] = token.split('.')
  if (rest.length > 0 || sign !== signature(`${head}.${payload}`)) return undefined
  const header = part(head)
  const claims = part(payload)
  if (!isTokenType(header?.typ)) return undefined
  const { sub, region, iat, exp, wid, client_id } = claims ?? {}
  if (typeof sub !== 'string' && typeof wid !== 'string') return undefined
  if (typeof iat !== 'number' || typeof exp !== 'number') return undefined
  return {
    ...{ typ: header.typ, iat, exp },
    ...(typeof sub === 'string' ? { sub } : {}),
    ...(typeof region === 'string' ? { region } : {}),
    ...(typeof wid === 'string' ? { wid } : {}),
    ...(typeof client_id === 'string' ? { client_id } : {}),
  }
}

function part(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/')))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The claims of this account's tokens, without `typ` and times. */
export const ownClaims = (account: Account) => ({
  sub: account.id,
  region: account.claim,
  wid: personalWorkspace(account).workspace_id,
  mid: personalWorkspace(account).member_id,
})

const userToken = (account: Account, more: Partial<TokenOptions> = {}) =>
  recorderToken({ typ: 'UT', sub: account.id, region: account.claim, ...more })

/** User tokens that the simulator accepts, by the region of their account. */
export const USER_TOKEN = userToken(GLOBAL_ACCOUNT)
export const EU_USER_TOKEN = userToken(EU_ACCOUNT)
export const KR_USER_TOKEN = userToken(KR_ACCOUNT)
/** That of an account that has moved to Plaud 4.0. */
export const MOVED_USER_TOKEN = userToken(MOVED_ACCOUNT)

/** Workspace tokens of the EU account. The first is valid until a new one is minted or until 2026-11-22. */
export const EU_WORKSPACE_TOKEN = recorderToken({ typ: 'WT', ...ownClaims(EU_ACCOUNT) })
export const EXPIRED_WORKSPACE_TOKEN = recorderToken({
  typ: 'WT',
  ...ownClaims(EU_ACCOUNT),
  exp: seconds('2026-11-20T00:00:00Z'),
})

/** The refresh token beside EU_WORKSPACE_TOKEN: good until another is minted, or 2026-12-01 comes. */
export const EU_REFRESH_TOKEN = recorderToken({ typ: 'WRT', ...ownClaims(EU_ACCOUNT) })

/** What a browser stores for a session of the EU account in localStorage (facts 4.1). */
export const EU_BROWSER_SESSION = JSON.stringify([
  {
    workspaceId: personalWorkspace(EU_ACCOUNT).workspace_id,
    name: 'Jonas’ Arbeitsbereich',
    workspaceToken: EU_WORKSPACE_TOKEN,
    refreshToken: EU_REFRESH_TOKEN,
  },
])

/**
 * What the product's official login stores, in `~/.plaud/tokens.json` (facts 14). The web app's API refuses its tokens.
 * The claims are those of OAuth; what they really are is unknown.
 */
export const OFFICIAL_ACCESS_TOKEN = `${base64url('{"alg":"RS256","typ":"JWT"}')}.${base64url(
  JSON.stringify({
    sub: 'user_1',
    client_id: 'client_f9e0b214',
    scope: 'files:read',
    exp: seconds('2026-11-23T00:00:00Z'),
  }),
)}.c2lnbmVk`
export const OFFICIAL_LOGIN = JSON.stringify({
  access_token: OFFICIAL_ACCESS_TOKEN,
  refresh_token: 'prt_0123456789abcdef',
  token_type: 'Bearer',
  expires_at: Date.parse('2026-11-23T00:00:00Z'),
})

/** User tokens that the simulator turns away. */
export const EXPIRED_USER_TOKEN = userToken(GLOBAL_ACCOUNT, { exp: seconds('2026-11-10T00:00:00Z') })
export const FORGED_USER_TOKEN = `${USER_TOKEN.slice(0, USER_TOKEN.lastIndexOf('.'))}.Zm9yZ2Vk`
export const MALFORMED_TOKEN = 'not-a-token'
