import { badInput, notFound } from '../../../base/errors.ts'
import { toPlainName } from '../../../base/plain-name.ts'
import type { Registered } from '../../registered.ts'
import { headerArguments } from '../protocol/headers.ts'
import type { ToolTraits } from './metadata.ts'
import { toLocalTime } from './times.ts'
import { refuseUnknown } from './unknown-arguments.ts'

export type Arguments = Readonly<Record<string, unknown>>

/** The HTTP request for a tool call. */
export interface ToolRequest {
  method: string
  /** Includes the query. */
  path: string
  headers: Record<string, string>
  /** JSON text. Absent when the operation takes no body. */
  body?: string
}

/**
 * Puts each argument into the part of the request that its operation declares. The router validates the values. So this
 * only throws 400 for an unknown argument and for a value that does not fit into a path, query or header, and 404 for a
 * path that belongs to another operation.
 */
export function buildRequest(
  tool: Registered & { traits: ToolTraits },
  all: readonly Registered[],
  toolArguments: Arguments,
  zone: string,
): ToolRequest {
  const { method, operation, traits } = tool
  const { param, query, header, json } = operation.input()
  refuseWithheld(tool.traits, toolArguments)
  refuseUnknown(tool, toolArguments)
  requireAll(traits, toolArguments)
  const args: Record<string, unknown> = { ...toolArguments }
  for (const [name, initial] of Object.entries(traits.defaults ?? {})) args[name] ??= initial
  for (const name of traits.timestamps ?? []) args[name] = toLocalTime(name, args[name], zone)
  for (const name of traits.commaLists ?? []) args[name] = joined(name, args[name])
  for (const [name, maximum] of Object.entries(operation.toolMaxima)) {
    const value = args[name] ?? maximum
    args[name] = typeof value === 'number' ? Math.min(value, maximum) : value
  }
  const take = (name: string): string | undefined => {
    const value = args[name]
    delete args[name]
    return value === undefined || value === null ? undefined : getText(name, value)
  }

  let path = tool.path
  for (const name of Object.keys(param?.shape ?? {})) path = path.replace(`:${name}`, segment(name, take(name)))
  // A fixed segment is never an id, neither in the router nor here: "trash" is not a recording.
  if (all.some((other) => other.operation !== operation && other.method === method && other.path === path))
    throw notFound()

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

/**
 * Throws 400 for an argument that no model may set, in any spelling and at any depth, because the body of some
 * operations is passed on unchanged.
 */
function refuseWithheld({ withheld = [] }: ToolTraits, value: unknown): void {
  if (withheld.length === 0 || typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    const found = withheld.find((one) => toPlainName(one) === toPlainName(name))
    if (found) throw badInput(`${found}: no tool may set this. Leave it out: the owner sets it where it is needed.`)
    refuseWithheld({ withheld }, inner)
  }
}

/** Throws 400 for a missing argument that the route does not require. */
function requireAll({ required = [] }: ToolTraits, args: Arguments): void {
  const missing = required.find((name) => args[name] === undefined || args[name] === null || args[name] === '')
  if (missing === 'idempotency_key')
    throw badInput(
      'idempotency_key: is required: any text that is new for each wish. Repeat a call whose answer was lost with the same one.',
    )
  if (missing) throw badInput(`${missing}: is required`)
}

/** An array as the comma-separated list that the route expects. Other values unchanged. */
function joined(name: string, value: unknown): unknown {
  if (!Array.isArray(value)) return value
  if (value.every((item) => typeof item === 'string' && !item.includes(','))) return value.join(',')
  throw badInput(`${name}: must be a list of texts without commas`)
}

function getText(name: string, value: unknown): string {
  if (typeof value === 'object') throw badInput(`${name}: must be a text, a number, true or false`)
  return String(value)
}

function segment(name: string, value: string | undefined): string {
  if (!value) throw badInput(`${name}: is required`)
  // One or two dots would change the path. Encoded, they reach the router's validation of ids.
  return encodeURIComponent(value.replace(/^\.{1,2}$/, (dots) => dots.replaceAll('.', '%2E')))
}
