import type { Context } from 'hono'
import { GatewayError } from '../../../base/errors.ts'
import type { Settings } from '../../../base/settings.ts'
import type { AppEnv } from '../../state.ts'
import { SHORTEST_ADMIN_KEY } from '../admin/admin-key.ts'

/**
 * The OAuth paths (decisions.md section 13). The consent page is a static file, and the Worker handles only its API.
 */
export const OAUTH_PATHS = {
  consent: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  server: '/.well-known/oauth-authorization-server',
  resource: '/.well-known/oauth-protected-resource',
} as const

/**
 * The user id for the OAuth package, the first part of every token. It differs between deployments, even if they share
 * OAUTH_KV and ADMIN_KEY by mistake, so that connecting a client to one does not revoke grants of the other.
 */
export const getOwner = ({ env }: Settings): string => `owner-${env.ACCOUNTS.idFromName('owner').toString()}`

/** The audience of tokens, and the resource indicator of RFC 8707. */
export const getResource = (origin: string): string => `${origin}/mcp`

/** The URL of that resource's metadata (RFC 9728). */
export const getResourceMetadataUrl = (origin: string): string => `${origin}${OAUTH_PATHS.resource}/mcp`

/** Why a deployment offers no OAuth at an origin, and what to do. Undefined when it does. */
export function oauthLack({ env }: Settings, origin: string): string | undefined {
  if ((env.ADMIN_KEY ?? '').length < SHORTEST_ADMIN_KEY)
    return `ADMIN_KEY is not set, or has fewer than ${SHORTEST_ADMIN_KEY} characters: set it by \`npx wrangler secret put ADMIN_KEY\``
  const { protocol, hostname } = new URL(origin)
  if (protocol !== 'https:' && !isLoopback(hostname)) return 'OAuth needs https, or http on loopback'
  return undefined
}

/** 404, which tells a client that OAuth is not offered. */
export const notOffered = (lack: string) =>
  new GatewayError(404, `this gateway offers no OAuth: ${lack}`, { reason: 'setting' })

/** Whether a host name is this machine (RFC 8252, section 7.3). */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)

/**
 * The OAuth server of this request, loaded on demand, because a start and a request with a key do not need it. Throws
 * 404 that says what is missing when OAuth is not offered.
 */
export async function oauthServer(c: Context<AppEnv>) {
  const origin = checkOffered(c)
  const { createOAuthServer } = await import('./oauth-server.ts')
  const { oauthStorage } = await import('./oauth-storage.ts')
  return createOAuthServer(origin, oauthStorage(c))
}

/** The origin of the request. Throws 404 when OAuth is not offered there. */
export function checkOffered(c: Context<AppEnv>): string {
  const { origin } = new URL(c.req.url)
  const lack = oauthLack(c.get('state').settings, origin)
  if (lack !== undefined) throw notOffered(lack)
  return origin
}

/** Runs a storage operation of the package. Throws 503 when the storage fails. */
export async function stored<Value>(use: Promise<Value>): Promise<Value> {
  try {
    return await use
  } catch (error) {
    // A TypeError is a bug of the calling code.
    if (error instanceof GatewayError || error instanceof TypeError) throw error
    throw new GatewayError(503, 'the storage of grants did not answer: try again in a few seconds', {
      headers: { 'Retry-After': '5' },
    })
  }
}
