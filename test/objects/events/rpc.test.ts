import { describe, expect, it } from 'vitest'
import type { Stub } from '../../../src/base/env.ts'
import { unwrap } from '../../../src/base/errors.ts'
import type { FeedOrder, GatewayEvent } from '../../../src/base/events.ts'
import type { Group } from '../../../src/base/groups.ts'
import { alarmAt, events, fileReady, getSource, idleAt, ring, settle, subscribe, useStage } from './stage.ts'

/** docs/spec/events.md, "Subscriptions": the calls to EVENTS. */
const stage = useStage()

describe('subscriptions', () => {
  it('are created, listed, changed and deleted', async () => {
    const made = await subscribe({ description: 'CRM' })
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
    const { secret: _, ...told } = made
    expect(told).toMatchObject({
      enabled: true,
      disabled_reason: null,
      key_id: 'k1',
      pending_count: 0,
      description: 'CRM',
    })
    expect(await events().subscriptions(null)).toEqual([told])
    const off = unwrap(await events().change(null, told.id, { enabled: false }))
    expect(off).toMatchObject({ enabled: false, disabled_reason: 'owner' })
    expect(unwrap(await events().change(null, told.id, { enabled: true }))).toMatchObject({ enabled: true })
    unwrap(await events().unsubscribe(null, told.id))
    expect(await events().subscription(null, told.id)).toMatchObject({ ok: false, status: 404 })
  })

  it('deliver an event, and log it', async () => {
    const { id } = await subscribe()
    await events().keep([fileReady('f1')])
    await settle(stage())
    expect(stage().received).toHaveLength(1)
    expect(unwrap(await events().deliveries(null, id, { limit: 10 }))).toMatchObject([
      { ok: true, status: 200, attempt: 1 },
    ])
    expect(await alarmAt()).toBe(idleAt(stage()))
    // The URL may contain a secret.
    expect(stage().log.join()).toContain(id)
    expect(stage().log.join()).not.toContain('secret-path')
  })

  it('get what a source finds', async () => {
    const source = getSource()
    stage().sources.push(source)
    await subscribe()
    await settle(stage())
    source.next.push({ events: [fileReady('f1')] })
    await settle(stage(), 120_000)
    expect(source.asks.map(({ cursor }) => cursor)).toEqual([undefined, 1])
    expect(stage().received.map(({ body }) => JSON.parse(body).data)).toEqual([{ file_id: 'f1' }])
  })
})

it('the feed returns what was stored, page by page', async () => {
  await events().keep([fileReady('f1'), fileReady('f2'), fileReady('f3')])
  const first = unwrap(await events().feed(null, { limit: 2 }))
  expect(first).toMatchObject({ has_more: true, events: [{ data: { file_id: 'f1' } }, { data: { file_id: 'f2' } }] })
  const second = unwrap(await events().feed(null, { after: first.next_after, limit: 2 }))
  expect(second).toMatchObject({ has_more: false, events: [{ data: { file_id: 'f3' } }] })
})

describe('the feed, newest first', () => {
  const subjects = (page: { events: GatewayEvent[] }) => page.events.map(({ data }) => data.file_id)
  const feed = async (page: Parameters<Stub<'EVENTS'>['feed']>[1], groups?: readonly Group[]) =>
    unwrap(await events().feed(groups ? { id: 'k1', groups } : null, page))

  it('gives the newest events to a caller without a cursor, however many are stored', async () => {
    for (let number = 1; number <= 120; number++) await events().keep([fileReady(`f${number}`)])
    expect(subjects(await feed({ order: 'newest', limit: 3 }))).toEqual(['f120', 'f119', 'f118'])
    await events().keep([fileReady('f121')])
    expect(subjects(await feed({ order: 'newest', limit: 3 }))).toEqual(['f121', 'f120', 'f119'])
  })

  it('leads to older events, and ends at the oldest', async () => {
    await events().keep([fileReady('f1'), fileReady('f2'), fileReady('f3')])
    const first = await feed({ order: 'newest', limit: 2 })
    await events().keep([fileReady('f4')])
    const second = await feed({ order: 'newest', limit: 2, after: first.next_after })
    expect([first, second].map(subjects)).toEqual([['f3', 'f2'], ['f1']])
    expect([first.has_more, second.has_more]).toEqual([true, false])
    expect(subjects(await feed({ order: 'newest', limit: 2, after: second.next_after }))).toEqual([])
  })

  it('gives only what a key may see, and the named types', async () => {
    await events().keep([fileReady('f1'), fileReady('f2', { type: 'recorder.file.updated' })])
    expect(subjects(await feed({ order: 'newest', limit: 2 }, ['notes']))).toEqual([])
    const types = ['recorder.file.ready'] as const
    expect(subjects(await feed({ order: 'newest', limit: 2, types }, ['recorder']))).toEqual(['f1'])
  })

  it('refuses a cursor of the other order, and now', async () => {
    await events().keep([fileReady('f1')])
    const oldest = await feed({ limit: 1 })
    const newest = await feed({ order: 'newest', limit: 1 })
    const refusal = (order: FeedOrder) => ({
      ...{ ok: false, status: 400 },
      message: expect.stringContaining(`must be the next_after of a page in order=${order}`),
    })
    for (const after of [oldest.next_after, 'now', 'n', 'x1'])
      expect(await events().feed(null, { order: 'newest', limit: 1, after })).toMatchObject(refusal('newest'))
    expect(await events().feed(null, { limit: 1, after: newest.next_after })).toMatchObject(refusal('oldest'))
  })
})

it('after=now is an empty page, and its cursor leads to what comes later', async () => {
  const empty = unwrap(await events().feed(null, { after: 'now', limit: 5 }))
  await events().keep([fileReady('f1'), fileReady('f2')])
  const now = unwrap(await events().feed(null, { after: 'now', limit: 5 }))
  expect(now).toMatchObject({ events: [], has_more: false })
  await events().keep([fileReady('f3')])
  const later = unwrap(await events().feed(null, { after: now.next_after, limit: 5 }))
  expect(later.events).toMatchObject([{ data: { file_id: 'f3' } }])
  expect(unwrap(await events().feed(null, { after: empty.next_after, limit: 5 })).events).toHaveLength(3)
})

it("a test returns the endpoint's response", async () => {
  const { id } = await subscribe()
  stage().answers.set('hooks.example.com', () => new Response('no such hook', { status: 404 }))
  expect(unwrap(await events().deliverTest(null, id))).toMatchObject({
    ok: false,
    status: 404,
    response_body: 'no such hook',
  })
})

describe('the last test of a subscription', () => {
  const lastTestError = async (id: string) => unwrap(await events().subscription(null, id)).last_test_error
  const answer = (status: number) => stage().answers.set('hooks.example.com', () => new Response('', { status }))

  it('counts as failed until something is accepted', async () => {
    const { id } = await subscribe()
    expect(await lastTestError(id)).toBeNull()
    answer(500)
    await events().deliverTest(null, id)
    expect(await lastTestError(id)).toBe('the endpoint answered 500')
    answer(200)
    await events().keep([fileReady('f1')])
    await ring(stage())
    expect(await lastTestError(id)).toBeNull()
  })

  it('counts no longer after a test that was accepted, and at another URL', async () => {
    const { id } = await subscribe()
    answer(404)
    await events().deliverTest(null, id)
    answer(200)
    await events().deliverTest(null, id)
    expect(await lastTestError(id)).toBeNull()
    answer(404)
    await events().deliverTest(null, id)
    unwrap(await events().change(null, id, { url: 'https://hooks.example.com/another' }))
    expect(await lastTestError(id)).toBeNull()
  })

  it('has its time, until the subscription has another URL', async () => {
    const { id } = await subscribe()
    const lastTestAt = async () => unwrap(await events().subscription(null, id)).last_test_at
    expect(await lastTestAt()).toBeNull()
    answer(200)
    const { attempted_at } = unwrap(await events().deliverTest(null, id))
    expect(await lastTestAt()).toBe(attempted_at)
    unwrap(await events().change(null, id, { enabled: false }))
    unwrap(await events().change(null, id, { enabled: true }))
    expect(await lastTestAt()).toBe(attempted_at)
    unwrap(await events().change(null, id, { url: 'https://hooks.example.com/another' }))
    expect(await lastTestAt()).toBeNull()
    answer(500)
    await events().deliverTest(null, id)
    expect(await lastTestAt()).not.toBeNull()
    answer(200)
    await events().keep([fileReady('f1')])
    await ring(stage())
    expect(await lastTestAt()).toBeNull()
  })
})

it('a refusal says which field it is about', async () => {
  const { id } = await subscribe()
  const refused = events().change(null, id, { url: 'https://hooks.example.com/…' })
  await expect(refused.then(unwrap)).rejects.toMatchObject({ status: 400, parameters: { fields: ['url'] } })
})
