import { describe, expect, it } from 'vitest'
import { LAYOUTS, memberToken } from '../../simulators/recorder/browser.ts'
import { EU_ACCOUNT, EU_USER_TOKEN, readyRecording, recorderToken } from '../../simulators/recorder/index.ts'
import type { Call, Fault } from '../../simulators/simulator.ts'
import { type Connected, connected, leaveNothingBehind } from './connected.ts'

/** Which workspace is read, and with which of its tokens (docs/spec/recorder.md, "The token"). */

leaveNothingBehind()

const DAY = 86_400_000
const [TEAM, PERSONAL] = EU_ACCOUNT.workspaces
if (!TEAM || !PERSONAL) throw new Error('the account has a team and a personal workspace')

const bearer = ({ headers }: Call) => headers.get('Authorization')?.replace('Bearer ', '') ?? ''
const refreshes = ({ url }: Call) => url.pathname.startsWith('/user-app/auth/workspace/refresh/')
const mints = ({ url }: Call) => url.pathname.startsWith('/user-app/auth/workspace/token/')
const data = ({ url }: Call) => url.pathname === '/file/simple/web'

/** A gateway whose team has one recording, and whose personal library has another one. */
function withTeam(token: string) {
  const deployment = connected({ token, recordings: [readyRecording({ filename: 'Mine' })] })
  deployment.plaud.state.team.recordings.set('7ea'.padEnd(32, '0'), readyRecording({ filename: 'Ours' }))
  return deployment
}

const names = async ({ get }: Pick<Connected, 'get'>) => {
  const { status, json } = await get('/files')
  return status === 200
    ? json.data_file_list.map(({ filename }: { filename: string }) => filename)
    : [status, json.error]
}

const WT = (of = PERSONAL, more = {}) => memberToken('WT', EU_ACCOUNT, of, more)
const WRT = (of = PERSONAL, more = {}) => memberToken('WRT', EU_ACCOUNT, of, more)
const chosen = (workspace: string, token: unknown) => JSON.stringify({ workspace, token })

describe('the workspace is', () => {
  it.each(Object.entries(LAYOUTS))('the open one, on a page of %s', async (layout, rows) => {
    for (const open of [TEAM, PERSONAL]) {
      const deployment = withTeam(JSON.stringify(rows({ workspaces: [TEAM, PERSONAL], open })))
      const isSaid = /4\.0|3\.0/.test(layout)
      expect(await names(deployment)).toEqual([isSaid && open === TEAM ? 'Ours' : 'Mine'])
      // Again, and in another isolate.
      expect(await names(deployment.another())).toEqual(await names(deployment))
    }
  })

  it('the one that the owner chose, whichever was open', async () => {
    const rows = LAYOUTS['Plaud 4.0, 2026-09']({ workspaces: [TEAM, PERSONAL], open: PERSONAL })
    expect(await names(withTeam(chosen(TEAM.workspace_id, rows)))).toEqual(['Ours'])
    expect(await names(withTeam(chosen(TEAM.workspace_id, JSON.stringify(rows))))).toEqual(['Ours'])
  })

  it('the only one, also if it is a team', async () => {
    expect(await names(withTeam(JSON.stringify([WT(TEAM), WRT(TEAM)])))).toEqual(['Ours'])
  })

  it('the personal one among several of which none was open', async () => {
    expect(await names(withTeam(JSON.stringify([WT(TEAM), WT()])))).toEqual(['Mine'])
  })

  it('minted by a user token for just this workspace', async () => {
    const deployment = withTeam(chosen(TEAM.workspace_id, EU_USER_TOKEN))
    expect(await names(deployment)).toEqual(['Ours'])
    expect(deployment.plaud.calls.filter(mints).map(({ url }) => url.pathname)).toEqual([
      `/user-app/auth/workspace/token/${TEAM.workspace_id}`,
    ])
    expect(deployment.plaud.calls.some(({ url }) => url.pathname.startsWith('/team-app/'))).toBe(false)
  })

  it('the same after each renewal', async () => {
    const rows = LAYOUTS['3.0, 2026-07']({ workspaces: [TEAM, PERSONAL], open: PERSONAL })
    const deployment = withTeam(chosen(TEAM.workspace_id, { ...rows, tokenstr: EU_USER_TOKEN }))
    for (let day = 0; day < 4; day++) {
      expect(await names(day % 2 ? deployment.another() : deployment)).toEqual(['Ours'])
      deployment.world.clock.advance(DAY)
    }
    expect(deployment.plaud.calls.filter(refreshes).every(({ url }) => url.pathname.endsWith(TEAM.workspace_id))).toBe(
      true,
    )
  })
})

/** The tokens that arrived, in the order of their first use. */
const tried = ({ plaud }: Connected) => [...new Set(plaud.calls.map(bearer))]

const REVOKED = recorderToken({ typ: 'UT', sub: EU_ACCOUNT.id, region: EU_ACCOUNT.claim, exp: 4_090_000_000 })
const OTHER_WT = WT(PERSONAL, { iat: 1_780_000_000 })

const REFUSALS: [string, Fault][] = [
  ...[-3900, -3901, -419, -420].map((status): [string, Fault] => [
    String(status),
    { kind: 'status', status: 200, body: JSON.stringify({ status, msg: 'refused' }) },
  ]),
  ['HTTP 401', { kind: 'status', status: 401 }],
]

describe.each(REFUSALS)('%s', (_, fault) => {
  it.each([0, 1, 2, 3])(
    'of the first %i tokens leads to the next one: workspace, refresh, user token',
    async (dead) => {
      const session = [WT(), OTHER_WT, WRT(), EU_USER_TOKEN]
      const deployment = withTeam(JSON.stringify(session))
      const refused = session.slice(0, dead)
      deployment.plaud.fail(fault, { on: (call) => refused.includes(bearer(call)) })
      expect(await names(deployment)).toEqual(['Mine'])
      expect(tried(deployment).slice(0, dead + 1)).toEqual(session.slice(0, dead + 1))
      // The next request starts with the accepted one.
      const before = deployment.plaud.calls.length
      expect(await names(deployment)).toEqual(['Mine'])
      expect(deployment.plaud.calls.length - before).toBe(1)
    },
  )

  it('of workspace tokens alone leads to the next one as well', async () => {
    const deployment = withTeam(JSON.stringify([WT(), OTHER_WT]))
    deployment.plaud.fail(fault, { on: (call) => bearer(call) === WT() })
    for (let time = 0; time < 2; time++) expect(await names(deployment)).toEqual(['Mine'])
    expect(deployment.plaud.calls.map(bearer)).toEqual([WT(), OTHER_WT, OTHER_WT])
  })

  it('of a user token that lasts longest does not hide the one that lives', async () => {
    const living = recorderToken({ typ: 'UT', sub: EU_ACCOUNT.id, region: EU_ACCOUNT.claim, exp: 1_795_400_000 })
    for (const rows of [
      { tokenstr: REVOKED, token: living },
      { token: living, tokenstr: REVOKED },
    ]) {
      const deployment = withTeam(JSON.stringify(rows))
      deployment.plaud.fail(fault, { on: (call) => bearer(call) === REVOKED })
      expect(await names(deployment)).toEqual(['Mine'])
      expect((await deployment.get('/user/me')).json.data_user.email).toBe(EU_ACCOUNT.email)
    }
  })

  it('of every token is 401, and no token of another workspace is sent', async () => {
    const deployment = withTeam(chosen(TEAM.workspace_id, [WT(TEAM), WRT(TEAM), WT(), WRT(), EU_USER_TOKEN]))
    deployment.plaud.fail(fault)
    const [status, error] = await names(deployment)
    expect([status, error]).toEqual([401, expect.stringMatching(/reconnect/)])
    expect(tried(deployment)).toEqual([WT(TEAM), WRT(TEAM), EU_USER_TOKEN])
    expect(deployment.plaud.calls.filter(mints).map(({ url }) => url.pathname.split('/').at(-1))).toEqual([
      TEAM.workspace_id,
    ])
  })
})

it.each([
  ['a 500', { kind: 'status', status: 500 }, 502],
  ['a 503', { kind: 'status', status: 503 }, 502],
  ['a 429', { kind: 'status', status: 429 }, 429],
  ['a broken connection', { kind: 'network' }, 502],
  ['a time-out', { kind: 'timeout' }, 504],
] as const)('%s leads to no other token', async (_, fault, expected) => {
  const session = JSON.stringify([WT(), OTHER_WT, WRT(), EU_USER_TOKEN])
  const atData = withTeam(session)
  atData.plaud.fail(fault, { on: data })
  expect((await names(atData))[0]).toBe(expected)
  expect(tried(atData)).toEqual([WT()])

  const atRefresh = withTeam(session)
  atRefresh.plaud.fail({ kind: 'status', status: 401 }, { on: (call) => data(call) })
  atRefresh.plaud.fail(fault, { on: refreshes })
  expect((await names(atRefresh))[0]).toBe(expected)
  expect(tried(atRefresh)).not.toContain(EU_USER_TOKEN)
})

it('a user token does not stand in for a workspace that was chosen: it would show the personal library', async () => {
  for (const fault of [
    { kind: 'status', status: 500 },
    { kind: 'status', status: 404 },
  ] as const) {
    const deployment = withTeam(chosen(TEAM.workspace_id, EU_USER_TOKEN))
    deployment.plaud.switches.regionalUserToken = 'served'
    deployment.plaud.fail(fault, { on: mints })
    expect(await names(deployment)).toEqual([502, expect.any(String)])
    expect(deployment.plaud.calls.filter(data)).toEqual([])
  }
})

const WHERE = /`pld_session\.tokens`.*`workspaceTokens`.*`workspaceList`.*`tokenstr`.*Application, Local Storage/

it.each([
  ['no token', JSON.stringify({ theme: 'dark' }), /^RECORDER_TOKEN holds no token of the recorder/],
  [
    'only the row that says which workspace is open',
    '{"pld_session.workspace":{"currentId":"ws_1"}}',
    /holds no token/,
  ],
  [
    'no token of the open workspace',
    JSON.stringify({ ...LAYOUTS['Plaud 4.0, 2026-09']({ workspaces: [PERSONAL], open: TEAM }) }),
    new RegExp(`no token of the workspace ${TEAM.workspace_id}, which is open in it`),
  ],
  [
    'no token of the chosen workspace',
    chosen(TEAM.workspace_id, [WT(), WRT()]),
    new RegExp(`no token of the workspace ${TEAM.workspace_id}, which was chosen`),
  ],
])('a text with %s says which row is missing and where it is, and nothing is sent', async (_, token, message) => {
  const deployment = withTeam(token)
  const { status, json } = await deployment.get('/files')
  expect([status, json.error]).toEqual([500, expect.stringMatching(message)])
  expect(json.error).toMatch(WHERE)
  expect(deployment.plaud.calls).toEqual([])
})

it('tokens that another user left behind are not sent, whichever workspace is open', async () => {
  const stranger = { ...EU_ACCOUNT, id: 'f'.repeat(32) }
  const theirs = [memberToken('WT', stranger, TEAM), recorderToken({ typ: 'UT', sub: stranger.id })]
  const rows = LAYOUTS['the beta of 4.0']({ workspaces: [PERSONAL] })
  const deployment = withTeam(JSON.stringify({ ...rows, pld_old: theirs }))
  expect(await names(deployment)).toEqual(['Mine'])
  deployment.plaud.fail({ kind: 'status', status: 401 })
  deployment.world.clock.advance(DAY)
  await deployment.get('/files')
  expect(tried(deployment).filter((token) => theirs.includes(token))).toEqual([])
})

it('of rows that name two open workspaces, the newest page counts', async () => {
  const rows = {
    'pld_1:currentWorkspaceId': JSON.stringify(PERSONAL.workspace_id),
    ...LAYOUTS['Plaud 4.0, 2026-09']({ workspaces: [PERSONAL, TEAM], open: TEAM }),
  }
  expect(await names(withTeam(JSON.stringify(rows)))).toEqual(['Ours'])
})

it('rows of a table say which workspace is open as well', async () => {
  const rows = LAYOUTS['Plaud 4.0, 2026-09']({ workspaces: [PERSONAL, TEAM], open: TEAM })
  const table = ['tokens', 'workspace'].map(
    (row) => `pld_session.${row}\t${rows[`pld_session.${row}` as keyof typeof rows]}`,
  )
  expect(await names(withTeam(table.join('\n')))).toEqual(['Ours'])
})
