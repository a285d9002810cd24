const STATUS_NAMES: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
}

const MESSAGES: Record<number, string> = {
  400: 'Request contains an invalid argument.',
  404: 'Requested entity was not found.',
  429: 'Resource has been exhausted (e.g. check quota).',
  500: 'Internal error encountered.',
  503: 'The service is currently unavailable.',
}

export interface ErrorDetail {
  message?: string
  reason?: string
  domain?: string
  status?: string
}

/** The error body that both the player and the data API use (video facts, section 7). */
export function googleError(code: number, detail: ErrorDetail = {}): Response {
  const message = detail.message ?? MESSAGES[code] ?? 'Unknown Error.'
  const { reason = 'backendError', domain = 'global' } = detail
  const status = detail.status ?? STATUS_NAMES[code] ?? 'UNKNOWN'
  return Response.json({ error: { code, message, errors: [{ message, domain, reason }], status } }, { status: code })
}

/** The response to an outdated or incomplete client, and today to every caller of get_transcript (section 2). */
export const preconditionFailed = () =>
  googleError(400, {
    message: 'Precondition check failed.',
    reason: 'failedPrecondition',
    status: 'FAILED_PRECONDITION',
  })

export const invalidArgument = () => googleError(400, { reason: 'badRequest' })
