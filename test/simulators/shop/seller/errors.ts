import { jsonResponse } from '../answers.ts'
import type { SellerSwitches } from './switches.ts'

const KOREAN: Record<string, string> = {
  'Request is not authorized.': '인증되지 않은 요청입니다.',
  'HMAC format is invalid.': 'HMAC 형식이 올바르지 않습니다.',
  'Invalid signature.': '서명이 올바르지 않습니다.',
  'Specified signature is expired.': '서명이 만료되었습니다.',
}

/** The gateway in front of every API of the product (facts 2.5). */
export function gatewayError(status: number, message: string): Response {
  const korean = KOREAN[message]
  return jsonResponse(
    {
      code: 'ERROR',
      message,
      transactionId: '7d1c0000-0000-4000-8000-000000000429',
      ...(korean && { messages: { korean, english: message } }),
    },
    status,
  )
}

/** A path, version or method that the gateway of the product does not have. */
export const notOffered = (): Response =>
  jsonResponse({ code: 'PRECONDITION_FAILED', message: 'No exactly matching API specification.' }, 404)

/** Order sheets: `code` is a number. */
export const openApiError = (status: number, message: string): Response =>
  jsonResponse({ code: status, message }, status)

/** Categories: `code` is a word. */
export const sellerApiError = (status: number, message: string): Response =>
  jsonResponse({ code: 'ERROR', message, data: null }, status)

const IP_MESSAGE = '[FORBIDDEN] Not allowed IP 203.0.113.7. Please check the registered IP list in WING.'
const IP_WORDS = 'Your ip address 203.0.113.7 is not allowed for this request.'

/** The caller's address is not registered. */
export function addressRefused(how: Exclude<SellerSwitches['ipRefused'], false>): Response {
  if (how === 'words') return gatewayError(403, IP_WORDS)
  if (typeof how === 'string') return jsonResponse({ ...(how === 'code' && { code: 403 }), message: IP_MESSAGE }, 403)
  return typeof how.body === 'string' ? new Response(how.body, how) : jsonResponse(how.body, how.status)
}

const MESSAGES: Record<number, string> = {
  401: 'Request is not authorized.',
  403: IP_MESSAGE,
  404: 'Not Found',
  429: 'Too Many Requests',
  504: 'Gateway Timeout',
}

/** The product's own body for a failure that a test requests. */
export const errorResponse = (status: number): Response =>
  gatewayError(status, MESSAGES[status] ?? 'Internal Server Error')
