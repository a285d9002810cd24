import type { Context } from 'hono'
import { GatewayError } from '../../../base/errors.ts'
import type { Settings } from '../../../base/settings.ts'
import type { AppEnv } from '../../state.ts'
import { SHORTEST_ADMIN_KEY } from '../admin/admin-key.ts'

/** Where OAuth is served (decisions.md section 13). The consent page is a static file: the Worker sees its API alone. */
export const OAUTH_PATHS = {
  consent: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  server: '/.well-known/oauth-authorization-server',
  resource: '/.well-known/oauth-protected-resource',
} as const

/**
 * The one who gives grants, as the OAuth package names users; the first part of every token. Two deployments have different
 * ones, even where they share OAUTH_KV and ADMIN_KEY by mistake, so that connecting a client to one ends no grant of the other.
 */
export const getOwner = ({ env }: Settings): string => `owner-${env.ACCOUNTS.idFromName('owner').toString()}`

/** What tokens are for: the audience of each, and the resource indicator of RFC 8707. */
export const getResource = (origin: string): string => `${origin}/mcp`

/** Where RFC 9728 has the metadata of that resource. */
export const getResourceMetadataUrl = (origin: string): string => `${origin}${OAUTH_PATHS.resource}/mcp`

/** Why a deployment offers no OAuth at an origin, and what to do; undefined where it does. */
export function oauthLack({ env }: Settings, origin: string): string | undefined {
  if ((env.ADMIN_KEY ?? '').length < SHORTEST_ADMIN_KEY)
    return `ADMIN_KEY is not set, or has fewer than ${SHORTEST_ADMIN_KEY} characters: set it by \`npx wrangler secret put ADMIN_KEY\``
  const { protocol, hostname } = new URL(origin)
  if (protocol !== 'https:' && !isLoopback(hostname)) return 'OAuth needs https, or http on loopback'
  return undefined
}

/** 404, by which a client learns that there is nothing to be found. */
export const notOffered = (lack: string) =>
  new GatewayError(404, `this gateway offers no OAuth: ${lack}`, { reason: 'setting' })

/** Whether a host name is this machine's own, as RFC 8252 section 7.3 has it. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)

/**
 * What answers OAuth in this request, loaded now: a start, and a request with a key, do not pay for it. Throws 404 that says
 * what is missing where OAuth is not offered.
 */
export async function oauthServer(c: Context<AppEnv>) {
  const origin = checkOffered(c)
  const { createOAuthServer } = await import('./oauth-server.ts')
  const { oauthStorage } = await import('./oauth-storage.ts')
  return createOAuthServer(origin, oauthStorage(c))
}

/** The origin of the request. Throws 404 where OAuth is not offered there. */
export function checkOffered(c: Context<AppEnv>): string {
  const { origin } = new URL(c.req.url)
  const lack = oauthLack(c.get('state').settings, origin)
  if (lack !== undefined) throw notOffered(lack)
  return origin
}

/** A use of the storage by the package. Throws 503 where the storage fails. */
export async function stored<Value>(use: Promise<Value>): Promise<Value> {
  try {
    return await use
  } catch (error) {
    // A TypeError is a fault of the code that asked.
    if (error instanceof GatewayError || error instanceof TypeError) throw error
    throw new GatewayError(503, 'the storage of grants did not answer: try again in a few seconds', {
      headers: { 'Retry-After': '5' },
    })
  }
}
