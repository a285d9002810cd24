import { useLanguage } from '../text/choice.tsx'
import type { Group, Operation } from './document/read.ts'
import { guideId, guideTitle } from './guides/Guides.tsx'
import type { Found } from './search/find.ts'
import { PRODUCTS } from './search/products.ts'
import { useTexts } from './text/language.tsx'

interface Props {
  groups: readonly Group[]
  found: Found | undefined
  /** The id in the URL. */
  place: string
}

/** The table of contents, with the current location marked. On a phone its title opens it. */
export function Contents({ groups, found, place }: Props) {
  const { page, guides } = useTexts()
  const current = (id: string) => (id === place ? 'true' : undefined)
  return (
    <nav aria-label={page.contents}>
      <details class="contents" open={matchMedia('(min-width: 52rem)').matches}>
        <summary>{page.contents}</summary>
        <a class="group" href="#guides" aria-current={current('guides')}>
          {page.guides}
        </a>
        <ul>
          {Object.entries(guides).map(([name, text]) => (
            <li key={name}>
              <a href={`#${guideId(name)}`} aria-current={current(guideId(name))}>
                {guideTitle(text)}
              </a>
            </li>
          ))}
        </ul>
        {groups.map(({ name, operations }) => (
          <div key={name} hidden={found && !operations.some(({ id }) => found.has(id))}>
            <a class="group" href={`#${name}`} aria-current={current(name)}>
              {name} <span class="soft">{PRODUCTS[name]?.name}</span>
            </a>
            <ul>
              {operations.map((operation) => (
                <li key={operation.id} hidden={found && !found.has(operation.id)}>
                  <a href={`#${operation.id}`} aria-current={current(operation.id)}>
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
