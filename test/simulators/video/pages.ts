import { htmlPage } from '../rest.ts'

const html = (body: string, status: number) => htmlPage(`<html lang="en"><body>${body}</body></html>`, status)

/** The page that a visitor from the EU gets before anything else. */
export const consentPage = () =>
  html(
    '<form action="https://consent.youtube.com/save" method="POST"><input type="hidden" name="v" value="cb"><button>Accept all</button></form>',
    200,
  )

/** The captcha page for an IP address with too much traffic. */
export const recaptchaPage = () =>
  html('<form action="index" method="post"><div class="g-recaptcha"></div></form>', 200)

export const tooManyRequestsPage = () =>
  html('<title>Sorry...</title><p>Our systems have detected unusual traffic from your computer network.</p>', 429)

export const notFoundPage = () => html('<title>Error 404 (Not Found)!!1</title>', 404)

/** A page instead of a caption file, which says nothing about a block. */
export const deniedPage = () => html('<title>Sign in</title><p>Please sign in to continue.</p>', 200)

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

interface ErrorDetail {
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
