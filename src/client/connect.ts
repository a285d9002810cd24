import { listing } from './listing.ts'
import type { Group, Method, Operation } from './operation.ts'
import type { CallOptions, ClientOptions } from './options.ts'
import { partsOf } from './parts.ts'
import { buildRequest, type RequestParts } from './request.ts'
import { readAnswer } from './response.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** The groups of a client by their names, each with its operations by name and by path. `` holds those of no group. */
export function connect(
  groups: Readonly<Record<string, Group>>,
  { baseUrl, apiKey, headers = {}, fetch = send }: ClientOptions,
): Record<string, Record<string, unknown>> {
  const origin = baseUrl.replace(/(\/api\/v\d+)?\/*$/, '')
  const client: Record<string, Record<string, unknown>> = {}

  for (const [name, group] of Object.entries(groups)) {
    const operations = Object.entries(group.operations)
    const given = Object.entries(headers).filter(([header]) => group.headers.includes(header.toLowerCase()))
    const call = ({ method, path, pages }: Operation, parts: RequestParts) => {
      const asked = { ...parts, header: { ...Object.fromEntries(given), ...parts.header } }
      const fetchPage = async (page: RequestParts) =>
        readAnswer(await fetch(buildRequest(method, origin + path, apiKey, page)))
      return pages ? listing(asked, pages, fetchPage) : fetchPage(asked)
    }
    const at = (method: Method, path: string): Operation =>
      operations.find(([, operation]) => operation.method === method && operation.path === path)?.[1] ?? {
        method,
        path,
      }
    const byName = operations.map(([operationName, operation]) => [
      operationName,
      (fields?: Readonly<Record<string, unknown>>, { headers: header = {}, signal }: CallOptions = {}) =>
        call(operation, { ...partsOf(operation, fields), header, signal }),
    ])
    client[name] = Object.fromEntries(byName)
    for (const [version, root] of Object.entries(group.roots)) {
      const byPath = METHODS.map((method) => [
        method.toLowerCase(),
        (path: string, parts: RequestParts = {}) => call(at(method, root + path), parts),
      ])
      client[version] = { ...client[version], ...Object.fromEntries(byPath) }
    }
  }
  return client
}

/** Browsers refuse a `fetch` that is called as a method of another object. */
const send = (request: Request) => fetch(request)
