import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '../../../scripts/support/build.ts'
import { outboundTo } from '../../../scripts/support/outbound.ts'
import { wallClock } from '../../simulators/clock.ts'
import { createTiro, TIRO_HOST, TIRO_KEYS } from '../../simulators/notes/index.ts'

const tiro = createTiro({ clock: wallClock })
const { handler } = outboundTo(() => tiro)
const product = createServer((incoming, upstream) => {
  // Like a relay, whose URL no product knows.
  incoming.headers.host = TIRO_HOST
  handler(incoming, upstream)
})
let folder: string
let call: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-record-'))
  await once(product.listen(0, '127.0.0.1'), 'listening')
  const address = product.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const vars = join(folder, 'vars')
  await writeFile(vars, `NOTES_TOKEN="${TIRO_KEYS.full}"\nNOTES_API_URL=http://127.0.0.1:${port}\nSHOP_VENDOR_ID=\n`)
  call = ['notes', '--vars', vars, '--to', join(folder, 'notes')]
})

afterAll(async () => {
  product.close()
  await rm(folder, { recursive: true })
})

it('shows what it would write, and writes nothing without a yes', async () => {
  const { code, out, err } = await run(call)
  expect([code, err]).toEqual([1, 'Nothing is written.\n'])
  expect(out).toMatch(/notes_list_notes: 1 calls\n/)
  expect(out).toMatch(/notes_list_api_keys: left out, the gateway answers 502\n/)
  expect(out).toContain('"operation": "notes_list_notes"')
  expect(existsSync(join(folder, 'notes'))).toBe(false)
})

it('writes a file for each operation that succeeded, and never shows the token', async () => {
  const { code, out, err } = await run([...call, '--yes'])
  expect([code, err]).toEqual([0, ''])
  expect(out).not.toContain(TIRO_KEYS.full)
  expect((await readdir(join(folder, 'notes'))).sort()).toEqual([
    'connection.json',
    'notes_get_note.json',
    'notes_get_transcript.json',
    'notes_list_folders.json',
    'notes_list_notes.json',
    'notes_list_summaries.json',
  ])
})

async function run(args: readonly string[]) {
  const child = spawn(process.execPath, ['scripts/record.ts', ...args], { cwd: ROOT })
  child.stdin.end()
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    said.err += chunk
  })
  const [code] = await once(child, 'close')
  return { code, ...said }
}
