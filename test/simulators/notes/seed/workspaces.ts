import type { Workspace } from '../state.ts'

/** Guids of the seeded workspaces. */
export const WORKSPACES = { main: 'ws-haneul', other: 'ws-sakura', off: 'ws-quiet' }

export const workspaces = (): Workspace[] => [
  { guid: WORKSPACES.main, name: '하늘 연구소', isWikiEnabled: true, isApiEnabled: true },
  { guid: WORKSPACES.other, name: 'さくら営業部', isWikiEnabled: false, isApiEnabled: true },
  { guid: WORKSPACES.off, name: 'Quiet Trial', isWikiEnabled: false, isApiEnabled: false },
]
