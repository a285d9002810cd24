import { useEffect, useMemo, useState } from 'preact/hooks'
import { Contents } from './Contents.tsx'
import type { Reference } from './document/read.ts'
import { GroupSection } from './GroupSection.tsx'
import { Guide, GuideList, toEntries, useGuides, useGuideTitle } from './guides.tsx'
import { Introduction } from './Introduction.tsx'
import { usePlace } from './place.ts'
import { find } from './search/find.ts'
import { toEntry } from './search/index-of.ts'
import { TopBar } from './TopBar.tsx'
import { useTexts } from './text/language.tsx'

/** @param reference if it is a string, the reason why it cannot be read */
export function DocsPage({ reference }: { reference: Reference | string }) {
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
  const place = usePlace()
  const [typed, setTyped] = useState({ query: '', guide: place.guide })
  // Another guide ends a search.
  const query = typed.guide === place.guide ? typed.query : ''
  const title = useGuideTitle(place.guide)
  useEffect(() => {
    document.title = `Latchkey · ${title ?? page.title}`
  }, [page, title])
  const guides = useGuides()
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
