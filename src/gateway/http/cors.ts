import type { Settings } from '../../base/settings.ts'

const EXPOSE_HEADERS = 'X-Request-Id,Retry-After,Idempotent-Replayed,Server-Timing'

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
