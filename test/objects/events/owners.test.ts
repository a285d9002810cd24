import { describe, expect, it } from 'vitest'
import { unwrap } from '../../../src/base/errors.ts'
import type { EventsCaller, SubscriptionOwner } from '../../../src/base/events.ts'
import type { Account } from '../../../src/base/groups.ts'
import type { SubscriptionFields } from '../../../src/gateway/events.types.ts'
import { events, FIELDS, fileReady, HOUR, KEY, ring, settle, subscribe, useStage } from './stage.ts'

/** docs/spec/events.md, "Who may use them": a subscription belongs to the key that made it, and is paused with it. */
const stage = useStage()

const THIEF: EventsCaller = { id: 'k2', groups: null }
const OWNER: EventsCaller = { id: KEY.id, groups: null }

async function isDelivered(): Promise<boolean> {
  const before = stage().received.length
  await events().keep([fileReady('f1')])
  await settle(stage())
  return stage().received.length > before
}

describe('another key', () => {
  it('changes nothing, and the owner and the admin do', async () => {
    const { id } = await subscribe()
    const refused = { ok: false, status: 403 }
    expect(await events().change(THIEF, id, { url: 'https://thief.example.com/' })).toMatchObject(refused)
    expect(await events().unsubscribe(THIEF, id)).toMatchObject(refused)
    expect(await events().deliverTest(THIEF, id)).toMatchObject(refused)
    expect(await events().rollSecret(THIEF, id)).toMatchObject(refused)
    expect(await events().deliveries(THIEF, id, { limit: 1 })).toMatchObject(refused)
    await events().keep([fileReady('f1')])
    const [event] = unwrap(await events().feed(null, { limit: 1 })).events
    expect(await events().redeliver(THIEF, event?.id ?? '', id)).toMatchObject(refused)
    expect(await events().redeliver(THIEF, event?.id ?? '')).toMatchObject({ value: { deliveries: 0 } })
    // A key does not learn whether an event of a group that it does not open exists.
    const elsewhere: EventsCaller = { id: KEY.id, groups: ['shop'] }
    expect(await events().redeliver(elsewhere, event?.id ?? '')).toMatchObject({ ok: false, status: 404 })
    for (const caller of [OWNER, null]) {
      expect(await events().redeliver(caller, event?.id ?? '')).toMatchObject({ value: { deliveries: 1 } })
      expect(await events().deliverTest(caller, id)).toMatchObject({ ok: true })
      expect(await events().rollSecret(caller, id)).toMatchObject({ ok: true })
      expect(await events().change(caller, id, { description: 'own' })).toMatchObject({ ok: true })
    }
    expect(stage().received.every(({ url }) => url === FIELDS.url)).toBe(true)
  })

  it.each<[string, EventsCaller, Partial<SubscriptionFields>, boolean]>([
    ['all groups', THIEF, {}, true],
    ['its group', { id: 'k2', groups: ['events', 'recorder'] }, {}, true],
    ['another group', { id: 'k2', groups: ['events', 'shop'] }, {}, false],
    ['all groups', THIEF, { types: ['account.rejected'] }, true],
    ['one group', { id: 'k2', groups: ['events', 'recorder'] }, { types: ['account.rejected'] }, false],
  ])('that opens %s %j %j: known %s', async (_, caller, fields, isKnown) => {
    const { id } = await subscribe(fields)
    expect((await events().subscription(caller, id)).ok).toBe(isKnown)
    expect(await events().subscriptions(caller)).toHaveLength(isKnown ? 1 : 0)
  })
})

describe('a key', () => {
  it.each<[string, SubscriptionOwner | undefined]>([
    ['was deleted', undefined],
    ['is disabled', { ...KEY, disabled: true }],
    ['has ended', { ...KEY, expiresAt: 1 }],
    ['only reads', { ...KEY, readOnly: true }],
    ['is no longer Pro', { ...KEY, licence: 'basic' }],
    ['lost the group events', { ...KEY, groups: ['recorder'] }],
    ['lost the group of a type', { ...KEY, groups: ['events', 'shop'] }],
  ])('that %s gets no events, and the admin resumes or deletes its subscriptions', async (_, key) => {
    const { id } = await subscribe()
    expect(await events().keyChanged(KEY.id, key)).toEqual([
      { id, host: 'hooks.example.com', types: ['recorder.file.ready'], enabled: false },
    ])
    expect(unwrap(await events().subscription(null, id))).toMatchObject({ enabled: false, disabled_reason: 'key' })
    expect(await isDelivered()).toBe(false)
    const { previousKey, limitedKey } = await events().subscriptionProblems()
    expect([previousKey.length, limitedKey.length]).toEqual(key ? [0, 1] : [1, 0])
    // This runtime has neither a deployment key nor an admin key, so their subscriptions get nothing.
    const kept = unwrap(await events().change(null, id, { enabled: true }))
    expect(kept).toMatchObject({ key_id: 'admin' })
  })

  it('that may do it again continues', async () => {
    await subscribe()
    await events().keyChanged(KEY.id, { ...KEY, disabled: true })
    expect(await isDelivered()).toBe(false)
    await events().keyChanged(KEY.id, KEY)
    expect(await isDelivered()).toBe(true)
  })

  it('that was rotated transfers its subscriptions, or pauses them until they are enabled', async () => {
    const { id } = await subscribe()
    expect(await events().keyChanged(KEY.id, KEY)).toMatchObject([{ id, enabled: true }])
    expect(await isDelivered()).toBe(true)
    expect(await events().keyRolled(KEY.id)).toMatchObject([{ id, enabled: false }])
    expect(await isDelivered()).toBe(false)
    expect((await events().subscriptionProblems()).previousKey).toMatchObject([{ id }])
    expect(unwrap(await events().change(OWNER, id, { url: 'https://other.example.com/' }))).toMatchObject({
      enabled: false,
      disabled_reason: 'key',
    })
    expect(unwrap(await events().change(OWNER, id, { enabled: true }))).toMatchObject({ enabled: true, key_id: KEY.id })
    expect(await isDelivered()).toBe(true)
  })

  it('that was disabled by its owner stays so over a rotation, and needs no decision', async () => {
    const { id } = await subscribe()
    await events().change(OWNER, id, { enabled: false })
    await events().keyRolled(KEY.id)
    expect(unwrap(await events().subscription(null, id))).toMatchObject({ disabled_reason: 'owner' })
    expect(await events().subscriptionProblems()).toMatchObject({ previousKey: [], limitedKey: [] })
  })

  it('that is limited gets the events of accounts for its own groups', async () => {
    await subscribe({ types: ['account.rejected'] }, { ...KEY, groups: ['events', 'shop'] })
    const rejected = (account: Account) => fileReady(account, { type: 'account.rejected', account })
    await events().keep([rejected('notes'), rejected('shop-seller')])
    await settle(stage(), HOUR)
    expect(stage().received.map(({ body }) => JSON.parse(body).data.file_id)).toEqual(['shop-seller'])
  })

  it('that is limited is tested with an event of an account that it opens', async () => {
    const { id } = await subscribe({ types: ['account.rejected'] }, { ...KEY, groups: ['events', 'recorder'] })
    const timestamp = '2026-11-21T09:00:00.000Z'
    const sample = {
      type: 'account.rejected' as const,
      timestamp,
      account: 'notes' as const,
      data: { file_id: 'sample' },
    }
    await events().keep([fileReady('of the shop', { type: 'account.rejected', account: 'shop-seller' })])
    await events().deliverTest(OWNER, id, sample)
    await events().keep([fileReady('own', { type: 'account.rejected', account: 'recorder' })])
    await events().deliverTest(OWNER, id, sample)
    const tested = stage().received.map(({ body }) => JSON.parse(body).data.file_id)
    expect(tested).toEqual(['sample', 'own'])
  })

  it('that was limited since gets no pending event of another group', async () => {
    await subscribe({ types: ['account.rejected'] })
    stage().answers.set('hooks.example.com', () => new Response('', { status: 500 }))
    for (const account of ['notes', 'shop-seller'] as const)
      await events().keep([fileReady(account, { type: 'account.rejected', account })])
    await ring(stage())
    await events().keyChanged(KEY.id, { ...KEY, groups: ['events', 'shop'] })
    stage().answers.clear()
    stage().received.length = 0
    await settle(stage(), HOUR)
    expect(stage().received.map(({ body }) => JSON.parse(body).data.file_id)).toEqual(['shop-seller'])
  })
})

describe('how many there may be', () => {
  const refused = (key: SubscriptionOwner) =>
    expect(subscribe({ url: 'https://hooks.example.com/refused' }, key)).rejects.toMatchObject({ status: 409 })
  const fill = async (key: SubscriptionOwner, count: number) => {
    for (let made = 0; made < count; made++) await subscribe({ url: `https://hooks.example.com/${made}` }, key)
  }

  it('10 of a key, 40 of named keys, and 10 more of the deployment and the admin', async () => {
    for (const id of ['k1', 'k2', 'k3', 'k4']) {
      await fill({ ...KEY, id }, 10)
      await refused({ ...KEY, id })
    }
    await refused({ ...KEY, id: 'k5' })
    await fill({ ...KEY, id: 'deployment' }, 9)
    await fill({ ...KEY, id: 'admin' }, 1)
    await refused({ ...KEY, id: 'deployment' })
    await refused({ ...KEY, id: 'admin' })
  })

  it('10 of the deployment, and as many of the admin as there is room for', async () => {
    await fill({ ...KEY, id: 'deployment' }, 10)
    await refused({ ...KEY, id: 'deployment' })
    await fill({ ...KEY, id: 'admin' }, 11)
  })
})
