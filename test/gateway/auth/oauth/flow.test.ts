import { describe, expect, it } from 'vitest'
import { SCOPES } from '../../../../src/gateway/auth/scopes.ts'
import { ADMIN_KEY } from '../../../contract/admin.rows.ts'
import { connect as connectByKey } from '../../../mcp/clients.ts'
import { createGateway, PRO_KEY } from '../../../support/gateway.ts'
import { CONNECTORS } from './connector.ts'
import { CALLBACK, deployOAuth, ORIGIN, startAnew } from './deployment.ts'
import { ask, knock, letIn } from './owner.ts'

startAnew()

describe.each(CONNECTORS)('$client', ({ connector: make }) => {
  it.each([
    ['registers itself', false, { name: 'Registered client', domain: null }],
    ['names itself by a metadata document', true, { name: 'Example client', domain: 'client.example' }],
  ])('%s, and comes from the 401 to a call of a tool', async (_, usesDocument, told) => {
    const { gateway, owner, world } = await deployOAuth()
    const connector = make(gateway, usesDocument)
    const { origin, pathname, search, searchParams } = await knock(connector)
    expect([origin, pathname]).toEqual([ORIGIN, '/oauth/authorize'])
    expect(searchParams.get('code_challenge_method')).toBe('S256')
    expect(searchParams.get('resource')).toBe(`${ORIGIN}/mcp`)
    const asked = await ask(owner, search.slice(1))
    expect(asked.json.client).toEqual({
      ...told,
      redirect_host: 'client.example',
      redirect_uri: CALLBACK,
      is_local: false,
      requested: { groups: null, read_only: true, payments: false },
    })

    await letIn(owner, connector, { groups: ['video', 'recorder'] })
    const tools = await connector.listTools()
    expect(tools).toContain('video_get_transcript')
    const answer = await connector.callTool('recorder_list_files', { limit: 1 })
    expect({ isError: answer.isError, text: answer.text.slice(0, 10) }).toEqual({ isError: false, text: '{"status":' })
    expect(world.strays).toEqual([])
  })

  it('gets another token by itself when its own has expired, and continues', async () => {
    const { gateway, owner, world } = await deployOAuth()
    const connector = make(gateway)
    await letIn(owner, connector)
    const first = connector.kept.tokens
    expect(first).toMatchObject({ expires_in: 86_400 })
    world.clock.advance(23 * 3_600_000)
    expect((await connector.callTool('recorder_list_files')).isError).toBe(false)
    expect(connector.kept.tokens).toEqual(first)
    world.clock.advance(3_600_000)
    expect((await connector.callTool('recorder_list_files')).isError).toBe(false)
    expect(connector.kept.tokens?.access_token).not.toBe(first?.access_token)
    expect(connector.kept.tokens).toMatchObject({ expires_in: 86_400 })
  })

  it('is refused within a minute where another isolate has cached its token, and the grant was revoked', async () => {
    const { owner, world } = await deployOAuth()
    // Each isolate has a cache of its own.
    const other = make(createGateway({ ADMIN_KEY }))
    await letIn(owner, other)
    world.clock.advance(12 * 3_600_000)
    await owner.signIn()
    const call = () => other.callTool('payment_format_phone_number', { phone: '010-1234-5678' })
    expect((await call()).isError).toBe(false)
    const { json } = await owner.get('/api/v1/admin/grants')
    expect((await owner.send('DELETE', `/api/v1/admin/grants/${json.grants[0].id}`)).status).toBe(204)
    expect((await call()).isError).toBe(false)
    world.clock.advance(60_000)
    await expect(call()).rejects.toThrow()
  })

  it('is sent to the consent page again when its grant was revoked', async () => {
    const { gateway, owner } = await deployOAuth()
    const connector = make(gateway)
    await letIn(owner, connector)
    const { json } = await owner.get('/api/v1/admin/grants')
    expect((await owner.send('DELETE', `/api/v1/admin/grants/${json.grants[0].id}`)).status).toBe(204)
    delete connector.kept.sentTo
    await expect(connector.listTools()).rejects.toThrow()
    expect(connector.kept.sentTo).toBeInstanceOf(URL)
  })
})

it('leaves keys as they were', async () => {
  const { gateway } = await deployOAuth()
  const client = await connectByKey(gateway, { key: PRO_KEY })
  expect((await client.listTools()).map(({ name }) => name)).toContain('recorder_sync')
  const bearer = await connectByKey(gateway, { key: null, headers: { Authorization: `Bearer ${PRO_KEY}` } })
  expect((await bearer.callTool('recorder_list_files')).isError).toBe(false)
})

it('says where to find the metadata, and what exists', async () => {
  const { gateway } = await deployOAuth({ SERVICE_NAME: 'Our gateway' })
  const refused = await gateway.call('/mcp', { method: 'POST', key: null })
  expect(refused.status).toBe(401)
  expect(refused.headers.get('WWW-Authenticate')).toBe(
    `Bearer realm="mcp", scope="read", resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/mcp"`,
  )
  for (const path of ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource'])
    expect((await gateway.call(path, { key: null })).json).toEqual({
      resource: `${ORIGIN}/mcp`,
      authorization_servers: [ORIGIN],
      scopes_supported: SCOPES,
      bearer_methods_supported: ['header'],
      resource_name: 'Our gateway',
      resource_documentation: `${ORIGIN}/docs`,
    })
  const { json } = await gateway.call('/.well-known/oauth-authorization-server', { key: null })
  expect(json).toMatchObject({
    issuer: ORIGIN,
    authorization_endpoint: `${ORIGIN}/oauth/authorize`,
    token_endpoint: `${ORIGIN}/oauth/token`,
    registration_endpoint: `${ORIGIN}/oauth/register`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: SCOPES,
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  })
  expect(json.token_endpoint_auth_methods_supported).toContain('none')
  expect(json.token_endpoint_auth_methods_supported).not.toContain('private_key_jwt')
})
