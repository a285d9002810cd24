import { GatewayError } from '../../base/errors.ts'
import { readOwnerSettings } from '../owner-settings.ts'
import { countRefusedOrigin } from '../refused-origins.ts'
import type { RequestState } from '../state.ts'

const EXPOSE_HEADERS = 'X-Request-Id,X-Account,X-Error-Code,Link,Retry-After,Idempotent-Replayed,Server-Timing'

/**
 * Finds out whether pages of an origin may call: ALLOWED_ORIGINS decides, and without it what the owner allowed in the
 * app. That is read only for a request with the Origin of another page.
 *
 * @param own the origin of the gateway, whose own page needs no permission
 * @param address where the request came from
 */
export async function checkOrigin(state: RequestState, origin: string, own: string, address: string): Promise<void> {
  const { allowedOrigins } = state.settings
  const isAllowed =
    allowedOrigins.has('*') ||
    allowedOrigins.has(origin) ||
    (allowedOrigins.size === 0 && origin !== own && (await isAllowedByOwner(state, origin)))
  if (isAllowed) state.allowedOrigin = allowedOrigins.has('*') ? '*' : origin
  else if (origin !== own && isOrigin(origin)) countRefusedOrigin(state, origin, address)
}

async function isAllowedByOwner(state: RequestState, origin: string): Promise<boolean> {
  const { allowed_origins = [] } = await readOwnerSettings(state)
  return allowed_origins.includes(origin)
}

/** The CORS headers of a response. Never with credentials. */
export const corsHeaders = ({ allowedOrigin }: RequestState): Record<string, string> =>
  allowedOrigin === undefined
    ? {}
    : { 'Access-Control-Allow-Origin': allowedOrigin, 'Access-Control-Expose-Headers': EXPOSE_HEADERS }

/** A browser sends a shorter one. */
export const LONGEST_ORIGIN = 200

/** 403 for a page that may not call. The owner finds it among the failed requests and in the settings. */
export const refusedOrigin = (origin: string) =>
  new GatewayError(
    403,
    `Origin: ${origin.slice(0, LONGEST_ORIGIN)} is not in ALLOWED_ORIGINS: the owner of this gateway can add it there, or allow it on its page`,
    {
      reason: 'refused origin',
      parameters: { setting: 'ALLOWED_ORIGINS', origin: origin.slice(0, LONGEST_ORIGIN) },
    },
  )

/** Whether it is an origin as a browser sends that of a web page, such as https://app.example.com. */
export const isOrigin = (text: string): boolean => text.length <= LONGEST_ORIGIN && toOrigin(text) === text

/**
 * The origin as a browser sends it, from an address without a path. Undefined for anything else, such as a pattern for
 * several hosts.
 */
export function toOrigin(address: string): string | undefined {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname.includes('*')) return undefined
  return url.href === `${url.origin}/` ? url.origin : undefined
}
