import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import type { Language } from './common.ts'

interface Choice {
  language: Language
  choose: (language: Language) => void
}

const ChoiceContext = createContext<Choice>(undefined as never)

/** Pages store this in the browser, and who does not want to be asked (events/ask.tsx, session/PasskeyOffer.tsx). */
const STORAGE_KEY = 'latchkey-language'

function preferredLanguage(): Language {
  // A link may choose the language of its page: `?lang=ko`.
  const wanted = new URLSearchParams(location.search).get('lang') ?? localStorage.getItem(STORAGE_KEY)
  if (wanted === 'en' || wanted === 'ko') return wanted
  return navigator.language.startsWith('ko') ? 'ko' : 'en'
}

/** A page in the language of its reader. */
export function LanguageChoice({ children }: { children: ComponentChildren }) {
  const [language, setLanguage] = useState(preferredLanguage)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const choose = (next: Language) => {
    localStorage.setItem(STORAGE_KEY, next)
    const url = new URL(location.href)
    url.searchParams.delete('lang')
    if (url.href !== location.href) history.replaceState(history.state, '', url)
    setLanguage(next)
  }
  return <ChoiceContext.Provider value={{ language, choose }}>{children}</ChoiceContext.Provider>
}

export const useLanguage = () => useContext(ChoiceContext)

/** A section of texts in the language of the reader. */
export const useTexts = <Texts,>(section: Readonly<Record<Language, Texts>>): Texts => section[useLanguage().language]
