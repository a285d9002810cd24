import { useEffect, useRef } from 'preact/hooks'
import { Brand } from '../ui/Brand.tsx'
import { LanguageSwitch } from '../ui/LanguageSwitch.tsx'
import { KeyField } from './access/KeyField.tsx'
import { useTexts } from './text/language.tsx'

interface Props {
  version: string
  query: string
  onQuery: (query: string) => void
}

/** The search and the key stay visible when the page is scrolled. */
export function TopBar({ version, query, onQuery }: Props) {
  const { page } = useTexts()
  const search = useShortcut()
  return (
    <>
      <header class="masthead">
        <h1>
          <a href="/">
            <Brand name="Latchkey" />
          </a>{' '}
          <span class="soft">
            {page.title} {version}
          </span>
        </h1>
        <LanguageSwitch />
      </header>
      <div class="bar">
        <search>
          <label for="search">{page.search}</label>
          <input
            id="search"
            ref={search}
            aria-keyshortcuts="Control+K Meta+K /"
            type="search"
            value={query}
            placeholder={page.searchHint}
            autocomplete="off"
            spellcheck={false}
            onInput={({ currentTarget }) => onQuery(currentTarget.value)}
          />
        </search>
        <KeyField />
      </div>
    </>
  )
}

/** Elements in which a slash is typed text. */
const TYPED_INTO = 'input, textarea, select, dialog'

/** Focuses a field on Ctrl-K, Command-K and, outside of fields, a slash. */
function useShortcut() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const lead = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, target } = event
      const isTyped = target instanceof Element && target.closest(TYPED_INTO) !== null
      const isMeant = key.toLowerCase() === 'k' ? ctrlKey || metaKey : key === '/' && !isTyped
      if (!isMeant || document.querySelector('dialog[open]')) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    addEventListener('keydown', lead)
    return () => removeEventListener('keydown', lead)
  }, [])
  return field
}
