import { describe, expect, it } from 'vitest'
import { unwrap } from '../../../src/base/errors.ts'
import type { SubscriptionOwner } from '../../../src/base/events.ts'
import type { SubscriptionFields } from '../../../src/gateway/events.types.ts'
import { DAY, events, FIELDS, fileReady, HOUR, KEY, settle, useStage } from './stage.ts'

/** docs/spec/events.md, "Subscriptions": subscribing twice makes one. */
const stage = useStage()

const WANTED: SubscriptionFields = {
  ...FIELDS,
  types: ['recorder.file.ready', 'workspace.row.updated'],
  include: ['transcript', 'summary'],
  filter: { data_source_id: '2f1c0de0-0003-4000-8000-000000000001', properties: ['Stage', 'Due'] },
}

const subscribe = async (
  fields: Partial<SubscriptionFields> = {},
  idempotencyKey?: string,
  key: SubscriptionOwner = KEY,
) => unwrap(await events().subscribe(key, { ...WANTED, ...fields }, { idempotencyKey }))
const stored = async () => (await events().subscriptions(null)).length

describe('the same request again', () => {
  it('returns the existing subscription without its secret', async () => {
    const { subscription } = await subscribe()
    expect(await subscribe()).toEqual({ subscription, secret: undefined, state: 'existing' })
    await stage().restart()
    expect(await subscribe()).toMatchObject({ subscription: { id: subscription.id }, state: 'existing' })
    expect(await stored()).toBe(1)
  })

  it('may name everything in another order, and have another description', async () => {
    const { subscription } = await subscribe()
    const again = await subscribe({
      types: ['workspace.row.updated', 'recorder.file.ready'],
      include: ['summary', 'transcript'],
      filter: { properties: ['Due', 'Stage'], data_source_id: '2f1c0de0-0003-4000-8000-000000000001' },
      description: 'Another',
    })
    expect(again).toEqual({ subscription, secret: undefined, state: 'existing' })
  })

  it('creates one, if both arrive at once', async () => {
    const made = await Promise.all([subscribe(), subscribe(), subscribe()])
    expect(made.map(({ state }) => state).sort()).toEqual(['created', 'existing', 'existing'])
    expect(new Set(made.map(({ subscription }) => subscription.id)).size).toBe(1)
    expect(await stored()).toBe(1)
  })

  it('is no conflict at the limit', async () => {
    for (let number = 0; number < 10; number++) await subscribe({ url: `https://hooks.example.com/${number}` })
    expect(await subscribe({ url: 'https://hooks.example.com/3' })).toMatchObject({ state: 'existing' })
    expect(await events().subscribe(KEY, WANTED)).toMatchObject({ ok: false, status: 409 })
  })

  it.each<[string, Partial<SubscriptionFields>]>([
    ['another url', { url: 'https://hooks.example.com/other' }],
    ['another type', { types: ['workspace.row.updated'] }],
    ['another attachment', { include: ['summary'] }],
    ['no filter', { filter: null }],
    ['another property', { filter: { ...WANTED.filter, properties: ['Stage'] } }],
  ])('creates another one with %s', async (_, fields) => {
    await subscribe()
    expect(await subscribe(fields)).toMatchObject({ state: 'created', secret: expect.stringMatching(/^whsec_/) })
    expect(await stored()).toBe(2)
  })

  it('creates another one for another key', async () => {
    await subscribe()
    expect(await subscribe({}, undefined, { ...KEY, id: 'k2' })).toMatchObject({ state: 'created' })
  })
})

describe('of a subscription that gets no deliveries, the same request', () => {
  const ready: Partial<SubscriptionFields> = { types: ['recorder.file.ready'], include: [], filter: null }

  it('enables it, if its endpoint returned 410', async () => {
    const { subscription } = await subscribe(ready)
    stage().answers.set('hooks.example.com', () => new Response(null, { status: 410 }))
    await events().keep([fileReady('f1')])
    await settle(stage())
    expect(unwrap(await events().subscription(null, subscription.id)).disabled_reason).toBe('gone')
    expect((await subscribe(ready)).subscription).toMatchObject({ id: subscription.id, enabled: true })
  })

  it('enables it after a roll of its key without an overlap', async () => {
    await subscribe()
    await events().keyRolled(KEY.id)
    expect((await subscribe()).subscription).toMatchObject({ enabled: true, disabled_reason: null })
  })

  it('leaves it paused, if its owner paused it', async () => {
    const { subscription } = await subscribe()
    unwrap(await events().change(null, subscription.id, { enabled: false }))
    expect((await subscribe()).subscription).toMatchObject({ enabled: false, disabled_reason: 'owner' })
  })
})

describe('with the same Idempotency-Key', () => {
  it('the response is the first one, with the secret, for 24 hours', async () => {
    const first = await subscribe({}, 'a')
    expect(first.state).toBe('created')
    await events().keep([fileReady('f1')])
    stage().clock.advance(DAY - HOUR)
    await settle(stage())
    await stage().restart()
    // Whether an account can cause its events is as it is now: one that cannot be read at the moment counts as connected.
    const { has_account: _, ...subscription } = first.subscription
    expect(await subscribe({}, 'a')).toMatchObject({ ...first, subscription, state: 'replayed' })
    stage().clock.advance(HOUR)
    expect(await subscribe({}, 'a')).toMatchObject({ secret: undefined, state: 'existing' })
    expect(await stored()).toBe(1)
  })

  it('two requests at once get one secret', async () => {
    const made = await Promise.all([subscribe({}, 'a'), subscribe({}, 'a')])
    expect(made.map(({ state }) => state).sort()).toEqual(['created', 'replayed'])
    expect(new Set(made.map(({ secret }) => secret))).toEqual(new Set([expect.stringMatching(/^whsec_/)]))
    expect(await stored()).toBe(1)
  })

  it('another body is 400, and another key of the caller gets no secret', async () => {
    await subscribe({}, 'a')
    const refused = await events().subscribe(KEY, { ...WANTED, description: 'Another' }, { idempotencyKey: 'a' })
    const message = 'Idempotency-Key: was used before with another body'
    expect(refused).toMatchObject({ ok: false, status: 400, message })
    expect(await subscribe({}, 'b')).toMatchObject({ secret: undefined, state: 'existing' })
    const other = await subscribe({}, 'a', { ...KEY, id: 'k2' })
    expect(other).toMatchObject({ state: 'created' })
  })

  it('a deleted subscription is created again, and a replaced secret is not returned', async () => {
    const first = await subscribe({}, 'a')
    unwrap(await events().unsubscribe(null, first.subscription.id))
    const second = await subscribe({}, 'a')
    expect(second.state).toBe('created')
    expect(second.subscription.id).not.toBe(first.subscription.id)
    unwrap(await events().rollSecret(null, second.subscription.id))
    expect(await subscribe({}, 'a')).toMatchObject({ secret: undefined, state: 'existing' })
  })

  it('neither the key nor the secret is stored as text', async () => {
    const { secret } = await subscribe({}, 'an-idempotency-key')
    const records = await stage().sql((sql) => JSON.stringify(sql.exec('SELECT * FROM event_subscriptions').toArray()))
    expect(records).toContain('idempotency')
    expect(records).not.toContain('an-idempotency-key')
    expect(records).not.toContain(secret)
  })
})
