import { isObject } from '../rest.ts'
import { invalidArgument, preconditionFailed } from './google-error.ts'
import { isOlder, KNOWN_CLIENTS, type KnownClient } from './known-clients.ts'
import type { Switches } from './switches.ts'

export interface PlayerRequest {
  client: string
  known: KnownClient
  videoId: string
  /** The `visitorData` of an earlier response. */
  visitor: string | undefined
  /** Whether the caller has confirmed the content warnings. */
  confirmed: boolean
}

/** Parses and validates a player call like the product. The refusal is the response to send. */
export async function readPlayerRequest(request: Request, switches: Switches): Promise<PlayerRequest | Response> {
  const body: unknown = await request.json().catch(() => undefined)
  const context = isObject(body) && isObject(body.context) ? body.context.client : undefined
  if (!isObject(body) || !isObject(context)) return invalidArgument()
  if (!request.headers.get('content-type')?.startsWith('application/json')) return invalidArgument()

  const { clientName, clientVersion } = context
  if (typeof clientName !== 'string' || typeof clientVersion !== 'string') return invalidArgument()
  const known = KNOWN_CLIENTS[clientName]
  if (!known || !/^\d+(\.\d+)+$/.test(clientVersion)) return invalidArgument()

  const headerName = request.headers.get('x-youtube-client-name')
  const headerVersion = request.headers.get('x-youtube-client-version')
  if (headerName !== null && headerName !== String(known.id)) return invalidArgument()
  if (headerVersion !== null && headerVersion !== clientVersion) return invalidArgument()

  const visitor = context.visitorData
  if (visitor !== undefined && typeof visitor !== 'string') return invalidArgument()
  if ((request.headers.get('x-goog-visitor-id') ?? undefined) !== visitor) return invalidArgument()

  if (known.needs.some((field) => context[field] === undefined)) return preconditionFailed()
  if (isOlder(clientVersion, known.least) || switches.retiredClients.includes(clientName)) return preconditionFailed()

  if (typeof body.videoId !== 'string') return invalidArgument()
  const confirmed = body.contentCheckOk === true && body.racyCheckOk === true
  return { client: clientName, known, videoId: body.videoId, visitor, confirmed }
}
