import type { Language } from '../../base/channels.ts'

/** The language that a browser prefers. @param accepted its Accept-Language */
export const preferredLanguage = (accepted: string | undefined): Language =>
  /^\s*ko\b/i.test(accepted ?? '') ? 'ko' : 'en'
