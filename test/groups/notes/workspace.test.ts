import { afterEach, describe, expect, it, vi } from 'vitest'
import { getSettings } from '../../../src/base/settings.ts'
import { storeCredentials } from '../../../src/upstream/credentials.ts'
import { TIRO_KEYS, WORKSPACES } from '../../simulators/notes/index.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { createGateway } from '../../support/gateway.ts'
import { expectNothingUnexpected } from '../../support/world.ts'
import { connect } from './connect.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

const ME = 'GET /v1/external/workspaces/me'
const ALL = 'GET /v1/external/workspaces'

describe('notes facts 1: a key belongs to one workspace', () => {
  it('looks the workspace up once, whatever route needs it', async () => {
    const { notes, asked } = connect()
    for (const path of ['notes', 'folders', 'notes?size=1']) expect((await notes(path)).status).toBe(200)
    expect(asked().filter((call) => call === ME)).toHaveLength(1)
    expect(asked()).toHaveLength(4)
  })

  it('looks up again under other settings', async () => {
    const { notes, asked, tiro } = connect()
    await notes('notes')
    const other = createGateway({ NOTES_TOKEN: TIRO_KEYS.otherWorkspace })
    const { json } = await other.call('/api/v1/notes/notes')
    expect(json.notes).toMatchObject([{ guid: 'note-5002' }, { guid: 'note-5001' }])
    expect(asked().filter((call) => call === ME)).toHaveLength(2)
    expect(tiro.unexpected).toEqual([])
  })

  it('looks up again for the key of a reconnected account', async () => {
    const { notes, gateway } = connect()
    expect((await notes('folders')).json.folders).toHaveLength(5)
    await storeCredentials(getSettings(gateway.env), 'notes', { NOTES_TOKEN: TIRO_KEYS.otherWorkspace })
    expect((await notes('folders')).json.folders).toMatchObject([{ id: 'folder-leads' }])
  })

  it('caches no failed lookup', async () => {
    const { notes, tiro } = connect()
    tiro.fail({ kind: 'status', status: 500 }, { times: 1 })
    expect((await notes('folders')).status).toBe(502)
    expect((await notes('folders')).status).toBe(200)
  })

  it.each(['../me', 'a/b', '', '한글'])('refuses the guid %j, which would change the path', async (guid) => {
    const { notes, tiro } = connect()
    tiro.fail({ kind: 'status', status: 200, body: JSON.stringify({ guid }) }, { times: 1 })
    expect((await notes('folders')).status).toBe(502)
    expect(tiro.calls).toHaveLength(1)
  })
})

describe('notes facts 1 and 3: an unbound legacy key, while those work', () => {
  function connectLegacy() {
    const connected = connect({ NOTES_TOKEN: TIRO_KEYS.legacy })
    connected.tiro.switches.legacyKeysEnd = Number.POSITIVE_INFINITY
    return connected
  }

  it.each(['workspaces', 'content'] as const)(
    'takes the first of its workspaces, under the wrapper %s',
    async (key) => {
      const { notes, tiro, asked, world } = connectLegacy()
      tiro.switches.workspacesKey = key
      for (const path of ['notes?size=1', 'folders']) expect((await notes(path)).status).toBe(200)
      expect(asked()).toEqual([
        ME,
        ALL,
        `GET /v1/external/workspaces/${WORKSPACES.main}/notes?size=1`,
        `GET /v1/external/workspaces/${WORKSPACES.main}/folders`,
      ])
      expectNothingUnexpected(world)
    },
  )

  it('skips a workspace whose guid is unreadable, and is 502 when all are', async () => {
    const { notes, tiro, asked } = connectLegacy()
    const answer = (workspaces: unknown) => {
      tiro.heal()
      tiro.fail(
        { kind: 'status', status: 200, body: JSON.stringify({ workspaces }) },
        { on: ({ url }) => url.pathname.endsWith('/workspaces') },
      )
    }
    for (const broken of [[{}, null, { guid: 7 }], {}]) {
      answer(broken)
      expect((await notes('folders')).status).toBe(502)
    }
    answer([null, { guid: '../me' }, { guid: WORKSPACES.main }])
    expect((await notes('folders')).status).toBe(200)
    expect(asked().at(-1)).toContain(WORKSPACES.main)
  })

  it('returns 404 without a workspace', async () => {
    const { notes, tiro } = connectLegacy()
    tiro.state.workspaces.length = 0
    const { status, json } = await notes('notes')
    expect(status).toBe(404)
    expect(json).toEqual({ success: false, error: 'the notes account has no workspace' })
  })

  it('is refused after 2026-06-30', async () => {
    const { status, json } = await connect({ NOTES_TOKEN: TIRO_KEYS.legacy }).notes('notes')
    expect(status).toBe(401)
    expect(json.error).toContain('reconnect')
  })
})
