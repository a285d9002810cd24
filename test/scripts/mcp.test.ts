import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../scripts/support/build.ts'
import { startKeyAddingProxy } from './key-adding-proxy.ts'
import { PRO_KEY, startGateway } from './started-gateway.ts'

const SUITE = join(ROOT, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
const EXPECTED = fileURLToPath(new URL('mcp-conformance.yml', import.meta.url))

let gateway: Awaited<ReturnType<typeof startGateway>>
let proxy: Awaited<ReturnType<typeof startKeyAddingProxy>>

beforeAll(async () => {
  proxy = await startKeyAddingProxy(PRO_KEY)
  gateway = await startGateway({ ALLOWED_ORIGINS: proxy.origin })
  proxy.passTo(gateway.origin)
}, 60_000)

afterAll(async () => {
  await proxy.stop()
  await gateway.stop()
})

describe('the conformance suite of the protocol', () => {
  /** Its exit code, and what it says at the end. */
  async function runSuite(): Promise<{ code: number; summary: string }> {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-conformance-'))
    const url = `${proxy.origin}/mcp`
    const args = [SUITE, 'server', '--url', url, '--suite', 'all', '--expected-failures', EXPECTED]
    try {
      return await new Promise((resolve) => {
        execFile(process.execPath, args, { cwd: folder, timeout: 60_000 }, (error, stdout) =>
          resolve({
            code: error ? Number(error.code) : 0,
            summary: stdout.slice(stdout.indexOf('=== SUMMARY ===')),
          }),
        )
      })
    } finally {
      await rm(folder, { recursive: true })
    }
  }

  it('passes, but for the scenarios that mcp-conformance.yml lists with their reasons', async () => {
    const { code, summary } = await runSuite()
    expect(summary).toMatch(/✓ server-initialize/)
    expect(summary).toMatch(/✓ tools-list/)
    expect(summary).toMatch(/✓ ping/)
    expect(summary).toMatch(/✓ dns-rebinding-protection/)
    expect(code, summary).toBe(0)
  }, 70_000)
})

describe('the built Worker', () => {
  const connect = async (mode: 'auto' | 'legacy') => {
    const client = new Client({ name: 'latchkey-tests', version: '1.0.0' }, { versionNegotiation: { mode } })
    const requestInit = { headers: { Authorization: `Bearer ${PRO_KEY}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', gateway.origin), { requestInit }))
    return client
  }

  it.each([
    ['auto', '2026-07-28'],
    ['legacy', '2025-11-25'],
  ] as const)('serves a client that negotiates by %s', async (mode, revision) => {
    const client = await connect(mode)
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('recorder_list_files')
    const answer = await client.callTool({ name: 'recorder_list_files', arguments: { limit: 2 } })
    expect(answer.structuredContent).toMatchObject({ data_file_list: [expect.any(Object), expect.any(Object)] })
    await client.close()
  })
})
