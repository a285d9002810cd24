import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** Facts 2; `payment_required` is a guess, as only the wiki's plan gates answer 402. */
const ERROR_TYPES: Record<number, string> = {
  400: 'bad_request',
  401: 'unauthorized',
  402: 'payment_required',
  403: 'forbidden',
  404: 'not_found',
  406: 'not_acceptable',
  409: 'conflict',
  413: 'payload_too_large',
  422: 'unprocessable_entity',
  429: 'too_many_requests',
}

/** The content of an error. `serial` makes the code: status x 1000 + serial (facts 2). */
export interface Refusal {
  message: string
  serial?: number
  detail?: object | string | null
  headers?: Record<string, string>
}

export function errorAnswer(status: number, { message, serial = 0, detail = null, headers = {} }: Refusal) {
  const errorType = ERROR_TYPES[status] ?? (status >= 500 ? 'internal_error' : 'bad_request')
  return Response.json({ error: { code: status * 1000 + serial, errorType, message, detail } }, { status, headers })
}

/** The older sample of the authentication page (facts 2). */
export function olderAuthAnswer(message: string) {
  return Response.json({ error: { code: 'invalid_api_key', message, type: 'authentication_error' } }, { status: 401 })
}

/** To be thrown: ends the request with the product's error. */
export function refusal(status: ContentfulStatusCode, what: Refusal) {
  return new HTTPException(status, { res: errorAnswer(status, what) })
}

export const invalid = (field: string, reason: string) =>
  refusal(400, { message: `Invalid value for '${field}': ${reason}`, detail: { field, reason } })

export const missing = (what: string) => refusal(404, { message: `${what} not found` })
