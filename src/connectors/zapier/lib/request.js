/** The address of the deployment, as a person pastes it: with or without a slash or /api/v1. */
const address = ({ authData }) =>
  String(authData.base_url)
    .trim()
    .replace(/\/$/, '')
    .replace(/\/api\/v1$/, '')

/**
 * Sends a request to the deployment. Returns the body of the response, and nothing for the failure that is accepted.
 *
 * Throws the sentence of the gateway: as an expired connection when the key itself is refused, as a pause when Zapier
 * should wait, and as a plain error otherwise.
 */
async function send(z, bundle, { method, path, params, body, headers, accepts }) {
  const response = await z.request({
    method,
    url: address(bundle) + path,
    params,
    body,
    headers: { 'X-API-KEY': bundle.authData.api_key, ...headers },
    // Without these Zapier throws its own sentences before it reads the response.
    skipThrowForStatus: true,
    throwForThrottlingEarly: false,
  })
  if (response.status < 400) return response.data ?? {}
  if (response.status === accepts) return undefined
  throw toError(z, response)
}

function toError(z, { status, data, getHeader }) {
  const code = getHeader('x-error-code')
  const message =
    typeof data?.error === 'string' && data.error ? data.error : `Latchkey responded with status ${status}`
  if (status === 429) return new z.errors.ThrottledError(message, Number(getHeader('retry-after')) || undefined)
  if (code === 'invalid_key') return new z.errors.ExpiredAuthError(message)
  return new z.errors.Error(message, code, status)
}

module.exports = { send }
