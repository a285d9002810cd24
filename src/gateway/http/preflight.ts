import { lazy } from '../../base/lazy.ts'
import type { Settings } from '../../base/settings.ts'
import { getOperation } from '../handler-operations.ts'
import { isAllowedOrigin } from './cors.ts'
import type { RouteSource } from './paths.ts'

/** The headers that any request may have, and those of the MCP transport. */
const COMMON_HEADERS = [
  'X-API-KEY',
  'Authorization',
  'Content-Type',
  'X-Request-Id',
  'MCP-Protocol-Version',
  'Mcp-Session-Id',
  'Mcp-Method',
  'Mcp-Name',
]

/** How long a browser may cache a preflight, in seconds. */
const MAX_AGE = '600'

/**
 * The headers of the response to a CORS preflight. Empty for an origin that is not allowed. The methods and headers are
 * those of the operations, collected at the first preflight. That needs no schemas, because a group lists its headers
 * in `operations`: building all schemas would cost the first browser 10 ms or more.
 *
 * @param source the router
 */
export function preflight(source: RouteSource) {
  const allowed = lazy(async () => {
    const routes = await source.allRoutes()
    const methods = routes.flatMap(({ method }) => (method === 'ALL' ? [] : [method]))
    const headers = routes.flatMap(({ handler }) => getOperation(handler)?.groupHeaders ?? [])
    return {
      'Access-Control-Allow-Methods': [...new Set(methods)].join(', '),
      'Access-Control-Allow-Headers': [...new Set([...COMMON_HEADERS, ...headers])].join(','),
      'Access-Control-Max-Age': MAX_AGE,
    }
  })
  return async (settings: Settings, origin: string): Promise<Readonly<Record<string, string>>> =>
    isAllowedOrigin(settings, origin) ? allowed() : {}
}
