import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startFleet, type TestFleet } from '../../../node/scripts/fleet/support/fleet.ts'

/** The subscription through which each deployment reports accounts that need attention. */
let fleet: TestFleet
beforeEach(async () => {
  fleet = await startFleet(3)
})
afterEach(() => fleet.stop())

const ADDRESS = 'https://ALARMS.example/{name}'
const TYPES = ['account.expiring', 'account.rejected', 'account.unreachable', 'account.recovered']
const toFile = { alarms: { url: ADDRESS, secret: { file: '{name}.secret' } } }
const getSubscriptions = (name: string) => fleet.account.workers.get(name)?.subscriptions

it('is created once, and its secret is in a file that only its owner can read', async () => {
  await fleet.write(toFile, (name) => (name === 'c03' ? { vars: { LICENCE: 'basic' } } : {}))
  // One of an earlier Worker, which everybody can read.
  await writeFile(join(fleet.folder, 'c01.secret'), 'old', { mode: 0o644 })
  const { code, text } = await fleet.run('deploy')
  expect([code, text]).toEqual([0, expect.stringContaining('c03 deployed; no alarms: they need LICENCE pro')])
  expect(getSubscriptions('c01')).toMatchObject([{ url: 'https://ALARMS.example/c01', types: TYPES, enabled: true }])
  expect(getSubscriptions('c03')).toEqual([])
  const file = join(fleet.folder, 'c01.secret')
  expect(await readFile(file, 'utf8')).toBe('whsec_made-up-secret1\n')
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(fleet.printed.join()).not.toContain('made-up-secret')
  // The deployment may write the URL in another form.
  Object.assign(getSubscriptions('c01')?.[0] ?? {}, { url: 'https://alarms.example/c01' })
  expect((await fleet.run('deploy')).code).toBe(0)
  expect(getSubscriptions('c01')).toHaveLength(1)
})

it('that was disabled, or has other types, is put right', async () => {
  await fleet.write(toFile)
  await fleet.run('deploy')
  Object.assign(getSubscriptions('c01')?.[0] ?? {}, { enabled: false })
  Object.assign(getSubscriptions('c02')?.[0] ?? {}, { types: ['account.expiring'] })
  const { text } = await fleet.run('deploy')
  expect(text).toContain('c01 is up to date; alarms are enabled again')
  expect(text).toContain('c02 is up to date; alarms have the right types again')
  expect([getSubscriptions('c01'), getSubscriptions('c02')]).toMatchObject([
    [{ types: TYPES, enabled: true }],
    [{ types: TYPES, enabled: true }],
  ])
})

it('passes its secret to a program, and is deleted when that fails', async () => {
  const program = join(fleet.folder, 'keep.sh')
  await writeFile(program, 'test "$1" != c02 && cat > "$1.kept"')
  await fleet.write({ alarms: { url: ADDRESS, secret: { command: ['sh', program, '{name}'] } } })
  const { code, text } = await fleet.run('deploy')
  expect([code, text]).toEqual([1, expect.stringContaining('c02 deployed; NO ALARMS: sh ended with 1')])
  expect(text).toContain('\nWITHOUT ALARMS (1): c02')
  expect(await readFile(join(fleet.folder, 'c01.kept'), 'utf8')).toBe('whsec_made-up-secret1\n')
  expect([getSubscriptions('c01')?.length, getSubscriptions('c02')?.length]).toEqual([1, 0])
  expect(fleet.printed.join()).not.toContain('made-up-secret')
  await writeFile(program, 'cat > "$1.kept"')
  expect((await fleet.run('deploy')).code).toBe(0)
})
