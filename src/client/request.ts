/** The input of a call, by part of the request. */
export interface RequestParts {
  param?: Readonly<Record<string, unknown>>
  query?: Readonly<Record<string, unknown>>
  header?: Readonly<Record<string, unknown>>
  json?: Readonly<Record<string, unknown>>
  signal?: AbortSignal | undefined
}

/**
 *
 * @param url the URL, with `:name` for each value of `param`. Throws TypeError for an empty value and for `.` or `..`,
 * which would change the path
 */
export function buildRequest(method: string, url: string, apiKey: string, parts: RequestParts = {}): Request {
  const { param = {}, query = {}, header = {}, json, signal } = parts
  const headers = new Headers()
  for (const [name, value] of textFields(header)) headers.set(name, value)
  headers.set('X-API-KEY', apiKey)
  if (json !== undefined) headers.set('Content-Type', 'application/json')
  const search = new URLSearchParams(textFields(query)).toString()
  return new Request(fillPath(url, param) + (search && `?${search}`), {
    method,
    headers,
    // The gateway never redirects. Anything that does is not the gateway and must not receive the key.
    redirect: 'manual',
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(signal && { signal }),
  })
}

const fillPath = (url: string, param: Readonly<Record<string, unknown>>) =>
  url.replace(/\/:(\w+)/g, (_, name: string) => {
    const value = String(param[name] ?? '')
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${name}: must not be empty, nor dots`)
    return `/${encodeURIComponent(value)}`
  })

/** Joins a list with commas, as the gateway expects lists in a query. */
const textFields = (fields: Readonly<Record<string, unknown>>): [string, string][] =>
  Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
