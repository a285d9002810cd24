import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT, wrangler } from '../../scripts/support/build.ts'

/** `npm run settings`, and what `npm run deploy:settings` makes of the file. */
let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-settings-'))
  file = join(folder, '.deploy.vars')
})
afterAll(() => rm(folder, { recursive: true }))

const settings = (path: string) =>
  promisify(execFile)(process.execPath, ['scripts/settings.ts', path], { cwd: ROOT }).catch((error) => error)

it('makes three keys, and leaves out what is empty', async () => {
  const { stdout } = await settings(file)
  const text = await readFile(file, 'utf8')
  const made = parseEnv(text)
  expect(made.API_KEY).toMatch(/^[0-9a-f]{64}$/)
  expect(made.ADMIN_KEY).toMatch(/^[0-9a-f]{64}$/)
  expect(Buffer.from(made.CREDENTIALS_KEY ?? '', 'base64')).toHaveLength(32)
  expect(Object.entries(made).filter(([, value]) => value === '')).toEqual([])
  expect(text).toContain('\n# RECORDER_TOKEN=\n')
  expect(stdout).not.toContain(made.API_KEY)
})

it('makes it for its owner alone, and overwrites nothing', async () => {
  const before = await readFile(file, 'utf8')
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o077).toBe(0)
  expect(await settings(file)).toMatchObject({ code: 1, stderr: `${file} is there already, and stays as it is\n` })
  expect(await readFile(file, 'utf8')).toBe(before)
})

it('is taken by wrangler, for a Worker of another name too', { timeout: 60_000 }, async () => {
  const told = await wrangler('deploy', '--dry-run', '--secrets-file', file, '--name', 'latchkey-acme')
  for (const name of Object.keys(parseEnv(await readFile(file, 'utf8')))) expect(told).toContain(`env.${name} `)
})

it('wrangler.toml holds no setting and no id of a deployment', async () => {
  const config = await readFile(join(ROOT, 'wrangler.toml'), 'utf8')
  expect(config).toContain('\nkeep_vars = true\n')
  expect(config).not.toMatch(/^\[vars\]|^(id|account_id|database_id) *=/m)
})
