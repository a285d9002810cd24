import type { Context } from 'hono'
import { badInput, GatewayError } from '../../base/errors.ts'
import { isLoopback } from '../../base/url.ts'
import { countTry, toLoginAttempt } from '../../gateway/auth/admin.ts'
import { checkNormal, isDocumentId } from '../../gateway/auth/oauth/clients.ts'
import { checkOnce, type oauthServer } from '../../gateway/auth/oauth/server.ts'
import { OAUTH_PATHS } from '../../gateway/auth/oauth/storage.ts'
import { requestedTerms, type Terms } from '../../gateway/auth/scopes.ts'
import type { AppEnv } from '../../gateway/state.ts'

type Server = Awaited<ReturnType<typeof oauthServer>>

interface Identified {
  /**
   * The host of the client's metadata document, which proves who the client is. Undefined for a client that registered
   * itself.
   */
  domain: string | undefined
}

/** A valid request for a grant, and the client that sent it. */
interface Authorization extends Identified {
  request: Awaited<ReturnType<Server['api']['parseAuthRequest']>>
  /** The name that the client gives itself, on one line. */
  name: string
  redirectHost: string
  isLocal: boolean
  /** The access that the client asks for. Undefined when it asks for nothing specific. */
  requested: Terms | undefined
  /** The URL that the browser is sent to when the owner refuses. */
  deniedTo: string
}

/** An invalid request of a known client, and the client's own URL with the error in it. */
interface RefusedAuthorization extends Identified {
  error: { code: string; description: string }
  refusedTo: string
}

const LONGEST_NAME = 80

/**
 * Reads the query with which a client sends a browser to the consent page. Validates the client, the exact redirect
 * URI, the audience and PKCE. Throws 400 when the redirect URI cannot be trusted, and 429 after too many such requests.
 */
export async function readAuthorization(
  c: Context<AppEnv>,
  server: Server,
  query: string,
): Promise<Authorization | RefusedAuthorization> {
  const { AuthorizationError, api, authorizationErrorRedirect } = server
  const url = new URL(OAUTH_PATHS.consent, c.req.url)
  url.search = query
  checkOnce(url.searchParams)
  const clientId = url.searchParams.get('client_id') ?? ''
  const domain = isDocumentId(clientId) && URL.canParse(clientId) ? new URL(clientId).hostname : undefined
  try {
    const request = await api.parseAuthRequest(new Request(url))
    checkNormal(request.redirectUri)
    if (!request.codeChallenge) {
      const error = { code: 'invalid_request' as const, description: 'code_challenge is required' }
      return { domain, error, refusedTo: authorizationErrorRedirect(request, error.code, error.description) }
    }
    const { clientName, redirectHost } = await api.describeConsent(request)
    return {
      request,
      name: shown(clientName),
      domain,
      redirectHost,
      isLocal: isLoopback(new URL(request.redirectUri).hostname),
      requested: requestedTerms(request.scope),
      deniedTo: authorizationErrorRedirect(request, 'access_denied', 'the owner of the gateway refused'),
    }
  } catch (error) {
    if (error instanceof AuthorizationError && error.redirectTo) {
      const { code, description, redirectTo } = error
      return { domain, error: { code, description }, refusedTo: redirectTo }
    }
    if (!(error instanceof AuthorizationError || error instanceof GatewayError)) throw error
    await countTry(c.get('state').settings, toLoginAttempt(c).address)
    throw error instanceof GatewayError
      ? error
      : badInput(`this request for access cannot be trusted: ${error.description}`)
  }
}

/** A name on one line, without control characters that hide text, break lines or change its direction. */
export const oneLine = (name: string): string => name.replace(/[\p{C}\s]+/gu, ' ').trim()

/** A name that the client chose, shortened. */
const shown = (name: string): string => oneLine(name).slice(0, LONGEST_NAME) || 'a client without a name'
