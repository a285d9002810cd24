import type { Piece } from './markdown/piece.ts'

/** A JSON object of the product. */
export type Json = Record<string, unknown>

/** The result of a formula (facts 6), without `type`. */
type FormulaType = 'string' | 'number' | 'boolean' | 'date' | 'unsupported'

/** A column of a table. `id` is in the product's format: percent-encoded. */
export interface Column {
  id: string
  name: string
  type: string
  config: Json
  /** Only for formula columns: the result of the expression in `config`. */
  formula?: {
    type: FormulaType
    compute: (read: (column: string) => Json, now: number) => unknown
  }
}

export interface DataSource {
  id: string
  databaseId: string
  name: string
  columns: Column[]
  createdTime: string
  /** Only for a data source within a wiki: the wiki that lists it as a row. */
  wikiId?: string
}

export interface Database {
  id: string
  workspaceId: string
  title: string
  /** The page that it is below; absent at the top. */
  parentId?: string
}

/** A page in a table. Times are ISO-8601, rounded to the minute. */
export interface Row {
  id: string
  dataSourceId: string
  createdTime: string
  lastEditedTime: string
  createdBy: string
  lastEditedBy: string
  inTrash: boolean
  isArchived?: boolean
  publicUrl: string | null
  /** Counts the rows of the table, for its unique id. */
  number: number
  /** Column name -> the value under its type key, for values that are written and not computed by the product. */
  values: Map<string, unknown>
}

/** A page outside of tables, below another page or at the top of the workspace. */
export interface LoosePage {
  id: string
  /** The page that it is below; null at the top. */
  parentId: string | null
  title: Piece[]
  createdTime: string
  lastEditedTime: string
  createdBy: string
  lastEditedBy: string
  inTrash: boolean
  isArchived?: boolean
}

/** A block of a page. The block of a child page has the id of the page. */
export interface Block {
  id: string
  type: string
  /** The value under the type, without children. */
  content: Json
  children: Block[]
  createdTime: string
  lastEditedTime: string
  createdBy: string
}

/** A template of a table's rows (facts 13). */
export interface Template {
  id: string
  dataSourceId: string
  name: string
  isDefault: boolean
  markdown: string
}

/** A view of a table. Filter, sorts and quick filters are in the product's own form. */
export interface TableView {
  id: string
  databaseId: string
  /** Null for a dashboard. */
  dataSourceId: string | null
  name: string
  type: string
  filter: Json | null
  sorts: Json[] | null
  quickFilters: Json | null
}

export interface User {
  id: string
  name: string
  email: string
  kind: 'person' | 'bot'
}

export type Capability = 'read' | 'insert' | 'update' | 'users' | 'read_comments' | 'insert_comments'

/** A connection (integration), and what is shared with it. */
export interface Connection {
  token: string
  name: string
  workspaceId: string
  botId: string
  /** The user of a personal access token, which has no bot (facts 7). */
  userId?: string
  capabilities: ReadonlySet<Capability>
  databaseIds: ReadonlySet<string>
  /** Pages at the top that were shared with it, with all that is below them. */
  pageIds: ReadonlySet<string>
}

/** A comment of a discussion on a page. */
export interface Comment {
  id: string
  pageId: string
  discussionId: string
  createdTime: string
  createdBy: string
  richText: Json[]
  /** Its files, as the product prints them (facts 11). */
  attachments?: unknown[]
}

/** A file on its way into the workspace; its status follows from the clock (rest/file-uploads.ts). */
export interface FileUpload {
  id: string
  /** The bot that created it, the only one that sees it. */
  botId: string
  createdMs: number
  filename: string | null
  contentType: string | null
  externalUrl: string | null
  /** When the import ends, and how. Null when nothing is imported. */
  importEndsMs: number | null
  /** Why the import fails: an entry of IMPORT_ERRORS. */
  failure: string | null
  isAttached: boolean
}

/** Facts 8, role values. */
export type MembershipType = 'owner' | 'membership_admin' | 'member' | 'restricted_member' | 'page_guest' | 'none'

interface Invite {
  spaceId: string
  userId: string
  role: string
}

export interface State {
  databases: Database[]
  dataSources: DataSource[]
  rows: Row[]
  pages: LoosePage[]
  /** Id of a row or a page -> its blocks. */
  contents: Map<string, Block[]>
  /** Blocks in the trash, by id, with the page that they were on. */
  trashedBlocks: Map<string, { block: Block; pageId: string }>
  templates: Template[]
  views: TableView[]
  users: User[]
  connections: Connection[]
  /** Browser sessions of the app: token_v2 -> user id, null after it expired. */
  sessions: Map<string, string | null>
  /** Space id -> user id -> membership. */
  members: Map<string, Map<string, MembershipType>>
  invites: Invite[]
  /** Oldest first. */
  comments: Comment[]
  fileUploads: FileUpload[]
}
