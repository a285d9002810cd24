import { isObject } from '../rest.ts'
import { invalidArgument, preconditionFailed } from './pages.ts'
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

interface KnownClient {
  /** Value of X-YouTube-Client-Name. */
  id: number
  /** The oldest version that is still answered. */
  least: string
  /** Context fields without which the client is refused. */
  needs: readonly string[]
  /** Web clients get `microformat` and plain titles. The others get caption links that end in `fmt=srv3`. */
  web: boolean
}

/** The clients of video facts, section 1. The oldest versions are those that libraries still use. */
const KNOWN_CLIENTS: Readonly<Record<string, KnownClient>> = {
  ANDROID: { id: 3, least: '20.10.38', needs: ['androidSdkVersion'], web: false },
  IOS: { id: 5, least: '20.10.4', needs: ['deviceMake', 'deviceModel'], web: false },
  VISIONOS: { id: 101, least: '1.02', needs: ['deviceMake', 'deviceModel'], web: false },
  ANDROID_VR: { id: 28, least: '1.60.19', needs: ['androidSdkVersion', 'deviceModel'], web: false },
  MWEB: { id: 2, least: '2.20260101.00.00', needs: [], web: true },
  WEB: { id: 1, least: '2.20260101.00.00', needs: [], web: true },
  TVHTML5: { id: 7, least: '7.20260101.00.00', needs: [], web: true },
}

/** Whether a dotted version is older than another, part by part. */
function isOlder(version: string, than: string): boolean {
  const parts = version.split('.').map(Number)
  for (const [index, least] of than.split('.').map(Number).entries()) {
    const part = parts[index] ?? 0
    if (part !== least) return part < least
  }
  return false
}
