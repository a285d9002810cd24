import type { Context } from 'hono'
import { badInput, GatewayError } from '../base/errors.ts'
import { type Area, GROUPS } from '../base/groups.ts'
import { authenticate } from '../gateway/auth/access.ts'
import { explainRefusal } from '../gateway/auth/admin.ts'
import type { Caller } from '../gateway/auth/caller.ts'
import { authenticateGrant, isAccessToken } from '../gateway/auth/oauth/grants.ts'
import { oauthLack } from '../gateway/auth/oauth/server.ts'
import { getResourceMetadataUrl } from '../gateway/auth/oauth/storage.ts'
import { scopesFor } from '../gateway/auth/scopes.ts'
import { refusedOrigin } from '../gateway/http/cors.ts'
import type { Operation } from '../gateway/operation-type.ts'
import type { AppEnv, RequestState } from '../gateway/state.ts'
import type { Selection } from './tools.ts'

/** Throws 403 for the page of an origin that may not call. Only browsers send one. */
export function checkOrigin({ allowedOrigin }: RequestState, origin: string | undefined): void {
  if (origin && allowedOrigin === undefined) throw refusedOrigin(origin)
}

/** The token in Authorization. Empty without one. A token in the URL is never used (RFC 9700, section 2.6). */
const parseBearer = (headers: Headers): string => /^Bearer +(\S+)$/i.exec(headers.get('Authorization') ?? '')?.[1] ?? ''

/**
 * The caller of the request, identified by a key in X-API-KEY or as a Bearer token, or by an access
 * token of a grant. Throws like `authenticate`. A 401 includes a `WWW-Authenticate` header, as RFC 6750 section 3
 * requires.
 */
export async function authenticateCaller(c: Context<AppEnv>): Promise<Caller> {
  const state = c.get('state')
  const { headers } = c.req.raw
  const bearer = parseBearer(headers)
  const key = headers.get('X-API-KEY') || bearer
  try {
    return await (key === bearer && isAccessToken(bearer) && isOffered(c)
      ? authenticateGrant(c, bearer)
      : authenticate(state, key, state.platform.now()))
  } catch (refusal) {
    const error = await explainRefusal(c, key, refusal)
    if (!(error instanceof GatewayError && error.status === 401)) throw error
    throw new GatewayError(401, error.message, {
      reason: error.reason,
      headers: { 'WWW-Authenticate': challenge(c, key !== '') },
    })
  }
}

const isOffered = (c: Context<AppEnv>) => oauthLack(c.get('state').settings, new URL(c.req.url).origin) === undefined

/** When OAuth is offered, the header contains the URL of its metadata (RFC 9728, section 5.1). */
function challenge(c: Context<AppEnv>, isRefused: boolean): string {
  return [
    'Bearer realm="mcp"',
    ...(isRefused ? ['error="invalid_token"'] : []),
    ...(isOffered(c)
      ? ['scope="read"', `resource_metadata="${getResourceMetadataUrl(new URL(c.req.url).origin)}"`]
      : []),
  ].join(', ')
}

/**
 * 403 for an operation that the access token does not allow, with the required scopes (RFC 6750, section 3.1), so that
 * a client can ask the owner for them. The token's current scopes are included, so that none get lost.
 */
export function insufficientScope(
  c: Context<AppEnv>,
  { scopes = [] }: Caller,
  name: string,
  operation: Pick<Operation, 'group' | 'reads'>,
): GatewayError {
  const needed = scopesFor(operation, scopes).join(' ')
  const challenge = [
    'Bearer realm="mcp"',
    'error="insufficient_scope"',
    `scope="${needed}"`,
    `resource_metadata="${getResourceMetadataUrl(new URL(c.req.url).origin)}"`,
    `error_description="${name} needs more than the owner of this gateway has allowed"`,
  ]
  return new GatewayError(
    403,
    `insufficient_scope: ${name} needs the scopes ${needed}: the person connects the client again, and allows this on the page that opens`,
    {
      reason: 'refused scope',
      headers: { 'WWW-Authenticate': challenge.join(', ') },
    },
  )
}

const WITH_TOOLS: readonly Area[] = [...GROUPS, 'gateway']

/** Parses the selection in the query of the URL. Throws 400 for an unknown value. */
export function parseSelection(query: (name: string) => string | undefined): Selection {
  return {
    groups: parseGroups(query('groups')),
    all: getWord('tools', query('tools'), ['default', 'all']) === 'all',
    readOnly: isOn('readonly', query('readonly')),
    isUnattended: isOn('unattended', query('unattended')),
  }
}

function parseGroups(list: string | undefined): ReadonlySet<Area> | undefined {
  if (!list) return undefined
  return new Set<Area>(
    list.split(',').map((word) => {
      const group = WITH_TOOLS.find((known) => known === word.trim())
      if (!group) throw badInput(`groups: must be a comma list of ${WITH_TOOLS.join(', ')}`)
      return group
    }),
  )
}

const isOn = (name: string, text: string | undefined): boolean =>
  /^(1|true)$/.test(getWord(name, text, ['0', '1', 'false', 'true']))

function getWord(name: string, text: string | undefined, words: readonly [string, ...string[]]): string {
  if (!text) return words[0]
  if (!words.includes(text)) throw badInput(`${name}: must be one of ${words.join(', ')}`)
  return text
}
