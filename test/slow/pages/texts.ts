import * as en from '../../../src/pages/text/en.ts'
import * as ko from '../../../src/pages/text/ko.ts'
import type { Section, Texts } from '../../../src/pages/text/texts.ts'

const LANGUAGES = { en, ko }

/** Every text of the management app in a language, with the sections that its parts load later. */
export async function allTexts(language: keyof typeof LANGUAGES): Promise<Texts> {
  const { first, later } = LANGUAGES[language]
  const names = Object.keys(later) as Section[]
  const sections = await Promise.all(names.map(async (name) => [name, await later[name]()] as const))
  return { ...first, ...Object.fromEntries(sections) } as Texts
}
