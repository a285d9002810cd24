import { describe, expect, it } from 'vitest'
import { unwrap } from '../../../src/base/outcome.ts'
import { alarmAt, events, fileReady, getSource, idleAt, settle, subscribe, useStage } from './stage.ts'

/** Decisions.md section 12.2: the calls to EVENTS. */
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

it("a test returns the endpoint's response", async () => {
  const { id } = await subscribe()
  stage().answers.set('hooks.example.com', () => new Response('no such hook', { status: 404 }))
  expect(unwrap(await events().deliverTest(null, id))).toMatchObject({
    ok: false,
    status: 404,
    response_body: 'no such hook',
  })
})
