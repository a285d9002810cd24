import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type Language, LanguageChoice, type Spoken } from './choice.tsx'
import type { Texts } from './texts.ts'

export { type Language, preferredLanguage, useLanguage } from './choice.tsx'

const TEXTS = {
  en: async (): Promise<Texts> => (await import('./en.ts')).en,
  ko: async (): Promise<Texts> => (await import('./ko.ts')).ko,
}

const TextsContext = createContext<Texts>(undefined as never)

export const fetchTexts = async (language: Language): Promise<Spoken<Texts>> => ({
  language,
  texts: await TEXTS[language](),
})

/** The management app in the language of its reader. */
export const Languages = ({ first, children }: { first: Spoken<Texts>; children: ComponentChildren }) => (
  <LanguageChoice first={first} fetchTexts={fetchTexts} context={TextsContext}>
    {children}
  </LanguageChoice>
)

export const useTexts = (): Texts => useContext(TextsContext)
