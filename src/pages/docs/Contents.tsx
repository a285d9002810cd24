import { useLanguage, useTexts } from '../text/language.tsx'
import type { Group, Operation } from './document.ts'
import { GuideLinks } from './guides.tsx'
import type { Place } from './place.ts'
import { type Found, PRODUCTS } from './search.ts'
import { docsTexts } from './text.ts'

interface Props {
  groups: readonly Group[]
  found: Found | undefined
  place: Place
}

/** The table of contents, with the current location marked. On a phone its title opens it. */
export function Contents({ groups, found, place }: Props) {
  const { page } = useTexts(docsTexts)
  const current = (id: string) => (id === place.id && !place.guide ? 'true' : undefined)
  return (
    <nav aria-label={page.contents}>
      <details class="contents" open={matchMedia('(min-width: 52rem)').matches}>
        <summary>{page.contents}</summary>
        <a class="group" href="/docs#guides" aria-current={current('guides')}>
          {page.guides}
        </a>
        {/* The first page has them beside it, and so has a search. */}
        {place.guide && !found && <GuideLinks found={found} current={place.guide} />}
        {groups.map(({ name, operations }) => (
          <div key={name} hidden={found && !operations.some(({ id }) => found.has(id))}>
            <a class="group" href={`/docs#${name}`} aria-current={current(name)}>
              {name} <span class="soft">{PRODUCTS[name]?.name}</span>
            </a>
            <ul>
              {operations.map((operation) => (
                <li key={operation.id} hidden={found && !found.has(operation.id)}>
                  <a href={`/docs#${operation.id}`} aria-current={current(operation.id)}>
                    <Title operation={operation} />
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </details>
    </nav>
  )
}

/** The operation's summary in the reader's language. English, marked as such, when there is no translation. */
export function Title({ operation: { summary, korean } }: { operation: Operation }) {
  const { language } = useLanguage()
  if (language === 'en') return summary
  return korean ?? <span lang="en">{summary}</span>
}
