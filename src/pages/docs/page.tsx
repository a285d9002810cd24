import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useTexts } from '../text/language.tsx'
import { LanguageSwitch } from '../ui/LanguageSwitch.tsx'
import { Brand } from '../ui/shared.tsx'
import { KeyField } from './access/KeyField.tsx'
import { Contents } from './Contents.tsx'
import type { Group, Reference } from './document.ts'
import { Guide, GuideList, toEntries, useGuides, useGuideTitle } from './guides.tsx'
import { OperationPanel } from './operation/operation.tsx'
import { usePlace } from './place.ts'
import { type Found, find, PRODUCTS, toEntry } from './search.ts'
import { docsTexts } from './text.ts'

/** The operations of a group, folded until somebody looks for one. Hidden, not removed, when the search does not match, so that typed values stay. */
function GroupSection({ group, found }: { group: Group; found: Found | undefined }) {
  const { page } = useTexts(docsTexts)
  const [isOpen, setOpen] = useState(false)
  const { name, description, operations } = group
  return (
    <section aria-labelledby={name} hidden={found && !operations.some(({ id }) => found.has(id))}>
      <details
        class="operations"
        open={found !== undefined || isOpen}
        onToggle={({ currentTarget }) => found || setOpen(currentTarget.open)}
      >
        <summary>
          <h2 id={name}>
            <span class="name">{name}</span> <span class="soft">{PRODUCTS[name]?.name}</span>
          </h2>
          <span class="soft">{page.operations(operations.length)}</span>
          <span class="soft" lang="en">
            {description}
          </span>
        </summary>
        {operations.map((operation) => (
          <OperationPanel
            key={operation.id}
            operation={operation}
            hidden={found !== undefined && !found.has(operation.id)}
            excerpt={found?.get(operation.id)}
          />
        ))}
      </details>
    </section>
  )
}

const DOCUMENTS = ['openapi.json', 'llms.txt']

function Introduction({ hidden }: { hidden: boolean }) {
  const { page } = useTexts(docsTexts)
  return (
    <div class="prose" id="introduction" hidden={hidden}>
      <p class="soft" id="key-note">
        {page.keyNote}
      </p>
      <p class="soft">
        {page.documents}{' '}
        {DOCUMENTS.map((name, at) => (
          <>
            {at > 0 && ', '}
            <a href={`/${name}`}>{name}</a>
          </>
        ))}
      </p>
    </div>
  )
}

interface TopBarProps {
  version: string
  query: string
  onQuery: (query: string) => void
}

/** The search and the key stay visible when the page is scrolled. */
function TopBar({ version, query, onQuery }: TopBarProps) {
  const { page } = useTexts(docsTexts)
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

/** @param reference if it is a string, the reason why it cannot be read */
export function DocsPage({ reference }: { reference: Reference | string }) {
  if (typeof reference === 'string') return <Unreadable reason={reference} />
  return <Readable reference={reference} />
}

function Unreadable({ reason }: { reason: string }) {
  const { page } = useTexts(docsTexts)
  return (
    <main>
      <h1>Latchkey</h1>
      <p role="alert">{page.unreadable(reason)}</p>
    </main>
  )
}

function Readable({ reference }: { reference: Reference }) {
  const { page } = useTexts(docsTexts)
  const place = usePlace()
  const [typed, setTyped] = useState({ query: '', guide: place.guide })
  // Another guide ends a search.
  const query = typed.guide === place.guide ? typed.query : ''
  const title = useGuideTitle(place.guide)
  useEffect(() => {
    document.title = `Latchkey · ${title ?? page.title}`
  }, [page, title])
  const guides = useGuides(place.guide)
  const operations = useMemo(() => reference.groups.flatMap(({ operations }) => operations), [reference])
  const entries = useMemo(() => [...toEntries(guides), ...operations.map(toEntry)], [guides, operations])
  const found = useMemo(() => find(entries, query), [entries, query])
  return (
    <>
      <a class="skip" href="#content">
        {page.skip}
      </a>
      <TopBar version={reference.version} query={query} onQuery={(query) => setTyped({ query, guide: place.guide })} />
      <div class="columns">
        <Contents groups={reference.groups} found={found} place={place} />
        <main id="content" tabIndex={-1}>
          {place.guide && !found && <Guide html={guides.get(place.guide) ?? ''} place={place.id} />}
          <div hidden={place.guide !== undefined && !found}>
            <Introduction hidden={found !== undefined} />
            <p class="soft" role="status">
              {found && (found.size > 0 ? page.found(found.size, entries.length) : page.nothing)}
            </p>
            <GuideList found={found} />
            {reference.groups.map((group) => (
              <GroupSection key={group.name} group={group} found={found} />
            ))}
          </div>
        </main>
      </div>
    </>
  )
}
