import { describe, expect, it } from 'vitest'
import { ACCESS_NAME } from '../../../src/base/access.ts'
import { getSettings } from '../../../src/base/settings.ts'
import { createKey } from '../../../src/gateway/auth/keys.ts'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { events, fileReady, settle, useStage } from '../../objects/events/stage.ts'
import { createGateway, json } from '../../support/gateway.ts'
import { OBJECTS, OWN_BINDINGS, useBindings } from '../../support/objects.ts'

/** The routes with the real EVENTS, from subscription to deletion (docs/spec/events.md). */

const stage = useStage()

useBindings(() => OWN_BINDINGS)

/** EVENTS reads the settings of the runtime, which contain no licence, so a named key subscribes. */
async function deploy() {
  const gateway = createGateway({ ADMIN_KEY, EVENTS: OWN_BINDINGS.EVENTS })
  const { key } = await createKey(getSettings(gateway.env), { name: 'automation', licence: 'pro' })
  const init = (method: string, body?: unknown) => (body === undefined ? { method } : json(method, body))
  return {
    ask: (method: string, path: string, body?: unknown, given = key) =>
      gateway.call(`/api/v1/events${path}`, { ...init(method, body), key: given }),
    own: async (method: string, path: string, body?: unknown) => {
      const headers = new Headers(init(method, body).headers)
      headers.set('Authorization', `Bearer ${ADMIN_KEY}`)
      return gateway.call(`/api/v1${path}`, { ...init(method, body), headers, key: null })
    },
  }
}

const wanted = { url: 'https://hooks.example.com/1', types: ['recorder.file.ready'] }

it('an event is delivered with a signature, found, delivered again, and no longer delivered after the end', async () => {
  const { ask } = await deploy()
  const { id, secret } = (await ask('POST', '/subscriptions', wanted)).json
  await events().keep([fileReady('f1')])
  await settle(stage())
  const [delivery] = stage().received
  const { id: eventId, ...body } = (await ask('GET', '')).json.events[0]
  expect(JSON.parse(delivery?.body ?? '')).toEqual(body)
  expect(delivery?.headers.get('webhook-id')).toBe(eventId)
  expect(delivery?.headers.get('webhook-signature')).toBe(await readSignature(secret, delivery))

  const { deliveries } = (await ask('GET', `/subscriptions/${id}/deliveries`)).json
  expect(deliveries).toMatchObject([{ event_id: eventId, ok: true, status: 200, attempt: 1 }])
  expect((await ask('POST', `/${eventId}/redeliver`, { subscription_id: id })).json).toEqual({ deliveries: 1 })
  await settle(stage())
  expect(stage().received.map(({ headers }) => headers.get('webhook-id'))).toEqual([eventId, eventId])

  expect((await ask('POST', `/subscriptions/${id}/test`)).json).toMatchObject({ type: 'latchkey.test', ok: true })
  const { secret: newer } = (await ask('POST', `/subscriptions/${id}/secret`)).json
  expect(newer).toMatch(/^whsec_/)
  expect((await ask('DELETE', `/subscriptions/${id}`)).status).toBe(204)
  await events().keep([fileReady('f2')])
  await settle(stage())
  expect(stage().received).toHaveLength(3)
  expect((await ask('GET', `/subscriptions/${id}`)).status).toBe(404)
})

it.each([[['*']], [['recorder.*']]])('a subscription to %j gets the types of today', async (types) => {
  const { ask } = await deploy()
  const made = await ask('POST', '/subscriptions', { ...wanted, types })
  expect([made.status, made.json.types]).toEqual([201, types])
  await events().keep([fileReady('f1')])
  await settle(stage())
  expect(stage().received.map(({ body }) => JSON.parse(body).type)).toEqual(['recorder.file.ready'])
})

it('a key that is limited subscribes to *, and gets what its groups have; another area is refused', async () => {
  const { ask, own } = await deploy()
  const fields = { name: 'n8n', licence: 'pro', groups: ['events', 'notes'] }
  const { key } = (await own('POST', '/admin/keys', fields)).json
  expect((await ask('POST', '/subscriptions', { ...wanted, types: ['*'] }, key)).status).toBe(201)
  const refused = await ask('POST', '/subscriptions', { ...wanted, types: ['recorder.*'] }, key)
  expect([refused.status, refused.json.error]).toEqual([
    403,
    'types: recorder.file.ready needs a key that opens the recorder group',
  ])
  await events().keep([fileReady('f1')])
  await settle(stage())
  expect(stage().received).toEqual([])
  const wrong = await ask('POST', '/subscriptions', { ...wanted, types: ['recorders.*'] }, key)
  expect([wrong.status, wrong.json.error]).toEqual([
    400,
    expect.stringMatching(/^types.*must be one of \*, recorder\.\*/),
  ])
})

it('a test of a type sends the newest real event, else the sample, marked as a test with an id of its own', async () => {
  const { ask } = await deploy()
  const { id } = (await ask('POST', '/subscriptions', wanted)).json
  const send = async (type: string) => {
    const { json: attempt } = await ask('POST', `/subscriptions/${id}/test`, { type })
    expect(attempt).toMatchObject({ type, ok: true })
    return JSON.parse(stage().received.at(-1)?.body ?? '')
  }
  const { types } = (await ask('GET', '/types')).json
  const told = types.find(({ type }: { type: string }) => type === 'account.rejected')
  if (told) expect(told.sample).toMatchObject({ type: 'account.rejected', data: expect.any(Object) })
  const documented = await send('recorder.file.ready')
  expect(documented).toMatchObject({ type: 'recorder.file.ready', data: { filename: 'Weekly meeting' }, test: true })
  await events().keep([fileReady('f1'), fileReady('f2')])
  await settle(stage())
  const [real] = (await ask('GET', '?order=newest')).json.events
  expect(await send('recorder.file.ready')).toEqual({ ...real, id: undefined, test: true })
  expect(stage().received.at(-1)?.headers.get('webhook-id')).not.toBe(real.id)
  expect((await ask('POST', `/subscriptions/${id}/test`, { type: 'nothing' })).status).toBe(400)
})

it('a key that is limited, disabled, rotated or deleted affects its subscriptions', async () => {
  const { ask, own } = await deploy()
  const fields = { name: 'n8n', licence: 'pro', groups: ['events', 'recorder'] }
  const { key, record } = (await own('POST', '/admin/keys', fields)).json
  const { id } = (await ask('POST', '/subscriptions', wanted, key)).json
  const state = async () => {
    const { subscriptions } = (await own('GET', '/admin/events')).json
    return subscriptions.find((one: { id: string }) => one.id === id)
  }
  const tell = async (subject: string) => {
    await events().keep([fileReady(subject)])
    await settle(stage())
    return stage().received.length
  }
  expect(await state()).toMatchObject({ enabled: true, key_id: record.id, key_name: 'n8n' })
  expect(await tell('f1')).toBe(1)

  await own('PATCH', `/admin/keys/${record.id}`, { groups: ['events', 'notes'] })
  expect(await state()).toMatchObject({ enabled: false, disabled_reason: 'key' })
  expect(await tell('f2')).toBe(1)
  await own('PATCH', `/admin/keys/${record.id}`, { groups: null, disabled: true })
  expect(await state()).toMatchObject({ disabled_reason: 'key' })
  await own('PATCH', `/admin/keys/${record.id}`, { disabled: false })
  expect(await state()).toMatchObject({ enabled: true, disabled_reason: null })

  const rolled = (await own('POST', `/admin/keys/${record.id}/roll`, { overlap_hours: 1 })).json
  expect(await state()).toMatchObject({ enabled: true, key_id: record.id })
  await own('DELETE', `/admin/keys/${record.id}`)
  expect(await state()).toMatchObject({ enabled: true, key_id: record.id })
  const before = await tell('f3')
  await own('DELETE', `/admin/keys/${rolled.record.id}`)
  expect(await state()).toMatchObject({ enabled: false, disabled_reason: 'key' })
  expect(await tell('f4')).toBe(before)
})

it('the owner sees all, disables and enables one, and polls sources', async () => {
  const { ask, own } = await deploy()
  const { id } = (await ask('POST', '/subscriptions', wanted)).json
  expect((await own('GET', '/admin/events')).json).toMatchObject({ subscriptions: [{ id, enabled: true }] })
  const path = `/events/subscriptions/${id}`
  expect((await own('PATCH', path, { enabled: false })).json).toMatchObject({ disabled_reason: 'owner' })
  expect((await own('PATCH', path, { enabled: true })).json).toMatchObject({ enabled: true })
  expect((await own('POST', `${path}/test`)).json).toMatchObject({ ok: true, status: 200 })
  expect((await own('GET', `${path}/deliveries`)).json.deliveries).toHaveLength(1)
  expect((await own('GET', `${path}/deliveries?outcome=failed`)).json.deliveries).toEqual([])
  expect((await own('POST', `${path}/redeliver`)).json).toEqual({ deliveries: 0 })
  expect((await own('POST', '/admin/events/poll')).status).toBe(200)
  expect((await own('DELETE', path)).status).toBe(204)
  expect((await own('GET', '/admin/events')).json.subscriptions).toEqual([])
})

it('a key that an isolate still caches sets up nothing once it was revoked', async () => {
  const { ask, own } = await deploy()
  const isolate = createGateway({ ADMIN_KEY, EVENTS: OWN_BINDINGS.EVENTS })
  const { key, record } = (await own('POST', '/admin/keys', { name: 'leaked', licence: 'pro' })).json
  const elsewhere = (method: string, path: string, body?: object) =>
    isolate.call(`/api/v1/events/subscriptions${path}`, { ...(body ? json(method, body) : { method }), key })
  const { id } = (await elsewhere('POST', '', wanted)).json
  const spare = (await elsewhere('POST', '', { ...wanted, url: 'https://hooks.example.com/2' })).json
  await elsewhere('PATCH', `/${spare.id}`, { enabled: false })

  const rolled = (await own('POST', `/admin/keys/${record.id}/roll`, { overlap_hours: 0, keep_subscriptions: true }))
    .json
  // That isolate does not know it yet.
  expect((await elsewhere('GET', '')).status).toBe(200)
  const thief = { url: 'https://thief.example.net/' }
  const refused = { status: 401, json: { error: 'X-API-KEY is not valid any more' } }
  expect(await elsewhere('POST', '', { ...wanted, ...thief })).toMatchObject(refused)
  expect(await elsewhere('PATCH', `/${id}`, thief)).toMatchObject(refused)
  expect(await elsewhere('PATCH', `/${spare.id}`, { enabled: true })).toMatchObject(refused)
  expect(await elsewhere('POST', `/${id}/secret`)).toMatchObject(refused)
  const { subscriptions } = (await own('GET', '/admin/events')).json
  expect(subscriptions).toMatchObject([
    { id, host: 'hooks.example.com', enabled: true },
    { id: spare.id, disabled_reason: 'owner' },
  ])
  // The key that replaced it may do all of this.
  expect((await ask('PATCH', `/subscriptions/${spare.id}`, { enabled: true }, rolled.key)).status).toBe(200)
})

it('a key that is deleted while it subscribes gets no subscription that stays', async () => {
  const { ask, own } = await deploy()
  const { key, record } = (await own('POST', '/admin/keys', { name: 'quick', licence: 'pro' })).json
  const [, deleted] = await Promise.all([
    ask('POST', '/subscriptions', wanted, key),
    own('DELETE', `/admin/keys/${record.id}`),
  ])
  expect(deleted.status).toBe(200)
  const { subscriptions } = (await own('GET', '/admin/events')).json
  for (const one of subscriptions) expect(one).toMatchObject({ enabled: false, disabled_reason: 'key' })
})

/** The signature of Standard Webhooks: the HMAC of id, time and body, with the bytes of the secret. */
async function readSignature(secret: string, delivery: { headers: Headers; body: string } | undefined) {
  const bytes = Uint8Array.from(atob(secret.replace('whsec_', '')), (sign) => sign.charCodeAt(0))
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const { headers, body } = delivery ?? expect.fail('nothing was delivered')
  const signed = `${headers.get('webhook-id')}.${headers.get('webhook-timestamp')}.${body}`
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(signed))
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`
}

it('five tests a minute reach a subscription, also at once, and the next one says when', async () => {
  const { ask } = await deploy()
  const [one, other] = [
    (await ask('POST', '/subscriptions', wanted)).json.id,
    (await ask('POST', '/subscriptions', { ...wanted, url: 'https://hooks.example.com/2' })).json.id,
  ]
  const test = (id: string) => ask('POST', `/subscriptions/${id}/test`)
  const answers = await Promise.all(Array.from({ length: 12 }, () => test(one)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(stage().received).toHaveLength(5)
  const { status, headers, json: told } = await test(one)
  expect([status, headers.get('Retry-After'), told.code]).toEqual([429, '60', 'too_many_requests'])
  expect((await test(other)).status).toBe(200)
  await stage().restart()
  expect((await test(one)).status).toBe(429)
  stage().clock.advance(60_000)
  expect((await test(one)).status).toBe(200)
})

describe('accounts', () => {
  const RULE = 'a name has 1 to 32 of a-z, 0-9 and -, such as notes:business'

  it.each([
    [{ accounts: [] }, 'accounts: must name at least one account'],
    [{ accounts: ['notes'] }, 'accounts: names no account that `types` tells of'],
    [{ accounts: ['recorder:'] }, `accounts[0]: ${RULE}`],
  ])('of a subscription %j: 400', async (fields, error) => {
    const { ask } = await deploy()
    const { status, json } = await ask('POST', '/subscriptions', { ...wanted, ...fields })
    expect([status, json.error, json.code]).toEqual([400, error, 'invalid_input'])
  })

  it('that a key does not open are 403 in the same words, whether they exist or not', async () => {
    const { ask } = await deploy()
    await OBJECTS.ACCESS.getByName(ACCESS_NAME).changeOwnerSettings({ accounts: ['recorder:two'] })
    const { id } = (await ask('POST', '/subscriptions', wanted)).json
    for (const account of ['recorder:two', 'recorder:six']) {
      const answers = [
        await ask('POST', '/subscriptions', { ...wanted, accounts: [account] }),
        await ask('PATCH', `/subscriptions/${id}`, { accounts: [account] }),
        await ask('GET', `?accounts=${account}`),
      ]
      for (const { status, json } of answers)
        expect([status, json.error, json.code]).toEqual([
          ...[403, `this API key does not open the account ${account}`, 'insufficient_scope'],
        ])
    }
    expect((await ask('GET', `/subscriptions/${id}`)).json.accounts).toEqual(['recorder'])
  })

  it.each([
    ['recorder:', 'accounts: must be a comma list of accounts, such as notes or notes:business'],
    [',', 'accounts: must name at least one account'],
  ])('of the feed %s: 400', async (accounts, error) => {
    const { ask } = await deploy()
    const { status, json } = await ask('GET', `?accounts=${accounts}`)
    expect([status, json.error, json.code]).toEqual([400, error, 'invalid_input'])
  })

  it('limit the feed and the deliveries of a key that opens two', async () => {
    const { own, ask } = await deploy()
    await OBJECTS.ACCESS.getByName(ACCESS_NAME).changeOwnerSettings({ accounts: ['recorder:two'] })
    const terms = { name: 'both', licence: 'pro', accounts: ['recorder', 'recorder:two'] }
    const { key } = (await own('POST', '/admin/keys', terms)).json
    const made = await ask('POST', '/subscriptions', { ...wanted, accounts: ['recorder:two'] }, key)
    expect([made.status, made.json.accounts]).toEqual([201, ['recorder:two']])
    await events().keep([fileReady('f1'), fileReady('f2', { account: 'recorder:two' })])
    await settle(stage())
    expect(stage().received.map(({ body }) => JSON.parse(body).account)).toEqual(['recorder:two'])
    const accountsOf = async (query: string) =>
      (await ask('GET', query, undefined, key)).json.events.map(({ account }: { account: string }) => account)
    expect(await accountsOf('')).toEqual(['recorder', 'recorder:two'])
    expect(await accountsOf('?accounts=recorder:two')).toEqual(['recorder:two'])
    expect((await ask('GET', '')).json.events.map(({ account }: { account: string }) => account)).toEqual(['recorder'])
  })
})
