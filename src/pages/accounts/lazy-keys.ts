import { lazy } from '../ui/lazy.tsx'

/** Only further accounts need it. */
export const OpeningKeys = lazy(async () => (await import('./OpeningKeys.tsx')).OpeningKeys, { isDialog: true })
