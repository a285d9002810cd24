import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type Language, LanguageChoice, type Spoken } from '../../text/choice.tsx'
import type { DocsTexts } from './texts.ts'

const TEXTS = {
  en: async (): Promise<DocsTexts> => (await import('./en.ts')).en,
  ko: async (): Promise<DocsTexts> => (await import('./ko.ts')).ko,
}

const TextsContext = createContext<DocsTexts>(undefined as never)

export const fetchTexts = async (language: Language): Promise<Spoken<DocsTexts>> => ({
  language,
  texts: await TEXTS[language](),
})

/** The reference page in the language of its reader. */
export const Languages = ({ first, children }: { first: Spoken<DocsTexts>; children: ComponentChildren }) => (
  <LanguageChoice first={first} fetchTexts={fetchTexts} context={TextsContext}>
    {children}
  </LanguageChoice>
)

export const useTexts = (): DocsTexts => useContext(TextsContext)
