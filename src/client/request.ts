/** What a call hands over, whatever its operation. */
export interface Parts {
  param?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, unknown>>
  header?: Readonly<Record<string, unknown>>
  json?: unknown
  signal?: AbortSignal | undefined
}

/** @param url with `:name` for what `param` holds. Throws TypeError for an empty one, which would name another path. */
export function requestOf(method: string, url: string, apiKey: string, parts: Parts = {}): Request {
  const { param = {}, query = {}, header = {}, json, signal } = parts
  const headers = new Headers(written(header))
  headers.set('X-API-KEY', apiKey)
  if (json !== undefined) headers.set('Content-Type', 'application/json')
  const search = new URLSearchParams(written(query))
  return new Request(filled(url, param) + (search.size > 0 ? `?${search}` : ''), {
    method,
    headers,
    // The gateway redirects nowhere, and whoever does would be sent the key.
    redirect: 'manual',
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(signal && { signal }),
  })
}

const filled = (url: string, param: Readonly<Record<string, string>>) =>
  url.replace(/\/:(\w+)/g, (_, name: string) => {
    const value = param[name] ?? ''
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${name}: must not be empty, nor dots`)
    return `/${encodeURIComponent(value)}`
  })

/** A list is written with commas, as every list in a query is read. */
const written = (fields: Readonly<Record<string, unknown>>): [string, string][] =>
  Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
