import { type GatewayError, unauthorized } from '../../base/errors.ts'
import { tryParseJson } from '../../base/json.ts'
import { isObject, type JsonObject, textMember } from '../../base/json-object.ts'
import { baseUrl } from '../../upstream/http/base-url.ts'
import { type Product, send, type UpstreamAnswer } from '../../upstream/http/client.ts'
import { toFailure, unreadable } from '../../upstream/http/failures.ts'
import type { UpstreamContext } from '../../upstream/http/upstream-context.ts'
import { APP_HOST } from './hosts.ts'

/**
 * UNOFFICIAL. Notion has no public API to invite people. These are calls of its web app with a browser's session
 * (workspace facts, section 8). They are undocumented and may change at any time. No call is repeated.
 */
export const notionApp: Product = { group: 'workspace', hosts: (host) => host === APP_HOST, relayedAs: 'workspace' }

/** A browser's session, acting as one user in one space. */
export interface WebAppSession {
  /** The value of the cookie `token_v2`. */
  readonly token: string
  readonly spaceId: string
  readonly userId: string
}

/** Calls a method of the web app and returns its object. Throws 401 for an expired session. */
export async function callWebApp(
  upstream: UpstreamContext,
  { token, spaceId, userId }: WebAppSession,
  name: string,
  body: JsonObject,
): Promise<JsonObject> {
  const override = upstream.settings.url('WORKSPACE_APP_URL')
  const answer = await send(upstream, notionApp, {
    method: 'POST',
    url: new URL(`${baseUrl(override, `https://${APP_HOST}`)}/api/v3/${name}`),
    override,
    headers: {
      'Content-Type': 'application/json',
      Cookie: `token_v2=${token}`,
      'x-notion-active-user-header': userId,
      'x-notion-space-id': spaceId,
    },
    body: JSON.stringify(body),
  })
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
