import { runInDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import type { EventType, GatewayEvent } from '../../../src/base/events.ts'
import type { Account } from '../../../src/base/groups.ts'
import { OBJECTS } from '../../support/objects.ts'
import { deploy, startAnew } from './deployment.ts'

/** docs/spec/admin.md, "Data of an account": the stored data of an account is exported and erased. */

startAnew()

async function used() {
  const deployment = await deploy()
  deployment.gateway.env.EVENTS = OBJECTS.EVENTS as unknown as typeof deployment.gateway.env.EVENTS
  const search = 'a-search-of-its-own'
  await deployment.gateway.call(`/api/v1/recorder/search?query=${search}`)
  const event = (account: 'recorder' | 'notes') => ({
    ...{ type: 'account.rejected' as const, account, subject: account, at: deployment.world.clock.now() },
    data: { account },
  })
  await OBJECTS.EVENTS.getByName('events').keep([event('recorder'), event('notes')])
  const told = async () => (await deployment.send('GET', '/api/v1/admin/data?account=recorder')).json
  const erase = (body: object) => deployment.send('DELETE', '/api/v1/admin/data', body)
  return { deployment, search, told, erase }
}

it('exports an account in a deployment whose events were never used', async () => {
  const deployment = await deploy()
  deployment.gateway.env.EVENTS = OBJECTS.EVENTS as unknown as typeof deployment.gateway.env.EVENTS
  const { status, json } = await deployment.send('GET', '/api/v1/admin/data?account=notes')
  expect(status).toBe(200)
  expect(json).toMatchObject({ account: 'notes', events: [], deliveries: [] })
})

it('exports an account without its credential', async () => {
  const { deployment, search, told } = await used()
  const data = await told()
  expect(data).toMatchObject({ account: 'recorder', credential: 'secret' })
  expect(data.searches).toEqual([expect.objectContaining({ key: 'deployment', query: search, count: 1 })])
  expect(data.events).toEqual([expect.objectContaining({ type: 'account.rejected', data: { account: 'recorder' } })])
  expect(data.tokens).toBeGreaterThan(0)
  expect(JSON.stringify(data)).not.toContain(deployment.connected.RECORDER_TOKEN)
})

it('erases one account, and leaves the others', async () => {
  const { told, erase } = await used()
  const { json: erased, status } = await erase({ account: 'recorder' })
  expect(status).toBe(200)
  expect(erased.accounts).toEqual([
    {
      account: 'recorder',
      credential: false,
      tokens: 1,
      searches: 1,
      bills: 0,
      links: 0,
      secret_remains: true,
    },
  ])
  expect(erased.events).toBe(1)
  expect(await told()).toMatchObject({ credential: null, searches: [], tokens: 0, events: [], deliveries: [] })
  const left = await runInDurableObject(OBJECTS.EVENTS.getByName('events'), (_, { storage: { sql } }) =>
    sql.exec<{ account: string }>('SELECT account FROM kept_events').toArray(),
  )
  expect(left).toEqual([{ account: 'notes' }])
})

it('erases all of them only if requested', async () => {
  const { erase } = await used()
  for (const body of [{}, { all: false }, { all: true, account: 'recorder' }]) {
    expect((await erase(body)).json).toEqual({
      error: 'account: is required, or all: true in its place',
      code: 'invalid_input',
      parameters: { fields: ['account'] },
    })
  }
  expect((await erase({ acount: 'recorder' })).json.error).toBe('acount: is not known: did you mean account?')
  const { json: erased } = await erase({ all: true })
  expect([erased.accounts.length, erased.events]).toEqual([8, 2])
})

describe('the two accounts of the shop', () => {
  const at = Date.parse('2026-11-21T08:00:00Z')
  const found = (type: EventType, account: Account) => ({
    ...{ type, account, subject: `${type} ${account}`, at, data: type.startsWith('account.') ? { account } : {} },
  })
  const ALL = [
    found('shop.order.created', 'shop-consumer'),
    found('shop.ordersheet.created', 'shop-seller'),
    found('shop.return.created', 'shop-seller'),
    found('account.rejected', 'shop-consumer'),
    found('account.rejected', 'shop-seller'),
  ]
  const CONSUMER = ['shop.order.created', 'account.rejected shop-consumer']
  const SELLER = ['shop.ordersheet.created', 'shop.return.created', 'account.rejected shop-seller']

  async function stocked() {
    const deployment = await deploy()
    deployment.gateway.env.EVENTS = OBJECTS.EVENTS as unknown as typeof deployment.gateway.env.EVENTS
    await OBJECTS.EVENTS.getByName('events').keep(ALL)
    const names = async (account: Account, of: 'events' | 'deliveries' = 'events') => {
      const { json } = await deployment.send('GET', `/api/v1/admin/data?account=${account}`)
      return json[of].map(({ type, data }: GatewayEvent) => [type, data?.account].filter(Boolean).join(' ')).sort()
    }
    const erase = async (account: Account, of: 'events' | 'deliveries' = 'events') =>
      (await deployment.send('DELETE', '/api/v1/admin/data', { account })).json[of]
    return { names, erase }
  }

  it('are exported apart', async () => {
    const { names } = await stocked()
    expect(await names('shop-consumer')).toEqual([...CONSUMER].sort())
    expect(await names('shop-seller')).toEqual([...SELLER].sort())
  })

  it.each([
    ['shop-seller', 3, 'shop-consumer', CONSUMER],
    ['shop-consumer', 2, 'shop-seller', SELLER],
  ] as const)('erasing %s deletes its %d events, and those of %s stay', async (erased, count, kept, left) => {
    const { names, erase } = await stocked()
    expect(await erase(erased)).toBe(count)
    expect([await names(erased), await names(kept)]).toEqual([[], [...left].sort()])
  })

  it('keep their deliveries apart', async () => {
    const { names, erase } = await stocked()
    const events = OBJECTS.EVENTS.getByName('events') as unknown as DurableObjectStub
    await runInDurableObject(events, (_, { storage: { sql } }) => {
      for (const account of ['shop-consumer', 'shop-seller', 'shop-seller'])
        sql.exec(
          "INSERT INTO event_attempts (subscription, account, at, record) VALUES ('sub_1', ?, ?, '{}')",
          ...[account, at],
        )
    })
    expect(await names('shop-seller', 'deliveries')).toHaveLength(2)
    expect(await erase('shop-seller', 'deliveries')).toBe(2)
    expect(await names('shop-seller', 'deliveries')).toEqual([])
    expect(await names('shop-consumer', 'deliveries')).toHaveLength(1)
  })
})

it('the export says whose the account is', async () => {
  const deployment = await deploy()
  deployment.gateway.env.EVENTS = OBJECTS.EVENTS as unknown as typeof deployment.gateway.env.EVENTS
  await deployment.send('POST', '/api/v1/admin/accounts/notes/test')
  const { accounts } = (await deployment.get('/api/v1/admin/accounts')).json
  const { identity } = accounts.find(({ account }: { account: string }) => account === 'notes')
  expect(identity).toEqual(expect.any(String))
  const { json } = await deployment.get('/api/v1/admin/data?account=notes')
  expect(json).toMatchObject({ identity, previous_identity: null })
  await deployment.send('DELETE', '/api/v1/admin/data', { account: 'notes' })
  expect((await deployment.get('/api/v1/admin/data?account=notes')).json.identity).toBeNull()
})
