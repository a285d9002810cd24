/** A named permission of a key. Facts 1 name the two `note...:read` ones. The others are invented in the same style. */
export type Scope =
  | 'note:read'
  | 'note:write'
  | 'note_summary:read'
  | 'note_document:read'
  | 'folder:read'
  | 'api_key:read'
  | 'api_key:write'
  | 'webhook:read'
  | 'webhook:write'

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

/** `timeFrom` and `timeTo` are ISO 8601 (facts 3). */
export interface Paragraph {
  uuid: string
  timeFrom: string
  timeTo: string
  /** Whether the account's plan hides the words, which are masked then. */
  locked: boolean
  transcript: { type: string; content: string }
  diarizedSegments: { content: string; speaker: { label: string; personName: string | null } }[] | null
  summary: { content: string | null }
}

export interface Template {
  id: string
  title: string
}

export interface Summary {
  id: string
  noteGuid: string
  template: Template | null
  locale: string
  /** Markdown. */
  content: string
  createdAt: string
  updatedAt: string
}

export interface NoteDocument {
  id: string
  noteGuid: string
  template: Template
  locale: string
  createdAt: string
  updatedAt: string
}

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
  /** Not on the wire. */
  noteGuids: string[]
}

export interface Webhook {
  id: string
  name: string
  url: string
  eventTypes: string[]
  isActive: boolean
  workspaceGuid: string
  createdAt: string
  updatedAt: string
  /** On the wire once, in the answer to its creation. */
  secret: string
}

/** The one note that is being recorded. */
export interface LiveRecording {
  noteGuid: string
  /** Epoch milliseconds. */
  startedAt: number
  lengthSeconds: number
}

export interface State {
  workspaces: Workspace[]
  notes: Note[]
  /** By note guid. Those of the live note come from the clock. */
  paragraphs: Map<string, Paragraph[]>
  live: LiveRecording
  summaries: Summary[]
  documents: NoteDocument[]
  folders: Folder[]
  shareLinks: Map<string, { shareId: string; hasPassword: boolean }>
  keys: ApiKey[]
  webhooks: Webhook[]
}
