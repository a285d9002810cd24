const http = require('node:http')
const https = require('node:https')
const { toOrigin, toSentence } = require('./deployment')

/** The longest wait for a response: a transcription may take five minutes. */
const TIMEOUT = 330_000

/** A failure. Its message is the sentence that the person reads. */
class LatchkeyError extends Error {
  constructor(message, details = {}) {
    super(message)
    Object.assign(this, details)
  }

  /** Node-RED shows this text. */
  toString() {
    return this.message
  }
}

function toUrl(text) {
  try {
    return new URL(text)
  } catch {
    throw new LatchkeyError('The address of the deployment is not a URL. Use the address of the management app.')
  }
}

/** Sends a request. Resolves with any response, whatever its status, and follows no redirect. */
const send = (url, { method, headers, body, timeout = TIMEOUT }) =>
  new Promise((resolve, reject) => {
    const fail = ({ code, message }) => reject(new LatchkeyError(`${url.host} did not respond: ${code ?? message}`))
    const { request } = url.protocol === 'https:' ? https : http
    const outgoing = request(url, { method, headers, timeout }, (incoming) => {
      const parts = []
      incoming
        .on('data', (part) => parts.push(part))
        .on('error', fail)
        .on('end', () =>
          resolve({ status: incoming.statusCode, headers: incoming.headers, content: Buffer.concat(parts) }),
        )
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error('it took too long'))).on('error', fail)
    outgoing.end(body)
  })

/**
 * Sends a request to a deployment. Returns the status and the body of the response, also for the failures that are
 * accepted.
 *
 * Throws a LatchkeyError with the sentence of the gateway.
 */
async function ask({ address, key }, { method, path, query = {}, body, headers, timeout, accepts = [] }) {
  const url = toUrl(toOrigin(address) + path)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  const response = await send(url, {
    method,
    headers: { 'X-API-KEY': key ?? '', ...(body && { 'Content-Type': 'application/json' }), ...headers },
    body: body && JSON.stringify(body),
    timeout,
  })
  const { status } = response
  const answer = parse(response.content)
  if (status < 300 || accepts.includes(status)) return { status, body: answer ?? {} }
  throw toError(status, response.headers, answer)
}

function parse(content) {
  try {
    return JSON.parse(content.toString('utf8'))
  } catch {
    return undefined
  }
}

const toError = (status, headers, answer) =>
  new LatchkeyError(toSentence(status, answer), {
    status,
    code: headers['x-error-code'],
    requestId: headers['x-request-id'],
    ...(headers['retry-after'] && { retryAfter: Number(headers['retry-after']) }),
  })

/** The file behind a link. The link is signed, so no key is sent. */
async function download(link) {
  const url = toUrl(link)
  const { status, content } = await send(url, { method: 'GET' })
  if (status >= 300) throw new LatchkeyError(`${url.host} responded with status ${status}`, { status })
  return { content, filename: decodeURIComponent(url.pathname.split('/').pop()) }
}

module.exports = { LatchkeyError, ask, download }
