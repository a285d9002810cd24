import { lazy } from '../ui/lazy.tsx'

/** With the script of a bookmark, which only an open guide shows. */
export const Bookmark = lazy(async () => (await import('./Bookmark.tsx')).Bookmark, { isDialog: true })

/** With the line for the console, which few need. */
export const ConsoleWay = lazy(async () => (await import('./ConsoleWay.tsx')).ConsoleWay, { isDialog: true })

/** Nobody needs it before an account is connected. */
export const Outcome = lazy(async () => (await import('./Outcome.tsx')).Outcome, { isDialog: true })

/** With the generator of QR codes, which only phones need. */
export const OtherDevice = lazy(async () => (await import('./OtherDevice.tsx')).OtherDevice, { isDialog: true })
