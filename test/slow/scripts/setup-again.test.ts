import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import { deployArgs } from '../../../scripts/setup/upload.ts'
import { runWrangler } from '../../../scripts/support/wrangler.ts'
import {
  alreadyDeployed,
  begun,
  DEPLOYED_KEYS,
  first,
  folder,
  KEYS,
  keysFile,
  setup,
  useSetup,
  world,
} from './setup-stage.ts'

/**
 * `npm run setup` for an existing deployment, and when a step fails, with a fake wrangler; and with wrangler itself.
 */
useSetup()

describe('a second run', () => {
  it('keeps every key, and changes the given settings', async () => {
    await alreadyDeployed()
    const before = await world.current('latchkey')
    const { code, out } = await setup(['--yes', '--licence', 'basic'])
    expect(code).toBe(0)
    expect(out).toContain('LICENCE = basic, was pro')
    expect(out).toContain(`unchanged: ${KEYS.join(', ')}`)
    const after = await world.current('latchkey')
    expect([after?.secrets, after?.vars.LICENCE]).toEqual([before?.secrets, 'basic'])
    expect((await world.calls()).filter(({ command }) => command === 'deploy').at(-1)?.secrets).toBeUndefined()
  })

  it('creates the one missing key', async () => {
    const { ADMIN_KEY: _, ...kept } = DEPLOYED_KEYS
    await alreadyDeployed(kept)
    await setup(['--yes', '--keys-file', join(folder, 'more.vars')])
    const { ADMIN_KEY, ...others } = (await world.current('latchkey'))?.secrets ?? {}
    expect(ADMIN_KEY).toMatch(/^[0-9a-f]{64}$/)
    expect(others).toEqual(kept)
  })

  it('changes CREDENTIALS_KEY together with the one before it, and never without', async () => {
    await alreadyDeployed()
    const { CREDENTIALS_KEY: old } = DEPLOYED_KEYS
    const rotate = ['--yes', '--rotate', 'CREDENTIALS_KEY', '--keys-file', join(folder, 'next.vars')]
    expect(await setup(rotate)).toMatchObject({ code: 1, err: expect.stringContaining('CREDENTIALS_KEY_PREVIOUS') })
    expect((await world.current('latchkey'))?.secrets.CREDENTIALS_KEY).toBe(old)
    const { code, out } = await setup(rotate, { CREDENTIALS_KEY_PREVIOUS: old })
    const { secrets } = (await world.current('latchkey')) ?? {}
    expect([code, secrets?.CREDENTIALS_KEY_PREVIOUS]).toEqual([0, old])
    expect(secrets?.CREDENTIALS_KEY).not.toBe(old)
    expect(out).toContain('Leave CREDENTIALS_KEY_PREVIOUS set until the overview says that it can be removed')
  })

  it('does not overwrite a Worker of something else', async () => {
    await world.deploy('shop', { vars: { A: 'b' }, secrets: {}, bindings: [] })
    const { code, err } = await setup(['--yes', '--worker', 'shop', '--keys-file', keysFile()])
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^shop is a Worker of something else/) })
    expect((await world.worker('shop'))?.versions).toHaveLength(1)
  })
})

describe('failures', () => {
  it('a deployment, and the next run takes the same keys', async () => {
    await world.behave({ failures: [{ command: 'deploy', times: 1, message: 'no luck [code: 10013]' }] })
    const failed = await first()
    expect(failed).toMatchObject({ code: 1, err: expect.stringContaining('no luck [code: 10013]') })
    const made = parseEnv(await readFile(keysFile(), 'utf8'))
    expect((await first()).code).toBe(0)
    expect((await world.current('latchkey'))?.secrets).toEqual(made)
  })

  it('after the upload: the keys stay those of the file', async () => {
    await world.behave({ failures: [{ command: 'deploy', times: 1, when: 'after' }] })
    expect((await first()).code).toBe(1)
    const made = parseEnv(await readFile(keysFile(), 'utf8'))
    expect((await first()).code).toBe(0)
    expect((await world.current('latchkey'))?.secrets).toEqual(made)
  })

  it('reading what is deployed: nothing is deployed over it', async () => {
    await world.behave({ failures: [{ command: 'secret list', message: 'Authentication error [code: 10000]' }] })
    expect(await first()).toMatchObject({ code: 1, err: expect.stringContaining('Authentication error') })
    expect((await world.calls()).map(({ command }) => command)).not.toContain('deploy')
  })

  it('without a login', async () => {
    await world.behave({ loggedIn: false })
    expect(await first()).toMatchObject({ code: 1, err: expect.stringContaining('npx wrangler login') })
  })

  it('by an interruption: the file with secrets is only for this user, and removed', async () => {
    await world.behave({ failures: [{ command: 'deploy', hangs: true }] })
    const { child, ended, place } = await begun(['--yes', '--keys-file', keysFile()])
    await vi.waitFor(async () => expect((await world.calls()).at(-1)?.command).toBe('deploy'), { timeout: 60_000 })
    const [made = ''] = await readdir(place)
    const file = join(place, made, 'secrets.json')
    expect(Object.keys(JSON.parse(await readFile(file, 'utf8')))).toEqual(KEYS)
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o077).toBe(0)
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 130, err: expect.stringContaining('Interrupted') })
    expect(await readdir(place)).toEqual([])
  })

  it.each([
    [['--licence', 'gold'], /'gold' is invalid\. Allowed choices are basic, pro, payment\.\n$/],
    [['--origins', 'app.example.com'], /It has origins such as .* and app\.example\.com is none\.\n$/],
    [['--name', ''], /It has 1 to 100 characters/],
    [['--relay', 'http://relay.example.com'], /It is an address such as https:/],
    [['--worker', 'Acme Corp'], /'--worker <name>' argument 'Acme Corp' is invalid/],
    [['--rotate', 'SHOP_SESSION'], /'--rotate <keys>' argument 'SHOP_SESSION' is invalid. It is one of/],
    [['--nonsense'], /^error: unknown option '--nonsense'/],
    [['now'], /^error: too many arguments/],
    [[], /^there is no terminal to ask in: say --yes/],
  ])('%j is reported before Cloudflare is called', async (args, message) => {
    expect(await setup(args)).toMatchObject({ code: 1, err: expect.stringMatching(message) })
    expect(await world.calls()).toEqual([])
  })
})

describe('--dry-run', () => {
  it('wrangler accepts the deployment, offline', async () => {
    const file = join(folder, 'secrets.json')
    const credentials = Buffer.alloc(32).toString('base64')
    await writeFile(file, JSON.stringify({ API_KEY: 'a', ADMIN_KEY: 'b', CREDENTIALS_KEY: credentials }))
    const choices = {
      licence: 'pro',
      name: "Kim's & Sons",
      origins: 'https://a.example,https://b.example',
      relay: '',
      notifyFrom: '',
    }
    const { stdout } = await runWrangler([...deployArgs('latchkey-acme', choices, file), '--dry-run'])
    expect(stdout).toMatch(/Total Upload: \d{3,4}\.\d+ KiB/)
    const bindings = [
      'STORE',
      'ACCOUNTS',
      'ACCESS',
      'LEDGER',
      'EVENTS',
      'USAGE',
      'ASSETS',
      'KEY_LIMIT',
      'TRY_LIMIT',
      ...KEYS,
    ]
    for (const name of [...bindings, 'LICENCE', 'SERVICE_NAME', 'ALLOWED_ORIGINS'])
      expect(stdout).toContain(`env.${name} `)
    expect(stdout).toContain('--dry-run: exiting now.')
  })
})
