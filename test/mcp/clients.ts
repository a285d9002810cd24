import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Gateway } from '../support/gateway.ts'

/** The response of a tool, for any client. */
export interface ToolAnswer {
  isError?: boolean | undefined
  texts: string[]
  structured: unknown
}

export interface McpClient {
  revision: string | undefined
  listTools(): Promise<ListedTool[]>
  callTool(name: string, args?: Record<string, unknown>): Promise<ToolAnswer>
}

export interface ListedTool {
  name: string
  title?: string | undefined
  description?: string | undefined
  inputSchema: Record<string, unknown>
  outputSchema?: Record<string, unknown> | undefined
  annotations?: Record<string, unknown> | undefined
  _meta?: Record<string, unknown> | undefined
}

export interface Connection {
  key?: string | null
  headers?: Record<string, string>
  /** Such as `?groups=video`. */
  search?: string
}

export type Connect = (gateway: Gateway, connection?: Connection) => Promise<McpClient>

const WHO = { name: 'latchkey-tests', version: '1.0.0' }

/** The endpoint, and a fetch that goes to it through the public router. */
function endpoint(gateway: Gateway, { key, headers = {}, search = '' }: Connection) {
  const fetch = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const { pathname, search } = new URL(url)
    const sent = new Headers(init.headers)
    for (const [name, value] of Object.entries(headers)) sent.set(name, value)
    const answer = await gateway.call(pathname + search, {
      ...init,
      headers: sent,
      ...(key !== undefined && { key }),
    })
    return new Response(answer.text || null, { status: answer.status, headers: answer.headers })
  }
  return [new URL(`https://latchkey.test/mcp${search}`), { fetch }] as const
}

function wrap(client: Client, revision: string | undefined): McpClient {
  return {
    revision,
    listTools: async () => (await client.listTools()).tools,
    callTool: async (name, args = {}) => {
      const { isError, content, structuredContent } = await client.callTool({ name, arguments: args })
      return {
        isError: isError === true,
        texts: content.map((block) => ('text' in block ? block.text : JSON.stringify(block))),
        structured: structuredContent,
      }
    },
  }
}

/** The official client itself, which negotiates 2026-07-28 (`auto`) or the 2025 handshake. */
export async function connectV2(gateway: Gateway, connection: Connection = {}, mode: 'auto' | 'legacy' = 'auto') {
  const client = new Client(WHO, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(...endpoint(gateway, connection)))
  return client
}

const connectBy =
  (mode: 'auto' | 'legacy'): Connect =>
  async (gateway, connection) => {
    const client = await connectV2(gateway, connection, mode)
    return wrap(client, client.getNegotiatedProtocolVersion())
  }

export const connectEarlier = connectBy('legacy')

/** The official client in both eras, and the revision that it comes to speak. test/slow/tools has the client of the first era. */
export const CLIENTS: readonly { client: string; revision: string; connect: Connect }[] = [
  { client: 'the client', revision: '2026-07-28', connect: connectBy('auto') },
  { client: 'the client with the 2025 handshake', revision: '2025-11-25', connect: connectEarlier },
]

/** Any of them, where it does not matter which. */
export const connect = connectBy('auto')
