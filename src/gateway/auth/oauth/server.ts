import type { Context } from 'hono'
import { badInput, GatewayError } from '../../../base/errors.ts'
import { visibleText } from '../../../base/json.ts'
import type { Settings } from '../../../base/settings.ts'
import { isLoopback } from '../../../base/url.ts'
import type { AppEnv } from '../../state.ts'
import { SHORTEST_ADMIN_KEY } from '../admin.ts'
import { oauthStorage } from './storage.ts'

/** Throws 400 for a repeated parameter (RFC 6749, section 3.1). RFC 8707 allows `resource` to repeat. */
export function checkOnce(params: URLSearchParams): void {
  const names = new Set(params.keys())
  names.delete('resource')
  const doubled = [...names].filter((name) => params.getAll(name).length > 1)
  if (doubled.length > 0)
    throw badInput(`${doubled.map((name) => visibleText(name, 80)).join(', ')}: comes more than once`)
}

/** What each grant type exchanges. A request without one revokes a token (RFC 7009). */
const EXCHANGED = new Map([
  ['authorization_code', 'code'],
  ['refresh_token', 'refresh_token'],
  ['', 'token'],
])

/**
 * Throws 400 for a code or token that the grant type of a request does not use, so that nothing is looked up by one and
 * done with another. An empty parameter counts as absent, and other unknown ones are ignored.
 */
export function checkExchanged(form: URLSearchParams): void {
  const used = EXCHANGED.get(form.get('grant_type') ?? '')
  for (const name of EXCHANGED.values())
    if (name !== used && form.get(name)) throw badInput(`${name}: must not be sent with this grant_type`)
}

/** Why a deployment offers no OAuth at an origin, and what to do. Undefined when it does. */
export function oauthLack({ env }: Settings, origin: string): string | undefined {
  if ((env.ADMIN_KEY ?? '').length < SHORTEST_ADMIN_KEY)
    return `ADMIN_KEY is not set, or has fewer than ${SHORTEST_ADMIN_KEY} characters: set it by \`npx wrangler secret put ADMIN_KEY\``
  const { protocol, hostname } = new URL(origin)
  if (protocol !== 'https:' && !isLoopback(hostname)) return 'OAuth needs https, or http on loopback'
  return undefined
}

/** 404, which tells a client that OAuth is not offered. */
const notOffered = (lack: string) =>
  new GatewayError(404, `this gateway offers no OAuth: ${lack}`, { reason: 'setting' })

/**
 * The OAuth server of this request, loaded on demand, because a start and a request with a key do not need it. Throws
 * 404 that says what is missing when OAuth is not offered.
 */
export async function oauthServer(c: Context<AppEnv>) {
  const origin = checkOffered(c)
  const { createOAuthServer } = await import('./provider.ts')
  return createOAuthServer(origin, oauthStorage(c))
}

/** The origin of the request. Throws 404 when OAuth is not offered there. */
export function checkOffered(c: Context<AppEnv>): string {
  const { origin } = new URL(c.req.url)
  const lack = oauthLack(c.get('state').settings, origin)
  if (lack !== undefined) throw notOffered(lack)
  return origin
}
