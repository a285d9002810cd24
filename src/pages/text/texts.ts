import type { first, later } from './en.ts'

/** The languages of every page. Each is a separate file, so that only one is loaded. */
export type Language = 'en' | 'ko'

/** Every text of the pages. English is the reference: a text that another language lacks is a type error. */
export type FirstTexts = typeof first
export type LaterTexts = typeof later
export type Section = keyof LaterTexts
export type Texts = FirstTexts & { [Name in Section]: Awaited<ReturnType<LaterTexts[Name]>> }
