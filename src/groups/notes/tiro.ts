import { GatewayError } from '../../base/errors.ts'
import { at, count, text, tryParseJson } from '../../base/json.ts'
import { baseUrl, type Product, send, type UpstreamAnswer } from '../../upstream/client.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import { codeReason, publicMessage, requiredFields, toFailure } from '../../upstream/failures.ts'
import { isNotesHost, TIRO_HOST } from '../hosts.ts'
import { statedWait } from './stated-wait.ts'

/** The product behind the notes group: the external API of Tiro. */
export const tiro: Product = { group: 'notes', hosts: isNotesHost, relayedAs: 'notes' }

export interface TiroCall {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  /** Undefined parameters are left out. */
  query?: Readonly<Record<string, string | undefined>>
  body?: unknown
}

export const required = requiredFields(
  'notes',
  '',
  'guid',
  'workspaces',
  'workspaces[].guid',
  '[]',
  'content',
  'content[]',
  'nextCursor',
)

/**
 * Makes one call with the account's key, to the override's host or the product's own. Returns the parsed JSON,
 * undefined for an empty body. Throws 502 for a body that is not JSON.
 *
 * @param call its `path` starts at the root of the host
 */
export async function callTiro(
  upstream: UpstreamContext,
  key: string,
  override: URL | undefined,
  call: TiroCall,
): Promise<unknown> {
  const { method = 'GET', path, query = {}, body } = call
  const url = new URL(baseUrl(override, `https://${TIRO_HOST}`) + path)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value)
  const answer = await send(upstream, tiro, {
    method,
    url,
    override,
    headers: {
      Accept: 'application/json',
      Authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (answer.status < 200 || answer.status > 299) throw failure(upstream, answer)
  if (answer.text.trim() === '') return undefined
  return required('', tryParseJson(answer.text))
}

const LACKS_PERMISSION = 403013

function failure(upstream: UpstreamContext, answer: UpstreamAnswer): GatewayError {
  // The current format and the older one of the authentication page both have these two fields.
  const error = at(tryParseJson(answer.text), 'error')
  const code = at(error, 'code')
  const message = text(at(error, 'message')) ?? undefined
  if (count(code) === LACKS_PERMISSION) {
    return new GatewayError(
      403,
      'the key of the notes account lacks the permission for this: connect one that has it',
      { reason: codeReason(code) },
    )
  }
  // The product responds 401 for every key that it refuses, so its 403 never means a rejected key.
  if (answer.status === 403 && message) {
    return new GatewayError(403, publicMessage(upstream, message), { reason: 'upstream 403' })
  }
  const retryAfter = answer.retryAfter ?? statedWait(answer, error, upstream.platform.now())
  return toFailure(upstream, 'notes', { ...answer, retryAfter }, message)
}
