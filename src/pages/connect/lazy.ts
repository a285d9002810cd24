import { lazy } from '../ui/lazy.tsx'

/** With the generator of QR codes, which only phones need. */
export const OtherDevice = lazy(async () => (await import('./OtherDevice.tsx')).OtherDevice, { isDialog: true })
