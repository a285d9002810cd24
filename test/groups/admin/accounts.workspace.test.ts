import { describe, expect, it } from 'vitest'
import { LAYOUTS, memberToken } from '../../simulators/recorder/browser.ts'
import {
  EU_ACCOUNT,
  EU_USER_TOKEN,
  type PlaudSimulator,
  readyRecording,
  USER_TOKEN,
} from '../../simulators/recorder/index.ts'
import { PRO_KEY } from '../../support/gateway.ts'
import { deploy, startAnew } from './deployment.ts'

/** The workspace that an account reads (docs/spec/admin.md, "Accounts"). */

startAnew()

const PATH = '/api/v1/admin/accounts/recorder'
const [TEAM, PERSONAL] = EU_ACCOUNT.workspaces
if (!TEAM || !PERSONAL) throw new Error('the account has a team and a personal workspace')

const SESSION = { workspaces: [TEAM, PERSONAL], open: PERSONAL }
const pasted = JSON.stringify(Object.entries(LAYOUTS['3.0, 2026-07'](SESSION)))
const known = [
  { id: TEAM.workspace_id, name: TEAM.name, open: false },
  { id: PERSONAL.workspace_id, name: PERSONAL.name, open: true },
]

/** The refresh token of the session ends within two weeks. */
const WORKING = expect.stringMatching(/^(ok|expires_soon)$/)

async function start() {
  const deployment = await deploy({ RECORDER_TOKEN: '' })
  const plaud = deployment.getProduct('recorder') as PlaudSimulator
  plaud.state.team.recordings.set('7ea'.padEnd(32, '0'), readyRecording({ filename: 'Ours' }))
  const put = async (body: object) => {
    // Days pass, and sessions end.
    await deployment.signIn()
    return (await deployment.send('PUT', PATH, body)).json
  }
  const report = async () => {
    await deployment.signIn()
    return (await deployment.get('/api/v1/admin/accounts')).json.accounts.find(
      ({ account }: { account: string }) => account === 'recorder',
    )
  }
  const list = async () =>
    (await deployment.gateway.call('/api/v1/recorder/files', { key: PRO_KEY })).json.data_file_list.map(
      ({ filename }: { filename: string }) => filename,
    )
  return { ...deployment, plaud, put, report, list }
}

it('the report says which workspace is read, and which there are', async () => {
  const { put, report, list } = await start()
  for (let time = 0; time < 2; time++) {
    const { account } = await put({ token: pasted })
    expect(account).toMatchObject({ state: WORKING, workspace: PERSONAL.workspace_id, workspaces: known })
    expect(await report()).toMatchObject({ workspace: PERSONAL.workspace_id, workspaces: known })
    expect(await list()).not.toContain('Ours')
  }
})

it('the choice of the owner is read, and stays when tokens are renewed', async () => {
  const { put, report, list, world } = await start()
  expect((await put({ token: pasted, workspace: TEAM.workspace_id })).account).toMatchObject({
    state: WORKING,
    workspace: TEAM.workspace_id,
  })
  for (let day = 0; day < 3; day++) {
    expect(await list()).toEqual(['Ours'])
    world.clock.advance(86_400_000)
  }
  expect(await report()).toMatchObject({ workspace: TEAM.workspace_id, workspaces: known })
})

it('stays when a session of the same person is pasted again, and not for another person', async () => {
  const { put } = await start()
  await put({ token: pasted, workspace: TEAM.workspace_id })
  expect((await put({ token: pasted })).account.workspace).toBe(TEAM.workspace_id)
  expect((await put({ token: EU_USER_TOKEN })).account.workspace).toBe(TEAM.workspace_id)
  const other = (await put({ token: USER_TOKEN })).account
  expect(other.workspace).not.toBe(TEAM.workspace_id)
  expect(other.state).toBe('ok')
})

it('a workspace alone changes that of the connected account, there and back, also after renewals', async () => {
  const { put, list, world } = await start()
  await put({ token: pasted })
  for (let time = 0; time < 3; time++) {
    const team = (await put({ workspace: TEAM.workspace_id })).account
    expect(team).toMatchObject({ state: WORKING, workspace: TEAM.workspace_id, workspaces: known })
    expect(await list()).toEqual(['Ours'])
    // Beyond the day of the workspace token, so that the refresh token is replaced.
    world.clock.advance(86_400_000)
    expect(await list()).toEqual(['Ours'])
    const own = (await put({ workspace: PERSONAL.workspace_id })).account
    expect(own).toMatchObject({ state: WORKING, workspace: PERSONAL.workspace_id })
    expect(await list()).not.toContain('Ours')
    world.clock.advance(86_400_000)
    expect(await list()).not.toContain('Ours')
  }
})

it('the workspaces of a user token are those that the product lists', async () => {
  const { put, list } = await start()
  const { account } = await put({ token: EU_USER_TOKEN })
  expect(account).toMatchObject({
    workspace: PERSONAL.workspace_id,
    workspaces: known.map((each) => ({ ...each, open: false })),
  })
  expect((await put({ workspace: TEAM.workspace_id })).account.workspace).toBe(TEAM.workspace_id)
  expect(await list()).toEqual(['Ours'])
})

describe('is refused, and nothing is changed', () => {
  it.each([
    [
      'a workspace that the text has no token of',
      { workspace: 'ws_unknown' },
      /^workspace: the token holds no token of/,
    ],
    ['a workspace that is no id', { workspace: '../x' }, /^workspace: must be the id/],
    [
      'a text without a token of the open workspace',
      { token: JSON.stringify(LAYOUTS['Plaud 4.0, 2026-09']({ workspaces: [PERSONAL], open: TEAM })) },
      /no token of the workspace .* open in it.*`pld_session\.tokens`/,
    ],
    [
      'a text without a token',
      { token: '{"pld_session.tokens":{}}' },
      /no token of the recorder.*`pld_session\.tokens`/,
    ],
    [
      'a text whose tokens are dead',
      { token: memberToken('WT', EU_ACCOUNT, PERSONAL, { exp: 1_700_000_000 }) },
      /rejected.*`pld_session\.tokens`.*Local Storage/,
    ],
  ])('%s', async (_, body, message) => {
    const { put, send, report } = await start()
    await put({ token: pasted, workspace: TEAM.workspace_id })
    const { status, json } = await send('PUT', PATH, body)
    expect([status, json.error]).toEqual([400, expect.stringMatching(message)])
    expect(json.error).not.toContain('eyJ')
    expect(await report()).toMatchObject({ state: WORKING, workspace: TEAM.workspace_id })
  })

  it('a workspace alone while nothing is connected', async () => {
    const { status, json } = await (await start()).send('PUT', PATH, { workspace: TEAM.workspace_id })
    expect([status, json.error]).toEqual([400, 'token: is required'])
  })

  it('a workspace of an account without workspaces', async () => {
    const { send } = await start()
    const { status, json } = await send('PUT', '/api/v1/admin/accounts/notes', { token: 'a.b', workspace: 'ws_1' })
    expect([status, json.error]).toEqual([400, 'workspace: notes has no workspaces to choose from'])
  })
})

it('other accounts have none', async () => {
  const { get } = await start()
  for (const { account, workspace, workspaces } of (await get('/api/v1/admin/accounts')).json.accounts)
    expect.soft([workspace, workspaces], account).toEqual([null, []])
})
