import type { Settings } from '../base/settings.ts'

const ALLOW_METHODS = 'GET, POST, PATCH, DELETE'

const ALLOW_HEADERS = [
  'X-API-KEY',
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'X-Request-Id',
  'X-Workspace-Token',
  'X-Workspace-Space-ID',
  'X-Workspace-User-ID',
  'X-Payment-Mode',
  'X-Payment-Host',
  'X-Payment-Api-Key',
  'X-Payment-Member-ID',
  'X-Payment-Merchant-ID',
  'X-Payment-Business-Number',
  'MCP-Protocol-Version',
  'Mcp-Session-Id',
  'Mcp-Method',
  'Mcp-Name',
].join(',')

const EXPOSE_HEADERS = 'X-Request-Id,Retry-After,Idempotent-Replayed,Server-Timing'

/** How long a browser may remember a preflight, in seconds. */
const MAX_AGE = '600'

/** Whether ALLOWED_ORIGINS lists the origin; `*` counts only when it is written there. */
export const isAllowedOrigin = ({ allowedOrigins }: Settings, origin: string) =>
  allowedOrigins.has('*') || allowedOrigins.has(origin)

/** The CORS headers of an answer to this origin (decisions.md section 2); never with credentials. */
export function corsHeaders(settings: Settings, origin: string): Record<string, string> {
  if (!isAllowedOrigin(settings, origin)) return {}
  return {
    'Access-Control-Allow-Origin': settings.allowedOrigins.has('*') ? '*' : origin,
    'Access-Control-Expose-Headers': EXPOSE_HEADERS,
  }
}

/** The headers that only the answer to a preflight has; none for an origin that is not allowed. */
export function preflightHeaders(settings: Settings, origin: string): Record<string, string> {
  if (!isAllowedOrigin(settings, origin)) return {}
  return {
    'Access-Control-Allow-Methods': ALLOW_METHODS,
    'Access-Control-Allow-Headers': ALLOW_HEADERS,
    'Access-Control-Max-Age': MAX_AGE,
  }
}
