import { readFile } from 'node:fs/promises'
import type { Miniflare } from 'miniflare'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readBuildInfo } from '../../../../scripts/fleet/worker.ts'
import { startWorkers } from '../../../../scripts/support/gateways.ts'
import { outboundTo } from '../../../../scripts/support/outbound.ts'
import { startFleet, type TestFleet, toKeys } from '../../../node/scripts/fleet/support/fleet.ts'

/** Three customers whose gateways are the built Worker, in the runtime that Cloudflare runs. */
let fleet: TestFleet
let runtime: Miniflare
beforeEach(async () => {
  fleet = await startFleet(3)
  const contents = await readFile(process.env.BUILT_WORKER ?? '', 'utf8')
  const outbound = outboundTo(() => undefined)
  const gateways = fleet.customers.map((name) => ({
    ...{ name, outbound },
    // The product of the third one does not respond.
    settings: { ...toKeys(name), LICENCE: 'pro', ...(name === 'c03' && { NOTES_TOKEN: 'id.secret' }) },
  }))
  runtime = await startWorkers(contents, gateways, { hear: () => {} })
})
afterEach(async () => {
  await runtime.dispose()
  await fleet.stop()
})

it('are deployed, and reported correctly', async () => {
  await fleet.run('deploy')
  const origins = new Map<string, string>()
  for (const name of fleet.customers) origins.set(name, (await runtime.unsafeGetDirectURL(name)).origin)
  fleet.account.build = await readBuildInfo()
  const alarms = { url: 'https://alarms.example/{name}', secret: { file: '{name}.secret' } }
  await fleet.write({ alarms }, (name) => ({ url: origins.get(name), vars: { SERVICE_NAME: name } }))

  const { code, text } = await fleet.run('deploy')
  expect([code, text]).toEqual([0, expect.stringContaining('Deployed (3): c01, c02, c03')])
  expect(text).toMatch(/c03 deployed; was .*; unwell as before: notes unreachable/)
  expect(text).toContain('alarms are set up')
  // What this command did not deploy does not differ.
  expect((await fleet.run('deploy')).text).toContain('Up to date before (3): c01, c02, c03')

  const status = await fleet.run('status', { json: true })
  const { customers } = JSON.parse(status.text)
  expect(status.code).toBe(1)
  expect(customers).toMatchObject([
    { name: 'c01', well: true, build: fleet.account.build, doctor: { unwell: [] } },
    { name: 'c02', well: true },
    { name: 'c03', well: false, doctor: { unwell: ['notes unreachable'] } },
  ])
  for (const { usage, events: told } of customers) {
    // The requests of these runs are among them once they are added up.
    expect(usage).toEqual({ ok: expect.any(Number), refused: expect.any(Number), failed: expect.any(Number) })
    expect(told.state).toBe('ok')
  }

  // The key of one customer opens no other deployment.
  fleet.env.C02_API_KEY = 'not-the-key-of-this-customer'
  const refused = await fleet.run('status', { only: ['c02'] })
  expect([refused.code, refused.text]).toEqual([
    1,
    expect.stringContaining('c02: the doctor answers 401: X-API-KEY is not valid'),
  ])
})
