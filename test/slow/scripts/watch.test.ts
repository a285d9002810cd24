import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync } from 'node:fs'
import { appendFile, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ROOT } from '../../../scripts/support/build.ts'
import { freePort } from '../../node/scripts/free-port.ts'

/** `npm start "--" --watch` in a copy of the project, where files can be broken. */
let project: string
let child: ChildProcess
let output = ''
let origin: string

/** For a build on a busy machine. */
const SLOW = { timeout: 120_000 }
const COPIED = ['src', 'public', 'scripts', 'test/simulators', 'package.json', 'wrangler.toml', 'tsconfig.json']
/** `npm run generate` of the copy, which every build runs first. Like the real one, it imports the gateway's code. */
const GENERATE = `import { writeFileSync } from 'node:fs'
await import('../src/gateway/operation-type.ts')
writeFileSync('generated', '')
`

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'latchkey-watch-'))
  for (const path of COPIED) cpSync(join(ROOT, path), join(project, path), { recursive: true })
  await writeFile(join(project, 'scripts/generate.ts'), GENERATE)
  await symlink(join(ROOT, 'node_modules'), join(project, 'node_modules'), 'junction')
  const port = String(await freePort())
  origin = `http://127.0.0.1:${port}`
  child = spawn(process.execPath, ['scripts/start.ts', '--watch', '--verbose', '--port', port], { cwd: project })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
    })
  }
  await said('Watching src')
})

afterAll(async () => {
  // Not SIGKILL, which would leave the runtime behind.
  child.kill('SIGINT')
  await once(child, 'exit')
  await rm(project, { recursive: true })
})

it('serves a saved file of a simulated product', async () => {
  expect(await recordings()).toContain('주간 제품 회의')
  const mark = output.length
  await replaceIn('test/simulators/recorder/seed/korean.ts', '주간 제품 회의', '월간 제품 회의')
  await said('Restarted.', mark)
  expect(await recordings()).toContain('월간 제품 회의')
})

it('names the location of a syntax error, responds as before, and serves what is saved then, with the same keys', async () => {
  const key = /lk_[0-9A-Za-z]{49}/.exec(output)?.[0] ?? ''
  const file = join(project, 'src/gateway/operation-type.ts')
  const sound = await readFile(file, 'utf8')
  const mark = output.length
  await appendFile(file, '\nconst = 3\n')
  await said('src/gateway/operation-type.ts:', mark)
  await said('The previous gateway keeps running.', mark)
  expect(await readRefusal(key)).toBe('you are not a Latchkey PRO user')
  await writeFile(file, sound.replaceAll('PRO user', 'PRO friend'))
  await said('Restarted.', mark)
  expect(await readRefusal(key)).toBe('you are not a Latchkey PRO friend')
  expect(await recordings()).toContain('월간 제품 회의')
  expect(existsSync(join(project, 'generated'))).toBe(true)
})

async function said(text: string, from = 0): Promise<void> {
  await vi.waitFor(() => expect(output.slice(from)).toContain(text), SLOW)
}

async function replaceIn(path: string, text: string, other: string): Promise<void> {
  const file = join(project, path)
  const before = await readFile(file, 'utf8')
  expect(before).toContain(text)
  await writeFile(file, before.replaceAll(text, other))
}

async function readRefusal(key: string): Promise<unknown> {
  const response = await fetch(`${origin}/api/v1/recorder/doctor`, { headers: { 'X-API-KEY': key } })
  return ((await response.json()) as { error?: unknown }).error
}

async function recordings(): Promise<string[]> {
  const response = await fetch(`${origin}/api/v1/recorder/files/webhook-candidates`, {
    headers: { 'X-API-KEY': 'local-pro-key-of-this-machine' },
  })
  return ((await response.json()) as { files: { filename: string }[] }).files.map(({ filename }) => filename)
}
