import { GatewayError, unauthorized } from '../../base/errors.ts'
import { tryParseJson } from '../../base/json.ts'
import { type JsonObject, textMember } from '../../base/json-object.ts'
import { baseUrl } from '../../upstream/http/base-url.ts'
import { type Product, send, type UpstreamAnswer } from '../../upstream/http/client.ts'
import { codeReason, publicMessage, rejected, toFailure, unreadable } from '../../upstream/http/failures.ts'
import type { UpstreamContext } from '../../upstream/http/upstream-context.ts'
import { API_HOST } from './hosts.ts'

export const LACKS_CAPABILITY = 'lacks the capability'

/** Older versions have no data sources, newer ones send no `archived` (facts 1). */
const VERSION = '2025-09-03'

/** The product behind the workspace group: the public API of Notion (workspace facts, sections 1 to 7). */
export const notion: Product = { group: 'workspace', hosts: (host) => host === API_HOST, relayedAs: 'workspace' }

export interface NotionCall {
  method?: 'GET' | 'POST' | 'PATCH'
  /** The path from `/v1` on, with the query. */
  path: string
  body?: JsonObject
  /** Whether the call may be repeated. Defaults to true for GET. */
  reads?: boolean
}

/** The name of the token in messages: the header of the request, or the stored account. */
export type TokenName = 'X-Workspace-Token' | 'the workspace account'

export interface NamedToken {
  readonly token: string
  readonly tokenName: TokenName
}

/**
 * Calls the public API and returns the parsed JSON. Throws the product's refusal, and 502 when the response is not
 * JSON.
 */
export async function callNotion(
  upstream: UpstreamContext,
  { token, tokenName }: NamedToken,
  { path, body, ...rest }: NotionCall,
): Promise<unknown> {
  const override = upstream.settings.url('WORKSPACE_API_URL')
  const answer = await send(upstream, notion, {
    ...rest,
    url: new URL(`${baseUrl(override, `https://${API_HOST}`)}/v1${path}`),
    override,
    headers: {
      Accept: 'application/json',
      Authorization: `Bearer ${token}`,
      'Notion-Version': VERSION,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const read = tryParseJson(answer.text)
  if (answer.status !== 200) throw failure(upstream, tokenName, answer, read)
  if (read === undefined) throw unreadable('workspace')
  return read
}

function failure(upstream: UpstreamContext, tokenName: TokenName, answer: UpstreamAnswer, body: unknown): GatewayError {
  const message = textMember(body, 'message')
  const code = textMember(body, 'code')
  if (code === 'unauthorized') {
    if (tokenName === 'the workspace account') return rejected('workspace')
    return unauthorized(
      'X-Workspace-Token was rejected by the workspace service: reconnect it and send the new one',
      'account rejected',
    )
  }
  // The token lacks a capability. The token itself is valid, even if the message mentions it.
  if (code === 'restricted_resource') {
    const text = publicMessage(upstream, message) || `${tokenName} ${LACKS_CAPABILITY} for this`
    return new GatewayError(403, text, { reason: codeReason(code) })
  }
  return toFailure(upstream, 'workspace', answer, message)
}
