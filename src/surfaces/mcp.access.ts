import { badInput, GatewayError } from '../base/errors.ts'
import { type Area, GROUPS } from '../base/groups.ts'
import type { Settings } from '../base/settings.ts'
import { authenticate, type Caller } from '../gateway/access.ts'
import { isAllowedOrigin } from '../gateway/cors.ts'
import type { RequestState } from '../gateway/state.ts'

/** Throws 403 for an origin that ALLOWED_ORIGINS does not list. Only browsers send one. */
export function checkOrigin(settings: Settings, origin: string | undefined): void {
  if (origin && !isAllowedOrigin(settings, origin)) {
    throw new GatewayError(403, 'Origin: is not in ALLOWED_ORIGINS', { reason: 'refused origin' })
  }
}

/** The key of the request, from one of the two headers that decisions.md section 10 names; empty without one. */
const keyOf = (headers: Headers): string =>
  headers.get('X-API-KEY') || /^Bearer +(\S+)$/i.exec(headers.get('Authorization') ?? '')?.[1] || ''

/** As `authenticate`, with a `WWW-Authenticate` header in a 401, which RFC 6750 section 3 requires. */
export async function identify(
  { settings, platform }: RequestState,
  headers: Headers,
): Promise<{ caller: Caller; key: string }> {
  const key = keyOf(headers)
  try {
    return { caller: await authenticate(settings, key, platform.now()), key }
  } catch (error) {
    if (!(error instanceof GatewayError && error.status === 401)) throw error
    const challenge = key ? 'Bearer realm="mcp", error="invalid_token"' : 'Bearer realm="mcp"'
    throw new GatewayError(401, error.message, { headers: { 'WWW-Authenticate': challenge } })
  }
}

const WITH_TOOLS: readonly Area[] = [...GROUPS, 'gateway']

/** The groups named in `?groups=a,b`, or all of them and the gateway's own without it. Throws 400 for an unknown name. */
export function groupsOf(list: string | undefined): ReadonlySet<Area> {
  if (!list) return new Set(WITH_TOOLS)
  return new Set<Area>(
    list.split(',').map((word) => {
      const group = WITH_TOOLS.find((known) => known === word.trim())
      if (!group) throw badInput(`groups: must be a comma list of ${WITH_TOOLS.join(', ')}`)
      return group
    }),
  )
}
