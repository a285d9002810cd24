import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { parseEnv, stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { askAll } from '../../../scripts/setup/answers.ts'
import { alreadyDeployed, folder, KEYS, keysFile, setup, useSetup, world } from './setup-stage.ts'

/** `npm run setup` for an owner without a deployment, with a fake wrangler. */
useSetup()

describe('a first deployment', () => {
  it('creates three keys, sets the answers, and says what to open', async () => {
    const origins = 'https://app.example.com/, https://b.example'
    // A world-readable file becomes readable only by the owner.
    await writeFile(keysFile(), '', { mode: 0o644 })
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
      RELAY_URL: '',
      NOTIFY_FROM: '',
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

  it('refuses to show new keys without a terminal', async () => {
    const { code, err } = await setup(['--yes'])
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^API_KEY, ADMIN_KEY, CREDENTIALS_KEY would be/),
    })
    expect((await world.calls()).map(({ command }) => command)).not.toContain('deploy')
  })
})

describe('--dry-run', () => {
  it('shows what would be done, and changes nothing', async () => {
    const { code, out } = await setup(['--dry-run', '--name', 'Acme', '--keys-file', keysFile()])
    expect(code).toBe(0)
    expect(out).toMatch(/^The Worker latchkey will be created with its storage/)
    expect(out).toContain('  LICENCE = pro\n  SERVICE_NAME = Acme\n  ALLOWED_ORIGINS = (empty)\n')
    expect(out).toContain(`created now: ${KEYS.join(', ')}`)
    expect(out).not.toMatch(/[0-9a-f]{32}/)
    expect(await readdir(folder)).toEqual(['tmp'])
    expect((await world.calls()).map(({ command }) => command)).toEqual(['whoami', 'secret list'])
  })

  it('shows what would change in an existing deployment', async () => {
    await alreadyDeployed()
    const { out } = await setup(['--dry-run', '--origins', '*'])
    expect(out).toContain('exists and will get the code of this folder')
    expect(out).toContain('ALLOWED_ORIGINS = *, was (empty)')
    expect((await world.worker('latchkey'))?.versions).toHaveLength(1)
  })

  it('works without a login', async () => {
    await world.behave({ loggedIn: false })
    expect(await setup(['--dry-run'])).toMatchObject({ code: 0, out: expect.stringContaining('is not known') })
  })
})

describe('the questions', () => {
  const deployed = { secrets: new Set<string>(), vars: { LICENCE: 'basic', ALLOWED_ORIGINS: 'https://a.example' } }

  /** Types a line at each question. Returns what was asked. */
  function terminal(lines: string[]) {
    const input = new PassThrough()
    const output = new PassThrough()
    const asked: string[] = []
    output.setEncoding('utf8').on('data', (text: string) => {
      // A question, and one that is asked again, start with a sign of their own.
      const [sign] = /[◆▲]|^[*x] /m.exec(text) ?? []
      if (!sign) return
      asked.push(stripVTControlCharacters(text))
      setImmediate(() => input.write(`${lines.shift() ?? ''}\r`))
    })
    return { input, output, asked }
  }

  it('offer the deployed values, and ask again after a wrong answer', async () => {
    const { asked, ...streams } = terminal([
      '',
      ' of Acme',
      '\b'.repeat(17),
      'http://relay.example.com',
      `${'\b'.repeat(24)}https://relay.example.com/`,
    ])
    expect(await askAll({}, deployed, streams)).toEqual({
      licence: 'basic',
      name: 'Latchkey of Acme',
      origins: '',
      relay: 'https://relay.example.com',
      notifyFrom: '',
    })
    expect(asked.join()).toContain('https://a.example')
    expect(asked.join()).toContain('It is an address such as https://relay.example.com.')
  })

  it('are skipped for given options', async () => {
    const { asked, ...streams } = terminal([''])
    await askAll({ licence: 'pro', name: 'Acme', relay: '' }, undefined, streams)
    expect(asked).toEqual([expect.stringContaining('Web pages that may call it')])
  })
})

describe('--local', () => {
  it('creates .dev.vars with new keys only for its owner, and overwrites nothing', async () => {
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
