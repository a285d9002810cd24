import type { en } from './en.ts'

/** Every text of the page. English is the reference: a text that another language lacks is a type error. */
export type Texts = typeof en
