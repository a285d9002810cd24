import { readdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startFleet, type TestFleet, toKeys } from '../../../node/scripts/fleet/support/fleet.ts'

/** `npm run fleet -- deploy` with fakes for wrangler and the customers' Workers (docs/fleet.md). */

describe('twenty customers', () => {
  let fleet: TestFleet
  beforeEach(async () => {
    fleet = await startFleet(20)
  })
  afterEach(() => fleet.stop())

  it('are deployed in waves, and a second run finds nothing to do', async () => {
    const { code, text } = await fleet.run('deploy', { waveSize: 8 })
    expect({ code, last: text.split('\n').at(-1) }).toEqual({
      code: 0,
      last: expect.stringMatching(/^Deployed \(20\): c01, /),
    })
    expect(text.match(/^Wave \d of \d/gm)).toEqual(['Wave 1 of 3', 'Wave 2 of 3', 'Wave 3 of 3'])
    for (const name of fleet.customers)
      expect(fleet.account.current(name)).toMatchObject({ secrets: toKeys(name), vars: { LICENCE: 'pro' } })

    fleet.account.calls.length = 0
    const again = await fleet.run('deploy')
    expect([again.code, again.text]).toEqual([0, expect.stringContaining('\nUp to date before (20): c01, ')])
    expect(fleet.account.calls.filter((call) => call.startsWith('deploy '))).toEqual([])
    expectNothingLeaked(fleet)
    await expectNothingLeft(fleet)
  })

  it('stop at the first failure, and continue from there', async () => {
    await fleet.run('deploy', { waveSize: 20 })
    fleet.nextBuild('c')
    fleet.account.troubles.set('c08', { sickBuild: fleet.account.build.build ?? '' })
    const { code, text } = await fleet.run('deploy', { waveSize: 4 })
    expect(code).toBe(1)
    expect(text).toContain('c08 FAILED, rolled back; /health answers 500: internal error; runs 1.0.0 bbbbbbb again')
    expect(text).toContain('\nDeployed (7): ')
    expect(text).toContain('\nRolled back (1): c08\nNot started (12): c09, ')
    expect(text).toMatch(/continue with: npm run fleet "--" deploy --file \S+ --wave-size 4 --from c08$/)
    expect(fleet.account.current('c08')?.about.build).toBe('b'.repeat(40))
    expect(fleet.account.current('c09')?.about.build).toBe('b'.repeat(40))

    fleet.account.troubles.clear()
    const on = await fleet.run('deploy', { from: 'c08', waveSize: 20 })
    expect([on.code, on.text]).toEqual([0, expect.stringContaining('Deployed (13): ')])
    const commits = new Set(fleet.customers.map((name) => fleet.account.current(name)?.about.build))
    expect(commits).toEqual(new Set(['c'.repeat(40)]))
  })
})

describe('a failure', () => {
  let fleet: TestFleet
  beforeEach(async () => {
    fleet = await startFleet(3)
    await fleet.run('deploy')
    fleet.nextBuild('c')
  })
  afterEach(() => fleet.stop())
  const deploy = (only = 'c01') => fleet.run('deploy', { only: [only] })

  it('of wrangler changes nothing', async () => {
    fleet.account.troubles.set('c01', { deploy: 'before' })
    const { code, text } = await deploy()
    expect([code, text]).toEqual([
      1,
      expect.stringContaining('c01 FAILED, nothing was changed; wrangler deploy: no luck with [API_KEY]'),
    ])
    expect(fleet.account.calls).not.toContain('rollback c01')
    await expectNothingLeft(fleet)
  })

  it('of wrangler after the upload is rolled back', async () => {
    fleet.account.troubles.set('c01', { deploy: 'after' })
    expect((await deploy()).text).toContain('c01 FAILED, rolled back; wrangler deploy: no luck')
    expect(fleet.account.current('c01')?.about.build).toBe('b'.repeat(40))
  })

  it('is a URL that stays at the previous version', async () => {
    fleet.account.troubles.set('c01', { isStuck: true })
    await fetch(`${fleet.formatOrigin('c01')}/version`)
    const { text } = await deploy()
    expect(text).toContain('c01 FAILED, rolled back; /version says 1.0.0 bbbbbbb, not 1.0.0 ccccccc, after 1 s')
  })

  it('is an account that worked before, not one that did not', async () => {
    const doctor = (build: string | null) => ({ recorder: build === fleet.account.build.build ? 'rejected' : 'ok' })
    fleet.account.troubles.set('c01', { doctor })
    expect((await deploy()).text).toContain('c01 FAILED, rolled back; worse than before: recorder rejected')
    fleet.account.troubles.set('c02', { doctor: () => ({ recorder: 'rejected', notes: 'ok' }) })
    const { code, text } = await deploy('c02')
    expect([code, text]).toEqual([
      0,
      expect.stringContaining('c02 deployed; was 1.0.0 bbbbbbb; unwell as before: recorder rejected'),
    ])
  })

  it('is a wrong CREDENTIALS_KEY, and the right one is deployed after it', async () => {
    const { CREDENTIALS_KEY: right } = toKeys('c01')
    const doctor = (_: string | null, { CREDENTIALS_KEY }: Readonly<Record<string, string>>) => ({
      notes: CREDENTIALS_KEY === right ? 'ok' : 'misconfigured',
    })
    fleet.account.troubles.set('c01', { doctor })
    fleet.env.C01_CREDENTIALS_KEY = Buffer.alloc(32, 'w').toString('base64')
    expect((await deploy()).text).toContain('c01 FAILED, rolled back; worse than before: notes misconfigured')
    expect(fleet.account.current('c01')?.secrets.CREDENTIALS_KEY).toBe(right)
    fleet.env.C01_CREDENTIALS_KEY = right
    expect((await deploy()).text).toContain('c01 deployed; was 1.0.0 bbbbbbb')
  })

  it('is not an account that is away for a moment', async () => {
    const states = ['ok', 'unreachable', 'unreachable', 'ok']
    fleet.account.troubles.set('c01', { doctor: () => ({ recorder: states.shift() ?? 'ok' }) })
    const { code, text } = await deploy()
    expect([code, text, states]).toEqual([0, expect.stringContaining('c01 deployed; was 1.0.0 bbbbbbb\n'), []])
  })

  it('of what was deployed before is left, and gets no alarms', async () => {
    await deploy()
    const alarms = { url: 'https://alarms.example/{name}', secret: { file: '{name}.secret' } }
    await fleet.write({ alarms })
    fleet.account.troubles.set('c01', { sickBuild: 'c'.repeat(40) })
    expect((await deploy()).text).toContain(
      'c01 FAILED, left as it is; /health answers 500: internal error; it was deployed before, and stays as it is',
    )
    expect(fleet.account.calls).not.toContain('rollback c01')
    expect(fleet.account.workers.get('c01')?.subscriptions).toEqual([])
  })

  it('that cannot be rolled back is reported', async () => {
    fleet.account.troubles.set('c01', { rollback: true, sickBuild: 'c'.repeat(40) })
    const { code, text } = await deploy()
    expect([code, text]).toEqual([
      1,
      expect.stringMatching(
        /GOING BACK FAILED: wrangler rollback: cannot go back[\s\S]*\nFAILED, THE NEW VERSION RUNS \(1\): c01\n/,
      ),
    ])
  })

  it('of a first deployment leaves the new Worker and names it', async () => {
    fleet.account.workers.delete('c01')
    fleet.account.troubles.set('c01', { sickBuild: 'c'.repeat(40) })
    const { code, text } = await deploy()
    expect([code, text]).toEqual([
      1,
      expect.stringContaining('there is no version before: the new Worker stays as it is'),
    ])
    expect(fleet.account.current('c01')?.about.build).toBe('c'.repeat(40))
  })

  it('is the URL of another Worker', async () => {
    const { account } = fleet
    const worker = account.workers.get('c02')
    account.wrangler = async (args) =>
      args.includes('c02') ? { code: 1, stdout: '', stderr: '[code: 10007]' } : Promise.reject(new Error('unexpected'))
    const { text } = await deploy('c02')
    expect(text).toContain(
      'c02 FAILED, nothing was changed; its address is that of a gateway, which is no Worker of this name',
    )
    expect(worker?.versions).toHaveLength(1)
  })
})

it('the rest of the same wave is not started', async () => {
  const fleet = await startFleet(20)
  fleet.account.troubles.set('c02', { deploy: 'before' })
  const { code, text } = await fleet.run('deploy', { waveSize: 20 })
  expect([code, text]).toEqual([1, expect.stringContaining('\nFailed, nothing changed (1): c02\nNot started (')])
  // Four are under way at once.
  expect(fleet.account.workers.size).toBeLessThan(10)
  expect(fleet.account.workers.has('c20')).toBe(false)
  await fleet.stop()
})

describe('secrets', () => {
  let fleet: TestFleet
  beforeEach(async () => {
    fleet = await startFleet(3)
  })
  afterEach(() => fleet.stop())

  it('that cannot be read, are missing or are invalid stop everything before it starts', async () => {
    fleet.env.C01_ADMIN_KEY = 'short'
    fleet.env.C02_API_KEY = undefined
    await fleet.write({}, (name) =>
      name === 'c03' ? { secrets: { NOTES_TOKEN: { command: ['sh', '-c', 'echo secret >&2; exit 3'] } } } : {},
    )
    const { code, text } = await fleet.run('deploy')
    expect({ code, text }).toEqual({
      code: 1,
      text: `Nothing was sent:
  c01: ADMIN_KEY must have at least 20 letters, without blanks
  c02: API_KEY: C02_API_KEY of the environment is not set
  c03: NOTES_TOKEN: sh ended with 3: run it by hand to see why`,
    })
    expect(fleet.account.calls).toEqual([])
    await expectNothingLeft(fleet)
  })

  it('that are empty stop everything, and those of others that cannot be read are named', async () => {
    fleet.env.C01_API_KEY = '\n'
    fleet.env.C03_API_KEY = undefined
    const { code, text } = await fleet.run('deploy', { only: ['c01'] })
    expect([code, text]).toEqual([1, 'Nothing was sent:\n  c01: API_KEY: C01_API_KEY of the environment is empty'])
    const other = await fleet.run('deploy', { only: ['c02'] })
    expect([other.code, other.text]).toEqual([
      0,
      expect.stringMatching(/^keys of c01, c03 cannot be read, and were not compared\n/),
    ])
  })

  it('that two customers share stop everything, also when one of them is not selected', async () => {
    fleet.env.C02_API_KEY = fleet.env.C03_CREDENTIALS_KEY = toKeys('c01').ADMIN_KEY
    fleet.env.C03_CREDENTIALS_KEY = toKeys('c02').CREDENTIALS_KEY
    const { code, text } = await fleet.run('deploy', { only: ['c01', 'c02'] })
    expect({ code, text }).toEqual({
      code: 1,
      text: `Nothing was sent:
  c02: API_KEY is the same as ADMIN_KEY of c01: each key belongs to only one
  c03: CREDENTIALS_KEY is the same as CREDENTIALS_KEY of c02: each key belongs to only one`,
    })
    expect(fleet.account.calls).toEqual([])
  })

  it('and variables that change are deployed on the same build, and removed ones are deleted', async () => {
    await fleet.run('deploy')
    await fleet.write({}, (name) =>
      name === 'c02' ? { vars: { SERVICE_NAME: 'Acme' }, secrets: { NOTES_TOKEN: { file: 'token' } } } : {},
    )
    await writeFile(`${fleet.folder}/token`, 'a.b\n')
    const changed = await fleet.run('deploy')
    expect(changed.text).toContain('Deployed (1): c02\nUp to date before (2): c01, c03')
    expect(fleet.account.current('c02')).toMatchObject({
      secrets: { NOTES_TOKEN: 'a.b' },
      vars: { SERVICE_NAME: 'Acme' },
    })
    await writeFile(`${fleet.folder}/token`, 'a.c\n')
    expect((await fleet.run('deploy')).text).toContain('Deployed (1): c02\n')
    await fleet.write()
    await fleet.run('deploy')
    expect(fleet.account.current('c02')?.vars).toEqual({ LICENCE: 'pro' })
    expectNothingLeaked(fleet)
  })
})

/** No secret was printed or in an argument, and only the owner could read files with secrets. */
function expectNothingLeaked({ printed, account, customers }: TestFleet): void {
  const told = [...printed, ...account.given].join('\n')
  for (const name of customers) for (const secret of Object.values(toKeys(name))) expect(told).not.toContain(secret)
  expect(account.modes).toEqual(new Set([0o600]))
}

/** No files with secrets and no lock are left. */
async function expectNothingLeft({ account, folder }: TestFleet): Promise<void> {
  for (const file of account.files) await expect(readdir(dirname(file))).rejects.toMatchObject({ code: 'ENOENT' })
  expect((await readdir(folder)).filter((file) => file.includes('.lock'))).toEqual([])
}
