import type { Connection, MembershipType, User } from '../state.ts'
import { DATABASES, PAGES, USERS, WORKSPACES } from './ids.ts'

/** Integration tokens of the public API. */
export const NOTION_TOKENS = {
  /** May do everything, with everything but the payroll. */
  full: 'ntn_test-full',
  readOnly: 'ntn_test-read',
  insertOnly: 'ntn_test-insert',
  updateOnly: 'ntn_test-update',
  /** A personal access token of Minjun. */
  personal: 'ntn_test-personal',
  /** Of another workspace, where nothing is shared with it. */
  stranger: 'secret_test-stranger',
}

/** Browser sessions of the app (the cookie token_v2). */
export const NOTION_SESSIONS = {
  /** Jiwoo, owner of the workspace. */
  owner: 'test-session-owner',
  /** Seoyeon, who may not invite. */
  member: 'test-session-member',
  expired: 'test-session-expired',
}

export const EMAILS = {
  jiwoo: 'jiwoo@haneul.example',
  minjun: 'minjun@haneul.example',
  seoyeon: 'seoyeon@haneul.example',
  outsider: 'outsider@baram.example',
}

const shared = new Set([DATABASES.projects, DATABASES.tasks, DATABASES.leads])

const connection = (token: string, name: string, capabilities: Connection['capabilities']): Connection => ({
  token,
  name,
  workspaceId: WORKSPACES.haneul,
  botId: USERS.bot,
  capabilities,
  databaseIds: shared,
  pageIds: new Set([PAGES.handbook]),
})

export const seedConnections = (): Connection[] => [
  connection(
    NOTION_TOKENS.full,
    'Latchkey',
    new Set(['read', 'insert', 'update', 'users', 'read_comments', 'insert_comments']),
  ),
  {
    ...connection(
      NOTION_TOKENS.personal,
      'Minjun Lee',
      new Set(['read', 'insert', 'update', 'users', 'read_comments', 'insert_comments']),
    ),
    botId: USERS.minjun,
    userId: USERS.minjun,
  },
  connection(NOTION_TOKENS.readOnly, 'Reader', new Set(['read'])),
  connection(NOTION_TOKENS.insertOnly, 'Collector', new Set(['insert'])),
  connection(NOTION_TOKENS.updateOnly, 'Cleaner', new Set(['update'])),
  {
    token: NOTION_TOKENS.stranger,
    name: 'Stranger',
    workspaceId: WORKSPACES.elsewhere,
    botId: USERS.strangerBot,
    capabilities: new Set(['read', 'insert', 'update', 'users']),
    databaseIds: new Set(),
    pageIds: new Set(),
  },
]

export const seedUsers = (): User[] => [
  { id: USERS.jiwoo, name: '김지우', email: EMAILS.jiwoo, kind: 'person' },
  { id: USERS.minjun, name: 'Minjun Lee', email: EMAILS.minjun, kind: 'person' },
  { id: USERS.seoyeon, name: '박서연', email: EMAILS.seoyeon, kind: 'person' },
  { id: USERS.outsider, name: 'Outsider', email: EMAILS.outsider, kind: 'person' },
  { id: USERS.bot, name: 'Latchkey', email: '', kind: 'bot' },
  { id: USERS.strangerBot, name: 'Stranger', email: '', kind: 'bot' },
]

export const seedSessions = () =>
  new Map<string, string | null>([
    [NOTION_SESSIONS.owner, USERS.jiwoo],
    [NOTION_SESSIONS.member, USERS.seoyeon],
    [NOTION_SESSIONS.expired, null],
  ])

export const seedMembers = () =>
  new Map([
    [
      WORKSPACES.haneul,
      new Map<string, MembershipType>([
        [USERS.jiwoo, 'owner'],
        [USERS.minjun, 'membership_admin'],
        [USERS.seoyeon, 'member'],
      ]),
    ],
    [WORKSPACES.elsewhere, new Map<string, MembershipType>([[USERS.outsider, 'owner']])],
  ])
