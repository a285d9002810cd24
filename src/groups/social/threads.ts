import { tryParseJson } from '../../base/json.ts'
import { baseUrl, type Product, send } from '../../upstream/client.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import { publicMessage, toFailure, unreadable } from '../../upstream/failures.ts'
import { isSocialHost, THREADS_HOST } from '../hosts.ts'
import { failureOfError, parseProductError, type Subject, shownMessage } from './errors.ts'

/** The product behind the social group: the Threads API. */
export const threads: Product = { group: 'social', hosts: isSocialHost, relayedAs: 'social' }

export interface ThreadsCall {
  method?: 'GET' | 'POST' | 'DELETE'
  path: string
  /** The query, or the form of a POST. Undefined fields are left out. */
  fields?: Readonly<Record<string, string | number | undefined>>
}

/** The parameters with URLs of media. The caller's fields have the same names. */
const MEDIA_FIELDS = ['image_url', 'video_url']

/** The parameters with the id of a post or container. */
const OBJECT_FIELDS = ['creation_id', 'reply_to_id', 'quote_post_id', 'children']

/** What a call reads or changes. The path of the account is `/me`. */
function subjectOf({ method = 'GET', path, fields = {} }: ThreadsCall): Subject {
  const isOfAccount = /^\/v[\d.]+\/me(\/|$)/.test(path) && OBJECT_FIELDS.every((field) => fields[field] === undefined)
  if (!isOfAccount) return 'object'
  return method === 'GET' ? 'account' : 'new post'
}

/**
 * Makes one call with one token, or without one when the app itself calls. `path` starts at the root of the host.
 * Returns the parsed JSON. The token is sent where the product is known to read it: in the form of a POST, and in the
 * query of other methods. A Bearer header would keep it out of URLs, but it was never verified that the product reads
 * one. The gateway does not log these URLs.
 */
export async function callThreads(
  upstream: UpstreamContext,
  token: string | undefined,
  call: ThreadsCall,
): Promise<unknown> {
  const { method = 'GET', path, fields = {} } = call
  if (token !== undefined) upstream.redactor.add(token)
  const override = upstream.settings.url('SOCIAL_API_URL')
  const url = new URL(baseUrl(override, `https://${THREADS_HOST}`) + path)
  const parameters = new URLSearchParams(token === undefined ? {} : { access_token: token })
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) parameters.set(name, String(value))
  const isForm = method === 'POST'
  if (!isForm) url.search = parameters.toString()

  const answer = await send(upstream, threads, {
    method,
    url,
    override,
    headers: {
      Accept: 'application/json',
      ...(isForm && { 'Content-Type': 'application/x-www-form-urlencoded' }),
    },
    ...(isForm && { body: parameters.toString() }),
  })
  const body = tryParseJson(answer.text)
  const error = parseProductError(body)
  const isFailed = error !== undefined || answer.status < 200 || answer.status > 299
  if (isFailed) {
    const known = failureOfError(error, {
      publicMessage: (message) => publicMessage(upstream, message),
      retryAfter: answer.retryAfter,
      mediaField: MEDIA_FIELDS.find((field) => fields[field] !== undefined),
      challenge: answer.headers.get('WWW-Authenticate') ?? '',
      subject: subjectOf(call),
    })
    throw known ?? toFailure(upstream, 'social', answer, error && shownMessage(error))
  }
  if (body === undefined) throw unreadable('social')
  return body
}
