import { Hono } from 'hono'
import { type Account, PERSONAL, type Workspace } from './accounts.ts'
import { answer, success, unprocessable } from './envelope.ts'
import { REGIONS } from './hosts.ts'
import { hexId } from './ids.ts'
import { isObject, jsonBody } from './json-body.ts'
import type { Plaud, PlaudEnv } from './state.ts'
import { recorderToken } from './tokens.ts'

const DAY = 86_400
const MONTH = 30 * DAY

/** Workspaces of an account, and the tokens that open them (facts 4). */
export function workspaces(plaud: Plaud) {
  const { state } = plaud
  return new Hono<PlaudEnv>()
    .get('/team-app/workspaces/list', (c) => {
      const { workspaces, claim, region } = c.var.account
      const personal = c.req.query('need_personal_workspace') === 'true'
      const seen = workspaces.filter((workspace) => personal || workspace.workspace_type !== PERSONAL)
      const place = { region: claim, api_domain: `https://${REGIONS[region].api}` }
      return success(plaud, { data: { workspaces: seen.map((workspace) => ({ ...workspace, ...place })) } })
    })

    .post('/user-app/auth/workspace/token/:workspace', async (c) => {
      if (!isObject(await jsonBody(c.req.raw))) return unprocessable('body', 'a JSON object is needed')
      const workspace = find(c.var.account, c.req.param('workspace'))
      if (!workspace) return answer(plaud, -1, 'workspace not found')
      state.mints += 1
      return success(plaud, { data: mint(plaud, c.var.account, workspace) })
    })

    .post('/user-app/auth/workspace/refresh/:workspace', async (c) => {
      if (!isObject(await jsonBody(c.req.raw))) return unprocessable('body', 'a JSON object is needed')
      const id = c.req.param('workspace')
      const bearer = c.req.header('authorization')?.replace(/^bearer /i, '')
      const account = [...state.accounts.values()].find((each) => find(each, id))
      const workspace = account && find(account, id)
      if (!workspace || bearer !== state.workspaceTokens.get(id)?.refresh) {
        return answer(plaud, -420, 'workspace refresh token revoked')
      }
      state.refreshes += 1
      return success(plaud, { data: mint(plaud, account, workspace) })
    })
}

const find = (account: Account, id: string): Workspace | undefined =>
  account.workspaces.find(({ workspace_id }) => workspace_id === id)

/** A new pair of tokens; the pair before stops working. */
function mint({ state, now }: Plaud, account: Account, { workspace_id, member_id, role, workspace_type }: Workspace) {
  const iat = Math.floor(now() / 1000)
  const serial = `${workspace_id} ${state.mints} ${state.refreshes}`
  const token = recorderToken({
    typ: 'WT',
    sub: account.id,
    region: account.claim,
    iat,
    exp: iat + DAY,
    wid: workspace_id,
    wtype: workspace_type,
    mid: member_id,
    role,
    jti: hexId(`token ${serial}`),
  })
  const refresh = `wrt_${hexId(`refresh ${serial}`)}`
  state.workspaceTokens.set(workspace_id, { token, refresh })
  return {
    status: 0,
    workspace_token: token,
    expires_in: DAY,
    wt_expires_at: iat + DAY,
    refresh_token: refresh,
    refresh_expires_in: MONTH,
    refresh_expires_at: iat + MONTH,
    workspace_id,
    member_id,
    role,
  }
}
