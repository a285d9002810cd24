import { later } from '../ui/later.tsx'

/** With the generator of QR codes, which only phones need. */
export const OtherDevice = later(async () => (await import('./OtherDevice.tsx')).OtherDevice, {
  sections: [],
  isDialog: true,
})
