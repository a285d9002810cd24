import type { Operation } from '../document/read.ts'

/** A request as described by a form. `path` contains the query. Empty headers are left out. */
export interface DescribedRequest {
  method: string
  path: string
  headers: Readonly<Record<string, string>>
  body: string | undefined
}

/** Headers with a credential. They are typed like passwords and left out of copied snippets. */
export const isSecret = (name: string) => /token|api-key/i.test(name)

/** @param typed the typed value of a parameter; empty counts as absent */
export function describedRequest(
  { method, path, parameters }: Operation,
  typed: (name: string) => string,
  body: string | undefined,
): DescribedRequest {
  const search = new URLSearchParams()
  const headers: Record<string, string> = {}
  let target = path
  for (const { name, in: place } of parameters) {
    const value = typed(name).trim()
    if (place === 'path') target = target.replace(`{${name}}`, () => encodeURIComponent(value))
    else if (value === '') continue
    else if (place === 'query') search.set(name, value)
    else headers[name] = value
  }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  return { method, path: search.size > 0 ? `${target}?${search}` : target, headers, body }
}
