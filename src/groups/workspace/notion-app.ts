import { GatewayError, unauthorized } from '../../base/errors.ts'
import { isObject, type JsonObject, textMember, tryParseJson } from '../../base/json.ts'
import { baseUrl, type Product, send, type UpstreamAnswer } from '../../upstream/client.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import { toFailure, unreadable } from '../../upstream/failures.ts'
import { isAppHost, NOTION_APP_HOST, OLD_NOTION_APP_HOST } from '../hosts.ts'

/**
 * UNOFFICIAL. Notion has no public API to invite people. These are calls of its web app with a browser's session. They
 * are undocumented and may change at any time.
 */
const notionApp: Product = { group: 'workspace', hosts: isAppHost, relayedAs: 'workspace' }

/** A browser's session, acting as one user in one space. */
export interface WebAppSession {
  /** The value of the cookie `token_v2`. */
  readonly token: string
  readonly spaceId: string
  readonly userId: string
  /** The host that took a call of this request. The next one goes there first. */
  host?: string
}

export interface WebAppCall {
  readonly name: string
  readonly body: JsonObject
  /** Whether it only reads, so that the other host may be asked after a failed connection. */
  readonly reads?: boolean
}

/**
 * Calls a method of the web app and returns its object. Throws 401 for an expired session. The other host is asked only
 * when the first one did nothing with the call, so no write is sent twice.
 */
export async function callWebApp(
  upstream: UpstreamContext,
  session: WebAppSession,
  call: WebAppCall,
): Promise<JsonObject> {
  const override = upstream.settings.url('WORKSPACE_APP_URL')
  if (override) return readObject(upstream, await post(upstream, session, call, baseUrl(override, ''), override))
  const [host, other] =
    session.host === OLD_NOTION_APP_HOST
      ? [OLD_NOTION_APP_HOST, NOTION_APP_HOST]
      : [NOTION_APP_HOST, OLD_NOTION_APP_HOST]
  const answer = await callHost(upstream, session, call, host)
  if (!(answer instanceof GatewayError)) return readObject(upstream, answer)
  const otherAnswer = await callHost(upstream, session, call, other)
  if (otherAnswer instanceof GatewayError) throw answer
  return readObject(upstream, otherAnswer)
}

/** The app is elsewhere, or the host knows no such path. 303 is missing, because it may follow a call that was done. */
const NOT_TAKEN: ReadonlySet<number> = new Set([301, 302, 307, 308, 404])
/** Cloudflare reached no server: it refused the connection, has no route, or has no address. */
const NOT_REACHED: ReadonlySet<number> = new Set([521, 523, 530])

/** The answer of a host, or the error when it did nothing with the call. Throws all other errors, such as a timeout. */
async function callHost(upstream: UpstreamContext, session: WebAppSession, call: WebAppCall, host: string) {
  try {
    const answer = await post(upstream, session, call, `https://${host}`)
    if (NOT_TAKEN.has(answer.status) || (call.reads && NOT_REACHED.has(answer.status))) {
      return failure(upstream, answer, tryParseJson(answer.text))
    }
    session.host = host
    return answer
  } catch (error) {
    // A connection may break after a write was done.
    if (call.reads && error instanceof GatewayError && error.reason === 'broken') return error
    throw error
  }
}

const post = (
  upstream: UpstreamContext,
  { token, spaceId, userId }: WebAppSession,
  { name, body }: WebAppCall,
  base: string,
  override?: URL,
) =>
  send(upstream, notionApp, {
    method: 'POST',
    url: new URL(`${base}/api/v3/${name}`),
    override,
    headers: {
      'Content-Type': 'application/json',
      Cookie: `token_v2=${token}`,
      'x-notion-active-user-header': userId,
      'x-notion-space-id': spaceId,
    },
    body: JSON.stringify(body),
  })

function readObject(upstream: UpstreamContext, answer: UpstreamAnswer): JsonObject {
  // Some of these calls return an empty body.
  const read: unknown = answer.text.trim() === '' ? {} : tryParseJson(answer.text)
  if (answer.status !== 200) throw failure(upstream, answer, read)
  if (!isObject(read)) throw unreadable('workspace')
  return read
}

function failure(upstream: UpstreamContext, answer: UpstreamAnswer, body: unknown): GatewayError {
  if (textMember(body, 'name') === 'UnauthorizedError') {
    return unauthorized(
      'X-Workspace-Token: the session has expired, or is not that of X-Workspace-User-ID: sign in and reconnect it',
      'account rejected',
    )
  }
  return toFailure(upstream, 'workspace', answer, textMember(body, 'message'))
}
