import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { privateFolder } from '../../../../scripts/fleet/lock.ts'
import { ROOT } from '../../../../scripts/support/build.ts'
import { defaultSecrets, startFleet, toKeys } from '../../../node/scripts/fleet/support/fleet.ts'
import { wranglerWorld } from '../wrangler/world.ts'

/** Ctrl-C in the middle: no secret is left anywhere, and a second run continues. */
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleet-interrupt-'))
})
afterEach(() => rm(folder, { recursive: true }))

const keysInEnvironment = (name: string) =>
  Object.fromEntries(Object.entries(toKeys(name)).map(([key, value]) => [`${name.toUpperCase()}_${key}`, value]))

it('removes files with secrets and the lock, and says what was not done', async () => {
  const world = await wranglerWorld({ failures: [{ command: 'deploy', name: 'c01', hangs: true }] })
  // Nothing listens there, because the customers are new.
  const customers = ['c01', 'c02'].map((name, at) => ({ name, url: `http://127.0.0.1:${9 + at}`, wave: at + 1 }))
  await writeFile(join(folder, 'fleet.json'), JSON.stringify({ defaults: { secrets: defaultSecrets }, customers }))
  const temporary = join(folder, 'tmp')
  await mkdir(temporary)
  const env = {
    ...process.env,
    ...world.env,
    ...keysInEnvironment('c01'),
    ...keysInEnvironment('c02'),
    TMPDIR: temporary,
  }
  const child = spawn(process.execPath, ['scripts/fleet.ts', 'deploy', '--file', join(folder, 'fleet.json')], {
    cwd: ROOT,
    env,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text))
  const ended = new Promise((resolve) => child.once('close', resolve))

  await vi.waitUntil(async () => (await world.calls()).some(({ command }) => command === 'deploy'), { timeout: 60_000 })
  expect(await readdir(folder)).toContain('fleet.json.lock')
  const files = (await readdir(temporary, { recursive: true })).filter((file) => file.endsWith('secrets.json'))
  expect(files).toHaveLength(1)
  const modes = await Promise.all([...files, files[0]?.split('/')[0] ?? ''].map((file) => stat(join(temporary, file))))
  if (process.platform !== 'win32') expect(modes.map(({ mode }) => mode & 0o777)).toEqual([0o600, 0o700])

  child.kill('SIGINT')
  expect(await ended).toBe(130)
  expect(said).toContain('c01 interrupted; it is not known whether the new version runs there: the next run looks')
  expect(said).toMatch(
    /\nInterrupted \(1\): c01\nNot started \(1\): c02\n.*continue with: npm run fleet .* --from c01\n$/,
  )
  expect(await readdir(temporary, { recursive: true })).toEqual([])
  expect(await readdir(folder)).not.toContain('fleet.json.lock')
  for (const name of ['c01', 'c02'])
    for (const secret of Object.values(toKeys(name))) expect(said).not.toContain(secret)
  const [call] = (await world.calls()).filter(({ command }) => command === 'deploy')
  expect(call?.secrets).toEqual(toKeys('c01'))
  expect(JSON.stringify(call?.args)).not.toContain(toKeys('c01').API_KEY)
  await world.remove()
})

it('leaves the rest to a second run, which checks what exists', async () => {
  const fleet = await startFleet(6)
  const { wrangler } = fleet.account
  // c03 arrives at Cloudflare, but the response is lost.
  fleet.account.wrangler = async (args) => {
    const ended = await wrangler(args)
    if (args[0] !== 'deploy' || !args.includes('c03')) return ended
    fleet.interrupt.abort()
    return { code: 1, stdout: '', stderr: '' }
  }
  const { code, text } = await fleet.run('deploy', { waveSize: 1 })
  expect([code, text]).toEqual([
    130,
    expect.stringContaining('Deployed (2): c01, c02\nInterrupted (1): c03\nNot started (3): c04, c05, c06\n'),
  ])
  expect(fleet.account.calls).not.toContain('rollback c03')

  fleet.account.wrangler = wrangler
  fleet.interrupt = new AbortController()
  const again = await fleet.run('deploy', { waveSize: 1 })
  expect([again.code, again.text]).toEqual([
    0,
    expect.stringContaining('Deployed (3): c04, c05, c06\nUp to date before (3): c01, c02, c03'),
  ])
  await fleet.stop()
})

it('leaves nothing of a killed run behind', async () => {
  vi.stubEnv('TMPDIR', folder)
  const prefix = `latchkey-fleet-${hostname().replaceAll(/[^\w]/g, '')}-`
  const child = spawn(process.execPath, ['-e', ''])
  await new Promise((resolve) => child.once('close', resolve))
  for (const pid of [child.pid, process.pid]) await mkdir(join(folder, `${prefix}${pid}-abc`))
  const { path, remove } = await privateFolder()
  expect(await readdir(folder)).toHaveLength(2)
  remove()
  await setTimeout(0)
  expect(await readdir(folder)).toEqual([`${prefix}${process.pid}-abc`])
  expect(path).toContain(prefix)
  vi.unstubAllEnvs()
})
