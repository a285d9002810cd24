import type { AccountConnector, Click } from '../../accounts/accounts.ts'
import type { CachedToken } from '../../base/accounts.ts'
import { GatewayError, misconfigured } from '../../base/errors.ts'
import { at, count, text } from '../../base/json.ts'
import type { Settings } from '../../base/settings.ts'
import { getRenewalTime, type TokenProvider } from '../../upstream/accounts.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import { readSecret } from '../../upstream/credentials.ts'
import { requiredFields } from '../../upstream/failures.ts'
import { PROFILE_FIELDS, toProfile } from './posts.ts'
import { callThreads, connectionBy } from './threads.ts'

/** How long a token refresh may take, in milliseconds. A request waits for it and still has its own call to make. */
const TENDING_MS = 10_000

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** How long a long-lived token is valid. */
const LIFETIME = 60 * DAY

/** How long a token is used before the next try, if it could not be refreshed, in milliseconds. */
const REST = HOUR

/** The connected token itself is used and stored. After a refresh, the new token replaces it. */
export const tokenProvider: TokenProvider = {
  isUsable: (held, _ask, now) => now < held.lookAt,
  first: (connected) => ({ token: connected, lookAt: 0 }),
  renew: (upstream, connected, held) => refreshIfNeeded(upstream, held ?? { token: connected, lookAt: 0 }),
}

/**
 * Checks when a token expires, and refreshes it when that is near. Only ACCOUNTS may do this, because a refresh may
 * revoke the previous token. Throws only 401, for a token that the product rejects. After any other failure the token
 * is used until it expires.
 */
async function refreshIfNeeded(upstream: UpstreamContext, held: CachedToken): Promise<CachedToken> {
  const { platform } = upstream
  upstream.deadline.extend(TENDING_MS)
  try {
    const expiresAt = held.expiresAt ?? (await fetchExpiry(upstream, held.token))
    const lookAt = expiresAt === undefined ? 0 : getRenewalTime(expiresAt, LIFETIME)
    if (expiresAt !== undefined && platform.now() < lookAt)
      return { token: held.token, expiresAt, endsAt: expiresAt, lookAt }
    return await refreshToken(upstream, held.token)
  } catch (error) {
    if (!(error instanceof GatewayError) || error.status === 401) throw error
    return { ...held, lookAt: platform.now() + REST }
  }
}

/** Statuses of a refusal to return the expiry, as opposed to a failure. */
const REFUSALS: readonly number[] = [400, 403, 404]

/**
 * When a token expires, in epoch milliseconds. Undefined when the product does not say, because it tells only testers
 * of its app. Then the response to a refresh contains it.
 */
async function fetchExpiry(upstream: UpstreamContext, token: string): Promise<number | undefined> {
  try {
    const answer = await callThreads(upstream, token, { path: '/debug_token', fields: { input_token: token } })
    const seconds = count(at(answer, 'data', 'expires_at'))
    return seconds ? seconds * 1000 : undefined
  } catch (error) {
    if (error instanceof GatewayError && REFUSALS.includes(error.status)) return undefined
    throw error
  }
}

const required = requiredFields('social', 'access_token')

/** Extends the account's access by 60 days, with a new token or the same one. */
async function refreshToken(upstream: UpstreamContext, token: string): Promise<CachedToken> {
  const fields = { grant_type: 'th_refresh_token' }
  const answer = await callThreads(upstream, token, { path: '/refresh_access_token', fields })
  const fresh = required('access_token', text(at(answer, 'access_token')))
  const now = upstream.platform.now()
  const seconds = count(at(answer, 'expires_in'))
  if (!seconds) return { token: fresh, lookAt: now + DAY }
  const lifetime = seconds * 1000
  const expiresAt = now + lifetime
  const renewAt = getRenewalTime(expiresAt, lifetime)
  // The product refuses to refresh a token that is less than a day old.
  const lookAt = lifetime > DAY ? Math.max(now + DAY, renewAt) : renewAt
  return { token: fresh, expiresAt, endsAt: expiresAt, lookAt }
}

/** Where a person authorizes an app to use the account. */
const AUTHORIZE = 'https://threads.net/oauth/authorize'

/** The permissions that the operations of the group need. */
const SCOPES = [
  'threads_basic',
  'threads_content_publish',
  'threads_manage_replies',
  'threads_read_replies',
  'threads_manage_insights',
  'threads_delete',
  'threads_manage_mentions',
  'threads_keyword_search',
]

/** Connects the social account with OAuth, through the owner's own app at the product. */
const click: Click = {
  isReady: ({ env }) => Boolean(env.SOCIAL_APP_ID && env.SOCIAL_APP_SECRET),
  authorizeUrl(settings, redirectUri, state) {
    const url = new URL(settings.url('SOCIAL_AUTHORIZE_URL') ?? AUTHORIZE)
    url.search = new URLSearchParams({
      client_id: toApp(settings).id,
      redirect_uri: redirectUri,
      scope: SCOPES.join(','),
      response_type: 'code',
      state,
    }).toString()
    return url
  },
  async exchange(upstream, code, redirectUri) {
    const short = await fetchShortToken(upstream, code, redirectUri)
    const { secret } = toApp(upstream.settings)
    const fields = { grant_type: 'th_exchange_token', client_secret: secret }
    const answer = await callThreads(upstream, short, { path: '/access_token', fields })
    const token = required('access_token', text(at(answer, 'access_token')))
    const seconds = count(at(answer, 'expires_in'))
    const expiresAt = seconds ? upstream.platform.now() + seconds * 1000 : undefined
    return { secrets: { SOCIAL_TOKEN: token }, expiresAt }
  },
}

/** Exchanges a single-use code for a token that is valid for an hour. */
async function fetchShortToken(upstream: UpstreamContext, code: string, redirectUri: string): Promise<string> {
  const { id, secret } = toApp(upstream.settings)
  for (const hidden of [secret, code]) upstream.redactor.add(hidden)
  const fields = {
    client_id: id,
    client_secret: secret,
    grant_type: 'authorization_code',
    redirect_uri: redirectUri,
    code,
  }
  const answer = await callThreads(upstream, undefined, { method: 'POST', path: '/oauth/access_token', fields })
  return required('access_token', text(at(answer, 'access_token')))
}

/** The owner's app. Throws 500 with the name of a missing setting. */
function toApp({ env }: Settings): { id: string; secret: string } {
  const id = readSecret(env, 'SOCIAL_APP_ID')
  const secret = readSecret(env, 'SOCIAL_APP_SECRET')
  if (!id || !secret)
    throw misconfigured('SOCIAL_APP_ID and SOCIAL_APP_SECRET are needed to connect the account by a click')
  return { id, secret }
}

export const socialAccount: AccountConnector = {
  account: 'social',
  group: 'social',
  fields: { token: 'SOCIAL_TOKEN' },
  click,
  async probe(upstream) {
    const connection = connectionBy(upstream)
    toProfile(await connection.call({ path: '/me', fields: { fields: PROFILE_FIELDS } }))
    return { expiresAt: await connection.endsAt() }
  },
}
