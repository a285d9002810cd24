import { GatewayError } from '../../base/errors.ts'
import type { EventAttachment } from '../../base/event-types.ts'
import type { GatewayEvent } from '../../base/events.ts'
import type { UpstreamContext } from '../../upstream/http/upstream-context.ts'
import type { EventSource } from '../../upstream/polling/event-source.ts'

/** The longest body of a delivery, in bytes (decisions.md section 12.3). */
const MOST_BYTES = 1024 * 1024

interface Omitted {
  name: EventAttachment
  reason: string
}

/** The body of a delivery: the event without its id. */
export const plainBody = ({ type, timestamp, data }: GatewayEvent): string => JSON.stringify({ type, timestamp, data })

/**
 * The body with the attachments of the subscription, each fetched in a separate call, so that one failure does not
 * affect another. Throws the error of an attachment that may be available later, as long as there is a later attempt.
 *
 * @param isLast whether an unavailable attachment is left out
 */
export async function fullBody(
  upstream: UpstreamContext,
  event: GatewayEvent,
  source: EventSource | undefined,
  include: readonly EventAttachment[],
  isLast: boolean,
): Promise<string> {
  let data = await currentData(upstream, event, source, isLast)
  if (!source?.attach || include.length === 0) return plainBody({ ...event, data })
  const omitted: Omitted[] = []
  for (const name of include) {
    try {
      const added = { ...data, ...(await source.attach(upstream, event, [name])) }
      if (encodeUtf8(plainBody({ ...event, data: { ...added, omitted } })) < MOST_BYTES - ROOM) data = added
      else omitted.push({ name, reason: 'larger than a delivery may be' })
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      if (mayBeHadLater(error) && !isLast) throw error
      omitted.push({ name, reason: error.message })
    }
  }
  return plainBody({ ...event, data: omitted.length > 0 ? { ...data, omitted } : data })
}

/** The current data, if the source reads it at a delivery. The stored data if that fails permanently. */
async function currentData(
  upstream: UpstreamContext,
  event: GatewayEvent,
  source: EventSource | undefined,
  isLast: boolean,
) {
  try {
    return (await source?.refresh?.(upstream, event)) ?? event.data
  } catch (error) {
    if (!(error instanceof GatewayError) || (mayBeHadLater(error) && !isLast)) throw error
    return event.data
  }
}

/** The space for the names of omitted attachments, in bytes. */
const ROOM = 2048

const encodeUtf8 = (text: string) => new TextEncoder().encode(text).byteLength

const mayBeHadLater = ({ status }: GatewayError) => status >= 500 || status === 429
