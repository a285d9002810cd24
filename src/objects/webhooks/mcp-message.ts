import { randomText } from '../../base/base64url.ts'
import type { GatewayEvent, McpDeliveryFault } from '../../base/events.ts'
import { formatCursor } from './feed-cursor.ts'
import { toOccurrence } from './payload.ts'
import type { DeliveryResult } from './send-webhook.ts'
import type { SubscriptionRow } from './subscription-repository.ts'

/** What the endpoint of an MCP client receives (decisions.md section 13.5). */

/** @param watermark everything up to it was accepted, or given up, or is this event */
export const mcpBody = (event: GatewayEvent, watermark: number): string =>
  JSON.stringify({ ...toOccurrence(event), cursor: formatCursor('oldest', watermark) })

/** Lets the receiver choose the secret before it reads the body. */
export const mcpHeaders = ({ id }: Pick<SubscriptionRow, 'id'>) => ({ 'X-MCP-Subscription-Id': id })

/** A message that is no event. */
export type Control =
  | { type: 'verification'; challenge: string }
  | { type: 'terminated'; error: { code: number; message: string; data: { reason: string } } }

export const controlBody = (control: Control) => ({
  id: `msg_${control.type}_${randomText(16)}`,
  body: JSON.stringify(control),
})

/** The category of a failed attempt. What the endpoint answered is never passed on. */
export function toFault({ status, error }: Pick<DeliveryResult, 'status' | 'error'>): McpDeliveryFault {
  if (status === null) return error?.startsWith('no answer') ? 'timeout' : 'connection_refused'
  if (status >= 500) return 'http_5xx'
  return status >= 400 ? 'http_4xx' : 'challenge_failed'
}

/** The same for the text of a failure that was stored. */
export function toStoredFault(error: string): McpDeliveryFault {
  const [, status] = /answered (\d+)/.exec(error) ?? []
  return toFault({ status: status === undefined ? null : Number(status), error })
}
