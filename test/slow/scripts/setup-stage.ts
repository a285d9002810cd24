import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import { ROOT } from '../../../scripts/support/build.ts'
import { wranglerWorld } from './wrangler/world.ts'

/** `npm run setup` with a fake wrangler: what it deploys, what it does not change, and what it leaves behind. */
export let world: Awaited<ReturnType<typeof wranglerWorld>>
export let folder: string
/** Registers what every file here needs. */
export function useSetup(): void {
  beforeEach(async () => {
    world = await wranglerWorld()
    folder = await mkdtemp(join(tmpdir(), 'latchkey-setup-test-'))
  })
  afterEach(() => Promise.all([world.remove(), rm(folder, { recursive: true })]))
}

export const KEYS = ['API_KEY', 'ADMIN_KEY', 'CREDENTIALS_KEY']
export const keysFile = () => join(folder, 'keys.vars')

/** A separate folder for temporary files, so that leftovers are found. */
export const temporary = async () => {
  const path = join(folder, 'tmp')
  await mkdir(path, { recursive: true })
  return path
}

export async function begun(args: string[], env: Record<string, string> = {}) {
  const place = await temporary()
  const { API_KEY: _, ADMIN_KEY: __, CREDENTIALS_KEY: ___, ...outer } = process.env
  const child = spawn(process.execPath, ['scripts/setup.ts', ...args], {
    cwd: ROOT,
    env: { ...outer, ...world.env, TMPDIR: place, TEMP: place, TMP: place, LATCHKEY_LOCAL: folder, ...env },
    stdio: 'pipe',
  })
  child.stdin.end()
  const told = { out: '', err: '' }
  child.stdout.on('data', (text) => (told.out += text))
  child.stderr.on('data', (text) => (told.err += text))
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, ...told })),
  )
  return { child, ended, place }
}

export async function setup(args: string[], env?: Record<string, string>) {
  const { ended, place } = await begun(args, env)
  const result = await ended
  expect(await readdir(place), 'what it leaves behind').toEqual([])
  return result
}
/** The keys of a gateway that is deployed already. */
export const DEPLOYED_KEYS = {
  API_KEY: 'a'.repeat(64),
  ADMIN_KEY: 'b'.repeat(64),
  CREDENTIALS_KEY: Buffer.alloc(32, 7).toString('base64'),
}
/** What `first` deploys, without running it. */
export const alreadyDeployed = (secrets: Record<string, string> = DEPLOYED_KEYS) =>
  world.deploy('latchkey', {
    vars: { LICENCE: 'pro', SERVICE_NAME: 'Latchkey', ALLOWED_ORIGINS: '', RELAY_URL: '', NOTIFY_FROM: '' },
    secrets,
    bindings: ['STORE'],
  })
export const first = () => setup(['--yes', '--keys-file', keysFile()])
