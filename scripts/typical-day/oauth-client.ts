import { createHash, randomBytes } from 'node:crypto'

const CALLBACK = 'https://client.example/callback'

export interface OAuthClient {
  clientId: string
  access: string
  refresh: string
}

/** The gateway as the client knows it, and how it is reached. */
export interface Server {
  origin: string
  send: (path: string, init: RequestInit) => Promise<Response>
}

/**
 * The complete flow of a client without a key: it registers, the owner approves, and it gets its tokens.
 *
 * @param agree handles the query of the consent page like the owner; resolves to the redirect URL
 * @param again the id of a client that was connected before
 */
export async function connectClient(
  server: Server,
  agree: (request: string) => Promise<string>,
  again?: string,
): Promise<OAuthClient> {
  const clientId = again ?? (await register(server))
  const verifier = randomBytes(32).toString('base64url')
  const about = { client_id: clientId, redirect_uri: CALLBACK, resource: `${server.origin}/mcp` }
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const asked = { response_type: 'code', state: 's', code_challenge: challenge, code_challenge_method: 'S256' }
  const redirection = await agree(new URLSearchParams({ ...about, ...asked }).toString())
  const code = new URL(redirection).searchParams.get('code') ?? ''
  return {
    clientId,
    ...(await takeTokens(server, { ...about, grant_type: 'authorization_code', code, code_verifier: verifier })),
  }
}

/** The client with new tokens. */
export async function renewClient(server: Server, { clientId, refresh }: OAuthClient): Promise<OAuthClient> {
  const asked = { grant_type: 'refresh_token', client_id: clientId, refresh_token: refresh }
  return { clientId, ...(await takeTokens(server, asked)) }
}

async function register({ send }: Server): Promise<string> {
  const body = { client_name: 'Agent', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' }
  const headers = { 'Content-Type': 'application/json' }
  const response = await send('/oauth/register', { method: 'POST', headers, body: JSON.stringify(body) })
  return ((await response.json()) as { client_id: string }).client_id
}

async function takeTokens({ send }: Server, fields: Record<string, string>) {
  const response = await send('/oauth/token', { method: 'POST', body: new URLSearchParams(fields) })
  const tokens = (await response.json()) as { access_token: string; refresh_token: string; error?: string }
  if (!response.ok) throw new Error(`the client got no token: ${response.status} ${tokens.error}`)
  return { access: tokens.access_token, refresh: tokens.refresh_token }
}
