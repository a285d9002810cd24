import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../../scripts/support/build.ts'
import { startGateway } from '../../node/scripts/started-gateway.ts'

/** `npm run keys` against the built Worker. */

const ADMIN_KEY = 'test-admin-key-of-20-characters-or-more'
let gateway: Awaited<ReturnType<typeof startGateway>>

beforeAll(async () => {
  gateway = await startGateway({ ADMIN_KEY, CREDENTIALS_KEY: Buffer.alloc(32, 7).toString('base64') })
})
afterAll(() => gateway.stop())

interface Said {
  code: unknown
  out: string
  err: string
}

async function run(
  args: string[],
  { key = ADMIN_KEY, input = '' }: { key?: string; input?: string } = {},
): Promise<Said> {
  const env = { ...process.env, ADMIN_KEY: key }
  const child = spawn(process.execPath, ['scripts/keys.ts', ...args], { cwd: ROOT, env })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    said.err += chunk
  })
  child.stdin.end(input)
  const code = await new Promise((resolve) => child.once('close', resolve))
  return { code, ...said }
}

const keys = (command: string, ...args: string[]) => run([command, '--url', gateway.origin, ...args])

/** A key that the API made before. */
async function made(name: string) {
  const response = await fetch(`${gateway.origin}/api/v1/admin/keys`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${ADMIN_KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name, licence: 'pro' }),
  })
  return (await response.json()) as { key: string; record: { id: string } }
}

const readStatus = async (key: string, path = 'payment/read') =>
  (await fetch(`${gateway.origin}/api/v1/${path}`, { method: 'POST', headers: { 'X-API-KEY': key } })).status

describe('npm run keys', () => {
  it('creates a key, shows it once with what it opens, and it works', async () => {
    const { code, out, err } = await keys(
      'make',
      '--name',
      'make',
      '--licence',
      'pro',
      '--groups',
      'payment,video',
      '--expires',
      '2099-12-31',
    )
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(
      /^ID +KEY +NAME +LICENCE +GROUPS +ACCOUNTS +MAY +STATE +LAST USED +30 DAYS\n[0-9a-f]{16} +lk_\w{5}\.{3} +make +pro +payment,video +first +read, write +until 2099-12-3\d/,
    )
    const [key = ''] = /lk_\w{49}/.exec(out) ?? []
    expect(await readStatus(key)).toBe(400)
    expect(out).not.toMatch(/npx|wrangler/)
    expect((await keys('list')).out).not.toContain(key)
  })

  it('sets all that the management app can set, and takes it away again', async () => {
    const limits = ['--max-amount', '1000', '--daily-amount', '5000']
    await keys('make', '--name', 'limited', '--confirm', '--accounts', 'payment,notes:two', ...limits)
    const change = async (...args: string[]) =>
      JSON.parse((await keys('change', 'limited', '--json', ...args)).out).record
    expect(await change('--disabled', '--expires', '2099-12-31')).toMatchObject({
      ...{ limits: { max_amount: 1000, daily_amount: 5000 }, confirm: true, accounts: ['payment', 'notes:two'] },
      ...{ disabled: true, expires_at: expect.stringMatching(/^2099-12-31/), groups: null, read_only: false },
    })
    const off = ['--no-limits', '--no-confirm', '--no-accounts', '--no-disabled', '--no-expires']
    expect(await change('--groups', 'video, notes', '--read-only', ...off)).toMatchObject({
      ...{ limits: null, confirm: false, accounts: null, disabled: false, expires_at: null },
      ...{ groups: ['video', 'notes'], read_only: true },
    })
    expect(await change('--no-groups', '--no-read-only')).toMatchObject({ groups: null, read_only: false })
  })

  it('prints the response of the API', async () => {
    const { record } = JSON.parse((await keys('make', '--json', '--name', 'json', '--read-only')).out)
    expect(record).toMatchObject({ name: 'json', licence: 'pro', groups: null, read_only: true, expires_at: null })
    const { keys: listed } = JSON.parse((await keys('list', '--json')).out)
    expect(listed).toContainEqual(record)
  })

  it('rolls a key: the previous one works on for the overlap', async () => {
    const { key, record } = await made('rolled')
    const { out } = await keys('roll', record.id, '--overlap-hours', '2')
    const [newKey = ''] = /lk_\w{49}/.exec(out) ?? []
    expect([await readStatus(key), await readStatus(newKey)]).toEqual([400, 400])
    expect(newKey).not.toBe(key)
    const again = await keys('roll', 'rolled')
    expect([again.code, again.err]).toEqual([1, expect.stringMatching(/^rolled: several keys have this name/)])
    expect(again.err).toContain(record.id)
  })

  it('revokes a key, by its name too', async () => {
    const { key } = await made('revoked')
    const { code, out } = await keys('revoke', 'revoked')
    expect([code, out]).toEqual([0, expect.stringContaining('is deleted, and rejected everywhere within two minutes')])
    expect(await readStatus(key)).toBe(401)
    expect((await keys('revoke', 'revoked')).err).toBe('revoked: there is no API key with this id or name\n')
  })

  it('reads the admin key from its input when the environment has none', async () => {
    const args = ['list', '--json', '--url', gateway.origin]
    const { code, out, err } = await run(args, { key: '', input: `${ADMIN_KEY}\n` })
    expect([code, err, JSON.parse(out).keys.length > 0]).toEqual([0, '', true])
    expect(await run(args, { key: '' })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^ADMIN_KEY is missing: /),
    })
  })

  it('prints errors of the API unchanged', async () => {
    const told = async (...args: string[]) => {
      const { code, out, err } = await keys('make', ...args)
      expect([code, out]).toEqual([1, ''])
      return err
    }
    expect(await told('--name', 'x', '--licence', 'gold', '--expires', 'soon')).toMatch(
      /^licence: must be one of basic, pro, payment; expires_at: must be a date, such as 2027-12-31, or ISO 8601 with an offset\n/,
    )
    expect(await told()).toBe("error: required option '--name <string>' not specified\n")
    const wrong = await run(['list', '--url', gateway.origin], { key: 'wrong' })
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringMatching(/^the admin key is not right\n.*HTTP 401/)])
  })

  it('prints its help without a command, and names what is wrong with the arguments', async () => {
    const told = async (...args: string[]) => {
      const { code, out, err } = await run(args)
      expect([code, out]).toEqual([1, ''])
      return err
    }
    expect(await told()).toMatch(/^Usage: npm run keys "--" [\s\S]*\n {2}revoke \[options\] <key> /)
    expect(await told('list', 'x')).toMatch(/^error: too many arguments for 'list'/)
    expect(await told('roll')).toBe("error: missing required argument 'key'\n")
    expect(await told('list', '--nonsense')).toMatch(/^error: unknown option '--nonsense'/)
    expect(await told('list')).toBe('--url is missing: the address of the gateway\n')
    expect(await told('list', '--url', 'http://latchkey.example.test')).toMatch(
      /^--url must be an address such as https:/,
    )
  })

  it('says when no gateway responds', async () => {
    const server = createServer((_, answer) => void answer.end('<html>')).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const page = await run(['list', '--url', `http://127.0.0.1:${port}`])
    expect([page.code, page.err]).toEqual([1, expect.stringMatching(/^not an answer of the gateway \(HTTP 200\)/)])
    await new Promise((resolve) => server.close(resolve))
    const nobody = await run(['list', '--url', `http://127.0.0.1:${port}`])
    expect([nobody.code, nobody.err]).toEqual([1, expect.stringMatching(/^no answer from http:/)])
  })
})
