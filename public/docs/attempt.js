import { element } from './element.js'

/**
 * Sends the request to this deployment and nowhere else: how it went is told in `outcome`, what came back is put into
 * `answer`.
 */
export async function attempt({ method, path, headers, body }, key, { outcome, answer }, signal) {
  outcome.replaceChildren('Waiting for the answer ...')
  answer.replaceChildren()
  const started = performance.now()
  try {
    const response = await fetch(new URL(path, location.origin), {
      method,
      headers: { ...headers, ...(key && { 'X-API-KEY': key }) },
      ...(body !== undefined && { body }),
      mode: 'same-origin',
      credentials: 'omit',
      redirect: 'error',
      cache: 'no-store',
      signal,
    })
    const text = await response.text()
    const milliseconds = Math.round(performance.now() - started)
    outcome.replaceChildren(
      element(response.ok ? 'span.good' : 'span.bad', {}, String(response.status)),
      ` in ${milliseconds} ms, request `,
      element('code', {}, response.headers.get('X-Request-Id') ?? 'without id'),
    )
    answer.replaceChildren(text === '' ? 'No content.' : element('pre', { tabindex: 0 }, pretty(text)))
  } catch (error) {
    outcome.replaceChildren(signal.aborted ? 'Stopped.' : `The request could not be sent: ${error.message}`)
  }
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
