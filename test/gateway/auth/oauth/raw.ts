import { randomText, sha256, toBase64Url } from '../../../../src/base/crypto.ts'
import type { Browser } from '../../../groups/admin/browser.ts'
import type { Answer, Gateway } from '../../../support/gateway.ts'
import { CALLBACK, ORIGIN } from './deployment.ts'
import { agree, type Choice } from './owner.ts'

/** OAuth request by request, for what no official client does. */

type Fields = Record<string, string | undefined>

const form = (fields: Fields) =>
  new URLSearchParams(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

/** A request to the token endpoint. */
export const postToken = (gateway: Gateway, fields: Fields, headers: Record<string, string> = {}): Promise<Answer> =>
  gateway.call('/oauth/token', {
    method: 'POST',
    key: null,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: form(fields).toString(),
  })

/** Registers a client, and answers its id. */
export async function register(
  gateway: Gateway,
  metadata: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  return gateway.call('/oauth/register', {
    method: 'POST',
    key: null,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({
      client_name: 'Raw client',
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'none',
      ...metadata,
    }),
  })
}

export interface Begun {
  clientId: string
  verifier: string
  /** The query that the browser brings to the consent page. */
  query: string
}

/** A client's authorization request. `changes` override its parameters, undefined removes one. */
export async function begin(clientId: string, changes: Fields = {}): Promise<Begun> {
  const verifier = randomText(32)
  const query = form({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: CALLBACK,
    state: 'state-1',
    code_challenge: toBase64Url(await sha256(verifier)),
    code_challenge_method: 'S256',
    resource: `${ORIGIN}/mcp`,
    ...changes,
  }).toString()
  return { clientId, verifier, query }
}

/** Registers, starts and lets the owner approve. Returns the code that the browser brings back. */
export async function authorized(gateway: Gateway, owner: Browser, choice: Choice = {}) {
  const { json } = await register(gateway)
  const begun = await begin(json.client_id)
  const agreed = await agree(owner, begun.query, choice)
  const callback = new URL(agreed.json.redirect_to)
  return { ...begun, callback, code: callback.searchParams.get('code') ?? '' }
}

/** The fields that exchange a code. */
export const toExchange = ({ clientId, verifier }: Begun, code: string): Fields => ({
  grant_type: 'authorization_code',
  client_id: clientId,
  code,
  redirect_uri: CALLBACK,
  code_verifier: verifier,
  resource: `${ORIGIN}/mcp`,
})

/** The whole way to tokens. */
export async function readTokens(gateway: Gateway, owner: Browser, choice: Choice = {}) {
  const begun = await authorized(gateway, owner, choice)
  const { status, json, text } = await postToken(gateway, toExchange(begun, begun.code))
  if (status !== 200) throw new Error(`no tokens: ${status} ${text}`)
  return { ...begun, access: String(json.access_token), refresh: String(json.refresh_token) }
}

/** The response of /mcp to a token: the names of the tools, or its status. */
export async function readTools(gateway: Gateway, token: string, headers: Record<string, string> = {}) {
  const answer = await rpc(gateway, token, 'tools/list', {}, headers)
  if (answer.status !== 200) return answer.status
  return (answer.json.result.tools as { name: string }[]).map(({ name }) => name)
}

/** A tool's failure text or success, over HTTP. */
export async function useTool(gateway: Gateway, token: string, name: string, args: object = {}, headers = {}) {
  const answer = await rpc(gateway, token, 'tools/call', { name, arguments: args }, headers)
  if (answer.status !== 200) return answer.status
  const { isError = false, content } = answer.json.result
  return { isError, text: String(content[0].text) }
}

export const rpc = (gateway: Gateway, token: string, method: string, params: object, headers = {}): Promise<Answer> =>
  gateway.call('/mcp?tools=all', {
    method: 'POST',
    key: null,
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      Authorization: `Bearer ${token}`,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
