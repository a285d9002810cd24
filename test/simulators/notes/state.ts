import type { Time } from '../rest.ts'

/** A named permission of a key. Facts 1 name the two `note...:read` ones. The others are invented in the same style. */
export type Scope =
  | `${'note' | 'note_summary' | 'note_document' | 'folder' | 'api_key' | 'webhook'}:read`
  | `${'note' | 'api_key' | 'webhook'}:write`

export interface ApiKey {
  id: string
  secret: string
  name: string
  description: string | null
  /** Null for a legacy key of the whole account (facts 1). */
  workspaceGuid: string | null
  scopes: Scope[]
  isActive: boolean
  expiresAt: string | null
  deletedAt: string | null
  createdAt: string
}

export interface Workspace {
  guid: string
  name: string
  isWikiEnabled: boolean
  /** Not on the wire: off means 403000 for every key of the workspace (facts 2). */
  isApiEnabled: boolean
}

export interface Note {
  guid: string
  workspaceGuid: string
  title: string
  createdAt: string
  updatedAt: string
  sourceType: 'live-voice' | 'recording' | 'text' | 'video' | 'webpage' | 'offline-mode' | 'onboarding'
  recordingStartAt: string | null
  recordingEndAt: string | null
  recordingDurationSeconds: number | null
  transcribeLocale: string | null
  translateLocale: string | null
  webUrl: string
  collaborators: { guid: string; name: string; email: string; role: 'OWNER' | 'EDITOR' | 'VIEWER' }[]
  participants: { name: string; email: string | null }[]
}

/** `timeFrom` and `timeTo` are ISO 8601 (facts 3). `locked`: the account's plan hides the words, which are masked then. */
export interface Paragraph {
  uuid: string
  timeFrom: string
  timeTo: string
  locked: boolean
  transcript: { type: string; content: string }
  diarizedSegments: { content: string; speaker: { label: string; personName: string | null } }[] | null
  summary: { content: string | null }
}

/** `content` is Markdown. */
export interface Summary {
  id: string
  noteGuid: string
  template: { id: string; title: string } | null
  locale: string
  content: string
  createdAt: string
  updatedAt: string
}

/** `noteGuids` are not on the wire. */
export interface Folder {
  id: string
  workspaceGuid: string
  title: string
  isTeamFolder: boolean
  sharingType: 'PRIVATE' | 'WORKSPACE'
  parentId: string | null
  color: string | null
  createdAt: string
  updatedAt: string
  noteGuids: string[]
}

/** `secret` is on the wire once, in the answer to its creation. */
export interface Webhook {
  id: string
  name: string
  url: string
  eventTypes: string[]
  isActive: boolean
  workspaceGuid: string
  createdAt: string
  updatedAt: string
  secret: string
}

export interface State {
  workspaces: Workspace[]
  notes: Note[]
  /** By note guid. Those of the live note come from the clock. */
  paragraphs: Map<string, Paragraph[]>
  /** The one note that is being recorded, since `startedAt` (epoch milliseconds). */
  live: { noteGuid: string; startedAt: number; lengthSeconds: number }
  summaries: Summary[]
  folders: Folder[]
  keys: ApiKey[]
  webhooks: Webhook[]
}

/** Known variants of the product's behaviour. A test sets one. The defaults follow the newest documents. */
export class Switches {
  /** `older`: the error body that the authentication page still shows (facts 2). */
  authErrorShape: 'current' | 'older' = 'current'
  /** Which key wraps the list of workspaces; both were seen (facts 3). */
  workspacesKey: 'workspaces' | 'content' = 'workspaces'
  /** Epoch milliseconds at which unbound keys stop working (facts 1). `Infinity`: never. */
  legacyKeysEnd = Date.parse('2026-06-30T00:00:00Z')
  /** Per key; older documents said 1000 in an hour (facts 2). */
  rateLimit: { requests: number; windowMs: number } = { requests: 600, windowMs: 60_000 }
  /** Where a refusal for the limit says how long to wait; `words`: in its message alone (facts 2). */
  wait: 'Retry-After' | 'X-RateLimit-Reset' | 'words' = 'Retry-After'
  /** Whether the list of summaries has their texts, whole (facts 3). */
  summaryList: 'whole' | 'without text' | 'truncated' = 'whole'
  /** Whether the key may search by keyword. Only a team's key may not (facts 3). */
  keyword: 'served' | 'refused' = 'served'
}

/** What every route of the product uses. */
export interface Tiro {
  clock: Time
  newId: () => string
  state: State
  switches: Switches
}

/** The product's time in its wire format. */
export const timestamp = ({ clock }: Tiro) => new Date(clock.now()).toISOString()
