import {
  AuthorizationError,
  authorizationErrorRedirect,
  OAuthAuthorizationServer,
  OAuthError,
} from '@cloudflare/workers-oauth-provider'
import type { Reason } from '../../../base/errors.ts'
import { getResource, OAUTH_PATHS, type OAuthStorage, stored } from './storage.ts'

/**
 * How long tokens are valid, in seconds: an access token, and a grant after its last refresh. Clients do not renew a token
 * within a conversation. Each minute a token is looked up, so a revoked one ends long before.
 */
const ACCESS_S = 24 * 3600
const IDLE_S = 30 * 24 * 3600

type ServerOptions = ConstructorParameters<typeof OAuthAuthorizationServer<{ OAUTH_KV: OAuthStorage }>>[0]
type Exchange = NonNullable<ServerOptions['tokenExchangeCallback']>

/**
 * The authorization server of the OAuth package, created for one request. This file is only loaded with `import()`, and
 * no other file imports the package.
 *
 * @param exchange decides about each exchange of a code or refresh token
 */
export function createOAuthServer(origin: string, storage: OAuthStorage, exchange: Exchange = () => {}) {
  let reason: Reason | undefined
  const server = new OAuthAuthorizationServer<{ OAUTH_KV: OAuthStorage }>({
    issuer: origin,
    resources: [getResource(origin)],
    authorizeEndpoint: OAUTH_PATHS.consent,
    tokenEndpoint: OAUTH_PATHS.token,
    clientRegistrationEndpoint: OAUTH_PATHS.register,
    accessTokenTTL: ACCESS_S,
    refreshTokenTTL: IDLE_S,
    refreshTokenIdleTTL: IDLE_S,
    // Off, because the package would fetch the metadata document of a URL id itself. Instead it reads a record, which
    // storage.ts provides.
    clientIdMetadataDocumentEnabled: false,
    tokenExchangeCallback: exchange,
    onError: ({ internal }) => {
      reason = `oauth ${internal.reason}`
    },
  })
  const env = { OAUTH_KV: storage }
  return {
    AuthorizationError,
    OAuthError,
    authorizationErrorRedirect,
    api: server.getOAuthApi(env),
    /** Handles a path of the package. */
    answer: (request: Request) => stored(server.fetch(request, env, NO_CONTEXT)),
    /** The content of a token. Null for one that is not valid for /mcp of this origin. */
    validate: (token: string) => stored(server.validateToken<unknown>(getResource(origin), token, env)),
    /** Why the last request of a client was refused. */
    reason: () => reason,
  }
}

/** None of the package's paths has background work. */
const NO_CONTEXT = {
  waitUntil() {},
  passThroughOnException() {},
  props: {},
} as Partial<ExecutionContext> as ExecutionContext
