import { auth, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import {
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PRO_KEY, startGateway } from '../../node/scripts/started-gateway.ts'

/** The official client of the first era, which many programs still have: with a key, and with OAuth. */

const ADMIN_KEY = 'the-admin-key-of-this-test'
const CALLBACK = 'http://127.0.0.1:9/callback'

let gateway: Awaited<ReturnType<typeof startGateway>>
beforeAll(async () => {
  gateway = await startGateway({ ADMIN_KEY })
})
afterAll(() => gateway.stop())

async function connect(options: object) {
  const client = new Client({ name: 'latchkey-tests', version: '1.0.0' })
  const at = new URL('/mcp', gateway.origin)
  const transport = new StreamableHTTPClientTransport(at, options as StreamableHTTPClientTransportOptions)
  // Its own optional members differ in how they may be undefined.
  await client.connect(transport as Parameters<typeof client.connect>[0])
  return { client, transport }
}

const byKey = (key: string) => connect({ requestInit: { headers: { Authorization: `Bearer ${key}` } } })

it('lists and calls tools in its revision', async () => {
  const { client, transport } = await byKey(PRO_KEY)
  expect(transport.protocolVersion).toBe('2025-11-25')
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('recorder_sync')
  const answer = await client.callTool({ name: 'recorder_list_files', arguments: { limit: 2 } })
  expect(answer).toMatchObject({ content: [{ text: expect.stringContaining('"data_file_list":[{') }, {}] })
  await client.close()
})

it('reads a failure as a tool error, and learns that a tool does not exist', async () => {
  const { client } = await byKey(PRO_KEY)
  const wrong = { name: 'video_get_transcript', arguments: { video_url: 'short' } }
  expect(await client.callTool(wrong)).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('video_url: ') }],
  })
  await expect(client.callTool({ name: 'recorder_erase_everything' })).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining('Unknown tool: recorder_erase_everything'),
  })
  await client.close()
})

async function asOwner(path: string, body: object, cookie = ''): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', Origin: gateway.origin, Cookie: cookie }
  const response = await fetch(`${gateway.origin}/api/v1/admin/${path}`, {
    ...{ method: 'POST', headers, body: JSON.stringify(body) },
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response
}

it('comes from the 401 to a call of a tool by OAuth, and gets another token', async () => {
  const kept: { client?: object; tokens?: { access_token: string }; verifier?: string; sentTo?: URL } = {}
  const authProvider = {
    redirectUrl: CALLBACK,
    clientMetadata: {
      client_name: 'First client',
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
    clientInformation: () => kept.client,
    saveClientInformation: (client: object) => void Object.assign(kept, { client }),
    tokens: () => kept.tokens,
    saveTokens: (tokens: object) => void Object.assign(kept, { tokens }),
    redirectToAuthorization: (sentTo: URL) => void Object.assign(kept, { sentTo }),
    saveCodeVerifier: (verifier: string) => void Object.assign(kept, { verifier }),
    codeVerifier: () => kept.verifier ?? '',
  }
  await expect(connect({ authProvider })).rejects.toThrow(UnauthorizedError)
  const request = kept.sentTo?.search.slice(1) ?? ''
  const session = await asOwner('session', { admin_key: ADMIN_KEY })
  const cookie = session.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const granted = await asOwner('grants', { request, groups: ['recorder'] }, cookie)
  const { redirect_to } = (await granted.json()) as { redirect_to: string }
  const serverUrl = new URL('/mcp', gateway.origin)
  type Provider = Parameters<typeof auth>[0]
  const authorizationCode = new URL(redirect_to).searchParams.get('code') ?? ''
  expect(await auth(authProvider as Provider, { serverUrl, authorizationCode })).toBe('AUTHORIZED')

  const { client } = await connect({ authProvider })
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('recorder_sync')
  const first = kept.tokens?.access_token
  // It has a token to refresh with.
  expect(await auth(authProvider as Provider, { serverUrl })).toBe('AUTHORIZED')
  expect(kept.tokens?.access_token).not.toBe(first)
  expect(await client.callTool({ name: 'recorder_list_files', arguments: { limit: 1 } })).not.toHaveProperty(
    'isError',
    true,
  )
  await client.close()
})
