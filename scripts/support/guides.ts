import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { Marked } from 'marked'
import { ROOT } from './build.ts'

const LANGUAGES = ['en', 'ko'] as const
type Language = (typeof LANGUAGES)[number]

/** A guide for each product, for owners and callers. */
const PRODUCTS = ['plaud', 'tiro', 'notion', 'coupang', 'payssam', 'youtube', 'threads']

/** The guides for callers are in docs/guides. The others are pages of docs, with the Korean ones in docs/ko. */
const CALLERS = [
  'start',
  'authentication',
  'requests',
  'paging',
  'retries',
  'limits',
  'browser',
  'importing',
  ...PRODUCTS,
]

/** The guides of every gateway, in the order of the reference page. */
export const GUIDES = [
  'start',
  'connect',
  ...PRODUCTS,
  'authentication',
  'requests',
  'errors',
  'paging',
  'retries',
  'limits',
  'browser',
  'importing',
  'events',
  'agents',
  'app',
  'accounts',
  'relay',
  'deploying',
  'operations',
  'security',
]

/** The page of a guide in the repository. */
export function guideSource(name: string, language: Language): string {
  if (CALLERS.includes(name)) return `docs/guides/${language}/${name}.md`
  return language === 'en' ? `docs/${name}.md` : `docs/${language}/${name}.md`
}

const SERVED = new Map(
  LANGUAGES.flatMap((language) => GUIDES.map((name) => [guideSource(name, language), { name, language }] as const)),
)

export interface Guide {
  name: string
  language: Language
  title: string
  /** The path of its Markdown below public/. */
  file: string
  /** For programs: its links are paths of the gateway. */
  text: string
  /** The names of its pictures, which are files of docs/pictures. */
  pictures: readonly string[]
  /** For the reference page. */
  html: string
}

/** The guides in both languages. */
export const readGuides = (): Promise<Guide[]> =>
  Promise.all(LANGUAGES.flatMap((language) => GUIDES.map((name) => readGuide(name, language))))

async function readGuide(name: string, language: Language): Promise<Guide> {
  const source = guideSource(name, language)
  const page = await readFile(join(ROOT, source), 'utf8')
  const address = (guide: Address) =>
    `/docs/guide/${guide.name}${guide.language === language ? '' : `?lang=${guide.language}`}`
  const html = await MARKDOWN.parse(withLinks(page, source, address))
  return {
    name,
    language,
    html,
    title: page.slice(2, page.indexOf('\n')),
    file: `docs/guide/${name}.${language}.md`,
    text: withLinks(page, source, (guide) => `/docs/guide/${guide.name}.${guide.language}.md`),
    pictures: [...page.matchAll(PICTURE)].map(([, , picture = '']) => picture),
  }
}

type Address = Pick<Guide, 'name' | 'language'>

const PICTURE = /!\[([^\]]+)\]\([./]*pictures\/([\w.-]+)\)/g

/** A link to a page that the gateway has goes there. Of a link to another page only the words remain. */
const withLinks = (page: string, source: string, address: (guide: Address) => string): string =>
  page
    .replaceAll(/(?<!!)\[([^\]]+)\]\((?!https?:)([^)#]*)(#[^)]*)?\)/g, (_, words: string, path: string, place = '') => {
      const guide = SERVED.get(path ? posix.join(posix.dirname(source), path) : source)
      return guide ? `[${words}](${address(guide)}${place})` : words
    })
    .replaceAll(PICTURE, (_, words: string, picture: string) => `![${words}](/docs/pictures/${picture})`)

/** The id that GitHub gives a heading. */
export const toId = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')

/** The name of the product is the heading of the reference page, so each heading of a guide is one level lower. */
const MARKDOWN = new Marked({
  renderer: {
    heading({ depth, text, tokens }) {
      return `<h${depth + 1} id="${toId(text)}">${this.parser.parseInline(tokens)}</h${depth + 1}>\n`
    },
    // An element that keys scroll needs the focus.
    code: ({ text }) => `<pre class="code" tabindex="0">${escaped(text)}</pre>\n`,
    image: ({ href, text }) => `<img src="${href}" alt="${escaped(text).replaceAll('"', '&quot;')}" loading="lazy" />`,
  },
})

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
