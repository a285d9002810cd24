import type { Plaud } from './state.ts'

type Payload = Record<string, unknown>

/** HTTP 200 with the product's own status in the body; 0 is success (facts 3). */
export function answer(plaud: Plaud, status: number, msg: string, payload: Payload = {}): Response {
  plaud.state.answers += 1
  return Response.json({
    status: plaud.switches.bodyStatus === 'string' ? String(status) : status,
    msg,
    request_id: hexId(`request ${plaud.state.answers}`).slice(0, 16),
    ...payload,
  })
}

export const success = (plaud: Plaud, payload: Payload = {}): Response => answer(plaud, 0, 'success', payload)

export const isStringArray = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/** The response to a change without a result. */
export function changed(plaud: Plaud, msg = 'success'): Response {
  switch (plaud.switches.mutationBody) {
    case 'json':
      return answer(plaud, 0, msg)
    case 'empty':
      return new Response('')
    case 'no content':
      return new Response(null, { status: 204 })
  }
}

/** An error of the web framework in front of the product. */
export const detail = (status: number, text: string): Response => Response.json({ detail: text }, { status })

/** What the client sent does not fit the route. */
export const unprocessable = (field: string, msg: string): Response =>
  Response.json({ detail: [{ loc: [field], msg, type: 'value_error' }] }, { status: 422 })

export const unknownFile = (plaud: Plaud): Response =>
  plaud.switches.unknownId === '404' ? detail(404, 'file not found') : answer(plaud, -1, 'file not found')

/** The product's body for a failure that a test asks for. */
export function errorResponse(status: number): Response {
  const known: Record<number, string> = {
    401: 'Invalid or expired token',
    403: 'Forbidden',
    404: 'Not Found',
    429: 'Too Many Requests',
    503: 'Service Unavailable',
  }
  return detail(status, known[status] ?? (status >= 500 ? 'Internal Server Error' : 'Bad Request'))
}

/** 32 hex digits that always come out the same for the same text: the product's ids, keys and signatures are of this form. */
export function hexId(text: string): string {
  let digits = ''
  for (let part = 0; part < 4; part += 1) {
    let hash = 0x811c9dc5 ^ (part * 0x9e3779b1)
    for (let at = 0; at < text.length; at += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
      hash ^= hash >>> 15
    }
    digits += (hash >>> 0).toString(16).padStart(8, '0')
  }
  return digits
}

/** The short middle part of the product's data ids, such as `auto_sum:1a2b3c4d:<file id>`. */
export const shortHex = (text: string): string => hexId(text).slice(0, 8)
