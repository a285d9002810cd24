import type { Context } from 'hono'
import { isObject, member } from '../../../base/json-object.ts'
import type { Caller } from '../../../gateway/auth/access.ts'
import type { AppEnv } from '../../../gateway/state.ts'
import type { Arguments } from '../tools/request.ts'
import type { PrintedTool, ToolFilter } from '../tools/tools.ts'
import { CODES, type Params, RpcError } from './message.ts'

/** One MCP request whose origin and caller have been checked. */
export interface McpRequest {
  c: Context<AppEnv>
  caller: Caller
  choice: ToolFilter
  /** One or several JSON-RPC messages. */
  message: unknown
}

/** Returns the text of the method's result, a JSON object. Throws `RpcError`. */
export type Method = (params: Params, request: McpRequest) => Promise<string>

/** The tools, for methods beside those of tools. So resources and prompts have the rights that tools have. */
export interface ToolUse {
  /** The tools that the address selects, the caller may use, and this deployment can run, by name. */
  open(request: McpRequest): Promise<ReadonlyMap<string, PrintedTool>>
  /** The tool with this name. Undefined when it does not exist or the address does not select it. */
  find(name: string, request: McpRequest): Promise<PrintedTool | undefined>
  /**
   * Sends the operation of a tool through the router, for the same caller and with every access policy. Throws
   * `GatewayError` for arguments that do not fit.
   */
  send(name: string, args: Arguments, request: McpRequest): Promise<Response>
}

export const invalid = (what: string) => new RpcError(CODES.invalidParams, `Invalid params: ${what}`)

export const resourceNotFound = (uri: string) =>
  new RpcError(CODES.resourceNotFound, 'Resource not found', { data: { uri } })

/** Throws for a cursor that no list returns: each of them has one page. */
export function checkCursor({ cursor }: Params): void {
  if (cursor !== undefined && typeof cursor !== 'string') throw invalid('cursor must be a text')
}

/** Identifies the progress of one request, as its client chose. */
export type ProgressToken = string | number

/** The token of a call whose client wants to hear of its progress. Undefined for one that takes no stream. */
export function getProgressToken({ c, message }: McpRequest): ProgressToken | undefined {
  if (!isObject(message) || message.method !== 'tools/call') return undefined
  if (!c.req.header('Accept')?.includes('text/event-stream')) return undefined
  const token = member(member(message.params, '_meta'), 'progressToken')
  return typeof token === 'string' || typeof token === 'number' ? token : undefined
}
