import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Language } from '../text/common.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { type Entry, type Found, GUIDE_WORDS } from './search.ts'
import { docsTexts } from './text.ts'

/** The titles of the guides by name, in the order of the page. The build reads them from the pages in docs. */
declare const GUIDES: Readonly<Record<Language, Readonly<Record<string, string>>>>

/** The URL in the guides. It is replaced by the URL of this deployment. */
const EXAMPLE = 'https://latchkey.example.workers.dev'

const NAMES = Object.keys(GUIDES.en)

const toPath = (name: string) => `/docs/guide/${name}`
/** No operation has this id. */
const toId = (name: string) => `guide-${name}`

const fetchGuide = async (name: string, language: Language) => {
  const response = await fetch(`${toPath(name)}.${language}`)
  return response.ok ? (await response.text()).replaceAll(EXAMPLE, location.origin) : ''
}

/**
 * The guides in the language of the reader, as HTML of the build. The one that is shown is loaded before the others.
 *
 * @param shown the name of the guide that is shown
 */
export function useGuides(shown: string | undefined): ReadonlyMap<string, string> {
  const { language } = useLanguage()
  const [guides, setGuides] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    let isWanted = true
    const load = async (names: readonly string[]) => {
      const loaded = await Promise.all(names.map(async (name) => [name, await fetchGuide(name, language)] as const))
      if (isWanted) setGuides((others) => new Map([...others, ...loaded]))
    }
    const first = NAMES.filter((name) => name === shown)
    load(first)
      .then(() => load(NAMES.filter((name) => !first.includes(name))))
      .catch(() => {})
    return () => {
      isWanted = false
    }
  }, [language])
  return guides
}

/** The searched texts: the titles in both languages, and each paragraph. */
export function toEntries(guides: ReadonlyMap<string, string>): Entry[] {
  const parser = new DOMParser()
  return [...guides].map(([name, html]) => ({
    id: toId(name),
    names: [name, GUIDES.en[name], GUIDES.ko[name], GUIDE_WORDS[name]].join(' ').toLowerCase(),
    texts: [...parser.parseFromString(html, 'text/html').querySelectorAll('h3, h4, p, li, td, pre')].map(
      ({ textContent }) => textContent ?? '',
    ),
  }))
}

/** A guide, where the fragment of the URL names one of its headings. */
export function Guide({ html, place }: { html: string; place: string }) {
  useEffect(() => {
    if (html && place) document.getElementById(place)?.scrollIntoView()
  }, [html, place])
  const content = useMemo(() => ({ __html: html }), [html])
  return <article class="prose guide" dangerouslySetInnerHTML={content} />
}

interface ListProps {
  found: Found | undefined
  /** The guide that is shown. */
  current?: string | undefined
  /** Whether the text that was found is shown. */
  excerpts?: boolean
}

/** Links to the guides, or to those that a search found. */
export function GuideLinks({ found, current, excerpts = false }: ListProps) {
  const titles = GUIDES[useLanguage().language]
  return (
    <ul>
      {Object.entries(titles).map(([name, title]) => {
        const excerpt = excerpts && found?.get(toId(name))
        return (
          <li key={name} hidden={found && !found.has(toId(name))}>
            <a href={toPath(name)} aria-current={name === current ? 'true' : undefined}>
              {title}
            </a>
            {excerpt && <span class="excerpt soft">{excerpt}</span>}
          </li>
        )
      })}
    </ul>
  )
}

/** The guides on the page: all, or those that a search found. */
export function GuideList({ found }: { found: Found | undefined }) {
  const { page } = useTexts(docsTexts)
  return (
    <section aria-labelledby="guides" hidden={found && !NAMES.some((name) => found.has(toId(name)))}>
      <h2 id="guides">{page.guides}</h2>
      <GuideLinks found={found} excerpts />
    </section>
  )
}

/** The title of a guide in the language of the reader. */
export function useGuideTitle(name: string | undefined): string | undefined {
  const titles = GUIDES[useLanguage().language]
  return name === undefined ? undefined : titles[name]
}
