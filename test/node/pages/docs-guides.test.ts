import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../../scripts/support/build.ts'
import { GUIDES, type Guide, guideSource, readGuides } from '../../../scripts/support/guides.ts'
import { ERROR_CODES } from '../../../src/base/errors.ts'
import { readPrinted } from './docs-reference.ts'

/** The guides of the reference page, in both languages, from the pages of the repository. */
const guides = await readGuides()
const find = (name: string, language: Guide['language']) =>
  guides.find((guide) => guide.name === name && guide.language === language) ?? expect.fail(`no ${name} in ${language}`)

it('has each page of docs/guides', async () => {
  const pages = await readdir(join(ROOT, 'docs/guides/en'))
  expect(GUIDES).toEqual(expect.arrayContaining(pages.map((page) => basename(page, '.md'))))
  expect(guideSource('start', 'ko')).toBe('docs/guides/ko/start.md')
  expect(guideSource('relay', 'ko')).toBe('docs/ko/relay.md')
})

it('both languages name the same statuses, headers and paths', () => {
  const codes = ({ text }: Guide) =>
    [...new Set(text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '').match(/`[^`\n]+`/g))].toSorted()
  const own = GUIDES.filter((name) => guideSource(name, 'en').startsWith('docs/guides/'))
  for (const name of own) expect(codes(find(name, 'ko')), name).toEqual(codes(find(name, 'en')))
})

it('the errors have a place for each code, which a link can name', () => {
  for (const language of ['en', 'ko'] as const) {
    const { html } = find('errors', language)
    for (const code of Object.values(ERROR_CODES)) expect(html).toContain(`<h3 id="${code}">${code}</h3>`)
  }
})

it('links only to guides that exist and to headings that they have, in the language of the reader', () => {
  for (const { name, language, html, title } of guides) {
    expect(title, name).toMatch(/\S/)
    const links = [...html.matchAll(/href="(?!https?:)([^"]+)"/g)].map(([, link = '']) => link)
    for (const link of links) {
      const [, target = '', other, place] =
        /^\/docs\/guide\/([\w-]+)(?:\?lang=(en|ko))?(?:#(.+))?$/.exec(link) ?? expect.fail(`${name} links to ${link}`)
      const found = find(target, (other as Guide['language']) ?? language)
      if (place) expect(found.html).toContain(` id="${decodeURIComponent(place)}"`)
    }
  }
})

it('shows what is emphasized as such', () => {
  const prose = ({ html }: Guide) => html.replaceAll(/<(pre|code)\b[\s\S]*?<\/\1>/g, '')
  expect(guides.filter((guide) => prose(guide).includes('**')).map(({ name, language }) => [name, language])).toEqual(
    [],
  )
})

it('shows pictures from files of docs/pictures', async () => {
  const files = await readdir(join(ROOT, 'docs/pictures'))
  for (const { name, language, html, text, pictures } of guides) {
    const sources = [...html.matchAll(/<img src="([^"]+)" alt="[^"]+" loading="lazy" \/>/g)].map(([, source]) => source)
    expect(sources, `${name} in ${language}`).toEqual(pictures.map((picture) => `/docs/pictures/${picture}`))
    expect(html.match(/<img/g) ?? []).toHaveLength(pictures.length)
    expect(files).toEqual(expect.arrayContaining([...pictures]))
    for (const picture of pictures) expect(text).toContain(`](/docs/pictures/${picture})`)
  }
  expect(find('app', 'ko').pictures.length).toBeGreaterThan(4)
})

it('shows code with its signs as they are', () => {
  const { html } = find('payssam', 'en')
  expect(html).toContain('<pre class="code" tabindex="0">curl -X POST "https://')
  expect(find('connect', 'en').html).toContain('npm install &lt;path to>/dist/client')
})

it('name paths that exist', async () => {
  const { operations } = await readPrinted()
  // An example has an id where the template has its name.
  const templates = operations.map(
    ({ path }) =>
      new RegExp(`^${path.replace(/^\/api\/v\d/, '').replaceAll(/\{\w+\}/g, String.raw`(?:\{\w+\}|[\w-]*\d[\w-]*)`)}$`),
  )
  const named = GUIDES.flatMap((name) => {
    const { text } = find(name, 'en')
    return [
      ...[...text.matchAll(/`(?:[A-Z]+ )?(\/[a-z-]+\/[a-z{}_/-]+)`/g)].map(([, path = '']) => path),
      ...[...text.matchAll(/\/api\/v\d(\/[a-z][a-z0-9/-]+[a-z0-9])/g)].map(([, path = '']) => path),
    ]
  })
  expect(named.length).toBeGreaterThan(8)
  const isKnown = (path: string) =>
    templates.some((template) => template.test(path)) || /^\/(?:api|admin|docs|openapi|oauth|connect)\b/.test(path)
  expect(named.filter((path) => !isKnown(path))).toEqual([])
})
