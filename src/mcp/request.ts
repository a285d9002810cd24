import { badInput, notFound } from '../base/errors.ts'
import { isObject, toPlainName, tryParseJson } from '../base/json.ts'
import { describeUnknown, type Fields, isOpen } from '../gateway/http/unknown-fields.ts'
import type { Inputs, Operation } from '../gateway/operation-type.ts'
import type { Registered } from '../openapi/registered.ts'
import type { Tool } from './tools.ts'
import { toLocalTime } from './values.ts'

export type Arguments = Readonly<Record<string, unknown>>

/** A tool with its operation, which is loaded with the first call. */
export interface LoadedTool extends Registered {
  tool: Tool
  /** The operations that are loaded with it. */
  all: readonly Registered[]
}

/** The HTTP request for a tool call. */
export interface ToolRequest {
  method: string
  /** Includes the query. */
  path: string
  headers: Record<string, string>
  /** JSON text. Absent when the operation takes no body. */
  body?: string
}

/** The arguments that choose parts of the response. */
export interface View {
  /** Whether every field is wanted. */
  isWhole: boolean
  /** The part of a long text or list that is wanted, in characters or items. */
  from: number
}

/**
 * Puts each argument into the part of the request that its operation declares. The router validates the values. So this
 * only throws 400 for an unknown argument and for a value that does not fit into a path, query or header, and 404 for a
 * path that belongs to another operation.
 */
export function buildRequest(loaded: LoadedTool, given: Arguments, zone: string): ToolRequest {
  const { method, operation, tool, all } = loaded
  const { param, query, header, json } = operation.input()
  refuseWithheld(tool, given)
  refuseUnknown(loaded, given)
  requireAll(tool, given)
  const args: Record<string, unknown> = { ...given }
  for (const [name, initial] of Object.entries(tool.defaults ?? {})) args[name] ??= initial
  for (const name of tool.timestamps ?? []) args[name] = toLocalTime(name, args[name], zone)
  for (const name of tool.commaLists ?? []) args[name] = joined(name, args[name])
  for (const [name, maximum] of Object.entries(operation.toolMaxima)) {
    const value = args[name] ?? maximum
    args[name] = typeof value === 'number' ? Math.min(value, maximum) : value
  }
  const take = (name: string): string | undefined => {
    const value = args[name]
    delete args[name]
    return value === undefined || value === null ? undefined : getText(name, value)
  }

  let path = loaded.path
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

/** Lists and objects that came as their JSON text, as some clients send them, and everything else as it is. */
export function parseTexts({ definition }: Tool, given: Arguments): Arguments {
  const properties = definition.inputSchema.properties ?? {}
  const entries = Object.entries(given).map(([name, value]) => {
    const type = properties[name]?.type
    if (typeof value !== 'string' || (type !== 'array' && type !== 'object')) return [name, value]
    const parsed = tryParseJson(value)
    return [name, (type === 'array' ? Array.isArray(parsed) : isObject(parsed)) ? parsed : value]
  })
  return Object.fromEntries(entries)
}

/** Separates the arguments that choose parts of the response. Throws 400 for an invalid one. */
export function takeView(loaded: LoadedTool, given: Arguments): { args: Arguments; view: View } {
  const args: Record<string, unknown> = { ...given }
  const own = viewArguments(loaded)
  const take = (name: 'fields' | 'offset') => {
    if (!own.includes(name)) return undefined
    const value = args[name]
    delete args[name]
    return value === null || value === '' ? undefined : value
  }
  const fields = take('fields')
  if (fields !== undefined && fields !== 'all') throw badInput('fields: must be "all"')
  const from = Number(take('offset') ?? 0)
  if (!Number.isInteger(from) || from < 0) throw badInput('offset: must be next_offset of the previous answer')
  return { args, view: { isWhole: fields === 'all', from } }
}

const viewArguments = (loaded: LoadedTool): ('fields' | 'offset')[] => [
  ...(loaded.tool.continued === undefined ? [] : ['offset' as const]),
  ...(loaded.operation.status !== 204 && !takesAnything(loaded) ? ['fields' as const] : []),
]

/** Whether an operation declares no field of its body, and passes it on to the product. */
function takesAnything({ operation }: Registered): boolean {
  const { json } = operation.input()
  return json !== undefined && isOpen(json) && Object.keys(json.shape).length === 0
}

/** At most this many unknown arguments are named. */
const MOST_NAMED = 10

/**
 * Throws 400 for unknown arguments, with the sentences of an HTTP request. The router refuses unknown fields inside of
 * an argument. The message names a hidden argument only if it is meant.
 */
function refuseUnknown(loaded: LoadedTool, args: Arguments): void {
  if (takesAnything(loaded)) return
  const { operation, tool } = loaded
  const { param, query, header, json } = operation.input()
  const headers = headerArguments(header).map(([name, argument]) => [argument, header?.shape[name]] as const)
  const inputs: Fields = { ...param?.shape, ...query?.shape, ...json?.shape, ...Object.fromEntries(headers) }
  const unknown = Object.keys(args).filter((name) => !Object.hasOwn(inputs, name))
  if (unknown.length === 0) return
  const { hidden = [], withheld = [] } = tool
  const fields: Fields = {
    ...Object.fromEntries(Object.entries(inputs).filter(([name]) => !withheld.includes(name))),
    ...Object.fromEntries(
      viewArguments(loaded)
        .filter((name) => name !== 'fields' || tool.shown || tool.omitted)
        .map((name) => [name, undefined]),
    ),
  }
  const known = { fields, unlisted: hidden, synonyms: operation.synonyms }
  const errors = describeUnknown(args, unknown.slice(0, MOST_NAMED), known)
  throw badInput(errors.map(({ field, message }) => `${field}: ${message}`).join('; '))
}

/**
 * Throws 400 for an argument that no model may set, in any spelling and at any depth, because the body of some
 * operations is passed on unchanged.
 */
function refuseWithheld({ withheld = [] }: Pick<Tool, 'withheld'>, value: unknown): void {
  if (withheld.length === 0 || typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    const found = withheld.find((one) => toPlainName(one) === toPlainName(name))
    if (found) throw badInput(`${found}: no tool may set this. Leave it out: the owner sets it where it is needed.`)
    refuseWithheld({ withheld }, inner)
  }
}

/** Throws 400 for a missing argument that the route does not require. */
function requireAll({ required = [] }: Tool, args: Arguments): void {
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

/**
 * Whether an operation's header is copied from the MCP request. Headers with account credentials start with `X-`. They
 * are never arguments of a tool, because a model sees every argument. Other headers are arguments.
 */
const isForwarded = (name: string) => name.startsWith('X-')

const getNames = (header: Inputs['header']) => Object.keys(header?.shape ?? {})

/** The headers that are copied from the MCP request to the operation's request. */
export const forwardedHeaders = (header: Inputs['header']): readonly string[] => getNames(header).filter(isForwarded)

/** The headers that are arguments of the tool: pairs of header and argument name, such as `idempotency_key`. */
export const headerArguments = (header: Inputs['header']): readonly (readonly [string, string])[] =>
  getNames(header)
    .filter((name) => !isForwarded(name))
    .map((name) => [name, name.toLowerCase().replaceAll('-', '_')])

/**
 * Whether the client brings an account of a product for an operation, instead of a connected one. The header
 * X-Payment-Mode means the connected one.
 */
export const bringsAccount = (product: string, operation: Pick<Operation, 'input'>, headers: Headers): boolean =>
  forwardedHeaders(operation.input().header).some(
    (name) => name.toLowerCase().startsWith(`x-${product}-`) && name !== 'X-Payment-Mode' && Boolean(headers.get(name)),
  )
