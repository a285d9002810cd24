import { afterEach, describe, expect, it, vi } from 'vitest'
import { WORKSPACES } from '../../simulators/notes/index.ts'
import { json } from '../../support/gateway.ts'
import { expectNothingUnexpected } from '../../support/world.ts'
import { connect } from './connect.ts'

afterEach(() => vi.restoreAllMocks())

const hook = { name: 'Ticket bot', url: 'https://bot.example.com/in', eventTypes: ['note.ended'] }

describe('GET /notes/webhooks', () => {
  it('returns the webhooks of the workspace as the platform sends them', async () => {
    const { notes, asked, world } = connect()
    const { status, json: body } = await notes('webhooks')
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['success', 'webhooks'])
    expect(body.success).toBe(true)
    expect(body.webhooks).toHaveLength(2)
    expect(body.webhooks[0]).toEqual({
      id: 'webhook-0001',
      name: '회의록 알림',
      url: 'https://hooks.example.com/notes',
      eventTypes: ['note.ended', 'note_summary.generated'],
      isActive: true,
      workspaceGuid: WORKSPACES.main,
      createdAt: '2026-09-14T02:00:00Z',
      updatedAt: '2026-10-02T04:30:00Z',
    })
    expect(asked()).toEqual(['GET /v1/platform/webhooks'])
    expectNothingUnexpected(world)
  })

  it('gathers every page', async () => {
    const { notes, tiro } = connect()
    const [first] = tiro.state.webhooks
    if (first) for (let n = 0; n < 150; n += 1) tiro.state.webhooks.push({ ...first, id: `webhook-more-${n}` })
    expect((await notes('webhooks')).json.webhooks).toHaveLength(152)
  })
})

describe('POST /notes/webhooks', () => {
  it('returns 201 with the secret, which is shown only here', async () => {
    const { notes, tiro, world } = connect()
    const made = await notes('webhooks', json('POST', hook))
    expect(made.status).toBe(201)
    const { secret, ...shown } = made.json.webhook
    expect(secret).toBe(tiro.state.webhooks.at(-1)?.secret)
    expect(shown).toMatchObject({ ...hook, isActive: true, workspaceGuid: WORKSPACES.main })

    const change = json('PATCH', { name: 'Bot' })
    const later = [await notes('webhooks'), await notes(`webhooks/${shown.id}`, change)]
    for (const { text } of later) {
      expect(text).toContain(shown.id)
      expect(text).not.toContain(secret)
    }
    expect(world.log.join('\n')).not.toContain(secret)
    expectNothingUnexpected(world)
  })

  it('passes an event type on that the documents do not name: they call theirs examples', async () => {
    const { notes, tiro } = connect()
    const answer = await notes('webhooks', json('POST', { ...hook, eventTypes: ['note.exploded'] }))
    expect(JSON.parse(tiro.calls[0]?.body ?? '')).toEqual({ ...hook, eventTypes: ['note.exploded'] })
    expect(answer.status).toBe(400)
    expect(answer.json.error).toContain('eventTypes')
  })

  it('refuses wrong fields by their names', async () => {
    for (const [body, field] of [
      [{ ...hook, name: '' }, 'name'],
      [{ ...hook, url: 'http://bot.example.com/in' }, 'url'],
      [{ ...hook, url: 'bot' }, 'url'],
      [{ ...hook, url: `https://bot.example.com/${'p'.repeat(2048)}` }, 'url'],
      [{ ...hook, eventTypes: [] }, 'eventTypes'],
      [{ ...hook, eventTypes: [7] }, 'eventTypes[0]'],
      [{ ...hook, eventTypes: 'note.ended' }, 'eventTypes'],
      [{ name: 'Bot', url: hook.url }, 'eventTypes'],
    ] as const) {
      const { notes, tiro } = connect()
      const answer = await notes('webhooks', json('POST', body))
      expect.soft(answer.status, JSON.stringify(body)).toBe(400)
      expect.soft(answer.json.error.split(': ')[0], JSON.stringify(body)).toBe(field)
      expect.soft(tiro.calls, JSON.stringify(body)).toEqual([])
    }
  })
})

describe('PATCH /notes/webhooks/{id}', () => {
  it.each([false, 0])('disables deliveries with isActive %j and changes nothing else', async (isActive) => {
    const { notes, tiro, world } = connect()
    const answer = await notes('webhooks/webhook-0001', json('PATCH', { isActive }))
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({ success: true, webhook: { id: 'webhook-0001', isActive: false } })
    expect(answer.text).not.toContain('secret')
    expect(tiro.calls.map(({ body }) => body)).toEqual(['{"isActive":false}'])
    expectNothingUnexpected(world)
  })

  it('does not change isActive when it is not given', async () => {
    const { notes, tiro } = connect()
    await notes('webhooks/webhook-0002', json('PATCH', { name: 'Wiki', eventTypes: ['note.ended'] }))
    expect(tiro.state.webhooks[1]).toMatchObject({ name: 'Wiki', eventTypes: ['note.ended'], isActive: false })
  })

  it.each([
    [{}, 'body: needs name, url, eventTypes or isActive'],
    [{ isActive: 'no' }, 'isActive: must be true, false, 1 or 0'],
    [{ url: 'http://bot.example.com' }, 'url: must be an https URL'],
  ])('refuses %j', async (body, error) => {
    const { notes, tiro } = connect()
    const answer = await notes('webhooks/webhook-0001', json('PATCH', body))
    expect(answer).toMatchObject({ status: 400, json: { success: false, error } })
    expect(tiro.calls).toEqual([])
  })

  it.each(['webhook-9999', 'webhook-0003'])('returns 404 for %s, unknown or of another workspace', async (id) => {
    const answer = await connect().notes(`webhooks/${id}`, json('PATCH', { isActive: true }))
    expect(answer).toMatchObject({ status: 404, json: { success: false, error: 'Webhook not found' } })
  })
})

describe('DELETE /notes/webhooks/{id}', () => {
  it('deletes the webhook, and then knows it no more', async () => {
    const { notes, tiro, world } = connect()
    const remove = () => notes('webhooks/webhook-0002', { method: 'DELETE' })
    expect(await remove()).toMatchObject({ status: 200, json: { success: true } })
    expect(tiro.state.webhooks.map(({ id }) => id)).toEqual(['webhook-0001', 'webhook-0003'])
    expect((await remove()).status).toBe(404)
    expectNothingUnexpected(world)
  })

  it.each(['null', '"hello"', '[]', '7', '{"error":{"code":500000,"message":"Something broke"}}'])(
    'is 502 when the product responds %s: it may not have been deleted',
    async (body) => {
      const { notes, tiro } = connect()
      tiro.fail({ kind: 'status', status: 200, body })
      const { status, json: told } = await notes('webhooks/webhook-0002', { method: 'DELETE' })
      expect([status, told.success]).toEqual([502, false])
      expect(tiro.calls).toHaveLength(1)
    },
  )

  it.each(['', '{}', '{"id":"webhook-0002","deleted":true}'])(
    'succeeds when the product responds "%s"',
    async (body) => {
      const { notes, tiro } = connect()
      tiro.fail({ kind: 'status', status: 200, body })
      expect(await notes('webhooks/webhook-0002', { method: 'DELETE' })).toMatchObject({
        status: 200,
        json: { success: true },
      })
    },
  )
})

describe('GET /notes/webhook-event-types', () => {
  it('returns the event types of webhooks', async () => {
    const { notes, world } = connect()
    const { status, json: body } = await notes('webhook-event-types')
    expect(status).toBe(200)
    expect(body.success).toBe(true)
    expect(body.webhook_event_types).toHaveLength(14)
    expect(body.webhook_event_types).toContainEqual({ type: 'note.ended', resourceType: 'Note' })
    expectNothingUnexpected(world)
  })
})
