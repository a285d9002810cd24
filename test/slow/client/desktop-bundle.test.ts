import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desktopBundleFiles, MANIFEST } from '../../../scripts/support/desktop-bundle.ts'
import { zip } from '../../../scripts/support/zip.ts'
import { PRO_KEY, startGateway } from '../../node/scripts/started-gateway.ts'

/** The extension for desktop apps, as an app runs it: unpacked, on plain Node, with the settings of its user. */
let gateway: Awaited<ReturnType<typeof startGateway>>
let folder: string

beforeAll(async () => {
  gateway = await startGateway()
  folder = await mkdtemp(join(tmpdir(), 'latchkey-desktop-'))
  for (const [path, text] of unzip(zip(await desktopBundleFiles()))) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
})

afterAll(async () => {
  await gateway?.stop()
  if (folder) await rm(folder, { recursive: true })
})

/** The files of an archive, found by its directory as an unpacker does. */
function unzip(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf('PK\x05\x06')
  const files = new Map<string, string>()
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [length, start] = [archive.readUInt16LE(at + 28), archive.readUInt32LE(at + 42)]
    const name = archive.toString('utf8', at + 46, at + 46 + length)
    const data = start + 30 + archive.readUInt16LE(start + 26)
    files.set(name, inflateRawSync(archive.subarray(data, data + archive.readUInt32LE(at + 20))).toString())
    at += 46 + length
  }
  return files
}

/** The command of the manifest, with the settings instead of their names, as an app makes it. */
function toCommand(settings: Readonly<Record<string, string>>) {
  const values: Readonly<Record<string, string>> = { __dirname: folder, ...settings }
  const fill = (text: string) =>
    text.replace(/\$\{(?:user_config\.)?(\w+)\}/g, (_, name: string) => values[name] ?? 'unset')
  const { args, env } = MANIFEST.server.mcp_config
  return {
    args: args.map(fill),
    env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)])),
  }
}

async function connect(mode: 'auto' | 'legacy', settings: Record<string, string> = {}) {
  const { args, env } = toCommand({ address: gateway.origin, api_key: PRO_KEY, read_only: 'false', ...settings })
  const client = new Client({ name: 'latchkey-tests', version: '1.0.0' }, { versionNegotiation: { mode } })
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }))
  return client
}

describe.each([
  ['auto', '2026-07-28'],
  ['legacy', '2025-11-25'],
] as const)('a client that negotiates by %s', (mode, revision) => {
  it(`speaks ${revision} through it`, async () => {
    const client = await connect(mode)
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    const [{ tools }, { prompts }, { resources }] = await Promise.all([
      client.listTools(),
      client.listPrompts(),
      client.listResources(),
    ])
    expect(tools.map(({ name }) => name)).toContain('recorder_list_files')
    expect(prompts.length).toBeGreaterThan(5)
    expect((await client.readResource({ uri: resources[0]?.uri ?? '' })).contents).toHaveLength(1)
    // A name that is no header by itself.
    await expect(client.callTool({ name: '없는 도구' })).rejects.toMatchObject({ code: -32602 })
    const { content } = await client.callTool({ name: 'recorder_list_files', arguments: { limit: 1 } })
    expect(content[0]).toMatchObject({ type: 'text', text: expect.stringContaining('data_file_list') })
    await client.close()
  })
})

it('passes requests of extensions on, with the headers that they need', async () => {
  const { args, env } = toCommand({ address: gateway.origin, api_key: PRO_KEY, read_only: 'false' })
  const child = spawn(process.execPath, args, { env })
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/tasks': {} } },
  }
  const requests = [
    { jsonrpc: '2.0', id: 1, method: 'tasks/get', params: { taskId: 'nothing', _meta } },
    { jsonrpc: '2.0', id: 2, method: 'subscriptions/listen', params: { notifications: {}, _meta } },
  ]
  child.stdin.end(requests.map((request) => `${JSON.stringify(request)}\n`).join(''))
  let said = ''
  child.stdout.on('data', (bytes) => {
    said += String(bytes)
  })
  await new Promise((resolve) => child.on('close', resolve))
  const answers = said
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(answers.find(({ id }) => id === 1)).toMatchObject({
    error: { code: -32602, message: expect.stringContaining('not found') },
  })
  expect(answers.filter(({ id }) => id !== 1)).toMatchObject([
    { method: 'notifications/subscriptions/acknowledged' },
    { id: 2, result: { resultType: 'complete' } },
  ])
})

it('only reads where its user chose that', async () => {
  const client = await connect('auto', { read_only: 'true' })
  const { tools } = await client.listTools()
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([])
  await client.close()
})

it('says in plain words that a key is not valid', async () => {
  await expect(connect('legacy', { api_key: 'wrong-key' })).rejects.toThrow(/HTTP 401 .*X-API-KEY is not valid/)
})

it.each([
  [{ address: 'http://example.com' }, 'must start with https://'],
  [{ address: 'latchkey' }, 'The address is not valid'],
  [{ api_key: '' }, 'The API key is missing'],
])('%j: it sends nothing and says why', async (settings, reason) => {
  const { args, env } = toCommand({
    address: 'https://latchkey.test',
    api_key: PRO_KEY,
    read_only: 'false',
    ...settings,
  })
  const child = spawn(process.execPath, args, { env })
  const said: string[] = []
  child.stderr.on('data', (bytes) => said.push(String(bytes)))
  const code = await new Promise((resolve) => child.on('close', resolve))
  expect({ code, said: said.join('') }).toEqual({ code: 1, said: expect.stringContaining(reason) })
})

it('its manifest names only settings that it asks for, and hides the key', () => {
  const named = Object.values(MANIFEST.server.mcp_config.env).map((value) =>
    value.replace(/^\$\{user_config\.(\w+)\}$/, '$1'),
  )
  expect(named).toEqual(Object.keys(MANIFEST.user_config))
  expect(MANIFEST.user_config.api_key).toMatchObject({ sensitive: true, required: true })
})
