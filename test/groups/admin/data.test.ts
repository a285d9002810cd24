import { runInDurableObject } from 'cloudflare:test'
import { expect, it } from 'vitest'
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
