import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import type { Texts } from './texts.ts'

/** Each language is a file of its own, so that nobody loads two. */
const TEXTS = {
  en: async (): Promise<Texts> => (await import('./en.ts')).en,
  ko: async (): Promise<Texts> => (await import('./ko.ts')).ko,
}
export type Language = keyof typeof TEXTS

interface Spoken {
  language: Language
  texts: Texts
}

const Context = createContext<Spoken & { choose: (language: Language) => void }>(undefined as never)

/** The only thing that the page keeps in the browser. */
const KEPT_AS = 'latchkey-language'

export function preferredLanguage(): Language {
  const kept = localStorage.getItem(KEPT_AS)
  if (kept === 'en' || kept === 'ko') return kept
  return navigator.language.startsWith('ko') ? 'ko' : 'en'
}

export const fetchTexts = async (language: Language): Promise<Spoken> => ({
  language,
  texts: await TEXTS[language](),
})

export function Languages({ first, children }: { first: Spoken; children: ComponentChildren }) {
  const [spoken, setSpoken] = useState(first)
  useEffect(() => {
    document.documentElement.lang = spoken.language
  }, [spoken])
  const choose = (language: Language) => {
    localStorage.setItem(KEPT_AS, language)
    // Without the file of the other language the page goes on in this one.
    fetchTexts(language).then(setSpoken, () => {})
  }
  return <Context.Provider value={{ ...spoken, choose }}>{children}</Context.Provider>
}

export const useLanguage = () => useContext(Context)
export const useTexts = (): Texts => useLanguage().texts
