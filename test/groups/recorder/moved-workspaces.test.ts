import { describe, expect, it } from 'vitest'
import { LAYOUTS, memberToken } from '../../simulators/recorder/browser.ts'
import { EU_ACCOUNT, EU_USER_TOKEN, readyRecording } from '../../simulators/recorder/index.ts'
import { type Connected, calls, connected, leaveNothingBehind } from './connected.ts'

/** The workspace of an account that has moved to Plaud 4.0 (docs/spec/recorder.md, "Plaud 4.0"). */

leaveNothingBehind()

const [TEAM, PERSONAL] = EU_ACCOUNT.workspaces
if (!TEAM || !PERSONAL) throw new Error('the account has a team and a personal workspace')

function withTeam(token: string) {
  const deployment = connected({
    token,
    recordings: [readyRecording({ filename: 'Mine' })],
    switches: { generation: 4 },
  })
  const ours = readyRecording({ id: 'f_ours', filename: 'Ours' })
  deployment.plaud.state.team.recordings.set(ours.id, ours)
  return deployment
}

const names = async ({ get }: Pick<Connected, 'get'>) =>
  (await get('/files')).json.data_file_list?.map(({ filename }: { filename: string }) => filename)

const chosen = (workspace: string, token: unknown) => JSON.stringify({ workspace, token })

describe.each([
  ['minted by a user token', EU_USER_TOKEN],
  ['of the page of 4.0', LAYOUTS['Plaud 4.0, 2026-09']({ workspaces: [TEAM, PERSONAL], open: PERSONAL })],
])('a workspace %s', (_, token) => {
  it.each([
    ['the team', TEAM, 'Ours'],
    ['the personal one', PERSONAL, 'Mine'],
  ] as const)('that was chosen is the only one that is read: %s', async (_name, workspace, name) => {
    const deployment = withTeam(chosen(workspace.workspace_id, token))
    expect(await names(deployment)).toEqual([name])
    expect(await names(deployment.another())).toEqual([name])
    const asked = calls(deployment).filter(({ url }) => url.pathname.startsWith('/file-app/'))
    expect(new Set(asked.map(({ headers }) => headers.get('x-scope-id')))).toEqual(new Set([workspace.workspace_id]))
    expect((await deployment.get('/doctor')).json).toMatchObject({ ok: true })
  })
})

it('a revoked token beside a living one does not keep a moved account from its library', async () => {
  const revoked = memberToken('WT', EU_ACCOUNT, PERSONAL, { jti: 'revoked' })
  const live = memberToken('WT', EU_ACCOUNT, PERSONAL, { jti: 'live' })
  for (const tokens of [
    [revoked, live],
    [live, revoked],
  ]) {
    const deployment = withTeam(JSON.stringify(tokens))
    const isRevoked = ({ headers }: { headers: Headers }) => headers.get('Authorization') === `Bearer ${revoked}`
    const body = '{"status":-3900,"msg":"invalid auth header"}'
    deployment.plaud.fail({ kind: 'status', status: 200, body }, { on: isRevoked })
    expect(await names(deployment)).toEqual(['Mine'])
  }
})
