import * as provider from '@cloudflare/workers-oauth-provider'
import type { Context } from 'hono'
import type { Reason } from '../base/errors.ts'
import { isOwned } from './grant.ts'
import { OAUTH_PATHS, resourceOf, stored } from './oauth.ts'
import { type OAuthStorage, oauthStorage } from './oauth-storage.ts'
import type { Gateway } from './state.ts'

/** How long tokens live, in seconds: an access token, and a grant after its last use, which is a refresh. */
const ACCESS_S = 3600
const IDLE_S = 30 * 24 * 3600

/**
 * The authorization server of the OAuth package, made for one request. This file is loaded by an `import()` alone
 * (oauth.ts), and nothing else imports the package.
 */
export function createOAuthServer(c: Context<Gateway>, store: KVNamespace) {
  const { settings } = c.get('state')
  const { origin } = new URL(c.req.url)
  let reason: Reason | undefined
  const server = new provider.OAuthAuthorizationServer<{ OAUTH_KV: OAuthStorage }>({
    issuer: origin,
    resources: [resourceOf(origin)],
    authorizeEndpoint: OAUTH_PATHS.consent,
    tokenEndpoint: OAUTH_PATHS.token,
    clientRegistrationEndpoint: OAUTH_PATHS.register,
    accessTokenTTL: ACCESS_S,
    refreshTokenTTL: IDLE_S,
    refreshTokenIdleTTL: IDLE_S,
    // Without it the package takes an id that is an address for a record, and asks for that: oauth-storage.ts answers.
    clientIdMetadataDocumentEnabled: false,
    tokenExchangeCallback: async ({ props }) => {
      // The package revokes the grant at this error.
      if (!(await isOwned(settings, props)))
        throw new provider.OAuthError('invalid_grant', {
          description: 'ADMIN_KEY has changed: connect the client again',
        })
    },
    onError: ({ internal }) => {
      reason = `oauth ${internal.reason}`
    },
  })
  const env = { OAUTH_KV: oauthStorage(c, store) }
  return {
    provider,
    api: server.getOAuthApi(env),
    /** A path of the package's own. */
    answer: (request: Request) => stored(server.fetch(request, env, c.executionCtx as ExecutionContext)),
    /** What a token says; null for one that is not valid for /mcp of this origin. */
    validate: (token: string) => stored(server.validateToken<unknown>(resourceOf(origin), token, env)),
    /** Why the last request of a client was refused. */
    reason: () => reason,
  }
}
