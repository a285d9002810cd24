import { badParameter, type DeadToken, deadToken, invalidToken, noPermission } from './refusals.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** How long codes and tokens live, and how old a long-lived token must be to be refreshed, in milliseconds (social facts, section 2). */
const CODE_LIFE = HOUR
const SHORT_LIFE = HOUR
export const LONG_LIFE = 60 * DAY
const REFRESH_AGE = DAY

const SCOPES = [
  'threads_basic',
  'threads_content_publish',
  'threads_manage_replies',
  'threads_read_replies',
  'threads_manage_insights',
  'threads_delete',
  'threads_manage_mentions',
  'threads_keyword_search',
] as const
export type Scope = (typeof SCOPES)[number]

export interface Token {
  value: string
  kind: 'short' | 'long'
  scopes: readonly Scope[]
  /** Epoch milliseconds. */
  issuedAt: number
  expiresAt: number
  revoked?: boolean
}

interface Code {
  redirectUri: string
  expiresAt: number
  used: boolean
}

export type Tokens = ReturnType<typeof createTokens>

/** The codes and tokens that the product has given out, by a clock. */
export function createTokens(clock: { now(): number }) {
  const all = new Map<string, Token>()
  const codes = new Map<string, Code>()

  function issue(kind: Token['kind'], options: Partial<Pick<Token, 'value' | 'issuedAt' | 'scopes'>> = {}): Token {
    const { value = `test-${kind}-token-${all.size + 1}`, issuedAt = clock.now(), scopes = SCOPES } = options
    const expiresAt = issuedAt + (kind === 'long' ? LONG_LIFE : SHORT_LIFE)
    const token = { value, kind, scopes, issuedAt, expiresAt }
    all.set(value, token)
    return token
  }

  /** The living token of this value. */
  function alive(value: string | undefined, dead: DeadToken = 'code'): Token {
    const token = value === undefined ? undefined : all.get(value)
    if (!token || token.revoked) throw dead === 'code' ? invalidToken() : deadToken(dead)
    if (token.expiresAt <= clock.now()) throw deadToken(dead)
    return token
  }

  /** Refuses a token that lacks a permission; `threads_basic` is needed for everything. */
  function permit({ scopes }: Token, scope: Scope): void {
    if (!scopes.includes('threads_basic') || !scopes.includes(scope)) throw noPermission()
  }

  return {
    all,
    issue,
    alive,
    permit,

    /** What the browser step sends to the redirect URI. */
    authorize(redirectUri: string): string {
      const value = `test-code-${codes.size + 1}`
      codes.set(value, { redirectUri, expiresAt: clock.now() + CODE_LIFE, used: false })
      return value
    },

    /** A short-lived token for a code that is recent, unused and has the same redirect URI. */
    redeem(value: string | undefined, redirectUri: string | undefined): Token {
      const code = codes.get(value ?? '')
      if (!code || code.used || code.expiresAt <= clock.now()) {
        throw badParameter('This authorization code has been used or has expired')
      }
      if (code.redirectUri !== redirectUri) throw badParameter('redirect_uri is not identical to the one of the code')
      code.used = true
      return issue('short')
    },

    exchange(value: string | undefined): Token {
      const { kind, scopes } = alive(value)
      if (kind !== 'short') throw badParameter('Only a short-lived token can be exchanged')
      return issue('long', { scopes })
    },

    refresh(value: string | undefined, how: 'new' | 'revoke' | 'same'): Token {
      const token = alive(value)
      permit(token, 'threads_basic')
      if (token.kind !== 'long') throw badParameter('Only a long-lived token can be refreshed')
      if (clock.now() - token.issuedAt < REFRESH_AGE) {
        throw badParameter('A token must be at least 24 hours old to be refreshed')
      }
      if (how === 'revoke') token.revoked = true
      return issue('long', { scopes: token.scopes, ...(how === 'same' && { value: token.value }) })
    },
  }
}
