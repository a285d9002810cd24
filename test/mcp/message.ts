import { type Answer, type Gateway, json } from '../support/gateway.ts'

export interface Sent {
  headers?: Record<string, string>
  key?: string | null
  /** Replaces `/mcp`. */
  path?: string
}

/** Sends one JSON-RPC request of the 2025 revisions unchanged, without a client library. */
export function send(gateway: Gateway, method: string, params: object = {}, sent: Sent = {}): Promise<Answer> {
  const { headers, path = '/mcp', ...rest } = sent
  const { headers: own, ...init } = json('POST', { jsonrpc: '2.0', id: 1, method, params })
  const accept = { Accept: 'application/json, text/event-stream' }
  return gateway.call(path, {
    ...init,
    ...rest,
    headers: { ...accept, ...Object.fromEntries(new Headers(own)), ...headers },
  })
}

/** The `_meta` that a request of 2026-07-28 carries, with the header that belongs to it. */
export const MODERN = {
  meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'latchkey-tests', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
  headers: (method: string) => ({ 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': method }),
}
