import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { Clock } from '../clock.ts'
import { ask, list, walk } from './ask.ts'
import { createTiro, TIRO_KEYS, type TiroSimulator, WORKSPACES } from './index.ts'

const getTiro = () => createTiro({ clock: new Clock() })
const send = (tiro: TiroSimulator, method: string, path: string, body?: unknown) =>
  ask(tiro, `platform:${path}`, { method, body })
const hook = { name: 'Ticket bot', url: 'https://bot.example.com/in', eventTypes: ['note.ended'] }

/** No secret of the account may be in a response. */
function expectNoSecret(tiro: TiroSimulator, text: string) {
  const secrets = [...tiro.state.keys, ...tiro.state.webhooks].map(({ secret }) => secret)
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  expect(text).not.toContain('"secret"')
}

describe('facts 6, invented: API keys', () => {
  it('lists the keys of the workspace without secrets, deleted ones left out', async () => {
    const tiro = getTiro()
    const { body, text } = await ask(tiro, 'platform:/api-keys')
    expectNoSecret(tiro, text)
    expect(body).toMatchObject({
      content: [
        { id: 'key-full' },
        { id: 'key-read' },
        { id: 'key-notes' },
        { id: 'key-inactive' },
        { id: 'key-expired' },
      ],
      nextCursor: null,
    })
    expect((await walk(tiro, 'platform:/api-keys', 2)).lengths).toEqual([2, 2, 1])
  })

  it('shows a new key once, and the key works until it is deleted', async () => {
    const tiro = getTiro()
    const made = await send(tiro, 'POST', '/api-keys', { name: ' CI ', description: '빌드 알림' })
    expect(made.status).toBe(201)
    const { key, ...shown } = z.looseObject({ id: z.string(), key: z.string() }).parse(made.body)
    expect(shown).toEqual({
      id: expect.any(String),
      name: 'CI',
      description: '빌드 알림',
      workspaceGuid: WORKSPACES.main,
      scopes: ['note:read', 'note_summary:read', 'note_document:read', 'folder:read'],
      isActive: true,
      expiresAt: null,
      createdAt: '2026-11-21T09:00:00.000Z',
    })
    expect(key.startsWith(`${shown.id}.`)).toBe(true)
    expect((await ask(tiro, '/notes', { key })).status).toBe(200)

    const read = await ask(tiro, `platform:/api-keys/${shown.id}`)
    expect(read.body).toEqual(shown)
    expectNoSecret(tiro, read.text)

    expect(await send(tiro, 'DELETE', `/api-keys/${shown.id}`)).toMatchObject({ status: 204, text: '' })
    expect((await send(tiro, 'DELETE', `/api-keys/${shown.id}`)).status).toBe(404)
    expect((await ask(tiro, '/notes', { key })).body).toMatchObject({ error: { code: 401006 } })
  })

  it.each([
    [{}, 'name'],
    [{ name: '  ' }, 'name'],
    [{ name: 7 }, 'name'],
    [{ name: 'CI', description: 7 }, 'description'],
    [{ name: 'CI', expires_at: null }, 'expires_at'],
    [[], 'body'],
  ])('refuses %j naming %s', async (body, field) => {
    const answer = await send(getTiro(), 'POST', '/api-keys', body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ error: { code: 400000, errorType: 'bad_request', detail: { field } } })
  })

  it('refuses a body that is not declared as JSON, or is invalid', async () => {
    const tiro = getTiro()
    expect((await send(tiro, 'POST', '/api-keys', '{"name":')).status).toBe(400)
    expect((await send(tiro, 'POST', '/api-keys')).status).toBe(400)
    expect(tiro.state.keys).toHaveLength(getTiro().state.keys.length)
  })
})

describe('facts 6, invented: webhooks', () => {
  it('lists the webhooks of the workspace, the inactive one too, never a secret', async () => {
    const tiro = getTiro()
    const { text } = await ask(tiro, 'platform:/webhooks')
    expectNoSecret(tiro, text)
    const { content } = await list(tiro, 'platform:/webhooks')
    expect(content.map(({ id, isActive }) => [id, isActive])).toEqual([
      ['webhook-0001', true],
      ['webhook-0002', false],
    ])
    expect(content[0]).toEqual({
      id: 'webhook-0001',
      name: '회의록 알림',
      url: 'https://hooks.example.com/notes',
      eventTypes: ['note.ended', 'note_summary.generated'],
      isActive: true,
      workspaceGuid: WORKSPACES.main,
      createdAt: '2026-09-14T02:00:00Z',
      updatedAt: '2026-10-02T04:30:00Z',
    })
  })

  it('shows the secret of a new one once, changes it, deletes it', async () => {
    const clock = new Clock()
    const tiro = createTiro({ clock })
    const made = await send(tiro, 'POST', '/webhooks', hook)
    expect(made.status).toBe(201)
    const { secret, ...shown } = z.looseObject({ id: z.string(), secret: z.string().min(1) }).parse(made.body)
    expect(shown).toMatchObject({ ...hook, isActive: true, createdAt: '2026-11-21T09:00:00.000Z' })

    const read = await ask(tiro, `platform:/webhooks/${shown.id}`)
    expect(read.body).toEqual(shown)
    clock.advance(60_000)
    const changed = await send(tiro, 'PATCH', `/webhooks/${shown.id}`, { isActive: false })
    expect(changed.body).toEqual({ ...shown, isActive: false, updatedAt: '2026-11-21T09:01:00.000Z' })
    expect(read.text + changed.text).not.toContain(secret)

    expect((await send(tiro, 'DELETE', `/webhooks/${shown.id}`)).status).toBe(204)
    expect((await ask(tiro, `platform:/webhooks/${shown.id}`)).status).toBe(404)
    expect((await send(tiro, 'PATCH', `/webhooks/${shown.id}`, { isActive: true })).status).toBe(404)
  })

  it.each([
    ['POST', '/webhooks', { ...hook, name: '' }, 'name'],
    ['POST', '/webhooks', { ...hook, url: 'http://bot.example.com/in' }, 'url'],
    ['POST', '/webhooks', { ...hook, url: 'bot' }, 'url'],
    ['POST', '/webhooks', { ...hook, eventTypes: [] }, 'eventTypes'],
    ['POST', '/webhooks', { ...hook, eventTypes: ['note.exploded'] }, 'eventTypes.0'],
    ['POST', '/webhooks', { ...hook, event_types: ['note.ended'] }, 'event_types'],
    ['PATCH', '/webhooks/webhook-0001', { isActive: 'no' }, 'isActive'],
    ['PATCH', '/webhooks/webhook-0001', { secret: 'mine' }, 'secret'],
    ['PATCH', '/webhooks/webhook-0001', {}, 'body'],
  ])('%s %s refuses %j naming %s', async (method, path, body, field) => {
    const tiro = getTiro()
    const answer = await send(tiro, method, path, body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ error: { detail: { field } } })
    expect(tiro.state.webhooks).toEqual(getTiro().state.webhooks)
  })

  it('needs workspaceGuid from a legacy key', async () => {
    const tiro = getTiro()
    tiro.switches.legacyKeysEnd = Number.POSITIVE_INFINITY
    const legacy = { key: TIRO_KEYS.legacy }
    expect((await ask(tiro, 'platform:/webhooks', legacy)).status).toBe(400)
    const { content } = await list(tiro, `platform:/webhooks?workspaceGuid=${WORKSPACES.other}`, legacy)
    expect(content).toMatchObject([{ id: 'webhook-0003' }])
  })
})
