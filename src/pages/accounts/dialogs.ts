import { lazy } from '../ui/lazy.tsx'

/** The parts of an account that are loaded when they are needed. */
export const ConnectDialog = lazy(async () => (await import('./ConnectDialog.tsx')).ConnectDialog, {
  sections: ['connecting', 'newest'],
  isDialog: true,
})
export const DataDialog = lazy(async () => (await import('./DataDialog.tsx')).DataDialog, {
  sections: ['data'],
  isDialog: true,
})
export const WebhookDialog = lazy(async () => (await import('./WebhookDialog.tsx')).WebhookDialog, {
  sections: ['webhook'],
  isDialog: true,
})
export const LinkDialog = lazy(async () => (await import('./LinkDialog.tsx')).LinkDialog, {
  sections: ['connecting'],
  isDialog: true,
})
export const AccountMore = lazy(async () => (await import('./AccountMore.tsx')).AccountMore, {
  sections: ['newest'],
})
export const WorkspaceLine = lazy(async () => (await import('./WorkspaceLine.tsx')).WorkspaceLine, {
  sections: [],
})
