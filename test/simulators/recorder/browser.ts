import { type Account, EU_ACCOUNT, personalWorkspace, type Workspace } from './accounts.ts'
import { type Claims, recorderToken, type TokenOptions, type TokenType } from './tokens.ts'

/** The rows that the product's page and others store in the browser, by name. */
export type StoredRows = Readonly<Record<string, string>>

export interface StoredSession {
  account?: Account
  /** The workspaces with tokens. */
  workspaces?: readonly Workspace[]
  /** The one that is open. */
  open?: Workspace
  claims?: Partial<Claims>
  /** Of the refresh tokens. */
  refresh?: Partial<Claims>
}

const base64url = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '')

/** A token that is not the session's: of the profile, or of another service. */
export const foreignToken = (typ: string, claims: object) =>
  `${base64url({ alg: 'HS256', typ })}.${base64url(claims)}.c2ln`

export const PROFILE_TOKEN = foreignToken('JWT', { email: 'jonas@example.test', id: 'u1', name: 'Jonas' })
export const OTHER_SERVICE_TOKEN = foreignToken('WT', { exp: 4_000_000_000, service: 'analytics' })

/** What lies beside the session on every page (facts 4.2). */
const NEIGHBOURS: StoredRows = {
  'pld_1:frillSsoToken': PROFILE_TOKEN,
  'pld_1:unlimitedYearPriceValue': '119.99',
  pld_pweblang: '"en-US"',
  pld_loginMethod: '"google"',
  pld_userInfo: JSON.stringify({ name: 'Jonas', email: 'jonas@example.test', token: PROFILE_TOKEN }),
  pld_desktop_version: '1.2.3',
  pld_plaud_user_api_domain: '{"domain":"https://api-euc1.plaud.ai"}',
  ph_phc_abc_posthog: JSON.stringify({ auth: { jwt: OTHER_SERVICE_TOKEN } }),
  gbFeaturesCache: JSON.stringify({ token: OTHER_SERVICE_TOKEN }),
  'sb-access-token': OTHER_SERVICE_TOKEN,
}

/** The tokens of a member of a workspace. */
export function memberToken(
  typ: TokenType,
  account: Account,
  workspace: Workspace,
  claims: Omit<TokenOptions, 'typ'> = {},
) {
  const { workspace_id: wid, member_id: mid, workspace_type: wtype } = workspace
  return recorderToken({ typ, sub: account.id, region: account.claim, wid, mid, wtype, ...claims })
}

/** The layouts that were seen in browsers (facts 4.2), each beside the rows of others. */
export const LAYOUTS = {
  'Plaud 4.0, 2026-09': (session: StoredSession) => ({
    ...NEIGHBOURS,
    'pld_session.workspace': JSON.stringify({
      list: Object.fromEntries(all(session).map(({ id }, place) => [place, { workspaceId: id, domain: API }])),
      currentId: open(session),
    }),
    'pld_session.tokens': JSON.stringify({
      byWsId: Object.fromEntries(all(session).map(({ id, WT, WRT }) => [id, { token: WT, refreshToken: WRT }])),
    }),
  }),
  'the beta of 4.0': (session: StoredSession) => ({
    ...NEIGHBOURS,
    'pld_1:workspaceList': JSON.stringify(all(session).map(({ id, name }) => ({ workspaceId: id, name }))),
    'pld_1:workspaceTokens': JSON.stringify(
      Object.fromEntries(
        all(session).map(({ id, WT, WRT }) => [id, { token: WT, refreshToken: WRT, expiresAt: 1_800_000_000_000 }]),
      ),
    ),
    'pld_1:currentWorkspaceId': JSON.stringify(open(session)),
  }),
  '3.0, 2026-07': (session: StoredSession) => ({
    ...NEIGHBOURS,
    'pld_1:workspaceList': JSON.stringify(
      all(session).map(({ id, name, WT, WRT }) => ({
        ...{ workspaceId: id, name, role: 'owner' },
        ...{ workspaceToken: WT, refreshToken: WRT },
      })),
    ),
    'pld_1:currentWorkspaceId': JSON.stringify(open(session)),
  }),
  'older, token and tokenstr': ({ account = EU_ACCOUNT, claims }: StoredSession) => {
    const token = (exp: string) =>
      recorderToken({ typ: 'UT', sub: account.id, region: account.claim, ...claims, exp: Date.parse(exp) / 1000 })
    return { ...NEIGHBOURS, token: token('2026-11-22T09:00:00Z'), tokenstr: `bearer ${token('2099-01-01T00:00:00Z')}` }
  },
  'pld_ and the id of the workspace': (session: StoredSession) => ({
    ...NEIGHBOURS,
    ...Object.fromEntries(all(session).map(({ id, WT }) => [`pld_${id}`, JSON.stringify(WT)])),
  }),
} satisfies Record<string, (session: StoredSession) => StoredRows>

const API = 'https://api.plaud.ai'

const all = ({ account = EU_ACCOUNT, workspaces = [personalWorkspace(account)], claims, refresh }: StoredSession) =>
  workspaces.map((workspace) => ({
    ...{ id: workspace.workspace_id, name: workspace.name },
    WT: memberToken('WT', account, workspace, claims),
    WRT: memberToken('WRT', account, workspace, refresh),
  }))

const open = ({ account = EU_ACCOUNT, workspaces, open: opened = workspaces?.[0] }: StoredSession) =>
  (opened ?? personalWorkspace(account)).workspace_id
