import { type Context, Hono } from 'hono'
import { isObject, readJson } from '../rest.ts'
import { type Account, PERSONAL, type Workspace } from './accounts.ts'
import { answer, detail, hexId, success, unprocessable } from './envelope.ts'
import { REGIONS } from './hosts.ts'
import type { Plaud, PlaudEnv } from './state.ts'
import type { ExchangeAnswer } from './switches.ts'
import { recorderToken } from './tokens.ts'

const MONTH = 30 * 86_400

/** Workspaces of an account, and their tokens (facts 4 and 4.1). */
export function workspaces(plaud: Plaud) {
  const { state, switches } = plaud
  return new Hono<PlaudEnv>()
    .get('/team-app/workspaces/list', (c) => {
      const failure = exchangeFailure(plaud, switches.workspaceList)
      if (failure) return failure
      const { workspaces, claim, region } = c.var.account
      const personal = c.req.query('need_personal_workspace') === 'true'
      const seen = workspaces.filter((workspace) => personal || workspace.workspace_type !== PERSONAL)
      const place = { region: claim, api_domain: `https://${REGIONS[region].api}` }
      return success(plaud, { data: { workspaces: seen.map((workspace) => ({ ...workspace, ...place })) } })
    })

    .post('/user-app/auth/workspace/token/:workspace', async (c) => {
      if (!isObject(await readJson(c.req.raw))) return unprocessable('body', 'a JSON object is needed')
      const failure = exchangeFailure(plaud, switches.workspaceMint)
      if (failure) return failure
      const workspace = find(c.var.account, c.req.param('workspace'))
      if (!workspace) return answer(plaud, -1, 'workspace not found')
      state.mints += 1
      return success(plaud, { data: mint(plaud, c, workspace) })
    })

    .post('/user-app/auth/workspace/refresh/:workspace', async (c) => {
      if (!isObject(await readJson(c.req.raw))) return unprocessable('body', 'a JSON object is needed')
      const id = c.req.param('workspace')
      const workspace = find(c.var.account, id)
      const bearer = parseBearer(c)
      const live = state.workspaceTokens.get(id)
      const works = !live || bearer === live.refresh || bearer === live.previous
      if (!workspace || c.var.claims.wid !== id || !works) return answer(plaud, -420, 'workspace refresh token revoked')
      state.refreshes += 1
      const { refresh_token, refresh_expires_in, refresh_expires_at, ...minted } = mint(plaud, c, workspace)
      if (switches.rotation === 'kept') {
        state.workspaceTokens.set(id, { token: minted.workspace_token, refresh: bearer })
        return success(plaud, { data: minted })
      }
      if (switches.rotation === 'overlapping') {
        state.workspaceTokens.set(id, { token: minted.workspace_token, refresh: refresh_token, previous: bearer })
      }
      return success(plaud, { data: { ...minted, refresh_token, refresh_expires_in, refresh_expires_at } })
    })
}

function exchangeFailure(plaud: Plaud, form: ExchangeAnswer): Response | undefined {
  switch (form) {
    case 'served':
      return undefined
    case 'absent':
      return detail(404, 'Not Found')
    case 'forbidden':
      return detail(403, 'Forbidden')
    case 'failing':
      return detail(500, 'Internal Server Error')
    case 'general error':
      return answer(plaud, -1, 'workspace not exist')
    case 'null':
      return success(plaud, { data: null })
  }
}

const parseBearer = (c: Context): string => c.req.header('authorization')?.replace(/^bearer /i, '') ?? ''

const find = (account: Account, id: string): Workspace | undefined =>
  account.workspaces.find(({ workspace_id }) => workspace_id === id)

/** A new pair of tokens; the pair before stops working. */
function mint({ state, switches, now }: Plaud, { var: { account, claims } }: Context<PlaudEnv>, workspace: Workspace) {
  const { workspace_id, member_id, role, workspace_type } = workspace
  const life = switches.workspaceTokenLife
  const iat = Math.floor(now() / 1000)
  const serial = `${workspace_id} ${state.mints} ${state.refreshes}`
  const own = {
    sub: account.id,
    region: account.claim,
    ...(claims.client_id !== undefined && { client_id: claims.client_id }),
    iat,
    wid: workspace_id,
    wtype: workspace_type,
    mid: member_id,
    role,
  }
  const token = recorderToken({ typ: 'WT', ...own, exp: iat + life, jti: hexId(`token ${serial}`) })
  const end = claims.typ === 'WRT' && switches.refreshEnd === 'fixed' ? claims.exp : iat + MONTH
  const refresh = recorderToken({ typ: 'WRT', ...own, exp: end, jti: hexId(`refresh ${serial}`) })
  state.workspaceTokens.set(workspace_id, { token, refresh })
  return {
    status: 0,
    workspace_token: token,
    expires_in: life,
    wt_expires_at: iat + life,
    refresh_token: refresh,
    refresh_expires_in: MONTH,
    refresh_expires_at: iat + MONTH,
    workspace_id,
    member_id,
    role,
  }
}
