import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { Clock } from '../../simulators/clock.ts'
import { createTiro, TIRO_KEYS } from '../../simulators/notes/index.ts'
import { LIVE_CREDENTIALS_KEY, LIVE_KEY, type LiveRuntime, startGateways } from './gateways.ts'
import { ownedGateway } from './owned-gateway.ts'

/**
 * Two deployments whose Workers share STORE by mistake. Neither sees keys, accounts, links or grants of
 * the other (docs/spec/gateway.md, "The data key"), even with the same ADMIN_KEY, and after either rotated its
 * CREDENTIALS_KEY.
 */
const [OTHER, OURS_NEXT, OTHER_NEXT] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [
  string,
  string,
  string,
]
const rotated = (key: string, before: string) => ({ CREDENTIALS_KEY: key, CREDENTIALS_KEY_PREVIOUS: before })

let runtime: LiveRuntime
beforeAll(async () => {
  const tiro = createTiro({ clock: new Clock() })
  const productAt = (host: string) => (tiro.answersFor(host) ? tiro : undefined)
  const gateway = (name: string, more: object, settings: Record<string, string> = {}) => ({
    ...{ name, productAt, settings: { ADMIN_KEY, ...settings } },
    ...more,
  })
  const beside = { sharesNamespacesOf: 'ours' }
  runtime = await startGateways([
    gateway('ours', {}),
    gateway('theirs', beside, { CREDENTIALS_KEY: OTHER }),
    // The same deployments once their keys were changed, with the objects that they have.
    gateway('ours-rotated', { sharesWith: 'ours' }, rotated(OURS_NEXT, LIVE_CREDENTIALS_KEY)),
    gateway('theirs-rotated', { sharesWith: 'theirs', ...beside }, rotated(OTHER_NEXT, OTHER)),
  ])
})
afterAll(() => runtime.stop())

const at = (gateway: string) => ownedGateway(runtime, gateway, ADMIN_KEY)
const getNames = (keys: { name: string }[]) => keys.map(({ name }) => name)

/** Before any rotation, between the two, and after both. Each pair is tested in both directions. */
const PAIRS = [
  ['ours', 'theirs'],
  ['ours-rotated', 'theirs'],
  ['ours-rotated', 'theirs-rotated'],
] as const
const BOTH_WAYS = PAIRS.flatMap(([one, other]) => [[one, other] as const, [other, one] as const])

describe.each(BOTH_WAYS)('what %s stores, next to %s', (one, other) => {
  it('of keys', async () => {
    const name = `of ${one} beside ${other}`
    const { key, record } = (await at(one).admin('POST', '/keys', { name, licence: 'pro' })).json
    expect(await at(one).opens(key)).not.toMatch(/^X-API-KEY/)
    expect(await at(other).opens(key)).toBe('X-API-KEY is not valid')
    expect(getNames((await at(one).admin('GET', '/keys')).json.keys)).toContain(name)
    expect(getNames((await at(other).admin('GET', '/keys')).json.keys)).not.toContain(name)
    const { admin } = at(other)
    expect((await admin('PATCH', `/keys/${record.id}`, { disabled: true })).status).toBe(404)
    expect((await admin('POST', `/keys/${record.id}/roll`, { overlap_hours: 0 })).status).toBe(404)
    expect((await admin('DELETE', `/keys/${record.id}`)).status).toBe(404)
    expect(await at(one).opens(key)).not.toMatch(/^X-API-KEY/)
  })

  it('of accounts', async () => {
    const fields = { token: TIRO_KEYS.full }
    expect((await at(one).admin('PUT', '/accounts/notes', fields)).status).toBe(200)
    const sourceAt = async (gateway: string) =>
      (await at(gateway).admin('GET', '/accounts')).json.accounts.find(
        ({ account }: { account: string }) => account === 'notes',
      ).source
    expect([await sourceAt(one), await sourceAt(other)]).toEqual(['kept', null])
    expect((await at(other).admin('DELETE', '/accounts/notes')).status).toBe(200)
    expect(await at(one).opens(LIVE_KEY)).toBe('in')
    expect(await at(other).opens(LIVE_KEY)).toMatch(/^notes account is not connected: connect it at http/)
    await at(one).admin('DELETE', '/accounts/notes')
  })

  it('of links', async () => {
    const { hash } = new URL((await at(one).admin('POST', '/accounts/notes/link')).json.url)
    const open = async (gateway: string) =>
      runtime.ask(gateway, '/api/v1/connect/session', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: await runtime.readOrigin(gateway) },
        body: JSON.stringify({ account: 'notes', token: hash.slice(1) }),
      })
    expect((await open(other)).status).toBe(401)
    expect((await open(one)).status).toBe(200)
  })

  it('of grants', async () => {
    const origin = await runtime.readOrigin(one)
    const client = await at(one).connect(origin)
    expect([await at(one).tools(client.access), await at(other).tools(client.access)]).toEqual([200, 401])
    const grants = async (gateway: string) => (await at(gateway).admin('GET', '/grants')).json.grants
    const [{ id }] = await grants(one)
    expect((await grants(other)).map((grant: { id: string }) => grant.id)).not.toContain(id)
    expect((await at(other).admin('DELETE', `/grants/${id}`)).status).toBe(404)
    expect((await at(other).renew(client)).status).toBe(401)
    expect((await at(one).renew(client)).status).toBe(200)
    await at(one).admin('DELETE', `/grants/${id}`)
  })
})

it('keys from before a rotation continue with their own deployment, and with no other', async () => {
  const made = async (gateway: string) =>
    (await at(gateway).admin('POST', '/keys', { name: 'early', licence: 'pro' })).json.key
  const [ours, theirs] = [await made('ours'), await made('theirs')]
  const refused = 'X-API-KEY is not valid'
  expect(await at('ours-rotated').opens(ours)).not.toBe(refused)
  expect(await at('theirs-rotated').opens(theirs)).not.toBe(refused)
  expect(await at('theirs-rotated').opens(ours)).toBe(refused)
  expect(await at('ours-rotated').opens(theirs)).toBe(refused)
})
