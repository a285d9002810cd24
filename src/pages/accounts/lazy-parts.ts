import { lazy } from '../ui/lazy.tsx'

/** Parts of dialogs. Only further accounts need the keys that open them, and only recorders have workspaces. */
export const OpeningKeys = lazy(async () => (await import('./OpeningKeys.tsx')).OpeningKeys, { isDialog: true })
export const WorkspaceLine = lazy(async () => (await import('./WorkspaceLine.tsx')).WorkspaceLine)
