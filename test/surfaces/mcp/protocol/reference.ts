import {
  type CallToolResult,
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Tool,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { VERSION } from '../../../../src/base/version.ts'
import { CAPABILITIES, MODERN_CAPABILITIES } from '../../../../src/surfaces/mcp/protocol/methods.ts'

export interface ReferenceTools {
  list: readonly Tool[]
  call: (name: string, args: Record<string, unknown>) => Promise<CallToolResult | undefined>
  instructions: string
}

/** A server with the official package, without sessions and in JSON, as the reference for the gateway's own. */
export function createReference({ list, call, instructions }: ReferenceTools) {
  const serverFor = (capabilities: typeof CAPABILITIES) => {
    const server = new Server({ name: 'latchkey', title: 'Latchkey', version: VERSION }, { capabilities, instructions })
    server.setRequestHandler('tools/list', () => ({ tools: [...list] }))
    server.setRequestHandler('tools/call', async ({ params: { name, arguments: args = {} } }) => {
      const result = await call(name, args)
      if (!result) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`)
      return result
    })
    return server
  }
  return async (request: Request, message: unknown): Promise<Response> => {
    const options = { parsedBody: message }
    if (!(await isLegacyRequest(request, message)))
      return createMcpHandler(() => serverFor(MODERN_CAPABILITIES), { legacy: 'reject' }).fetch(request, options)
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await serverFor(CAPABILITIES).connect(transport)
    return transport.handleRequest(request, options)
  }
}
