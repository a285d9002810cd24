import { afterEach, beforeEach, expect, it } from 'vitest'
import { startFleet, type TestFleet } from './support/fleet.ts'

/** `npm run fleet -- plan`: what would change, with nothing changed. */
let fleet: TestFleet
beforeEach(async () => {
  fleet = await startFleet(4)
})
afterEach(() => fleet.stop())

const plan = async () => {
  const { code, text } = await fleet.run('plan', { json: true })
  return { code, ...JSON.parse(text) }
}

it('shows what is new, what runs another build, what has other settings, and exits with 2', async () => {
  expect(await plan()).toMatchObject({ code: 2, customers: fleet.customers.map((name) => ({ name, action: 'make' })) })
  await fleet.run('deploy', { only: ['c01', 'c02'] })
  fleet.nextBuild('c')
  await fleet.run('deploy', { only: ['c03', 'c04'] })
  fleet.env.C03_API_KEY = 'another-key-of-c03-which-is-long'
  await fleet.write({}, (name) => (name === 'c04' ? { vars: { LICENCE: 'basic', SERVICE_NAME: 'Delta' } } : {}))
  fleet.account.workers.delete('c02')
  fleet.account.calls.length = 0
  const planned = await plan()
  expect(planned.code).toBe(2)
  expect(planned.customers).toMatchObject([
    { name: 'c01', action: 'update', now: { build: 'b'.repeat(40) }, vars: [], other_settings: false, faults: [] },
    { name: 'c02', action: 'make', now: null },
    { name: 'c03', action: 'settings', vars: [], other_settings: true },
    {
      name: 'c04',
      action: 'settings',
      vars: [
        { name: 'LICENCE', from: 'pro', to: 'basic' },
        { name: 'SERVICE_NAME', from: null, to: 'Delta' },
      ],
    },
  ])
  expect(new Set(fleet.account.calls.map((call) => call.split(' c')[0]))).toEqual(
    new Set(['deployments status', 'versions view']),
  )
  const { text } = await fleet.run('plan')
  expect(text).toContain(
    'This build is 1.0.0 ccccccc.\n\nWAVE  NAME  NOW            CHANGE\n1     c01   1.0.0 bbbbbbb  update\n',
  )
  expect(text).toContain('\nc03: its secrets are not known to be those of fleet.json\nc04: LICENCE: "pro" -> "basic"\n')
})

it('exits with 0 when nothing would change', async () => {
  await fleet.run('deploy')
  expect(await plan()).toMatchObject({ code: 0, shared: [], customers: [{ action: 'nothing' }, {}, {}, {}] })
})

it('shows what must be fixed, and exits with 1', async () => {
  await fleet.run('deploy')
  fleet.env.C01_API_KEY = undefined
  fleet.env.C03_ADMIN_KEY = fleet.env.C02_ADMIN_KEY
  const [settings] = fleet.account.workers.get('c04')?.versions ?? []
  if (settings) Object.assign(settings.secrets, { LICENCE: 'pro', VIDEO_API_KEY: 'x' })
  const { code, customers, shared } = await plan()
  expect({ code, faults: customers.map(({ faults }: { faults: string[] }) => faults), shared }).toEqual({
    code: 1,
    faults: [
      ['API_KEY: C01_API_KEY of the environment is not set'],
      [],
      [],
      [expect.stringContaining('LICENCE is a secret of this Worker: take it away by ')],
    ],
    shared: ['c03: ADMIN_KEY is the same as ADMIN_KEY of c02: each key belongs to only one'],
  })
  expect(customers[3].unnamed_secrets).toEqual(['VIDEO_API_KEY'])
})

it('shows no secret that somebody set on the Worker as a variable', async () => {
  await fleet.run('deploy')
  Object.assign(fleet.account.current('c01')?.vars ?? {}, { NOTES_TOKEN: 'made-up-token' })
  const { text } = await fleet.run('plan')
  expect(text).toContain('c01: NOTES_TOKEN: "[NOTES_TOKEN]" -> unset')
  expect(text + (await fleet.run('plan', { json: true })).text).not.toContain('made-up-token')
})

it('says when wrangler does not know the account', async () => {
  fleet.account.wrangler = async () => ({ code: 1, stdout: '', stderr: '✘ [ERROR] You are not logged in.\n' })
  const { code, customers } = await plan()
  expect([code, customers[0].faults]).toEqual([1, ['wrangler deployments: You are not logged in.']])
})
