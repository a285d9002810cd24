import { getDeploymentId } from '../../../base/platform.ts'
import type { Settings } from '../../../base/settings.ts'

/** The OAuth paths. The consent page is a static file, and the Worker handles only its API. */
export const OAUTH_PATHS = {
  consent: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  server: '/.well-known/oauth-authorization-server',
  resource: '/.well-known/oauth-protected-resource',
} as const

/**
 * The user id for the OAuth package, the first part of every token. It differs between deployments, even if they have
 * the same ADMIN_KEY by mistake, so that a token of one is none of the other.
 */
export const getOwner = ({ env }: Settings): string => `owner-${getDeploymentId(env)}`

/** The audience of tokens, and the resource indicator of RFC 8707. */
export const getResource = (origin: string): string => `${origin}/mcp`

/** The URL of that resource's metadata (RFC 9728). */
export const getResourceMetadataUrl = (origin: string): string => `${origin}${OAUTH_PATHS.resource}/mcp`

/** The id of a grant in the log, in usage counts and in the management app. */
export const callerId = (grantId: string) => `grant_${grantId}`
