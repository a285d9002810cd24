import { afterEach, beforeEach, expect, it } from 'vitest'
import { startFleet, type TestFleet } from '../../../node/scripts/fleet/support/fleet.ts'

/** `npm run fleet -- rollback`. */
let fleet: TestFleet
beforeEach(async () => {
  fleet = await startFleet(5)
  await fleet.run('deploy')
  fleet.nextBuild('c')
})
afterEach(() => fleet.stop())

const commits = () => fleet.customers.map((name) => fleet.account.current(name)?.about.build?.[0]).join('')

it('restores the previous version at those of the last wave, wave by wave', async () => {
  await fleet.run('deploy', { waveSize: 2, only: ['c01', 'c02', 'c03', 'c04'] })
  expect(commits()).toBe('ccccb')
  const { code, text } = await fleet.run('rollback', { waveSize: 2 })
  expect([code, commits()]).toEqual([0, 'ccbbb'])
  expect(text).toBe(
    'c03: rolled back; version c03-1 runs; its address says 1.0.0 bbbbbbb, and said 1.0.0 ccccccc\nc04: rolled back; version c04-1 runs; its address says 1.0.0 bbbbbbb, and said 1.0.0 ccccccc',
  )
  await fleet.run('rollback', { waveSize: 2 })
  expect(commits()).toBe('bbbbb')
  expect(await fleet.run('rollback')).toEqual({ code: 1, text: expect.stringMatching(/^nobody runs 1\.0\.0 ccccccc/) })
})

it('goes back once only, and never forward again', async () => {
  await fleet.run('deploy')
  expect((await fleet.run('rollback', { only: ['c02'] })).code).toBe(0)
  expect(commits()).toBe('cbccc')
  const again = await fleet.run('rollback', { only: ['c02'] })
  expect(again).toEqual({ code: 1, text: 'c02: NOT ROLLED BACK; there is no version before' })
  expect(commits()).toBe('cbccc')
})

it('says where it fails', async () => {
  await fleet.run('deploy')
  fleet.account.troubles.set('c01', { rollback: true })
  const { code, text } = await fleet.run('rollback', { only: ['c01', 'c02'] })
  expect([code, commits()]).toEqual([1, 'cbccc'])
  expect(text).toMatch(/^c01: NOT ROLLED BACK; wrangler rollback: cannot go back behind a migration/)
})
