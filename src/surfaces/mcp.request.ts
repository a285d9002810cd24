import { badInput, notFound } from '../base/errors.ts'
import { headerArguments } from './mcp.headers.ts'
import type { Registered } from './registered.ts'

export type Arguments = Readonly<Record<string, unknown>>

/** The request that an HTTP caller would send for the arguments of a tool. */
export interface ToolRequest {
  method: string
  /** With its query. */
  path: string
  headers: Record<string, string>
  /** JSON text; absent for an operation without a body. */
  body?: string
}

/**
 * Puts the arguments where the operation has them. Nothing is checked here that the router checks; throws 400 for what
 * cannot stand in a path, a query or a header at all, and 404 for a path that is another operation's.
 */
export function requestOf(tool: Registered, all: readonly Registered[], given: Arguments): ToolRequest {
  const { method, operation } = tool
  const { param, query, header, json } = operation.input()
  const args = { ...given }
  for (const [name, maximum] of Object.entries(operation.toolMaxima)) {
    const value = args[name] ?? maximum
    args[name] = typeof value === 'number' ? Math.min(value, maximum) : value
  }
  const take = (name: string): string | undefined => {
    const value = args[name]
    delete args[name]
    return value === undefined || value === null ? undefined : wordOf(name, value)
  }

  let path = tool.path
  for (const name of Object.keys(param?.shape ?? {})) path = path.replace(`:${name}`, segment(name, take(name)))
  // As in the router, a fixed segment is never an id: "trash" names no recording.
  if (all.some((other) => other !== tool && other.method === method && other.path === path)) throw notFound()

  const search = new URLSearchParams()
  for (const name of Object.keys(query?.shape ?? {})) {
    const value = take(name)
    if (value !== undefined) search.set(name, value)
  }

  const headers: Record<string, string> = {}
  for (const [name, argument] of headerArguments(header)) {
    const value = take(argument)
    if (value === undefined) continue
    if (!/^[\x20-\x7e]*$/.test(value)) throw badInput(`${argument}: must be printable ASCII characters`)
    headers[name] = value
  }
  if (json) headers['Content-Type'] = 'application/json'

  return {
    method,
    path: search.size > 0 ? `${path}?${search}` : path,
    headers,
    ...(json && { body: JSON.stringify(args) }),
  }
}

function wordOf(name: string, value: unknown): string {
  if (typeof value === 'object') throw badInput(`${name}: must be a text, a number, true or false`)
  return String(value)
}

function segment(name: string, value: string | undefined): string {
  if (!value) throw badInput(`${name}: is required`)
  // A dot or two would name another path; written out, they meet the router's check of an id.
  return encodeURIComponent(value.replace(/^\.{1,2}$/, (dots) => dots.replaceAll('.', '%2E')))
}
