import { type DescribedRequest, isSecret } from '../request.ts'

/** The value of a header, or the name of the variable with a credential. */
export type HeaderValue = { text: string } | { variable: string }

/** A request for a snippet, and where its credentials come from. */
export interface Call {
  method: string
  /** Absolute, without the query. */
  address: string
  query: readonly (readonly [name: string, value: string])[]
  /** Absolute, with the query. */
  url: string
  headers: readonly (readonly [name: string, value: HeaderValue])[]
  body: string | undefined
}

/** `X-API-KEY` is read from `API_KEY`. */
const variable = (name: string) => name.replace(/^X-/i, '').replaceAll('-', '_').toUpperCase()

/**
 *
 * @param key the key for requests, undefined for an operation that needs none
 * @param shown whether the key and tokens are included, which only their owner may choose
 */
export function toCall(request: DescribedRequest, origin: string, key: string | undefined, shown: boolean): Call {
  const { method, path, headers, body } = request
  const url = new URL(path, origin)
  const all = Object.entries(key === undefined ? headers : { 'X-API-KEY': key, ...headers })
  return {
    method,
    address: origin + url.pathname,
    query: [...url.searchParams],
    url: origin + url.pathname + url.search,
    headers: all.map(([name, text]) => [
      name,
      isSecret(name) && !(shown && text !== '') ? { variable: variable(name) } : { text },
    ]),
    body,
  }
}
