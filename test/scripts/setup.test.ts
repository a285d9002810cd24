import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { askAll } from '../../scripts/setup/answers.ts'
import { deployArgs } from '../../scripts/setup/upload.ts'
import { ROOT, wrangler } from '../../scripts/support/build.ts'
import { runWrangler } from '../../scripts/support/wrangler.ts'
import { wranglerWorld } from './wrangler/world.ts'

/** `npm run setup`, on a stand-in for wrangler: what it deploys, what it leaves alone, and what it leaves behind. */
let world: Awaited<ReturnType<typeof wranglerWorld>>
let folder: string
beforeEach(async () => {
  world = await wranglerWorld()
  folder = await mkdtemp(join(tmpdir(), 'latchkey-setup-test-'))
})
afterEach(() => Promise.all([world.remove(), rm(folder, { recursive: true })]))

const KEYS = ['API_KEY', 'ADMIN_KEY', 'CREDENTIALS_KEY']
const keysFile = () => join(folder, 'keys.vars')

/** The folder of temporary files is one of its own, so that what is left there is seen. */
const temporary = async () => {
  const path = join(folder, 'tmp')
  await mkdir(path, { recursive: true })
  return path
}

async function begun(args: string[], env: Record<string, string> = {}) {
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

async function setup(args: string[], env?: Record<string, string>) {
  const { ended, place } = await begun(args, env)
  const result = await ended
  expect(await readdir(place), 'what it leaves behind').toEqual([])
  return result
}
/** A command of somebody else in the same account. */
async function wranglerThere(...args: string[]) {
  for (const [name, value] of Object.entries(world.env)) vi.stubEnv(name, value)
  await runWrangler(args)
  vi.unstubAllEnvs()
}
const first = () => setup(['--yes', '--keys-file', keysFile()])

describe('a first deployment', { timeout: 60_000 }, () => {
  it('makes three keys, sets what was asked, and tells what to open', async () => {
    const origins = 'https://app.example.com/, https://b.example'
    const { code, out } = await setup([
      '--yes',
      '--keys-file',
      keysFile(),
      '--name',
      "Kim's & Sons",
      '--origins',
      origins,
    ])
    expect(code).toBe(0)
    const current = await world.current('latchkey')
    expect(current?.vars).toEqual({
      LICENCE: 'pro',
      SERVICE_NAME: "Kim's & Sons",
      ALLOWED_ORIGINS: 'https://app.example.com,https://b.example',
    })
    expect(Object.keys(current?.secrets ?? {}).sort()).toEqual([...KEYS].sort())
    expect(current?.secrets.API_KEY).toMatch(/^[0-9a-f]{64}$/)
    expect(Buffer.from(current?.secrets.CREDENTIALS_KEY ?? '', 'base64')).toHaveLength(32)
    expect(parseEnv(await readFile(keysFile(), 'utf8'))).toEqual(current?.secrets)
    if (process.platform !== 'win32') expect((await stat(keysFile())).mode & 0o077).toBe(0)
    expect(out).toContain('Open https://latchkey.example.workers.dev/ and sign in with ADMIN_KEY')
    for (const key of Object.values(current?.secrets ?? {})) expect(out).not.toContain(key)
  })

  it('takes keys of the environment, and shows them nowhere', async () => {
    const given = {
      API_KEY: 'a'.repeat(40),
      ADMIN_KEY: 'b'.repeat(40),
      CREDENTIALS_KEY: Buffer.alloc(32).toString('base64'),
    }
    const { code, out, err } = await setup(['--yes', '--worker', 'acme'], given)
    expect(code).toBe(0)
    expect((await world.current('acme'))?.secrets).toEqual(given)
    for (const key of Object.values(given)) expect(out + err).not.toContain(key)
  })

  it('refuses to show fresh keys where there is no terminal', async () => {
    const { code, err } = await setup(['--yes'])
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^API_KEY, ADMIN_KEY, CREDENTIALS_KEY would be/),
    })
    expect((await world.calls()).map(({ command }) => command)).not.toContain('deploy')
  })
})

describe('a second run', { timeout: 60_000 }, () => {
  it('keeps every key, and changes what is said', async () => {
    await first()
    const before = await world.current('latchkey')
    const { code, out } = await setup(['--yes', '--licence', 'basic'])
    expect(code).toBe(0)
    expect(out).toContain('LICENCE = basic, was pro')
    expect(out).toContain(`kept as they are: ${KEYS.join(', ')}`)
    const after = await world.current('latchkey')
    expect([after?.secrets, after?.vars.LICENCE]).toEqual([before?.secrets, 'basic'])
    expect((await world.calls()).filter(({ command }) => command === 'deploy').at(-1)?.secrets).toBeUndefined()
  })

  it('makes the one key that is missing', async () => {
    const given = { API_KEY: 'a'.repeat(40), ADMIN_KEY: 'b'.repeat(40) }
    await setup(['--yes', '--keys-file', keysFile()], given)
    const before = await world.current('latchkey')
    await wranglerThere('secret', 'delete', 'ADMIN_KEY', '--name', 'latchkey')
    await setup(['--yes', '--keys-file', join(folder, 'more.vars')])
    const { ADMIN_KEY, ...others } = (await world.current('latchkey'))?.secrets ?? {}
    expect(ADMIN_KEY).toMatch(/^[0-9a-f]{64}$/)
    expect({ ...others, ADMIN_KEY: given.ADMIN_KEY }).toEqual(before?.secrets)
  })

  it('changes CREDENTIALS_KEY together with the one before it, and never without', async () => {
    await first()
    const { CREDENTIALS_KEY: old = '' } = (await world.current('latchkey'))?.secrets ?? {}
    const rotate = ['--yes', '--rotate', 'CREDENTIALS_KEY', '--keys-file', join(folder, 'next.vars')]
    expect(await setup(rotate)).toMatchObject({ code: 1, err: expect.stringContaining('CREDENTIALS_KEY_PREVIOUS') })
    expect((await world.current('latchkey'))?.secrets.CREDENTIALS_KEY).toBe(old)
    expect((await setup(rotate, { CREDENTIALS_KEY_PREVIOUS: old })).code).toBe(0)
    const { secrets } = (await world.current('latchkey')) ?? {}
    expect(secrets?.CREDENTIALS_KEY_PREVIOUS).toBe(old)
    expect(secrets?.CREDENTIALS_KEY).not.toBe(old)
  })

  it('does not overwrite a Worker of something else', async () => {
    const config = join(folder, 'other.toml')
    await writeFile(config, 'name = "shop"\n')
    await wranglerThere('deploy', '--name', 'shop', '--config', config, '--var', 'A:b')
    const { code, err } = await setup(['--yes', '--worker', 'shop', '--keys-file', keysFile()])
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^shop is a Worker of something else/) })
    expect((await world.worker('shop'))?.versions).toHaveLength(1)
  })
})

describe('what fails', { timeout: 60_000 }, () => {
  it('a deployment, and the next run takes the same keys', async () => {
    await world.behave({ failures: [{ command: 'deploy', times: 1, message: 'no luck [code: 10013]' }] })
    const failed = await first()
    expect(failed).toMatchObject({ code: 1, err: expect.stringContaining('no luck [code: 10013]') })
    const made = parseEnv(await readFile(keysFile(), 'utf8'))
    expect((await first()).code).toBe(0)
    expect((await world.current('latchkey'))?.secrets).toEqual(made)
  })

  it('what comes after the upload: the keys stay those of the file', async () => {
    await world.behave({ failures: [{ command: 'deploy', times: 1, when: 'after' }] })
    expect((await first()).code).toBe(1)
    const made = parseEnv(await readFile(keysFile(), 'utf8'))
    expect((await first()).code).toBe(0)
    expect((await world.current('latchkey'))?.secrets).toEqual(made)
  })

  it('the look at what is deployed: nothing is deployed over it', async () => {
    await world.behave({ failures: [{ command: 'secret list', message: 'Authentication error [code: 10000]' }] })
    expect(await first()).toMatchObject({ code: 1, err: expect.stringContaining('Authentication error') })
    expect((await world.calls()).map(({ command }) => command)).not.toContain('deploy')
  })

  it('without a login', async () => {
    await world.behave({ loggedIn: false })
    expect(await first()).toMatchObject({ code: 1, err: expect.stringContaining('npm run wrangler login') })
  })

  it('by an interruption: the file of secrets is for this user alone, and gone', async () => {
    await world.behave({ failures: [{ command: 'deploy', hangs: true }] })
    const { child, ended, place } = await begun(['--yes', '--keys-file', keysFile()])
    await vi.waitFor(async () => expect((await world.calls()).at(-1)?.command).toBe('deploy'), { timeout: 30_000 })
    const [made = ''] = await readdir(place)
    const file = join(place, made, 'secrets.json')
    expect(Object.keys(JSON.parse(await readFile(file, 'utf8')))).toEqual(KEYS)
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o077).toBe(0)
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 130, err: expect.stringContaining('Interrupted') })
    expect(await readdir(place)).toEqual([])
  })

  it.each([
    [['--licence', 'gold'], /^--licence gold: is one of basic, pro, payment\n/],
    [
      ['--origins', 'app.example.com'],
      /^--origins app\.example\.com: has origins such as .* and app\.example\.com is none/,
    ],
    [['--worker', 'Acme Corp'], /^--worker Acme Corp: /],
    [['--rotate', 'SHOP_SESSION'], /^--rotate SHOP_SESSION: is one of/],
    [[], /^there is no terminal to ask in: say --yes/],
  ])('%j is told before anything is asked of Cloudflare', async (args, message) => {
    expect(await setup(args)).toMatchObject({ code: 1, err: expect.stringMatching(message) })
    expect(await world.calls()).toEqual([])
  })
})

describe('--dry-run', { timeout: 60_000 }, () => {
  it('tells what would be done, and changes nothing', async () => {
    const { code, out } = await setup(['--dry-run', '--name', 'Acme', '--keys-file', keysFile()])
    expect(code).toBe(0)
    expect(out).toMatch(/^The Worker latchkey is made, with its storage/)
    expect(out).toContain('  LICENCE = pro\n  SERVICE_NAME = Acme\n  ALLOWED_ORIGINS = (empty)\n')
    expect(out).toContain(`made now: ${KEYS.join(', ')}`)
    expect(out).not.toMatch(/[0-9a-f]{32}/)
    expect(await readdir(folder)).toEqual(['tmp'])
    expect((await world.calls()).map(({ command }) => command)).toEqual(['whoami', 'secret list'])
  })

  it('tells of a deployment that is there what would change', async () => {
    await first()
    const { out } = await setup(['--dry-run', '--origins', '*'])
    expect(out).toContain('is there, and gets the code of this folder')
    expect(out).toContain('ALLOWED_ORIGINS = *, was (empty)')
    expect((await world.worker('latchkey'))?.versions).toHaveLength(1)
  })

  it('works without a login', async () => {
    await world.behave({ loggedIn: false })
    expect(await setup(['--dry-run'])).toMatchObject({ code: 0, out: expect.stringContaining('is not known') })
  })

  it('what is deployed builds, offline', async () => {
    const file = join(folder, 'secrets.json')
    const credentials = Buffer.alloc(32).toString('base64')
    await writeFile(file, JSON.stringify({ API_KEY: 'a', ADMIN_KEY: 'b', CREDENTIALS_KEY: credentials }))
    const choices = { licence: 'pro', name: "Kim's & Sons", origins: 'https://a.example,https://b.example' }
    const told = await wrangler(...deployArgs('latchkey-acme', choices, file), '--dry-run')
    const bindings = [
      'STORE',
      'OAUTH_KV',
      'ACCOUNTS',
      'LEDGER',
      'EVENTS',
      'USAGE',
      'ASSETS',
      'KEY_LIMIT',
      'TRY_LIMIT',
      ...KEYS,
    ]
    for (const name of [...bindings, 'LICENCE', 'SERVICE_NAME', 'ALLOWED_ORIGINS'])
      expect(told).toContain(`env.${name} `)
    expect(told).toContain('--dry-run: exiting now.')
  })
})

describe('the questions', () => {
  const deployed = { secrets: new Set<string>(), vars: { LICENCE: 'basic', ALLOWED_ORIGINS: 'https://a.example' } }

  it('offer what is deployed, and ask again after a wrong answer', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => {})
    const asked: string[] = []
    const answers = ['gold', '', 'Acme', '-']
    const ask = async (question: string) => {
      asked.push(question)
      return answers.shift() ?? ''
    }
    expect(await askAll({}, deployed, ask)).toEqual({ licence: 'basic', name: 'Acme', origins: '' })
    expect(asked.map((question) => /\[(.*)\]: $/.exec(question)?.[1])).toEqual([
      'basic',
      'basic',
      'Latchkey',
      'https://a.example',
    ])
    vi.restoreAllMocks()
  })

  it('are left out for what is given', async () => {
    const ask = vi.fn(async () => '')
    await askAll({ licence: 'pro', name: 'Acme' }, undefined, ask)
    expect(ask).toHaveBeenCalledTimes(1)
  })
})

describe('--local', { timeout: 60_000 }, () => {
  it('makes .dev.vars with fresh keys for its owner alone, and overwrites nothing', async () => {
    expect((await setup(['--local'])).code).toBe(0)
    const file = join(folder, '.dev.vars')
    const text = await readFile(file, 'utf8')
    const made = parseEnv(text)
    expect(Object.keys(made).sort()).toEqual(['ADMIN_KEY', 'API_KEY', 'CREDENTIALS_KEY', 'LICENCE'])
    expect(Object.values(made)).not.toContain('')
    expect(text).toContain('\n# RECORDER_TOKEN=\n')
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o077).toBe(0)
    expect(await setup(['--local'])).toMatchObject({ code: 1, err: expect.stringContaining('stays as it is') })
    expect(await readFile(file, 'utf8')).toBe(text)
  })
})
