import { badInput, GatewayError, publicError } from '../../../base/errors.ts'
import { toNestedRequest } from '../../../gateway/http/request-context.ts'
import type { Gateway } from '../../../gateway/http/router.ts'
import { logUnhandledError } from '../../../gateway/http/unhandled-error.ts'
import type { Operation } from '../../../gateway/operation.ts'
import type { Registered } from '../../registered.ts'
import { accountHeader, forwardedHeaders } from '../protocol/headers.ts'
import { type Asking, askPerson } from './ask-person.ts'
import type { ToolTraits } from './metadata.ts'
import { type Arguments, buildRequest, type ToolRequest } from './request.ts'
import { readResult, unsentResult } from './result.ts'
import { viewArguments } from './unknown-arguments.ts'

export type Router = Pick<Gateway, 'fetch' | 'loadedRoutes'>

/** The MCP request of a tool call. */
export interface Calling extends Asking {
  router: Router
  /** The operations that are loaded, those beside the tool's own included. */
  loaded: readonly Registered[]
  /** Whether responses include structured content. */
  structured: boolean
  /** Whether the tool changes something and the caller's list does not have it. */
  isUnlistedWrite: boolean
  /** Whether the client knows resource links. Undefined for one that does not, else what the address selects. */
  canRead?: ((tool: string) => boolean) | undefined
  /** The names of the tools in the caller's list. */
  listed(): Promise<ReadonlySet<string>>
}

/**
 * Runs a tool by sending its operation's request through the router for the same caller. So every access policy
 * applies, and the response is the same as over HTTP. Never throws. The result of an internal error contains nothing
 * about it.
 */
export async function callTool(
  tool: Registered & { traits: ToolTraits },
  toolArguments: Arguments,
  calling: Calling,
): Promise<string> {
  const { c, caller, loaded, structured } = calling
  const { operation, traits } = tool
  const failing = {
    given: Object.keys(toolArguments),
    connection: { caller, app: new URL('/', c.req.url).href },
    readListed: () => calling.listed().catch(() => new Set<string>()),
  }
  try {
    if (calling.isUnlistedWrite) throw unlistedWrite(operation.id)
    const zone = c.get('state').settings.timeZone
    const { args, from, isWhole } = takeViewArguments(tool, toolArguments)
    const request = buildRequest(tool, loaded, args, zone)
    const asked = await askPerson(tool, args, calling, () =>
      sendOperation(operation, request, calling, { isQuestion: true }),
    )
    if (asked?.result !== undefined) return asked.result
    const answer = asked?.refusal ?? (await sendOperation(operation, request, calling))
    const links = await linker(operation, calling)
    return await readResult({ operation, traits, from, isWhole, structured, zone, links, failing }, answer)
  } catch (error) {
    const told = publicError(error)
    if (told.reason === 'bug') logUnhandledError(c.get('state').id, error)
    return unsentResult(operation, told, failing)
  }
}

const unlistedWrite = (name: string) =>
  new GatewayError(
    403,
    `${name} changes something and is not in the list of this address, so it cannot be called here. The owner can connect with the address /mcp?tools=all, which lists every tool.`,
    { reason: 'refused scope' },
  )

/** The tools whose results can name resources. Their code is loaded with the first call of one of them. */
const SEARCHES: ReadonlySet<string> = new Set(['gateway_search', 'recorder_search', 'workspace_search'])

async function linker({ id }: Operation, { canRead }: Calling) {
  if (!canRead || !SEARCHES.has(id)) return undefined
  const { resourceLinks } = await import('../resources/links.ts')
  return (value: unknown) => resourceLinks(id, value, canRead)
}

/** Sends a request for an operation through the router, with the caller of the MCP request and its account headers. */
export async function sendOperation(
  operation: Operation,
  { method, path, headers: own, body }: ToolRequest,
  { c, caller, router }: Pick<Calling, 'c' | 'caller' | 'router'>,
  nesting: { isQuestion?: boolean } = {},
): Promise<Response> {
  const headers = new Headers({ ...own, 'X-Request-Id': c.get('state').id })
  for (const name of forwardedHeaders(operation.input().header)) {
    const value = accountHeader(name, c.req.raw.headers, caller)
    if (value !== undefined) headers.set(name, value)
  }
  const call = new Request(new URL(path, c.req.url), {
    method,
    headers,
    signal: c.req.raw.signal,
    ...(body !== undefined && { body }),
  })
  return router.fetch(toNestedRequest(c.get('state').upstream, caller, call, nesting), c.env, c.executionCtx)
}

/** Separates the arguments that choose parts of the response. Throws 400 for an invalid one. */
function takeViewArguments(tool: Registered & { traits: ToolTraits }, toolArguments: Arguments) {
  const args: Record<string, unknown> = { ...toolArguments }
  const own = viewArguments(tool)
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
  return { args, from, isWhole: fields === 'all' }
}
