import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import type { Gateway } from '../../../support/gateway.ts'
import { CALLBACK, DOCUMENT_ID, ORIGIN } from './deployment.ts'

/** What a client stores between its steps, as the official ones require. */
export interface Kept {
  client?: { client_id: string; client_secret?: string }
  tokens?: { access_token: string; refresh_token?: string; token_type: string }
  verifier?: string
  /** Which authorization server it found, so that its answer is not taken from another. */
  discovery?: object
  /** Where it sends the browser. */
  sentTo?: URL
  state: string
}

/** A client that takes no key: an official one with its own OAuth. */
export interface Connector {
  kept: Kept
  /** Connects, or fails with the URL in `kept.sentTo`. */
  connect(): Promise<void>
  /** Handles what the browser brought back. */
  finish(callback: URL): Promise<void>
  listTools(): Promise<string[]>
  callTool(name: string, args?: Record<string, unknown>): Promise<{ isError: boolean; text: string }>
}

const WHO = { name: 'latchkey-tests', version: '1.0.0' }

function toProvider(kept: Kept, usesDocument: boolean) {
  return {
    redirectUrl: CALLBACK,
    clientMetadata: {
      client_name: 'Registered client',
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
    ...(usesDocument && { clientMetadataUrl: DOCUMENT_ID }),
    state: () => kept.state,
    clientInformation: () => kept.client,
    saveClientInformation: (client: NonNullable<Kept['client']>) => void Object.assign(kept, { client }),
    tokens: () => kept.tokens,
    saveTokens: (tokens: NonNullable<Kept['tokens']>) => void Object.assign(kept, { tokens }),
    redirectToAuthorization: (sentTo: URL) => void Object.assign(kept, { sentTo }),
    saveCodeVerifier: (verifier: string) => void Object.assign(kept, { verifier }),
    codeVerifier: () => kept.verifier ?? '',
    saveDiscoveryState: (discovery: object) => void Object.assign(kept, { discovery }),
    discoveryState: () => kept.discovery,
    invalidateCredentials: () => void delete kept.tokens,
  }
}

/** A fetch that goes to the deployment through its public router. */
export const fetchAt =
  (gateway: Gateway) =>
  async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const { origin, pathname, search } = new URL(url)
    if (origin !== ORIGIN) throw new Error(`a client asked ${origin}`)
    const answer = await gateway.call(pathname + search, { ...init, key: null })
    return new Response(answer.text || null, { status: answer.status, headers: answer.headers })
  }

export type MakeConnector = (gateway: Gateway, usesDocument?: boolean) => Connector

const make =
  (mode: 'auto' | 'legacy'): MakeConnector =>
  (gateway, usesDocument = false) => {
    const kept: Kept = { state: crypto.randomUUID() }
    const options = { authProvider: toProvider(kept, usesDocument), fetch: fetchAt(gateway) }
    const at = new URL(`${ORIGIN}/mcp`)
    const transport = () =>
      new StreamableHTTPClientTransport(at, options as ConstructorParameters<typeof StreamableHTTPClientTransport>[1])
    const client = new Client(WHO, { versionNegotiation: { mode } })
    return {
      kept,
      connect: () => client.connect(transport()),
      finish: (callback) => transport().finishAuth(callback.searchParams),
      listTools: async () => (await client.listTools()).tools.map(({ name }) => name),
      callTool: async (name, args = {}) => {
        const { isError, content } = await client.callTool({ name, arguments: args })
        const [block] = content
        return { isError: isError === true, text: block && 'text' in block ? block.text : '' }
      },
    }
  }

/** The official client in both eras. test/slow/tools has the client of the first era. */
export const CONNECTORS = [
  { client: 'the client', connector: make('auto') },
  { client: 'the client with the 2025 handshake', connector: make('legacy') },
] as const

export const isUnauthorized = (error: unknown): boolean => error instanceof UnauthorizedError
