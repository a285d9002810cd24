import { randomText, sha256, toBase64Url } from '../../../src/base/crypto.ts'
import type { LiveRuntime } from './gateways.ts'

const CALLBACK = 'https://client.example/callback'
const JSON_TYPE = { 'Content-Type': 'application/json' }

/** One gateway of a runtime, used by its owner with ADMIN_KEY, and an MCP client without a key. */
export function ownedGateway(runtime: LiveRuntime, gateway: string, adminKey: string) {
  const admin = async (method: string, path: string, body?: object) =>
    runtime.ask(gateway, `/api/v1/admin${path}`, {
      method,
      headers: { Authorization: `Bearer ${adminKey}`, ...JSON_TYPE },
      ...(body && { body: JSON.stringify(body) }),
    })
  const post = (path: string, body: string, headers: Record<string, string>) =>
    runtime.ask(gateway, path, { method: 'POST', body, headers })
  const form = (path: string, fields: Record<string, string>) =>
    post(path, new URLSearchParams(fields).toString(), { 'Content-Type': 'application/x-www-form-urlencoded' })
  return {
    admin,
    form,
    /** Why a key is refused; `in` where it is not. */
    async opens(key: string): Promise<string> {
      return (await runtime.ask(gateway, '/api/v1/notes/notes', { headers: { 'X-API-KEY': key } })).json.error ?? 'in'
    },
    /** How /mcp answers an access token. */
    async tools(token: string): Promise<number> {
      const headers = { ...JSON_TYPE, Accept: 'application/json, text/event-stream', Authorization: `Bearer ${token}` }
      return (await post('/mcp', '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}', headers)).status
    },
    renew: (client: { clientId: string; refresh: string }) =>
      form('/oauth/token', { grant_type: 'refresh_token', client_id: client.clientId, refresh_token: client.refresh }),
    /** The text of a tool's response to an access token. */
    async useTool(token: string, name: string, args: object): Promise<string> {
      const headers = { ...JSON_TYPE, Accept: 'application/json, text/event-stream', Authorization: `Bearer ${token}` }
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
      const { json, text } = await post('/mcp?tools=all', JSON.stringify(call), headers)
      return String(json?.result?.content?.[0]?.text ?? text)
    },
    /**
     * The complete flow of a client: it registers, the owner approves, and it gets its tokens.
     *
     * @param again the id of a client that was connected before
     * @param more fields of the form with the code
     */
    async connect(origin: string, choice: object = { groups: ['notes'] }, again?: string, more: object = {}) {
      const redirects = { redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' }
      const body = JSON.stringify({ client_name: `A client of ${gateway}`, ...redirects })
      const clientId = again ?? String((await post('/oauth/register', body, JSON_TYPE)).json.client_id)
      const verifier = randomText(32)
      const about = { client_id: clientId, redirect_uri: CALLBACK, resource: `${origin}/mcp` }
      const challenge = toBase64Url(await sha256(verifier))
      const asked = { response_type: 'code', state: 's', code_challenge: challenge, code_challenge_method: 'S256' }
      const request = new URLSearchParams({ ...about, ...asked }).toString()
      const { redirect_to } = (await admin('POST', '/grants', { request, ...choice })).json
      const code = new URL(redirect_to).searchParams.get('code') ?? ''
      const given = { ...about, grant_type: 'authorization_code', code, code_verifier: verifier }
      const { status, json } = await form('/oauth/token', { ...given, ...more })
      return { status, clientId, access: String(json.access_token), refresh: String(json.refresh_token) }
    },
  }
}
