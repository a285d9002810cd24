import type { Webhook } from '../state.ts'
import { WORKSPACES } from './workspaces.ts'

export const webhooks = (): Webhook[] => [
  {
    id: 'webhook-0001',
    name: '회의록 알림',
    url: 'https://hooks.example.com/notes',
    eventTypes: ['note.ended', 'note_summary.generated'],
    isActive: true,
    workspaceGuid: WORKSPACES.main,
    createdAt: '2026-09-14T02:00:00Z',
    updatedAt: '2026-10-02T04:30:00Z',
    secret: 'test-webhook-secret-one',
  },
  {
    id: 'webhook-0002',
    name: 'Old wiki sync',
    url: 'https://wiki.example.com/in/notes',
    eventTypes: ['note_document.generated', 'note_document.updated', 'note_document.deleted'],
    isActive: false,
    workspaceGuid: WORKSPACES.main,
    createdAt: '2026-07-20T08:15:00Z',
    updatedAt: '2026-11-01T00:05:00Z',
    secret: 'test-webhook-secret-two',
  },
  {
    id: 'webhook-0003',
    name: '営業フォルダ',
    url: 'https://crm.example.com/webhooks/folder',
    eventTypes: ['folder.note.added', 'folder.note.removed'],
    isActive: true,
    workspaceGuid: WORKSPACES.other,
    createdAt: '2026-10-20T01:00:00Z',
    updatedAt: '2026-10-20T01:00:00Z',
    secret: 'test-webhook-secret-three',
  },
]
