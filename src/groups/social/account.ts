import { type AccountConnector, type AccountInfo, ifAvailable, type OAuthConnection } from '../../accounts/accounts.ts'
import { misconfigured } from '../../base/errors.ts'
import { at, count, text } from '../../base/json.ts'
import type { Settings } from '../../base/settings.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import { readSecret } from '../../upstream/credentials.ts'
import { POST_FIELDS, PROFILE_FIELDS, parsePosts, toProfile } from './posts.ts'
import { type Connection, callThreads, connectionBy, requiredToken } from './threads.ts'

/** The id and the name of the account. Throws 502 when the response contains no account. */
async function fetchIdentity(call: Connection['call']): Promise<Pick<AccountInfo, 'ownId' | 'identity'>> {
  const { id, username } = toProfile(await call({ path: '/me', fields: { fields: PROFILE_FIELDS } }))
  return { ownId: id, identity: username === null ? undefined : `@${username}` }
}

/** The page on which a person authorizes an app to use the account. */
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
const oauth: OAuthConnection = {
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
    const token = requiredToken('access_token', text(at(answer, 'access_token')))
    const seconds = count(at(answer, 'expires_in'))
    const expiresAt = seconds ? upstream.platform.now() + seconds * 1000 : undefined
    const call: Connection['call'] = ({ path, ...rest }) =>
      callThreads(upstream, token, { path: `/v1.0${path}`, ...rest })
    const identity = await ifAvailable(fetchIdentity(call))
    return { secrets: { SOCIAL_TOKEN: token }, expiresAt, isTested: identity !== undefined, ...identity }
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
  return requiredToken('access_token', text(at(answer, 'access_token')))
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
  oauth,
  async probe(upstream) {
    const connection = connectionBy(upstream)
    const identity = await fetchIdentity(connection.call)
    return { expiresAt: await connection.endsAt(), ...identity }
  },
  async findNewest(upstream) {
    const fields = { fields: POST_FIELDS, limit: '1' }
    const [post] = parsePosts(await connectionBy(upstream).call({ path: '/me/threads', fields })).posts
    return post && { title: post.text ?? post.type, at: Date.parse(post.published_at ?? '') || null }
  },
}
