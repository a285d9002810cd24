import { Brand } from '../ui/Brand.tsx'
import { LanguageSwitch } from '../ui/LanguageSwitch.tsx'
import { KeyField } from './access/KeyField.tsx'
import { useShortcut } from './search/shortcut.ts'
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
