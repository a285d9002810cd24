import { env } from 'cloudflare:workers'
import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Env } from '../../../src/base/env.ts'
import type { ApiKeyRef, McpPosition, McpSubscribe } from '../../../src/base/events.ts'
import { unwrap } from '../../../src/base/outcome.ts'
import { Settings } from '../../../src/base/settings.ts'
import { keyPause } from '../../../src/objects/webhooks/keys.ts'
import { newSecret } from '../../../src/objects/webhooks/signing.ts'
import { DAY, events, fileReady, HOUR, MINUTE, type Received, settle, useStage } from './stage.ts'

/** Decisions.md section 13.5: what MCP clients subscribe to and poll. */
const stage = useStage()

const URL = 'https://hooks.example.com/mcp/secret-path'
const GRANT: ApiKeyRef = {
  id: 'grant_1',
  name: 'agent',
  licence: 'pro',
  isGrant: true,
  eventHosts: ['hooks.example.com'],
}
const SECRET = newSecret()
const WANTED: McpSubscribe = {
  ...{ type: 'recorder.file.ready', filter: null, args: '{}', cursor: null, url: URL, secret: SECRET },
}

const subscribe = (wanted: Partial<McpSubscribe> = {}, key = GRANT) =>
  events().mcpSubscribe(key, { ...WANTED, ...wanted })
async function subscribed(wanted: Partial<McpSubscribe> = {}, key = GRANT) {
  const made = unwrap(await subscribe(wanted, key))
  if ('fault' in made) throw new Error(made.fault)
  return made
}
const poll = async (from: McpPosition & { limit?: number }, filter: McpSubscribe['filter'] = null) =>
  unwrap(await events().mcpPoll(null, { ...WANTED, filter }, { limit: 50, ...from }))

const bodyOf = ({ body }: Received) => JSON.parse(body)
const isSignedBy = (secret: string, { headers, body }: Received) => {
  const [id = '', at, signatures] = ['id', 'timestamp', 'signature'].map((name) => headers.get(`webhook-${name}`) ?? '')
  return signatures?.split(' ').includes(new Webhook(secret).sign(id, new Date(Number(at) * 1000), body))
}
/** What the endpoint got apart from challenges. */
const sent = () => stage().received.filter((one) => bodyOf(one).type === undefined)
const controls = (type: string) => stage().received.filter((one) => bodyOf(one).type === type)
const keep = async (...ids: string[]) => {
  await events().keep(ids.map((id) => fileReady(id)))
  await settle(stage())
}

beforeEach(() => {
  stage().answers.set('hooks.example.com', ({ body }) => new Response(body))
})

describe('the challenge', () => {
  it('comes before the subscription, is signed with the secret of the client, and is not repeated', async () => {
    const { id } = await subscribed()
    const [asked] = controls('verification')
    if (!asked) throw new Error('nobody was asked')
    expect(asked.headers.get('X-MCP-Subscription-Id')).toBe(id)
    expect(asked.headers.get('webhook-id')).toMatch(/^msg_verification_/)
    expect(isSignedBy(SECRET, asked)).toBe(true)
    expect(isSignedBy(newSecret(), asked)).toBe(false)
    await subscribed()
    await subscribed({ type: 'recorder.file.updated' })
    expect(controls('verification')).toHaveLength(1)
    await subscribed({}, { ...GRANT, id: 'grant_2' })
    expect(controls('verification')).toHaveLength(2)
  })

  it.each<[string, () => Response, string]>([
    ['another text', () => Response.json({ challenge: 'x' }), 'challenge_failed'],
    ['no JSON', () => new Response('ok'), 'challenge_failed'],
    ['404', () => new Response('', { status: 404 }), 'http_4xx'],
    ['500', () => new Response('', { status: 500 }), 'http_5xx'],
    ['a redirect', () => new Response(null, { status: 302, headers: { Location: URL } }), 'challenge_failed'],
  ])('answered with %s creates no subscription', async (_, answer, fault) => {
    stage().answers.set('hooks.example.com', answer)
    expect(unwrap(await subscribe())).toEqual({ fault })
    expect(await events().subscriptions(null)).toEqual([])
    await keep('f1')
    expect(sent()).toEqual([])
  })

  it('is sent to a host ten times in ten minutes at most', async () => {
    stage().answers.set('hooks.example.com', () => new Response('no'))
    for (let tries = 0; tries < 10; tries++) await subscribe({ url: `${URL}${tries}` })
    expect(await subscribe()).toMatchObject({ ok: false, status: 429 })
    expect(stage().received).toHaveLength(10)
    stage().clock.advance(10 * MINUTE)
    expect((await subscribe()).ok).toBe(true)
  })
})

describe('a delivery', () => {
  it('is an occurrence with the signature of the client, and a cursor that loses nothing', async () => {
    const { id } = await subscribed()
    await keep('f1')
    const [one] = sent()
    if (!one) throw new Error('nothing was sent')
    const body = bodyOf(one)
    expect(body).toEqual({
      ...{ eventId: expect.stringMatching(/^evt_/), name: 'recorder.file.ready', timestamp: expect.any(String) },
      ...{ data: { file_id: 'f1' }, cursor: expect.any(String) },
    })
    expect(one.headers.get('webhook-id')).toBe(body.eventId)
    expect(one.headers.get('X-MCP-Subscription-Id')).toBe(id)
    expect(isSignedBy(SECRET, one)).toBe(true)
    expect((await poll({ cursor: body.cursor })).events).toEqual([])
  })

  it('has a cursor before the oldest event that was not accepted', async () => {
    await subscribed()
    const refused = new Set<string>()
    stage().answers.set('hooks.example.com', ({ body }) => {
      const { data } = JSON.parse(body)
      if (data.file_id !== 'f1') return new Response()
      refused.add(data.file_id)
      return new Response('', { status: 500 })
    })
    await keep('f1', 'f2')
    await settle(stage(), HOUR)
    expect(refused).toEqual(new Set(['f1']))
    const last = sent().findLast((one) => bodyOf(one).data.file_id === 'f2')
    if (!last) throw new Error('the second event did not overtake the first')
    const missed = await poll({ cursor: bodyOf(last).cursor })
    expect(missed.events.map(({ data }) => data.file_id)).toEqual(['f1', 'f2'])
    expect((await subscribed()).cursor).toBe(bodyOf(last).cursor)
  })

  it.each([410, 413])('that the endpoint refuses with %i is not repeated, and the next one arrives', async (status) => {
    await subscribed()
    stage().answers.set('hooks.example.com', ({ body }) =>
      JSON.parse(body).data.file_id === 'f1' ? new Response('', { status }) : new Response(),
    )
    await keep('f1')
    await settle(stage(), HOUR)
    await keep('f2')
    expect(sent().map((one) => bodyOf(one).data.file_id)).toEqual(['f1', 'f2'])
    expect((await subscribed()).deliveryStatus).toMatchObject({ active: true })
  })
})

describe('the lifetime', () => {
  it.each<[number | null | undefined, number]>([
    [undefined, DAY],
    [null, DAY],
    [HOUR, HOUR],
    [1, 5 * MINUTE],
    [365 * DAY, DAY],
  ])('suggested as %s is %i ms', async (ttlMs, granted) => {
    const { refreshBefore } = await subscribed({ ttlMs })
    expect(Date.parse(refreshBefore) - stage().clock.now()).toBe(granted)
  })

  it('of a key that ends earlier is that of the key', async () => {
    const expiresAt = stage().clock.now() + HOUR
    const { refreshBefore } = await subscribed({}, { ...GRANT, isGrant: undefined, expiresAt })
    expect(Date.parse(refreshBefore)).toBe(expiresAt)
  })

  it('ends: nothing is delivered, polled for or listed any more', async () => {
    await subscribed({ ttlMs: HOUR })
    stage().clock.advance(HOUR - 1)
    await keep('f1')
    expect(sent()).toHaveLength(1)
    stage().clock.advance(1)
    await keep('f2')
    expect(sent()).toHaveLength(1)
    expect(await events().subscriptions(null)).toEqual([])
    expect(await stage().sql((sql) => sql.exec('SELECT count(*) AS n FROM event_outbox').one().n)).toBe(0)
  })

  it('is renewed by the same request, which changes nothing else', async () => {
    const first = await subscribed({ ttlMs: HOUR })
    await keep('f1')
    stage().clock.advance(HOUR / 2)
    const { deliveryStatus, ...second } = await subscribed({ ttlMs: HOUR, cursor: first.cursor })
    expect(second).toMatchObject({ id: first.id, truncated: false })
    expect(Date.parse(second.refreshBefore) - Date.parse(first.refreshBefore)).toBe(HOUR / 2)
    expect(deliveryStatus).toEqual({ active: true, lastDeliveryAt: expect.any(String), lastError: null })
    stage().clock.advance(HOUR / 2)
    await keep('f2')
    // The event of before the refresh is not repeated.
    expect(sent().map((one) => bodyOf(one).data.file_id)).toEqual(['f1', 'f2'])
    expect(await events().subscriptions(null)).toHaveLength(1)
  })

  it('that ended starts anew at the cursor, with what happened meanwhile', async () => {
    const { cursor } = await subscribed({ ttlMs: HOUR })
    stage().clock.advance(2 * HOUR)
    await keep('f1', 'f2')
    expect(await subscribed({ cursor })).toMatchObject({ truncated: false })
    await settle(stage())
    expect(sent().map((one) => bodyOf(one).data.file_id)).toEqual(['f1', 'f2'])
    expect(controls('verification')).toHaveLength(2)
  })

  it('survives a restart', async () => {
    const { id } = await subscribed()
    await stage().restart()
    await keep('f1')
    expect(sent()[0]?.headers.get('X-MCP-Subscription-Id')).toBe(id)
    expect((await subscribed()).id).toBe(id)
    expect(controls('verification')).toHaveLength(1)
  })

  it('shows why deliveries fail, without what the endpoint said', async () => {
    await subscribed()
    stage().answers.set('hooks.example.com', () => new Response('secret of an intranet', { status: 503 }))
    await keep('f1')
    const { deliveryStatus } = await subscribed()
    expect(deliveryStatus).toMatchObject({ active: true, lastError: 'http_5xx', failedSince: expect.any(String) })
  })
})

describe('replay', () => {
  it('stops at the age that the client gives, and says so', async () => {
    const { cursor } = await poll({ cursor: null })
    const at = stage().clock.now()
    await events().keep([fileReady('old', { at: at - HOUR }), fileReady('new', { at })])
    expect(await subscribed({ cursor, maxAgeMs: MINUTE })).toMatchObject({ truncated: true })
    await settle(stage())
    expect(sent().map((one) => bodyOf(one).data.file_id)).toEqual(['new'])
  })

  it('has the newest thousand events, and says so', async () => {
    const { cursor } = await poll({ cursor: null })
    await events().keep(Array.from({ length: 1001 }, (_, at) => fileReady(`f${at}`)))
    expect(await subscribed({ cursor })).toMatchObject({ truncated: true })
    expect(await events().subscriptions(null)).toMatchObject([{ pending_count: 1000 }])
  })

  it('says so when events were deleted, and refuses what is no cursor', async () => {
    const { cursor } = await poll({ cursor: null })
    await events().keep([fileReady('f1'), fileReady('f2')])
    stage().clock.advance(31 * DAY)
    await events().keep([fileReady('f3')])
    await stage().ringNow()
    expect(await subscribed({ cursor })).toMatchObject({ truncated: true })
    expect(await poll({ cursor })).toMatchObject({ truncated: true, events: [{ data: { file_id: 'f3' } }] })
    expect(await poll({ cursor: 'ezzzz' })).toMatchObject({ truncated: true, events: [] })
    expect(await subscribe({ url: `${URL}2`, cursor: 'n1' })).toMatchObject({ ok: false, status: 400 })
  })
})

describe('a secret', () => {
  it('that the client replaces signs together with the one before', async () => {
    await subscribed()
    const next = newSecret()
    await subscribed({ secret: next })
    await keep('f1')
    const [one] = sent()
    if (!one) throw new Error('nothing was sent')
    for (const secret of [next, SECRET]) expect(isSignedBy(secret, one)).toBe(true)
    stage().clock.advance(DAY - 1)
    await subscribed({ secret: next })
    stage().clock.advance(MINUTE)
    await keep('f2')
    const [, later] = sent()
    expect(later?.headers.get('webhook-signature')?.split(' ')).toHaveLength(1)
  })

  it('is stored encrypted, and changed by the client alone', async () => {
    const { id } = await subscribed()
    const stored = await stage().sql((sql) => JSON.stringify(sql.exec('SELECT * FROM event_subscriptions').toArray()))
    expect(stored).not.toContain(SECRET.slice('whsec_'.length))
    expect(await events().rollSecret(null, id)).toMatchObject({ ok: false, status: 409 })
    expect(await events().change(null, id, { types: ['shop.order.created'] })).toMatchObject({ ok: false, status: 409 })
  })
})

describe('the owner', () => {
  it('of one can end it, and nobody who knows its URL', async () => {
    await subscribed()
    expect(await events().mcpUnsubscribe('grant_2', URL, WANTED)).toBe(false)
    expect(await events().mcpUnsubscribe(GRANT.id, URL, { ...WANTED, args: '{"a":1}' })).toBe(false)
    expect(await events().mcpUnsubscribe(GRANT.id, URL, WANTED)).toBe(true)
    expect(await events().mcpUnsubscribe(GRANT.id, URL, WANTED)).toBe(false)
    await keep('f1')
    expect(sent()).toEqual([])
  })

  it.each<[string, ApiKeyRef | undefined]>([
    ['was deleted', undefined],
    ['is disabled', { ...GRANT, disabled: true }],
    ['may no longer have events', { ...GRANT, eventHosts: undefined }],
    ['may have them sent elsewhere', { ...GRANT, eventHosts: ['other.example.com'] }],
    ['lost the group', { ...GRANT, groups: ['shop'] }],
  ])('that %s loses its subscriptions, and its endpoint is told once', async (_, key) => {
    const { id } = await subscribed()
    expect(await events().keyChanged(GRANT.id, key)).toEqual([
      { id, host: 'hooks.example.com', types: ['recorder.file.ready'], enabled: false },
    ])
    expect(await events().subscriptions(null)).toEqual([])
    await stage().until(() => controls('terminated').length === 1)
    const [told] = controls('terminated')
    if (!told) throw new Error('nobody was told')
    expect(bodyOf(told)).toMatchObject({ type: 'terminated', error: { code: -32024, message: 'Forbidden' } })
    expect(isSignedBy(SECRET, told)).toBe(true)
    await keep('f1')
    expect(sent()).toEqual([])
  })

  it.each<[string, () => Promise<unknown>]>([
    ['deleted', () => events().keyChanged(GRANT.id, undefined)],
    ['changed', () => events().keyChanged(GRANT.id, { ...GRANT, eventHosts: ['other.example.com'] })],
    ['rolled without an overlap', () => events().keyRolled(GRANT.id, false)],
  ])('that was just %s makes no new one where its old access is still cached', async (_, change) => {
    await change()
    expect(await subscribe()).toMatchObject({ ok: false, status: 403 })
    await stage().restart()
    expect(await subscribe()).toMatchObject({ ok: false, status: 403 })
    expect(stage().received).toEqual([])
    await subscribed({}, { ...GRANT, id: 'grant_2' })
    stage().clock.advance(3 * MINUTE)
    await subscribed()
  })

  it('that is a grant ends with ADMIN_KEY', () => {
    const settings = new Settings(env as unknown as Env)
    const pauseWith = (admin: string) => {
      const deployment = { settings, marks: { deployment: undefined, admin }, now: 0 }
      return keyPause({ ...GRANT, mark: 'first' }, [WANTED.type], 'hooks.example.com', deployment)
    }
    expect([pauseWith('first'), pauseWith('second')]).toEqual([undefined, 'previous'])
  })

  it('that was changed and still has the right makes new ones at once', async () => {
    await events().keyChanged(GRANT.id, undefined)
    await events().keyChanged(GRANT.id, { ...GRANT, name: 'renamed' })
    await subscribed()
  })

  it('that only reads, or does not open the group events, keeps them', async () => {
    await subscribed({}, { ...GRANT, groups: ['recorder'] })
    await events().keyChanged(GRANT.id, { ...GRANT, groups: ['recorder'], readOnly: true })
    await keep('f1')
    expect(sent()).toHaveLength(1)
  })

  it('gets a new key: they go on with an overlap, and end without one', async () => {
    await subscribed()
    await events().keyRolled(GRANT.id, true)
    await keep('f1')
    expect(sent()).toHaveLength(1)
    await events().keyRolled(GRANT.id, false)
    expect(await events().subscriptions(null)).toEqual([])
  })

  it('has ten at most', async () => {
    for (let count = 0; count < 10; count++) await subscribed({ args: `{"n":${count}}` })
    expect(await subscribe()).toMatchObject({ ok: false, status: 409 })
    expect((await subscribed({ args: '{"n":1}' })).deliveryStatus).toBeDefined()
  })

  it('of the deployment can pause and delete one', async () => {
    const { id } = await subscribed()
    unwrap(await events().change(null, id, { enabled: false }))
    await subscribed()
    await keep('f1')
    expect(sent()).toEqual([])
    unwrap(await events().unsubscribe(null, id))
    expect(await events().subscriptions(null)).toEqual([])
  })
})

it('polls from a cursor, in pages, with a filter', async () => {
  const { cursor, events: none } = await poll({ cursor: null })
  expect(none).toEqual([])
  await events().keep(['f1', 'f2', 'f3'].map((id) => fileReady(id)))
  const first = await poll({ cursor, limit: 2 })
  expect(first).toMatchObject({ hasMore: true, truncated: false })
  const second = await poll({ cursor: first.cursor })
  expect([...first.events, ...second.events].map(({ data }) => data.file_id)).toEqual(['f1', 'f2', 'f3'])
  expect(await poll({ cursor: second.cursor })).toMatchObject({ events: [], hasMore: false, cursor: second.cursor })
  expect(await events().mcpPoll(null, WANTED, { cursor: 'x', limit: 1 })).toMatchObject({ ok: false, status: 400 })
})
