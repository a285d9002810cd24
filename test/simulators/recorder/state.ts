import { type Account, EU_ACCOUNT, GLOBAL_ACCOUNT, KR_ACCOUNT, MOVED_ACCOUNT } from './accounts.ts'
import type { Recording } from './recording.ts'
import type { Switches } from './switches.ts'
import type { Claims } from './tokens.ts'

export interface Tag {
  id: string
  name: string
  icon: string
  color: string
}

export interface Device {
  sn: string
  name: string
  model: string
  version_number: number
}

export type ShareSide = 'private' | 'public'

export interface Share {
  share_url: string
  share_key: string
  content_config: { audio: boolean; transcript: boolean; highlights: number; overview: boolean; notes: string[] }
}

/** A transcription and summary that somebody started. */
export interface Task {
  task_id: string
  /** How often it was polled. */
  polls: number
  status: 'running' | 'done' | 'failed'
  settings: { summ_type: string; summ_type_type: string; info: Record<string, unknown> }
  /** Epoch ms. */
  started_at: number
}

interface CombineTask {
  task_id: string
  status: 'pending' | 'success' | 'error'
  file_ids: string[]
  filename: string
}

export interface StoredObject {
  body: string | Uint8Array<ArrayBuffer>
  /** Stored compressed, like all written content. */
  gzip: boolean
  type: string
}

/** What a person sees when signed in. */
export interface Library {
  recordings: Map<string, Recording>
  tags: Map<string, Tag>
  devices: Device[]
  /** By side, then by recording. */
  shares: Record<ShareSide, Map<string, Share>>
  combineTasks: CombineTask[]
}

interface WorkspaceTokens {
  token: string
  refresh: string
  /** The refresh token before, which works as long as its successor was not used. */
  previous?: string | undefined
}

export interface State extends Library {
  /** What the workspace of a team has, which no other workspace shows (facts 4.2). */
  team: Library
  /** By `sub`. A token of an unknown account is refused. */
  accounts: Map<string, Account>
  /** Accounts that have moved to 4.0, by their id. */
  moved: Set<string>
  /** The only valid workspace token of a workspace, once any was minted, and its refresh tokens (facts 4). */
  workspaceTokens: Map<string, WorkspaceTokens>
  mints: number
  refreshes: number
  tasks: Map<string, Task>
  /** The keys of each share request, to see which body form the client sends (facts 11, row 13). */
  shareBodies: string[][]
  /** Transcription seconds of the account: left now, and in the whole period. */
  secondsLeft: number
  secondsTotal: number
  /** By host and key. */
  objects: Map<string, StoredObject>
  answers: number
}

/** What every part of the simulator uses. */
export interface Plaud {
  state: State
  switches: Switches
  /** Epoch ms. */
  now: () => number
}

/** What access.ts settles for the routes behind it. */
export interface PlaudEnv {
  Variables: {
    account: Account
    /** The claims of the request's token. */
    claims: Claims
    /** The state, that of the team, or an empty one for a token that may not see it. */
    library: Library
  }
}

export const emptyLibrary = (): Library => ({
  recordings: new Map(),
  tags: new Map(),
  devices: [],
  shares: { private: new Map(), public: new Map() },
  combineTasks: [],
})

/** @throws Error when two recordings have the same id, which would hide one of them */
export function newState(recordings: Recording[], tags: Tag[], devices: Device[]): State {
  const byId = new Map(recordings.map((each) => [each.id, each]))
  if (byId.size < recordings.length) throw new Error('two recordings have the same id: give them different names')
  return {
    ...emptyLibrary(),
    team: emptyLibrary(),
    recordings: byId,
    tags: new Map(tags.map((tag) => [tag.id, tag])),
    devices,
    accounts: new Map([GLOBAL_ACCOUNT, EU_ACCOUNT, KR_ACCOUNT, MOVED_ACCOUNT].map((account) => [account.id, account])),
    moved: new Set([MOVED_ACCOUNT.id]),
    workspaceTokens: new Map(),
    mints: 0,
    refreshes: 0,
    tasks: new Map(),
    shareBodies: [],
    secondsLeft: 15_400,
    secondsTotal: 18_000,
    objects: new Map(),
    answers: 0,
  }
}
