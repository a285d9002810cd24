import { describe, expect, it } from 'vitest'
import { Clock } from '../clock.ts'
import { ask } from './ask.ts'
import { createTiro, TIRO_KEYS, WORKSPACES } from './index.ts'

const tiroAt = (start?: string) => createTiro({ clock: new Clock(start) })
const error = (code: number, errorType: string) => ({ error: { code, errorType, message: expect.any(String) } })

describe('facts 1: Bearer {id}.{secret}', () => {
  it('lets a whole key in', async () => {
    expect((await ask(tiroAt(), '/workspaces/me')).status).toBe(200)
  })

  it.each([
    ['no header', null, 401001],
    ['the id alone', TIRO_KEYS.idAlone, 401002],
    ['an empty secret', 'key-full.', 401002],
    ['an id that was never made', TIRO_KEYS.unknown, 401003],
    ['a wrong secret', 'key-full.wrong', 401003],
    ['an inactive key', TIRO_KEYS.inactive, 401004],
    ['an expired key', TIRO_KEYS.expired, 401005],
    ['a deleted key', TIRO_KEYS.deleted, 401006],
    ['a legacy key after 2026-06-30', TIRO_KEYS.legacy, 401007],
  ])('refuses %s on both hosts', async (_, key, code) => {
    for (const path of ['/notes', 'platform:/webhooks']) {
      const answer = await ask(tiroAt(), path, { key })
      expect(answer.status).toBe(401)
      expect(answer.body).toMatchObject(error(code, 'unauthorized'))
    }
  })

  it('refuses another scheme', async () => {
    const headers = { authorization: `Basic ${TIRO_KEYS.full}` }
    const answer = await tiroAt().fetch(new Request('https://api.tiro.ooo/v1/external/notes', { headers }))
    expect(answer.status).toBe(401)
  })

  it('takes a key until the moment it expires', async () => {
    const question = { key: TIRO_KEYS.expired }
    expect((await ask(tiroAt('2025-12-30T23:59:59Z'), '/notes', question)).status).toBe(200)
    expect((await ask(tiroAt('2025-12-31T00:00:00Z'), '/notes', question)).status).toBe(401)
  })

  it('returns the older sample when switched', async () => {
    const tiro = tiroAt()
    tiro.switches.authErrorShape = 'older'
    expect((await ask(tiro, '/notes', { key: TIRO_KEYS.unknown })).body).toEqual({
      error: { code: 'invalid_api_key', message: 'Unknown API key', type: 'authentication_error' },
    })
  })
})

describe('facts 2: permissions', () => {
  it.each([
    ['/notes/note-0002/summaries', 'GET', 'note_summary:read'],
    ['/notes/note-0002/documents', 'GET', 'note_document:read'],
    ['/notes/note-0002/share-link', 'PUT', 'note:write'],
    [`/workspaces/${WORKSPACES.main}/folders`, 'GET', 'folder:read'],
    ['platform:/api-keys', 'GET', 'api_key:read'],
    ['platform:/api-keys', 'POST', 'api_key:write'],
    ['platform:/webhooks', 'GET', 'webhook:read'],
    ['platform:/webhooks/webhook-0001', 'DELETE', 'webhook:write'],
  ])('403013 on %s (%s) without %s', async (path, method, requiredPermission) => {
    const answer = await ask(tiroAt(), path, { key: TIRO_KEYS.notesOnly, method })
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({
      error: { code: 403013, errorType: 'forbidden', detail: { requiredPermission } },
    })
  })

  it('lets a notes-only key read notes', async () => {
    expect((await ask(tiroAt(), '/notes/note-0002', { key: TIRO_KEYS.notesOnly })).status).toBe(200)
  })

  it.each([
    '/workspaces/me',
    '/notes',
    `/workspaces/${WORKSPACES.off}/notes`,
    '/notes/note-7001',
    'platform:/webhooks',
  ])('403000 on %s when the feature is off', async (path) => {
    const answer = await ask(tiroAt(), path, { key: TIRO_KEYS.featureOff })
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject(error(403000, 'forbidden'))
  })
})

describe('facts 1 and 2: a key sees only its own workspace', () => {
  it.each([
    `/workspaces/${WORKSPACES.other}/notes`,
    `/workspaces/${WORKSPACES.other}/folders`,
    `/notes?workspaceGuid=${WORKSPACES.other}`,
    '/notes/note-5001',
    '/notes/note-5001/paragraphs',
    '/notes/note-5001/summaries',
    '/folders/folder-leads',
    'platform:/webhooks/webhook-0003',
    'platform:/api-keys/key-other',
  ])('404 on %s', async (path) => {
    const answer = await ask(tiroAt(), path)
    expect(answer.status).toBe(404)
    expect(answer.body).toMatchObject(error(404000, 'not_found'))
  })

  it('lists the one workspace, under either wrapper', async () => {
    const tiro = tiroAt()
    const mine = [{ guid: WORKSPACES.main, name: '하늘 연구소', isWikiEnabled: true }]
    expect((await ask(tiro, '/workspaces')).body).toEqual({ workspaces: mine })
    tiro.switches.workspacesKey = 'content'
    expect((await ask(tiro, '/workspaces')).body).toEqual({ content: mine })
    expect((await ask(tiro, '/workspaces/me')).body).toEqual(mine[0])
  })
})

describe('facts 1 to 3: an unbound legacy key, while those work', () => {
  const legacy = { key: TIRO_KEYS.legacy }

  it('has no workspace, and has to name one', async () => {
    const tiro = tiroAt('2026-06-29T23:00:00Z')
    expect((await ask(tiro, '/workspaces/me', legacy)).status).toBe(404)
    const answer = await ask(tiro, '/notes', legacy)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ error: { errorType: 'bad_request', detail: { field: 'workspaceGuid' } } })
  })

  it('reaches every workspace by name', async () => {
    const tiro = tiroAt()
    tiro.switches.legacyKeysEnd = Number.POSITIVE_INFINITY
    for (const guid of [WORKSPACES.main, WORKSPACES.other]) {
      const answer = await ask(tiro, `/notes?workspaceGuid=${guid}&size=1`, legacy)
      expect(answer.body).toMatchObject({ content: [{ workspaceGuid: guid }] })
    }
    expect((await ask(tiro, '/notes/note-5001', legacy)).status).toBe(200)
  })
})
