import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './build.ts'

const SOURCE = join(ROOT, 'src/pages/docs/guides')

/** The list of error codes, at the same path on the gateway. */
const ERRORS = 'docs/errors.md'

/** The guides of the reference page, in its order. */
export const GUIDES = ['start', 'keys', 'errors', 'paging', 'retries', 'events'] as const

export interface Guide {
  title: string
  /** The path below public/. */
  file: string
  text: string
}

/** The guides in English, for llms.txt. */
export const readGuides = (): Promise<Guide[]> => Promise.all(GUIDES.map((name) => readGuide('en', name)))

/** The guides in both languages as separate files, for readers without a browser, and the list of error codes. */
export async function guideFiles(): Promise<[file: string, text: string][]> {
  const errors = await readFile(join(ROOT, ERRORS), 'utf8')
  const guides = await Promise.all(['en', 'ko'].flatMap((language) => GUIDES.map((name) => readGuide(language, name))))
  return [[ERRORS, errors], ...guides.map(({ file, text }): [string, string] => [file, text])]
}

async function readGuide(language: string, name: string): Promise<Guide> {
  const text = await readFile(join(SOURCE, language, `${name}.md`), 'utf8')
  return { title: text.slice(2, text.indexOf('\n')), file: `docs/guides/${language}/${name}.md`, text }
}
