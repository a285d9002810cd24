import { later } from '../ui/later.tsx'

/** The parts of an account that are loaded when they are needed. */
export const ConnectDialog = later(async () => (await import('./ConnectDialog.tsx')).ConnectDialog, {
  sections: ['connecting', 'newest'],
  isDialog: true,
})
export const DataDialog = later(async () => (await import('./DataDialog.tsx')).DataDialog, {
  sections: ['data'],
  isDialog: true,
})
export const WebhookDialog = later(async () => (await import('./WebhookDialog.tsx')).WebhookDialog, {
  sections: ['webhook'],
  isDialog: true,
})
export const LinkDialog = later(async () => (await import('./LinkDialog.tsx')).LinkDialog, {
  sections: ['connecting'],
  isDialog: true,
})
export const AccountMore = later(async () => (await import('./AccountMore.tsx')).AccountMore, {
  sections: ['newest'],
})
export const WorkspaceLine = later(async () => (await import('./WorkspaceLine.tsx')).WorkspaceLine, {
  sections: [],
})
