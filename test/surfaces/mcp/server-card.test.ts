import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { VERSION } from '../../../src/base/version.ts'
import { getServerName } from '../../../src/surfaces/mcp/server-card.ts'
import { createGateway, type Overrides } from '../../support/gateway.ts'
import { createWorld } from '../../support/world.ts'
import { connectV2 } from './clients.ts'

beforeEach(() => void createWorld())
afterEach(() => vi.restoreAllMocks())

const read = (path: string, overrides: Overrides = {}) => createGateway(overrides).call(path, { key: null })

/** Names, lengths and members by the schema of SEP-2127, which allows no others. */
it.each(['/mcp/server-card', '/.well-known/mcp/server-card.json'])('%s is the server card', async (path) => {
  const { status, json, headers } = await read(path, { SERVICE_NAME: 'My desk' })
  expect(status).toBe(200)
  expect(json).toEqual({
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: 'test.latchkey/latchkey',
    title: 'My desk',
    description: expect.stringMatching(/^.{1,100}$/),
    version: VERSION,
    websiteUrl: 'https://latchkey.test/docs',
    remotes: [
      {
        type: 'streamable-http',
        url: 'https://latchkey.test/mcp',
        headers: [{ name: 'X-API-KEY', description: expect.any(String), isRequired: true, isSecret: true }],
        supportedProtocolVersions: expect.arrayContaining(['2026-07-28', '2025-11-25']),
      },
    ],
  })
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/mcp-server-card+json',
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=3600',
  })
})

it('says what a client sees after it has connected', async () => {
  const gateway = createGateway()
  const { json } = await gateway.call('/mcp/server-card', { key: null })
  const client = await connectV2(gateway)
  expect(client.getServerVersion()).toMatchObject({ title: json.title, version: json.version })
  expect(json.remotes[0].supportedProtocolVersions).toContain(client.getNegotiatedProtocolVersion())
})

it('the entry for registries has no revisions', async () => {
  const { json, headers } = await read('/.well-known/mcp/server.json')
  expect(json).toMatchObject({
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: 'test.latchkey/latchkey',
  })
  expect(Object.keys(json.remotes[0])).toEqual(['type', 'url', 'headers'])
  expect(headers.get('Content-Type')).toBe('application/json')
})

it('names of servers are reverse host names', () => {
  expect(getServerName('latchkey.example.workers.dev')).toBe('dev.workers.example.latchkey/latchkey')
  for (const host of ['127.0.0.1', '[::1]', 'localhost'])
    expect(getServerName(host)).toMatch(/^[a-zA-Z0-9.-]+\/latchkey$/)
})
