import type { ApiKey, Scope } from '../state.ts'
import { WORKSPACES } from './workspaces.ts'

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

export const keys = (): ApiKey[] => [
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

function key(whole: string, name: string, rest: Partial<ApiKey>): ApiKey {
  const [id = '', secret = ''] = whole.split('.')
  return {
    id,
    secret,
    name,
    description: null,
    workspaceGuid: WORKSPACES.main,
    scopes: READS,
    isActive: true,
    expiresAt: null,
    deletedAt: null,
    createdAt: '2026-07-06T01:00:00Z',
    ...rest,
  }
}
