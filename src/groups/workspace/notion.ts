import { GatewayError, unauthorized } from '../../base/errors.ts'
import { at, type JsonObject, textMember, tryParseJson } from '../../base/json.ts'
import { sleep } from '../../base/platform.ts'
import { backoffMs, baseUrl, MOST_RETRIES, type Product, send, type UpstreamAnswer } from '../../upstream/client.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import { codeReason, publicMessage, rejected, toFailure, unreadable } from '../../upstream/failures.ts'
import { NOTION_HOST } from '../hosts.ts'

export const LACKS_CAPABILITY = 'lacks the capability'

/** Older versions have no data sources, newer ones send no `archived`. */
const VERSION = '2025-09-03'

/** The product behind the workspace group: the public API of Notion. */
export const notion: Product = { group: 'workspace', hosts: (host) => host === NOTION_HOST, relayedAs: 'workspace' }

export interface NotionCall {
  method?: 'GET' | 'POST' | 'PATCH'
  /** The path from `/v1` on, with the query. */
  path: string
  body?: JsonObject
  /** Whether the call may be repeated. Defaults to true for GET. */
  reads?: boolean
  /** Waits for the turn of each attempt. */
  turn?: (() => Promise<void>) | undefined
}

/** The name of the token in messages: the header of the request, or the stored account. */
export type TokenName = 'X-Workspace-Token' | 'the workspace account'

export interface NamedToken {
  readonly token: string
  readonly tokenName: TokenName
}

/** With less than this left of the deadline no call is repeated, because its response might be lost; in milliseconds. */
const RESERVE_MS = 5_000

/**
 * Calls the public API and returns the parsed JSON. Throws the product's refusal, and 502 when the response is not
 * JSON. A call that the product refused because of a conflict saved nothing, so it is repeated, also a write.
 */
export async function callNotion(upstream: UpstreamContext, by: NamedToken, call: NotionCall): Promise<unknown> {
  const { platform, budget, deadline } = upstream
  for (let attempt = 0; ; attempt++) {
    const answer = await sendOnce(upstream, by, call)
    const read = tryParseJson(answer.text)
    if (answer.status === 200 && read === undefined) throw unreadable('workspace')
    if (answer.status === 200) return read
    const wait = Math.max((answer.retryAfter ?? 0) * 1000, backoffMs(attempt, platform.random()))
    const mayRepeat = attempt < MOST_RETRIES && budget.callsLeft > 0 && deadline.leftMs >= wait + RESERVE_MS
    if (!isConflict(read) || !mayRepeat) throw failure(upstream, by.tokenName, answer, read)
    await sleep(platform, wait)
  }
}

/** Any other 409, such as `row_limit_exceeded`, would be the same again. */
const isConflict = (body: unknown) => textMember(body, 'code') === 'conflict_error'

function sendOnce(upstream: UpstreamContext, { token }: NamedToken, { path, body, ...rest }: NotionCall) {
  const override = upstream.settings.url('WORKSPACE_API_URL')
  return send(upstream, notion, {
    ...rest,
    url: new URL(`${baseUrl(override, `https://${NOTION_HOST}`)}/v1${path}`),
    override,
    headers: {
      Accept: 'application/json',
      Authorization: `Bearer ${token}`,
      'Notion-Version': VERSION,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
}

function failure(upstream: UpstreamContext, tokenName: TokenName, answer: UpstreamAnswer, body: unknown): GatewayError {
  const message = getWords(body)
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
  // Whatever the status: nothing was saved.
  if (isConflict(body)) return new GatewayError(409, publicMessage(upstream, message), { reason: codeReason(code) })
  return toFailure(upstream, 'workspace', answer, message)
}

/** The product's message, with its advice for another attempt and the limit that was reached. */
function getWords(body: unknown): string | undefined {
  const message = textMember(body, 'message')
  const texts = (name: string) => [at(body, 'additional_data', name)].flat().filter((one) => typeof one === 'string')
  const more = [...texts('retry_guidance'), ...texts('rate_limit_reason')].join('; ')
  return more ? `${message ?? 'the workspace service failed'} (${more})` : message
}
