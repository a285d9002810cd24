import type { Context } from 'hono'
import { GatewayError } from '../../../base/errors.ts'
import type { Settings } from '../../../base/settings.ts'
import { isLoopback } from '../../../base/url.ts'
import type { AppEnv } from '../../state.ts'
import { SHORTEST_ADMIN_KEY } from '../admin/admin-key.ts'

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
