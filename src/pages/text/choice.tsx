import { type ComponentChildren, type Context, createContext } from 'preact'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import type { common } from './en/first.ts'
import type { Language } from './texts.ts'

export type { Language }

/** The texts that all pages and shared elements use. */
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
  /** Fetches the texts again, with what a part of the page needs. */
  reload: () => Promise<void>
}

const ChoiceContext = createContext<Choice>(undefined as never)

/** Pages store this in the browser, and who does not want to be asked (events/ask.tsx, session/PasskeyOffer.tsx). */
const STORAGE_KEY = 'latchkey-language'

export function preferredLanguage(): Language {
  // A link may choose the language of its page: `?lang=ko`.
  const wanted = new URLSearchParams(location.search).get('lang') ?? localStorage.getItem(STORAGE_KEY)
  if (wanted === 'en' || wanted === 'ko') return wanted
  return navigator.language.startsWith('ko') ? 'ko' : 'en'
}

interface Props<Texts extends SharedTexts> {
  first: Spoken<Texts>
  fetchTexts: (language: Language) => Promise<Spoken<Texts>>
  /** The context with the texts of this page. */
  context: Context<Texts>
  children: ComponentChildren
}

export function LanguageChoice<Texts extends SharedTexts>({ first, fetchTexts, context, children }: Props<Texts>) {
  const [{ language, texts }, setSpoken] = useState(first)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const wanted = useRef(language)
  const reload = async () => {
    const spoken = await fetchTexts(wanted.current)
    if (spoken.language === wanted.current) setSpoken(spoken)
  }
  const choose = (next: Language) => {
    localStorage.setItem(STORAGE_KEY, next)
    const url = new URL(location.href)
    url.searchParams.delete('lang')
    if (url.href !== location.href) history.replaceState(history.state, '', url)
    wanted.current = next
    // If the other language cannot be loaded, the page stays in this one.
    reload().catch(() => {})
  }
  return (
    <ChoiceContext.Provider value={{ language, common: texts.common, choose, reload }}>
      <context.Provider value={texts}>{children}</context.Provider>
    </ChoiceContext.Provider>
  )
}

export const useLanguage = () => useContext(ChoiceContext)
export const useCommon = () => useContext(ChoiceContext).common
