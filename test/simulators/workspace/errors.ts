import { refuse } from '../rest.ts'

/** Status -> code and message of an unspecific error (facts 7). */
const GENERIC: Record<number, [code: string, message: string]> = {
  400: ['validation_error', 'body failed validation.'],
  401: ['unauthorized', 'API token is invalid.'],
  403: ['restricted_resource', 'Insufficient permissions for this endpoint.'],
  404: ['object_not_found', 'Could not find the object. Make sure it is shared with your integration.'],
  409: ['conflict_error', 'Conflict occurred while saving. Please try again.'],
  429: ['rate_limited', 'You have been rate limited. Please try again in a few seconds.'],
  500: ['internal_server_error', 'Unexpected error occurred.'],
  502: ['bad_gateway', 'The server was unable to complete the request.'],
  503: ['service_unavailable', 'Public API service is temporarily unavailable, please try again later.'],
  504: ['gateway_timeout', 'The request took too long.'],
  529: ['service_overload', 'The service is overloaded. Please try again later.'],
}

const ADDITIONAL: Record<number, Record<string, string | string[]>> = {
  429: { rate_limit_reason: 'public_api_request_rate_limit' },
  503: {
    endpoint_name: 'query',
    notion_error_name: 'QueryTimeout',
    retry_guidance: ['Narrow the filter', 'Retry later'],
  },
}

const body = (status: number, code: string, message: string, additional?: Record<string, string | string[]>) => ({
  object: 'error',
  status,
  code,
  message,
  ...(additional && { additional_data: additional }),
})

/** To be thrown: ends the request with the product's error. */
export function refusal(status: number, code: string, message: string, additional?: Record<string, string | string[]>) {
  return refuse(Response.json(body(status, code, message, additional), { status }))
}

export const invalid = (message: string, additional?: Record<string, string | string[]>) =>
  refusal(400, 'validation_error', message, additional)

/** `body.page_size should be a number, instead was ...` */
export const shouldBe = (path: string, what: string, value: unknown) =>
  invalid(`body failed validation: ${shortfall(path, what, value)}`)

const shortfall = (path: string, what: string, value: unknown) =>
  `${path} should be ${what}, instead was \`${JSON.stringify(value)}\`.`

/** The message when a value has none of several shapes. */
export const getNone = (path: string, keys: readonly string[]) =>
  invalid(
    ['body failed validation. Fix one:', ...keys.map((key) => shortfall(`${path}.${key}`, 'defined', undefined))].join(
      '\n',
    ),
  )

export const invalidUrl = () => refusal(400, 'invalid_request_url', 'Invalid request URL.')

export const missing = (what: string, id: string, connection: string) =>
  refusal(
    404,
    'object_not_found',
    `Could not find ${what} with ID: ${id}. Make sure the relevant pages and databases are shared with your integration "${connection}".`,
  )

export const restricted = () => refusal(403, 'restricted_resource', GENERIC[403]?.[1] ?? '')

/** The product's error for a status; 429 and 529 come with whole seconds to wait. */
export function genericError(status: number, requestId: string): Response {
  const [code, message] = GENERIC[status] ?? ['internal_server_error', 'Unexpected error occurred.']
  return Response.json(
    { ...body(status, code, message, ADDITIONAL[status]), request_id: requestId },
    {
      status,
      headers: {
        'x-notion-request-id': requestId,
        ...((status === 429 || status === 529) && { 'retry-after': '2' }),
      },
    },
  )
}
