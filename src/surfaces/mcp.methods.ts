import type { Context } from 'hono'
import { publicError } from '../base/errors.ts'
import type { Area } from '../base/groups.ts'
import { isObject } from '../base/json-object.ts'
import { VERSION } from '../base/version.ts'
import type { Caller } from '../gateway/access.ts'
import { logBug } from '../gateway/bug.ts'
import type { Gateway } from '../gateway/state.ts'
import { callTool, type Router } from './mcp.call.ts'
import { MOST_TEXT } from './mcp.cut.ts'
import { CODES, type Params, RpcError } from './mcp.message.ts'
import { isListed, type PrintedTool, printedTools } from './mcp.tools.ts'
import { readPrinted, TOOLS_FILE } from './printed.ts'
import { registered } from './registered.ts'

/** One MCP request whose origin and caller have been checked. */
export interface McpRequest {
  c: Context<Gateway>
  caller: Caller
  groups: ReadonlySet<Area>
  /** The JSON-RPC message, or several. */
  message: unknown
}

/** Answers a method with the text of its result, a JSON object; throws `RpcError`. */
export type Method = (params: Params, request: McpRequest) => Promise<string>

/** No list of the tools is pushed: they change with a deployment alone. */
export const CAPABILITIES = { tools: {} }

export const identityOf = ({ c }: McpRequest) => ({
  name: 'latchkey',
  title: c.get('state').settings.serviceName,
  version: VERSION,
})

export const instructionsFor = ({ c }: McpRequest) =>
  `The accounts that are connected to ${c.get('state').settings.serviceName}. A longer answer than ${MOST_TEXT} characters is cut, and says how to get the rest.`

/** The methods that every revision has. */
export function toolMethods(router: Router): Readonly<Record<string, Method>> {
  // The management app is for its owner: no agent gets at it (decisions.md section 11).
  const tools = registered(router.routes).filter(({ operation }) => operation.group !== 'admin')
  let printed: ReadonlyMap<string, PrintedTool> | undefined

  const list: Method = async (params, { c, caller, groups }) => {
    if (params.cursor !== undefined && typeof params.cursor !== 'string') throw invalid('cursor must be a text')
    printed ??= printedTools(await readPrinted(c.env, TOOLS_FILE))
    const listed = tools.flatMap((tool) => {
      const print = printed?.get(tool.operation.id)
      return print && isListed(tool, print, caller, groups, c.req.raw.headers) ? [print.definition] : []
    })
    return `{"tools":[${listed.join(',')}]}`
  }

  // A tool that is not listed because a licence or a header is missing can be called: the router refuses it with the
  // message of the contract.
  const call: Method = async ({ name, arguments: args = {} }, { c, caller, groups }) => {
    if (typeof name !== 'string') throw invalid('name must be a text')
    if (!isObject(args)) throw invalid('arguments must be an object')
    const tool = tools.find(({ operation }) => operation.id === name && groups.has(operation.group))
    if (!tool) throw new RpcError(CODES.invalidParams, `Unknown tool: ${name}`)
    return callTool(tool, args, { c, caller, router, tools })
  }

  return { 'tools/list': list, 'tools/call': call }
}

export const invalid = (what: string) => new RpcError(CODES.invalidParams, `Invalid params: ${what}`)

/** What a caller may read of an error, which is logged when it is a fault of ours. */
export function publicRpcError(error: unknown, { c }: McpRequest): RpcError {
  if (error instanceof RpcError) return error
  logBug(c.get('state').id, error)
  return new RpcError(CODES.internal, publicError(error).message)
}
