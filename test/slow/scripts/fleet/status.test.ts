import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { gatewayAt } from '../../../../scripts/fleet/gateway.ts'
import { startFleet, type TestFleet, toKeys } from '../../../node/scripts/fleet/support/fleet.ts'

/** `npm run fleet -- status`: how ten customers are doing. */
let fleet: TestFleet
beforeEach(async () => {
  fleet = await startFleet(10)
  await fleet.run('deploy')
})
afterEach(() => fleet.stop())

const status = async () => {
  const { code, text } = await fleet.run('status', { json: true })
  return { code, customers: JSON.parse(text).customers }
}

it('exits with 0 when all work, and with 1 when one does not, which is a row like the others', async () => {
  expect(await status()).toMatchObject({
    code: 0,
    customers: [
      { name: 'c01', well: true, usage: { ok: 5, refused: 1, failed: 0 }, events: { state: 'ok' } },
      ...Array(9).fill({}),
    ],
  })
  fleet.account.troubles.set('c02', { isSilent: true })
  fleet.account.troubles.set('c03', { doctor: () => ({ recorder: 'rejected', notes: 'expires_soon' }) })
  fleet.account.troubles.set('c04', { doctor: () => ({ notes: 'expires_soon' }) })
  fleet.env.C05_ADMIN_KEY = 'not-the-key-of-the-customer'
  fleet.account.workers.get('c06')?.subscriptions.push({ id: 's', url: 'https://x.example', types: [], enabled: false })
  const { code, customers } = await status()
  expect(code).toBe(1)
  expect(customers.filter(({ well }: { well: boolean }) => !well).map(({ name }: { name: string }) => name)).toEqual([
    'c02',
    'c03',
    'c05',
    'c06',
  ])
  const { text } = await fleet.run('status')
  expect(text).toMatch(
    /^NAME {2}STATE {5}VERSION {8}ACCOUNTS +7 DAYS {2}EVENTS\nc01 {3}well {6}1\.0\.0 bbbbbbb {2}ok +6 {7}ok\nc02 {3}NOT WELL {2}no answer +\? +\? +\?\n/,
  )
  expect(text).toMatch(/\nc03 {3}NOT WELL {2}1\.0\.0 bbbbbbb {2}recorder rejected, notes expires soon {2}6 {7}ok\n/)
  expect(text).toContain('\nc05: /admin/usage answers 401: the admin key is not right\n')
  expect(text).toMatch(/\n6 of 10 are well\.$/)
  for (const name of fleet.customers) for (const key of Object.values(toKeys(name))) expect(text).not.toContain(key)
})

it('reports alarms that are not set up, and failing subscriptions', async () => {
  const alarms = { url: 'https://alarms.example/{name}', secret: { file: '{name}.secret' } }
  await fleet.write({ alarms }, (name) => (name === 'c03' ? { vars: { LICENCE: 'basic' } } : {}))
  fleet.account.workers.get('c02')?.subscriptions.push({
    id: 's',
    url: 'https://alarms.example/c02',
    types: [],
    failing_since: '2026-11-20T00:00:00Z',
  })
  fleet.account.workers
    .get('c04')
    ?.subscriptions.push(
      { id: 's', url: 'https://alarms.example/c04', types: [], enabled: true },
      { id: 't', url: 'https://x.example', types: [], enabled: false, disabled_reason: 'owner' },
    )
  fleet.account.workers.get('c05')?.subscriptions.push({
    id: 's',
    url: 'https://alarms.example/c05',
    types: [],
    enabled: false,
    disabled_reason: 'owner',
  })
  const { customers } = await status()
  const states = customers.slice(0, 5).map(({ events }: { events: { state: string } }) => events.state)
  expect(states).toEqual(['not set up', 'failing', 'none', 'ok', 'disabled'])
})

it('calls at most six customers in parallel', async () => {
  Object.assign(fleet.account, { delayMs: 5, mostBusy: 0 })
  await fleet.run('status')
  expect(fleet.account.mostBusy).toBe(6)
})

it('follows no redirect, which would take a key along', async () => {
  const seen: (string | undefined)[] = []
  const server = createServer((request, response) => {
    seen.push(request.url)
    response.writeHead(302, { Location: '/to' }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const answer = await gatewayAt(origin, new AbortController().signal)('/from', { key: 'k' })
  expect([answer.status, seen]).toEqual([302, ['/from']])
  server.closeAllConnections()
  server.close()
})
