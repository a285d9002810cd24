import { VERSION } from '../../base/version.ts'
import { signedHeaders } from '../../base/webhook-signing.ts'
import { Passing } from './backoff.ts'

/** An event as the feed has it. */
export interface FeedEvent {
  id: string
  type: string
  timestamp: string
  data: unknown
}

/** The same time that the gateway gives an endpoint. */
const ANSWER_MS = 15_000

/** Sends an event as a delivery of the gateway, signed now. Returns the status. Throws Passing unless it is a success. */
export async function forward(
  { id, type, timestamp, data }: FeedEvent,
  { target, secret, signal }: { target: string; secret: string; signal: AbortSignal },
): Promise<number> {
  const body = JSON.stringify({ type, timestamp, data })
  const headers = await signedHeaders([secret], { id, at: Date.now(), body })
  const response = await fetch(target, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', 'User-Agent': `Latchkey/${VERSION}` },
    body,
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
  }).catch((error: Error) => {
    if (signal.aborted) throw error
    throw new Passing(
      error.name === 'TimeoutError' ? `no answer within ${ANSWER_MS / 1000} s` : 'the target cannot be reached',
    )
  })
  await response.body?.cancel()
  if (!response.ok) throw new Passing(`the target answered ${response.status}`)
  return response.status
}
