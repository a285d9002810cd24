import { describe, expect, it } from 'vitest'
import { Clock } from '../clock.ts'
import { ask, askJson } from './ask.ts'
import {
  createPlaud,
  EU_ACCOUNT,
  EU_REFRESH_TOKEN,
  EU_USER_TOKEN,
  EU_WORKSPACE_TOKEN,
  REGIONS,
  readToken,
} from './index.ts'

const host = REGIONS.euc1.api
const LIST = '/file/simple/web'
const WORKSPACES = '/team-app/workspaces/list'

interface Minted {
  data: { workspace_token: string; refresh_token: string; expires_in: number; wt_expires_at: number }
}

function setUp() {
  const clock = new Clock()
  const plaud = createPlaud({ clock })
  const id = EU_ACCOUNT.workspaces.find(({ workspace_type }) => workspace_type === '0')?.workspace_id ?? ''
  const team = EU_ACCOUNT.workspaces[0]?.workspace_id ?? ''
  const mint = (workspace = id) =>
    askJson<Minted>(plaud, `/user-app/auth/workspace/token/${workspace}`, { host, token: EU_USER_TOKEN, body: {} })
  const refresh = (token: string) =>
    askJson<Minted>(plaud, `/user-app/auth/workspace/refresh/${id}`, { host, token, body: {} })
  const list = (token: string) => askJson(plaud, LIST, { host, token })
  return { clock, plaud, id, team, mint, refresh, list }
}

describe('workspace tokens (facts 4; 11, row 3)', () => {
  it('lists the personal workspace only on request', async () => {
    const { plaud } = setUp()
    const types = async (query: string) => {
      const answer = { host, token: EU_USER_TOKEN }
      const { data } = await askJson<{ data: { workspaces: { workspace_type: string; api_domain: string }[] } }>(
        plaud,
        `${WORKSPACES}${query}`,
        answer,
      )
      expect(data.workspaces.every(({ api_domain }) => api_domain === `https://${host}`)).toBe(true)
      return data.workspaces.map(({ workspace_type }) => workspace_type)
    }
    expect(await types('?need_personal_workspace=true')).toEqual(['1', '0'])
    expect(await types('')).toEqual(['1'])
  })

  it('mints a token of a day, which opens the library', async () => {
    const { plaud, mint, list } = setUp()
    const { data } = await mint()
    expect(data).toMatchObject({ status: 0, expires_in: 86_400, refresh_expires_in: 2_592_000, role: 'owner' })
    expect(data.wt_expires_at).toBe(Date.parse('2026-11-22T09:00:00Z') / 1000)
    expect(await list(data.workspace_token)).toMatchObject({
      status: 0,
      data_file_total: plaud.state.recordings.size - 3,
    })
    expect(plaud.state.mints).toBe(1)
  })

  it('revokes every earlier token of the workspace by minting', async () => {
    const { plaud, mint, list } = setUp()
    expect(await list(EU_WORKSPACE_TOKEN)).toMatchObject({ status: 0 })
    const first = await mint()
    expect(await list(EU_WORKSPACE_TOKEN)).toMatchObject({ status: -419 })
    const second = await mint()
    expect(await list(first.data.workspace_token)).toMatchObject({ status: -419 })
    expect(await list(second.data.workspace_token)).toMatchObject({ status: 0 })
    expect(plaud.state.mints).toBe(2)
  })

  it('refreshes with the valid refresh token and returns -420 for a revoked one', async () => {
    const { plaud, mint, refresh, list } = setUp()
    const first = await mint()
    const second = await refresh(first.data.refresh_token)
    expect(await list(second.data.workspace_token)).toMatchObject({ status: 0 })
    expect(await list(first.data.workspace_token)).toMatchObject({ status: -419 })
    expect(await refresh(first.data.refresh_token)).toMatchObject({ status: -420 })
    expect([plaud.state.mints, plaud.state.refreshes]).toEqual([1, 1])
  })

  it('refreshes with the refresh token of a browser, which revokes its other tokens', async () => {
    const { refresh, list } = setUp()
    const { data } = await refresh(EU_REFRESH_TOKEN)
    expect(readToken(data.refresh_token)).toMatchObject({ typ: 'WRT', exp: Date.parse('2026-12-21T09:00:00Z') / 1000 })
    expect(await list(EU_WORKSPACE_TOKEN)).toMatchObject({ status: -419 })
    expect(await refresh(EU_REFRESH_TOKEN)).toMatchObject({ status: -420 })
  })

  it('keeps a refresh token that is not replaced, and one whose successor was not used yet', async () => {
    const { plaud, refresh } = setUp()
    plaud.switches.rotation = 'kept'
    for (const _ of [1, 2]) expect((await refresh(EU_REFRESH_TOKEN)).data).not.toHaveProperty('refresh_token')
    plaud.switches.rotation = 'overlapping'
    await refresh(EU_REFRESH_TOKEN)
    const { data } = await refresh(EU_REFRESH_TOKEN)
    await refresh(data.refresh_token)
    expect(await refresh(EU_REFRESH_TOKEN)).toMatchObject({ status: -420 })
  })

  it('refuses a refresh token past its 30 days, and on every other route', async () => {
    const { clock, refresh, list } = setUp()
    expect(await list(EU_REFRESH_TOKEN)).toMatchObject({ status: -3900 })
    expect(await refresh(EU_WORKSPACE_TOKEN)).toMatchObject({ status: -3900 })
    clock.advance(10 * 86_400_000)
    expect(await refresh(EU_REFRESH_TOKEN)).toMatchObject({ status: -420 })
  })

  it('shows an empty library to the token of the team workspace', async () => {
    const { team, mint, list } = setUp()
    const { data } = await mint(team)
    expect(await list(data.workspace_token)).toMatchObject({ status: 0, data_file_total: 0 })
  })

  it('refuses a workspace token, an unknown workspace and a missing body', async () => {
    const { plaud, mint } = setUp()
    expect((await ask(plaud, WORKSPACES, { host, token: EU_WORKSPACE_TOKEN })).status).toBe(403)
    expect(await mint('ws_unknown')).toMatchObject({ status: -1 })
    const bare = { host, token: EU_USER_TOKEN, method: 'POST' }
    expect((await ask(plaud, '/user-app/auth/workspace/token/ws_unknown', bare)).status).toBe(422)
    expect(plaud.state.mints).toBe(0)
  })

  it.each([
    ['absent', 404, { detail: 'Not Found' }],
    ['forbidden', 403, { detail: 'Forbidden' }],
    ['failing', 500, { detail: 'Internal Server Error' }],
    ['general error', 200, { status: -1, msg: 'workspace not exist' }],
    ['null', 200, { status: 0, data: null }],
  ] as const)('can fail to list and to mint: %s', async (form, status, body) => {
    const { plaud, id } = setUp()
    plaud.switches.workspaceList = form
    plaud.switches.workspaceMint = form
    const options = { host, token: EU_USER_TOKEN }
    for (const answer of [
      await ask(plaud, WORKSPACES, options),
      await ask(plaud, `/user-app/auth/workspace/token/${id}`, { ...options, body: {} }),
    ]) {
      expect([answer.status, await answer.json()]).toEqual([status, expect.objectContaining(body)])
    }
    expect(plaud.state.mints).toBe(0)
  })
})
