import { hexId } from './envelope.ts'
import type { Region } from './hosts.ts'

export interface Workspace {
  workspace_id: string
  member_id: string
  name: string
  role: string
  status: string
  /** "0" is the personal one (facts 4). */
  workspace_type: string
}

export interface Account {
  /** The `sub` of its tokens, 32 hex digits. */
  id: string
  nickname: string
  email: string
  country: string
  region: Region
  /** The `region` claim of its tokens. */
  claim: string
  workspaces: Workspace[]
}

export const PERSONAL = '0'

function account(nickname: string, email: string, country: string, region: Region, claim: string): Account {
  const tail = hexId(email).slice(0, 12)
  return {
    id: hexId(`account ${email}`),
    nickname,
    email,
    country,
    region,
    claim,
    // The team comes first: a client that takes the first workspace reads an empty library.
    workspaces: [
      {
        workspace_id: `ws_team${tail}`,
        member_id: `mem_team${tail}`,
        name: 'Harbour Studio',
        role: 'member',
        status: 'active',
        workspace_type: '1',
      },
      {
        workspace_id: `ws_${tail}`,
        member_id: `mem_${tail}`,
        name: `${nickname}'s workspace`,
        role: 'owner',
        status: 'active',
        workspace_type: PERSONAL,
      },
    ],
  }
}

/** The people whom the simulator knows. They share one library, so that any of them can be used to read it. */
export const GLOBAL_ACCOUNT = account('Mina', 'mina@example.test', 'US', 'us', 'aws:us-west-2')
export const EU_ACCOUNT = account('Jonas', 'jonas@example.test', 'DE', 'euc1', 'aws:eu-central-1')
export const KR_ACCOUNT = account('서연', 'seoyeon@example.test', 'KR', 'apne1', 'aws:ap-northeast-1')
/** One that has moved to Plaud 4.0. */
export const MOVED_ACCOUNT = account('하늘', 'haneul@example.test', 'KR', 'apne1', 'aws:ap-northeast-1')

/** The personal workspace of an account. */
export function personalWorkspace(of: Account): Workspace {
  const found = of.workspaces.find((workspace) => workspace.workspace_type === PERSONAL)
  if (!found) throw new Error(`${of.email} has no personal workspace`)
  return found
}
