import type { ApiKey, Folder, Scope, State, Webhook } from '../state.ts'
import { WEEKLY_NOTE, WORKSPACES } from './notes.ts'

/** Whole keys, `{id}.{secret}`, as a caller sends them; `idAlone` is the common mistake, `unknown` was never made. */
export const TIRO_KEYS = {
  full: 'key-full.test-secret-full',
  readOnly: 'key-read.test-secret-read',
  notesOnly: 'key-notes.test-secret-notes',
  otherWorkspace: 'key-other.test-secret-other',
  featureOff: 'key-off.test-secret-off',
  legacy: 'key-legacy.test-secret-legacy',
  inactive: 'key-inactive.test-secret-inactive',
  expired: 'key-expired.test-secret-expired',
  deleted: 'key-deleted.test-secret-deleted',
  unknown: 'key-nobody.test-secret-nobody',
  idAlone: 'key-full',
}

const READS: Scope[] = ['note:read', 'note_summary:read', 'note_document:read', 'folder:read']
const ALL: Scope[] = [...READS, 'note:write', 'api_key:read', 'api_key:write', 'webhook:read', 'webhook:write']

function key(whole: string, name: string, rest: Partial<ApiKey>): ApiKey {
  const [id = '', secret = ''] = whole.split('.')
  return {
    ...{ id, secret, name, description: null, workspaceGuid: WORKSPACES.main, scopes: READS, isActive: true },
    ...{ expiresAt: null, deletedAt: null, createdAt: '2026-07-06T01:00:00Z' },
    ...rest,
  }
}

const keys = (): ApiKey[] => [
  key(TIRO_KEYS.full, '운영 자동화', { description: '회의록을 위키로 옮깁니다', scopes: ALL }),
  key(TIRO_KEYS.readOnly, 'Dashboard', { description: 'Reads notes for the weekly dashboard' }),
  key(TIRO_KEYS.notesOnly, 'Notes only', { scopes: ['note:read'] }),
  key(TIRO_KEYS.otherWorkspace, '営業連携', { workspaceGuid: WORKSPACES.other, scopes: ALL }),
  key(TIRO_KEYS.featureOff, 'Trial', { workspaceGuid: WORKSPACES.off, scopes: ALL }),
  key(TIRO_KEYS.legacy, 'Personal', { workspaceGuid: null, scopes: ALL, createdAt: '2025-03-02T02:00:00Z' }),
  key(TIRO_KEYS.inactive, '중지된 키', { isActive: false }),
  key(TIRO_KEYS.expired, 'Summer pilot', { expiresAt: '2025-12-31T00:00:00Z', createdAt: '2025-06-01T01:00:00Z' }),
  key(TIRO_KEYS.deleted, '旧連携', { deletedAt: '2026-08-14T05:30:00Z' }),
]

/** `sharingType` and `color` are fields of the product (facts 3). Their values here are invented. */
const folder = (id: string, title: string, noteGuids: string[], rest: Partial<Folder> = {}): Folder => ({
  ...{ id, workspaceGuid: WORKSPACES.main, title, isTeamFolder: true, sharingType: 'WORKSPACE', parentId: null },
  ...{ color: null, createdAt: '2026-10-01T01:00:00Z', updatedAt: '2026-10-01T01:00:00Z', noteGuids },
  ...rest,
})

const ofNotes = (...numbers: number[]) => numbers.map((number) => `note-${String(number).padStart(4, '0')}`)

const folders = (): Folder[] => [
  folder('folder-product', '제품', ofNotes(6, 24), { color: 'blue' }),
  folder('folder-weekly', '주간 회의', [...ofNotes(2, 4, 8, 12, 15, 19), WEEKLY_NOTE], { parentId: 'folder-product' }),
  folder('folder-interviews', 'User interviews', ofNotes(3, 7, 17), { color: 'green' }),
  folder('folder-osaka', '大阪案件', ofNotes(5, 11, 18, 23)),
  folder('folder-private', '개인 메모', [], { isTeamFolder: false, sharingType: 'PRIVATE' }),
  folder('folder-leads', '見込み客', ofNotes(5001), { workspaceGuid: WORKSPACES.other }),
]

const DOCUMENT_EVENTS = ['note_document.generated', 'note_document.updated', 'note_document.deleted']

const webhook = (number: number, name: string, url: string, eventTypes: string[], rest: Partial<Webhook>): Webhook => ({
  ...{ id: `webhook-000${number}`, name, url, eventTypes, isActive: true, workspaceGuid: WORKSPACES.main },
  ...{ createdAt: '2026-10-20T01:00:00Z', updatedAt: '2026-10-20T01:00:00Z', secret: `test-webhook-secret-${number}` },
  ...rest,
})

const webhooks = (): Webhook[] => [
  webhook(1, '회의록 알림', 'https://hooks.example.com/notes', ['note.ended', 'note_summary.generated'], {
    ...{ createdAt: '2026-09-14T02:00:00Z', updatedAt: '2026-10-02T04:30:00Z' },
  }),
  webhook(2, 'Old wiki sync', 'https://wiki.example.com/in/notes', DOCUMENT_EVENTS, {
    ...{ isActive: false, createdAt: '2026-07-20T08:15:00Z', updatedAt: '2026-11-01T00:05:00Z' },
  }),
  webhook(3, '営業フォルダ', 'https://crm.example.com/webhooks/folder', ['folder.note.added', 'folder.note.removed'], {
    workspaceGuid: WORKSPACES.other,
  }),
]

/** Everything of the account but its notes. */
export const account = (): Pick<State, 'workspaces' | 'keys' | 'folders' | 'webhooks'> => ({
  workspaces: [
    { guid: WORKSPACES.main, name: '하늘 연구소', isWikiEnabled: true, isApiEnabled: true },
    { guid: WORKSPACES.other, name: 'さくら営業部', isWikiEnabled: false, isApiEnabled: true },
    { guid: WORKSPACES.off, name: 'Quiet Trial', isWikiEnabled: false, isApiEnabled: false },
  ],
  keys: keys(),
  folders: folders(),
  webhooks: webhooks(),
})
