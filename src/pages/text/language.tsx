import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type Language, LanguageChoice, type Spoken } from './choice.tsx'
import type { Section, Texts } from './texts.ts'

export { type Language, preferredLanguage, useLanguage } from './choice.tsx'

const LANGUAGES = { en: () => import('./en.ts'), ko: () => import('./ko.ts') }

const TextsContext = createContext<Texts>(undefined as never)

/** The sections of the parts that were opened so far. */
const opened = new Set<Section>()

/** Names sections that a part uses. The next fetchTexts loads them, too. */
export function openSections(sections: readonly Section[]): void {
  for (const section of sections) opened.add(section)
}

/** The texts of the page in a language, with the opened sections. */
export async function fetchTexts(language: Language): Promise<Spoken<Texts>> {
  const { first, later } = await LANGUAGES[language]()
  const sections = await Promise.all([...opened].map(async (section) => [section, await later[section]()] as const))
  return { language, texts: { ...first, ...Object.fromEntries(sections) } as Texts }
}

/** The management app in the language of its reader. */
export const Languages = ({ first, children }: { first: Spoken<Texts>; children: ComponentChildren }) => (
  <LanguageChoice first={first} fetchTexts={fetchTexts} context={TextsContext}>
    {children}
  </LanguageChoice>
)

export const useTexts = (): Texts => useContext(TextsContext)
