import { listing } from './listing.ts'
import type { Group, Method, Operation } from './operation.ts'
import type { CallOptions, ClientOptions } from './options.ts'
import { buildRequest, type RequestParts } from './request.ts'
import { readAnswer } from './response.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/**
 * The groups of a client by name, each with its operations by name and by path. The group named `` has the operations
 * outside of groups.
 */
export function connect(
  groups: Readonly<Record<string, Group>>,
  { baseUrl, apiKey, headers = {}, fetch = send }: ClientOptions,
): Record<string, Record<string, unknown>> {
  const origin = baseUrl.replace(/(\/api\/v\d+)?\/*$/, '')
  const client: Record<string, Record<string, unknown>> = {}

  for (const [name, group] of Object.entries(groups)) {
    const operations = Object.entries(group.operations)
    const given = Object.entries(headers).filter(([header]) => group.headers.includes(header.toLowerCase()))
    const call = ({ method, path, pages, once }: Operation, parts: RequestParts) => {
      const header = { ...Object.fromEntries(given), ...parts.header }
      const asked = { ...parts, header: once ? withKey(header) : header }
      const fetchPage = async (page: RequestParts) =>
        readAnswer(
          await sendAgainWhenLost(() => fetch(buildRequest(method, origin + path, apiKey, page)), once === true, page),
        )
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
        call(operation, { ...toParts(operation, fields), header, signal }),
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

/** Adds a new key to this call, unless the caller gave one. Header names are case-insensitive. */
function withKey(header: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const isGiven = Object.entries(header).some(
    ([name, value]) => name.toLowerCase() === 'idempotency-key' && value !== undefined,
  )
  return isGiven ? header : { ...header, 'Idempotency-Key': crypto.randomUUID() }
}

/** Sends again, with the same key, when no response came and the caller did not abort. */
async function sendAgainWhenLost(
  attempt: () => Promise<Response> | Response,
  hasKey: boolean,
  { signal }: RequestParts,
) {
  try {
    return await attempt()
  } catch (error) {
    if (!hasKey || signal?.aborted) throw error
    return attempt()
  }
}

/** Browsers refuse a `fetch` that is called as a method of another object. */
const send = (request: Request) => fetch(request)

/** Sorts the fields of a call by name into the parts of the request. */
function toParts({ path, body }: Operation, fields: Readonly<Record<string, unknown>> = {}): RequestParts {
  const segments = path.split('/')
  const param: Record<string, unknown> = {}
  const query: Record<string, unknown> = {}
  const json: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (segments.includes(`:${name}`)) param[name] = value
    else if (!body || body.includes(name)) query[name] = value
    else json[name] = value
  }
  return { param, query, ...(body && { json }) }
}
