import { badInput, GatewayError } from '../base/errors.ts'
import { GROUPS, type Group } from '../base/groups.ts'
import type { Settings } from '../base/settings.ts'
import { authenticate, type Caller } from '../gateway/access.ts'
import { isAllowedOrigin } from '../gateway/cors.ts'
import type { RequestState } from '../gateway/state.ts'

/** Throws 403 for a page of an origin that ALLOWED_ORIGINS does not list; a client that is no browser names none. */
export function checkOrigin(settings: Settings, origin: string | undefined): void {
  if (origin && !isAllowedOrigin(settings, origin)) {
    throw new GatewayError(403, 'Origin: is not in ALLOWED_ORIGINS', { reason: 'refused origin' })
  }
}

/** The key of the request, from either of the two headers that decisions.md section 10 names; empty without one. */
const keyOf = (headers: Headers): string =>
  headers.get('X-API-KEY') || /^Bearer +(\S+)$/i.exec(headers.get('Authorization') ?? '')?.[1] || ''

/** As `authenticate`, where a 401 also says how a key is sent, as RFC 6750 section 3 asks. */
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

/** `?groups=a,b`: the groups that the caller wants to see, all of them when absent. Throws 400 for an unknown one. */
export function groupsOf(list: string | undefined): ReadonlySet<Group> {
  if (!list) return new Set(GROUPS)
  return new Set(
    list.split(',').map((word) => {
      const group = GROUPS.find((known) => known === word.trim())
      if (!group) throw badInput(`groups: must be a comma list of ${GROUPS.join(', ')}`)
      return group
    }),
  )
}
