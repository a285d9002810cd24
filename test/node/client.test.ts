import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '../../scripts/support/build.ts'
import { createClient, LatchkeyError } from '../../src/client/index.ts'
import { freePort } from './scripts/free-port.ts'
import { PRO_KEY, startGateway } from './scripts/started-gateway.ts'

const SOURCE = join(ROOT, 'src/client/index.ts')
const run = promisify(execFile)

let gateway: Awaited<ReturnType<typeof startGateway>>
let folder: string

beforeAll(async () => {
  gateway = await startGateway()
  folder = await mkdtemp(join(tmpdir(), 'latchkey-client-'))
}, 60_000)

afterAll(async () => {
  await gateway?.stop()
  if (folder) await rm(folder, { recursive: true })
})

const client = (apiKey = PRO_KEY) => createClient({ baseUrl: gateway.origin, apiKey })

it('reads and writes through a running gateway', async () => {
  const { GET, PATCH } = client()
  const { data } = await GET('/api/v1/recorder/files', { params: { query: { limit: 2, sort_by: 'start_time' } } })
  const [{ id, filename } = { id: '', filename: '' }] = data.data_file_list
  const params = { path: { id } }
  expect(data.data_file_list).toHaveLength(2)
  expect((await PATCH('/api/v1/recorder/files/{id}', { params, body: { filename: 'Renamed' } })).data).toBeUndefined()
  expect((await GET('/api/v1/recorder/files/{id}', { params })).data).toMatchObject({ data: { file_name: 'Renamed' } })
  await PATCH('/api/v1/recorder/files/{id}', { params, body: { filename: filename ?? '' } })
})

it('throws the refusals of a running gateway', async () => {
  const refusal = client('wrong-key').GET('/api/v1/recorder/devices')
  await expect(refusal).rejects.toBeInstanceOf(LatchkeyError)
  await expect(refusal).rejects.toMatchObject({
    status: 401,
    code: 'invalid_key',
    message: 'X-API-KEY is not valid',
    requestId: expect.stringMatching(/./),
  })
})

it('says the address when there is no connection', async () => {
  const port = await freePort()
  const call = createClient({ baseUrl: `http://127.0.0.1:${port}/api/v1`, apiKey: PRO_KEY }).POST
  const lost = call('/api/v1/recorder/files/trash', { body: { file_ids: ['a'] } })
  await expect(lost).rejects.toThrow(new RegExp(`^no answer from http://127\\.0\\.0\\.1:${port}: .*ECONNREFUSED`))
  const named = createClient({ baseUrl: 'https://gateway.invalid', apiKey: PRO_KEY }).GET('/api/v1/recorder/devices')
  await expect(named).rejects.toThrow(/^no answer from https:\/\/gateway\.invalid: /)
})

it('leaves the end of a call by its caller as it is', async () => {
  const signal = AbortSignal.abort()
  await expect(client().GET('/api/v1/recorder/devices', { signal })).rejects.toMatchObject({ name: 'AbortError' })
})

/** A bundle for browsers, as a project of theirs would make it. */
async function bundled() {
  const outfile = join(folder, 'client.mjs')
  const { metafile } = await build({
    entryPoints: [SOURCE],
    outfile,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    metafile: true,
    absWorkingDir: ROOT,
  })
  return { outfile, inputs: Object.keys(metafile.inputs), text: await readFile(outfile, 'utf8') }
}

it('its bundle contains the client and two packages, at most 14 KiB compressed, and nothing of the gateway', async () => {
  const { inputs, text } = await bundled()
  expect(inputs).toContain('src/client/index.ts')
  expect(inputs.filter((path) => !/^src\/client\/(generated\/)?[a-z]+\.ts$|node_modules/.test(path))).toEqual([])
  expect(gzipSync(text).length).toBeLessThanOrEqual(14 * 1024)
})

it.each([
  ['Node imports it by path', async () => SOURCE],
  ['the bundle works', async () => (await bundled()).outfile],
])('%s', async (_, file) => {
  const script = `
    import { createClient } from ${JSON.stringify(await file())}
    const { POST } = createClient(${JSON.stringify({ baseUrl: gateway.origin, apiKey: PRO_KEY })})
    const { data } = await POST('/api/v1/payment/format-phone-number', { body: { phone: '010-1234-5678' } })
    const failure = await POST('/api/v1/video/transcript/v2', { body: { video_id: 'short' } }).catch((error) => error)
    console.log(JSON.stringify([data.e164, failure.name, failure.status]))
  `
  const { stdout } = await run(join(ROOT, 'node_modules/.bin/node'), ['--input-type=module', '--eval', script])
  expect(JSON.parse(stdout)).toEqual(['+821012345678', 'LatchkeyError', 400])
})
