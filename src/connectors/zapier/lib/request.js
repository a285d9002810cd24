const { toOrigin, toSentence } = require('./deployment')

/**
 * Sends a request to the deployment. Returns the body of the response, and nothing for the failure that is accepted.
 *
 * Throws the sentence of the gateway: as an expired connection when the key itself is refused, as a pause when Zapier
 * should wait, and as a plain error otherwise.
 */
async function send(z, bundle, { method, path, query, body, headers, accepts }) {
  const response = await z.request({
    method,
    url: toOrigin(bundle.authData.base_url) + path,
    params: query,
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
  const details = [code, getHeader('x-request-id') && `request ${getHeader('x-request-id')}`].filter(Boolean)
  const message = `${toSentence(status, data)}${details.length > 0 ? ` (${details.join(', ')})` : ''}`
  if (status === 429) return new z.errors.ThrottledError(message, Number(getHeader('retry-after')) || undefined)
  if (code === 'invalid_key') return new z.errors.ExpiredAuthError(message)
  return new z.errors.Error(message, code, status)
}

module.exports = { send }
