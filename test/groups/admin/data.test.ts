import { runInDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import type { EventType, GatewayEvent } from '../../../src/base/events.ts'
import type { Account } from '../../../src/base/groups.ts'
import { MIGRATIONS } from '../../../src/objects/schema.ts'
import { OBJECTS } from '../../support/objects.ts'
import { deploy, startAnew } from './deployment.ts'

/** docs/spec/admin.md, "Data of an account": the stored data of an account is exported and erased. */

startAnew()

async function used() {
  const deployment = await deploy()
  deployment.gateway.env.EVENTS = OBJECTS.EVENTS as unknown as typeof deployment.gateway.env.EVENTS
  const search = 'a-search-of-its-own'
  await deployment.gateway.call(`/api/v1/recorder/search?query=${search}`)
  const event = (group: 'recorder' | 'notes') => ({
    ...{ type: 'account.rejected' as const, group, subject: group, at: deployment.world.clock.now() },
    data: { account: group },
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
    sql.exec<{ area: string }>('SELECT area FROM kept_events').toArray(),
  )
  expect(left).toEqual([{ area: 'notes' }])
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
  const found = (type: EventType, account?: Account) => ({
    ...{ type, group: 'shop' as const, subject: type, at, data: { ...(account && { account }) } },
  })
  const ALL = [
    found('shop.order.created'),
    found('shop.ordersheet.created'),
    found('shop.return.created'),
    found('account.rejected', 'shop-consumer'),
    found('account.rejected', 'shop-seller'),
  ]
  const CONSUMER = ['shop.order.created', 'account.rejected shop-consumer']
  const SELLER = ['shop.ordersheet.created', 'shop.return.created', 'account.rejected shop-seller']

  async function stocked() {
    const deployment = await deploy()
    deployment.gateway.env.EVENTS = OBJECTS.EVENTS as unknown as typeof deployment.gateway.env.EVENTS
    await OBJECTS.EVENTS.getByName('events').keep(ALL)
    const names = async (account: Account) => {
      const { json } = await deployment.send('GET', `/api/v1/admin/data?account=${account}`)
      return json.events.map(({ type, data }: GatewayEvent) => [type, data.account].filter(Boolean).join(' ')).sort()
    }
    const erase = async (account: Account) =>
      (await deployment.send('DELETE', '/api/v1/admin/data', { account })).json.events
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

  it('keep their deliveries apart, and a store of the release before is told apart by its types', async () => {
    const { names } = await stocked()
    const events = OBJECTS.EVENTS.getByName('events') as unknown as DurableObjectStub
    const attempts = await runInDurableObject(events, (_, { storage: { sql, kv } }) => {
      const rows = sql.exec<{ id: string; type: string }>('SELECT id, type FROM kept_events').toArray()
      for (const table of ['kept_events', 'event_attempts']) sql.exec(`ALTER TABLE ${table} DROP COLUMN account`)
      for (const { id, type } of [...rows, { id: 'evt_gone', type: 'shop.order.created' }])
        sql.exec(
          "INSERT INTO event_attempts (subscription, area, at, record) VALUES ('sub_1', 'shop', ?, ?)",
          at,
          JSON.stringify({ event_id: id, type, ok: true }),
        )
      MIGRATIONS.events.at(-1)?.({ sql, kv } as DurableObjectStorage)
      return sql.exec<{ account: string }>('SELECT account FROM event_attempts ORDER BY id').toArray()
    })
    expect(attempts.map(({ account }) => account)).toEqual([
      ...['shop-consumer', 'shop-seller', 'shop-seller', 'shop-consumer', 'shop-seller'],
      'shop-consumer',
    ])
    expect(await names('shop-consumer')).toEqual([...CONSUMER].sort())
    expect(await names('shop-seller')).toEqual([...SELLER].sort())
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
