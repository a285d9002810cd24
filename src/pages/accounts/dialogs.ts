import { lazy } from '../ui/lazy.tsx'

/** The parts of an account that are loaded when they are needed. */
export const ConnectDialog = lazy(async () => (await import('./ConnectDialog.tsx')).ConnectDialog, { isDialog: true })
export const DisconnectDialog = lazy(async () => (await import('./DisconnectDialog.tsx')).DisconnectDialog, {
  isDialog: true,
})
export const DataDialog = lazy(async () => (await import('./DataDialog.tsx')).DataDialog, { isDialog: true })
export const WebhookDialog = lazy(async () => (await import('./WebhookDialog.tsx')).WebhookDialog, { isDialog: true })
export const LinkDialog = lazy(async () => (await import('./LinkDialog.tsx')).LinkDialog, { isDialog: true })
export const AccountMore = lazy(async () => (await import('./AccountMore.tsx')).AccountMore)
