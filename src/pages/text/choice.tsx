import { type ComponentChildren, type Context, createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import type { common } from './en/common.ts'

/** The languages of every page. Each is a file of its own, so that nobody loads two. */
export type Language = 'en' | 'ko'

/** What all pages say, and the shared elements with them. */
export interface SharedTexts {
  common: typeof common
}

export interface Spoken<Texts extends SharedTexts> {
  language: Language
  texts: Texts
}

interface Choice {
  language: Language
  common: SharedTexts['common']
  choose: (language: Language) => void
}

const ChoiceContext = createContext<Choice>(undefined as never)

/** The only thing that a page keeps in the browser. */
const KEPT_AS = 'latchkey-language'

export function preferredLanguage(): Language {
  const kept = localStorage.getItem(KEPT_AS)
  if (kept === 'en' || kept === 'ko') return kept
  return navigator.language.startsWith('ko') ? 'ko' : 'en'
}

interface Props<Texts extends SharedTexts> {
  first: Spoken<Texts>
  fetchTexts: (language: Language) => Promise<Spoken<Texts>>
  /** Where the texts of this page are handed down. */
  context: Context<Texts>
  children: ComponentChildren
}

export function LanguageChoice<Texts extends SharedTexts>({ first, fetchTexts, context, children }: Props<Texts>) {
  const [{ language, texts }, setSpoken] = useState(first)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const choose = (wanted: Language) => {
    localStorage.setItem(KEPT_AS, wanted)
    // Without the file of the other language the page goes on in this one.
    fetchTexts(wanted).then(setSpoken, () => {})
  }
  return (
    <ChoiceContext.Provider value={{ language, common: texts.common, choose }}>
      <context.Provider value={texts}>{children}</context.Provider>
    </ChoiceContext.Provider>
  )
}

export const useLanguage = () => useContext(ChoiceContext)
export const useCommon = () => useContext(ChoiceContext).common
