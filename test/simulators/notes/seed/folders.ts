import type { Folder } from '../state.ts'
import { WEEKLY_NOTE } from './notes.ts'
import { WORKSPACES } from './workspaces.ts'

const MADE = { createdAt: '2026-10-01T01:00:00Z', updatedAt: '2026-10-01T01:00:00Z' }

export const folders = (): Folder[] => [
  folder('folder-product', '제품', ['note-0006', 'note-0024'], { color: 'blue' }),
  folder(
    'folder-weekly',
    '주간 회의',
    ['note-0002', 'note-0004', 'note-0008', 'note-0012', 'note-0015', 'note-0019', WEEKLY_NOTE],
    { parentId: 'folder-product' },
  ),
  folder('folder-interviews', 'User interviews', ['note-0003', 'note-0007', 'note-0017'], { color: 'green' }),
  folder('folder-osaka', '大阪案件', ['note-0005', 'note-0011', 'note-0018', 'note-0023'], {}),
  folder('folder-private', '개인 메모', [], { isTeamFolder: false, sharingType: 'PRIVATE' }),
  folder('folder-leads', '見込み客', ['note-5001'], { workspaceGuid: WORKSPACES.other }),
]

/** `sharingType` and `color` are fields of the product (facts 3). Their values here are invented. */
function folder(id: string, title: string, noteGuids: string[], rest: Partial<Folder>): Folder {
  return {
    id,
    workspaceGuid: WORKSPACES.main,
    title,
    isTeamFolder: true,
    sharingType: 'WORKSPACE',
    parentId: null,
    color: null,
    ...MADE,
    noteGuids,
    ...rest,
  }
}
