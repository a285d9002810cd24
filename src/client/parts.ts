import type { Operation } from './operation.ts'
import type { RequestParts } from './request.ts'

/** The fields of a call by name, each in the place of the request where its operation takes it. */
export function toParts({ path, body }: Operation, fields: Readonly<Record<string, unknown>> = {}): RequestParts {
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
