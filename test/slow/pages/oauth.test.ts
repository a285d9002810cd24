import { createServer, type Server } from 'node:http'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromium, GATEWAY_ADMIN_KEY, getBrowser, getGateway } from './browser.ts'
import { signIn, visit } from './visit.ts'

/** The gateway of `npm start`, an official client over HTTP, and a person with a browser between the two. */
describe.skipIf(!chromium)('a client that takes no key', () => {
  let callbacks: Server

  beforeAll(async () => {
    callbacks = createServer((_, response) => response.end('you may close this page'))
    await new Promise<void>((resolve) => callbacks.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => callbacks?.close())

  it('is connected through the consent page, and calls a tool', async () => {
    const gateway = await getGateway()
    const address = callbacks.address()
    const redirectUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/callback`
    const kept: Record<string, unknown> = {}
    const keep = (name: string) => (value: unknown) => void Object.assign(kept, { [name]: value })
    const authProvider = {
      redirectUrl,
      clientMetadata: {
        client_name: 'Local client',
        redirect_uris: [redirectUrl],
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
      clientInformation: () => kept.client,
      saveClientInformation: keep('client'),
      tokens: () => kept.tokens,
      saveTokens: keep('tokens'),
      redirectToAuthorization: keep('sentTo'),
      saveCodeVerifier: keep('verifier'),
      codeVerifier: () => String(kept.verifier),
    }
    const transport = () =>
      new StreamableHTTPClientTransport(new URL(`${gateway.origin}/mcp`), {
        authProvider,
      } as unknown as ConstructorParameters<typeof StreamableHTTPClientTransport>[1])
    const client = new Client({ name: 'latchkey-tests', version: '1.0.0' })
    const first = transport()
    await expect(client.connect(first)).rejects.toThrow()

    const { context, page, complaints } = await visit(await getBrowser(), gateway, {
      viewport: { width: 390, height: 844 },
    })
    await page.goto(String(kept.sentTo))
    await page.getByRole('heading', { name: 'Local client requests access' }).waitFor()
    await page.getByText('Access goes to a program on this computer').waitFor()
    await signIn(page, GATEWAY_ADMIN_KEY)
    await page.getByLabel('Every service').check()
    await page.getByRole('button', { name: 'Allow and go to 127.0.0.1' }).click()
    await page.waitForURL(/\/callback\?code=/)
    const callback = new URL(page.url())
    expect(complaints).toEqual([])
    await context.close()

    await first.finishAuth(callback.searchParams)
    const connected = new Client({ name: 'latchkey-tests', version: '1.0.0' })
    await connected.connect(transport())
    const { tools } = await connected.listTools()
    expect(tools.map(({ name }) => name)).toContain('recorder_sync')
    const { isError } = await connected.callTool({ name: 'recorder_list_files', arguments: { limit: 1 } })
    expect(isError ?? false).toBe(false)
  })
})
