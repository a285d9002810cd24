import { useEffect, useMemo, useState } from 'preact/hooks'
import { Contents } from './Contents.tsx'
import type { Reference } from './document/read.ts'
import { GroupSection } from './GroupSection.tsx'
import { Guides } from './guides/Guides.tsx'
import { Introduction } from './Introduction.tsx'
import { usePlace } from './place.ts'
import { find } from './search/find.ts'
import { toEntry } from './search/index-of.ts'
import { TopBar } from './TopBar.tsx'
import { useTexts } from './text/language.tsx'

/** @param reference if it is a string, the reason why it cannot be read */
export function DocsPage({ reference }: { reference: Reference | string }) {
  const { page } = useTexts()
  useEffect(() => {
    document.title = `Latchkey · ${page.title}`
  }, [page])
  if (typeof reference === 'string') return <Unreadable reason={reference} />
  return <Readable reference={reference} />
}

function Unreadable({ reason }: { reason: string }) {
  const { page } = useTexts()
  return (
    <main>
      <h1>Latchkey</h1>
      <p role="alert">{page.unreadable(reason)}</p>
    </main>
  )
}

function Readable({ reference }: { reference: Reference }) {
  const { page } = useTexts()
  const [query, setQuery] = useState('')
  const place = usePlace()
  const operations = useMemo(() => reference.groups.flatMap(({ operations }) => operations), [reference])
  const entries = useMemo(() => operations.map(toEntry), [operations])
  const found = useMemo(() => find(entries, query), [entries, query])
  return (
    <>
      <a class="skip" href="#content">
        {page.skip}
      </a>
      <TopBar version={reference.version} query={query} onQuery={setQuery} />
      <div class="columns">
        <Contents groups={reference.groups} found={found} place={place} />
        <main id="content" tabIndex={-1}>
          <div hidden={found !== undefined}>
            <Introduction text={reference.introduction} />
            <Guides />
          </div>
          <p class="soft" role="status">
            {found && (found.size > 0 ? page.found(found.size, operations.length) : page.nothing)}
          </p>
          {reference.groups.map((group) => (
            <GroupSection key={group.name} group={group} found={found} />
          ))}
        </main>
      </div>
    </>
  )
}
