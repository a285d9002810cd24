import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { Context } from 'hono'
import { publicError } from '../base/errors.ts'
import type { Group } from '../base/groups.ts'
import { VERSION } from '../base/version.ts'
import type { Caller } from '../gateway/access.ts'
import { logBug } from '../gateway/bug.ts'
import type { Gateway } from '../gateway/state.ts'
import { callTool, type Router } from './mcp.call.ts'
import { MOST_TEXT } from './mcp.cut.ts'
import { isListed, type PrintedTool, printedTools } from './mcp.tools.ts'
import { readPrinted, TOOLS_FILE } from './printed.ts'
import { registered } from './registered.ts'

/** Runs work whose error must not reach the caller: the package would send the error's message. */
async function masked<Result>(requestId: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    logBug(requestId, error)
    throw new ProtocolError(ProtocolErrorCode.InternalError, publicError(error).message)
  }
}

/** One MCP request whose origin and key have been checked. */
export interface McpRequest {
  c: Context<Gateway>
  caller: Caller
  key: string
  groups: ReadonlySet<Group>
  /** The JSON-RPC message. */
  message: unknown
}

/**
 * Speaks the protocol. The first MCP request loads this file and the package that it uses, so that the start of a Worker
 * does not pay for them.
 */
export function createMcpServer(router: Router) {
  const tools = registered(router.routes)
  let printed: ReadonlyMap<string, PrintedTool> | undefined

  const serverFor = ({ c, caller, key, groups }: McpRequest) => {
    const { serviceName } = c.get('state').settings
    const server = new Server(
      { name: 'latchkey', title: serviceName, version: VERSION },
      {
        capabilities: { tools: {} },
        instructions: `The accounts that are connected to ${serviceName}. A longer answer than ${MOST_TEXT} characters is cut, and says how to get the rest.`,
      },
    )
    const list = async () => {
      printed ??= printedTools(await readPrinted(c.env, TOOLS_FILE))
      const listed = tools.flatMap((tool) => {
        const print = printed?.get(tool.operation.id)
        return print && isListed(tool, print, caller, groups, c.req.raw.headers) ? [print] : []
      })
      return { tools: listed.map(({ definition }) => JSON.parse(definition)) }
    }
    server.setRequestHandler('tools/list', () => masked(c.get('state').id, list))
    // A tool that is not listed because a licence or a header is missing can be called: the router refuses it with the
    // message of the contract.
    server.setRequestHandler('tools/call', ({ params }) => {
      const tool = tools.find(({ operation }) => operation.id === params.name && groups.has(operation.group))
      if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
      return callTool(tool, params.arguments ?? {}, { c, key, router, tools })
    })
    return server
  }

  /** Answers in the revision of the message: that of 2026-07-28, or an earlier one, without sessions and in JSON. */
  return async function serve(request: McpRequest): Promise<Response> {
    const { raw } = request.c.req
    const options = { parsedBody: request.message }
    if (await isLegacyRequest(raw, request.message)) {
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
      await serverFor(request).connect(transport)
      return transport.handleRequest(raw, options)
    }
    return createMcpHandler(() => serverFor(request), { legacy: 'reject' }).fetch(raw, options)
  }
}
