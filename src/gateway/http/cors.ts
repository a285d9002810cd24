import { GatewayError } from '../../base/errors.ts'
import type { Settings } from '../../base/settings.ts'

const EXPOSE_HEADERS = 'X-Request-Id,X-Error-Code,Retry-After,Idempotent-Replayed,Server-Timing'

/** Whether ALLOWED_ORIGINS lists the origin. `*` is accepted only if it is listed. */
export const isAllowedOrigin = ({ allowedOrigins }: Settings, origin: string) =>
  allowedOrigins.has('*') || allowedOrigins.has(origin)

/** The CORS headers of a response to this origin. Never with credentials. */
export function corsHeaders(settings: Settings, origin: string): Record<string, string> {
  if (!isAllowedOrigin(settings, origin)) return {}
  return {
    'Access-Control-Allow-Origin': settings.allowedOrigins.has('*') ? '*' : origin,
    'Access-Control-Expose-Headers': EXPOSE_HEADERS,
  }
}

/** A browser sends a shorter one. */
const LONGEST_ORIGIN = 200

/** 403 for a page that may not call, which the owner finds among the failed requests. */
export const refusedOrigin = (origin: string) =>
  new GatewayError(
    403,
    `Origin: ${origin.slice(0, LONGEST_ORIGIN)} is not in ALLOWED_ORIGINS: the owner of this gateway can add it there`,
    {
      reason: 'refused origin',
      parameters: { setting: 'ALLOWED_ORIGINS', origin: origin.slice(0, LONGEST_ORIGIN) },
    },
  )
