import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { ROOT } from '../../scripts/support/build.ts'

/**
 * A comment that names a clause is worth nothing where the clause cannot be opened: every reference in src, test and docs
 * leads to a section of docs that exists.
 */

/** What one reference names. `page` is undefined when the document is unknown. */
interface Reference {
  line: number
  text: string
  page: string | undefined
  sections: readonly string[]
  /** Numbers of a list, or rows of a table, in these sections. */
  kind: 'rule' | 'row' | undefined
  items: readonly string[]
}

const facts = (group: string) => `docs/products/${group.toLowerCase()}.md`
/** The groups with a product. */
const GROUPS = readdirSync(`${ROOT}docs/products`).map((page) => page.replace(/\.md$/, ''))

/** `6.4`, `3, 4; 11`, `1.2 and 3`, `2 to 4` */
const LIST = String.raw`\d+(?:\.\d+)?(?:(?:,? and |, |; | to )\d+(?:\.\d+)?)*`
const SECTIONS = String.raw`\(?(?:sections? )?\(?(?<sections>${LIST})`
const ITEMS = `(?:, (?<kind>rule|row)s? (?<items>${LIST}))?`
/** The last form is only `(11, row 14)`, within a group. */
const FORMS = [
  String.raw`\b(?<foreign>RFC) \d+,? section [\d.]+`,
  String.raw`(?:\b(?<group>${GROUPS.join('|')}) )?\b(?<book>facts),? ${SECTIONS}${ITEMS}`,
  String.raw`\bsections? (?<sections>${LIST})${ITEMS}`,
  String.raw`(?<=\()(?<sections>\d+), (?<kind>row) (?<items>\d+)`,
]
const REFERENCE = new RegExp(FORMS.join('|').replaceAll(' ', String.raw`\s+`), 'gi')

/** The start of a comment's line may be between the words of a reference. */
const withoutMargins = (source: string) =>
  source.replaceAll(/\n[ \t]*(?:\*(?!\/)|\/\/)/g, (between) => between.replace(/[*/]/g, ' '))

/** The headings that are named behind a page of docs (a gateway has its guides under such a path, too): `docs/spec/gateway.md, "Input" and "Keys"`. */
const HEADINGS = /(?<![\w/])(docs\/(?!guides\/)[\w/-]+\.md)((?:(?:,|,? and)\s+"[^"$]+")*)/g

const headingsIn = (source: string) =>
  [...withoutMargins(source).matchAll(HEADINGS)].map(([, page = '', headings = '']) => ({
    page,
    headings: [...headings.matchAll(/"([^"]+)"/g)].map(([, heading = '']) => heading.replaceAll(/\s+/g, ' ')),
  }))

function referencesIn(file: string, source: string): Reference[] {
  const text = withoutMargins(source)
  return [...text.matchAll(REFERENCE)].flatMap((match) => {
    const { foreign, book, group, sections = '', kind, items = '' } = match.groups ?? {}
    if (foreign) return []
    return {
      line: source.slice(0, match.index).split('\n').length,
      text: match[0].replaceAll(/\s+/g, ' '),
      page: getPage(file, book, group),
      sections: parseNumbers(sections),
      kind: kind?.toLowerCase() as Reference['kind'],
      items: parseNumbers(items),
    }
  })
}

/** Without a book's name, the page that the file is or that its folder is about. */
function getPage(file: string, book: string | undefined, group: string | undefined): string | undefined {
  if (group) return facts(group)
  const [, folder] = /^(?:src\/groups|test\/groups|test\/simulators|docs\/products)\/(\w+)/.exec(file) ?? []
  if (folder) return facts(folder)
  return book === undefined && pages.has(file) ? file : undefined
}

/** Every number of a list. `2 to 4` includes 3. */
function parseNumbers(list: string): string[] {
  const between = [...list.matchAll(/\b(\d+)\s+to\s+(\d+)\b/g)].flatMap(([, first, last]) =>
    Array.from({ length: Number(last) - Number(first) - 1 }, (_, index) => String(Number(first) + index + 1)),
  )
  return [...(list.match(/\d+(?:\.\d+)?/g) ?? []), ...between]
}

/** The sections of a page by number, each with its rules (`1. ...`) and rows (`| 1 | ...`). */
function parseSections(page: string): ReadonlyMap<string, { rule: Set<string>; row: Set<string> }> {
  const sections = new Map<string, { rule: Set<string>; row: Set<string> }>()
  let current = { rule: new Set<string>(), row: new Set<string>() }
  for (const line of page.split('\n')) {
    const [, section] = /^#{2,4} (\d+(?:\.\d+)*)\.? /.exec(line) ?? []
    if (section) {
      current = { rule: new Set(), row: new Set() }
      sections.set(section, current)
    }
    const [, rule] = /^(\d+)\. /.exec(line) ?? []
    if (rule) current.rule.add(rule)
    const [, row] = /^\| (\d+) \|/.exec(line) ?? []
    if (row) current.row.add(row)
  }
  return sections
}

const read = (file: string) => readFileSync(`${ROOT}${file}`, 'utf8')

const pages = new Map(GROUPS.map(facts).map((page) => [page, parseSections(read(page))]))

/** Why a reference is broken. Empty for a valid one. */
function getFaults({ page, sections, kind, items }: Reference): string[] {
  const known = page === undefined ? undefined : pages.get(page)
  if (!known) return ['which book is meant cannot be told']
  const lacking = sections.filter((section) => !known.has(section)).map((section) => `section ${section}`)
  const last = sections.at(-1) ?? ''
  const there = kind && known.get(last)?.[kind]
  const without = there ? items.filter((item) => !there.has(item)) : []
  return [...lacking, ...without.map((item) => `${kind} ${item} in section ${last}`)].map((it) => `${page} lacks ${it}`)
}

const files: string[] = []
for await (const file of glob(['{src,test}/**/*.ts', 'docs/**/*.md'], { cwd: ROOT, exclude: ['**/node_modules'] })) {
  if (file !== 'test/node/references.test.ts') files.push(file)
}

it('every reference leads to a section', () => {
  const nowhere = files.flatMap((file) =>
    referencesIn(file, read(file)).flatMap((reference) =>
      getFaults(reference).map((fault) => `${file}:${reference.line}: "${reference.text}": ${fault}`),
    ),
  )
  expect(nowhere).toEqual([])
})

it('every page and heading that code names exists', () => {
  const named = files
    .filter((file) => !file.startsWith('docs/'))
    .flatMap((file) => headingsIn(read(file)).map((reference) => ({ file, ...reference })))
  expect(named.filter(({ headings }) => headings.length > 0).length).toBeGreaterThan(80)
  const lost = named.flatMap(({ file, page, headings }) => {
    if (!existsSync(`${ROOT}${page}`)) return [`${file}: ${page} does not exist`]
    const lines = read(page).split('\n')
    const lacking = headings.filter((heading) => !lines.some((line) => line.replace(/^#+ /, '') === heading))
    return lacking.map((heading) => `${file}: ${page} has no heading "${heading}"`)
  })
  expect(lost).toEqual([])
})

it('understands headings across lines of a comment', () => {
  const text = '/**\n * (docs/spec/gateway.md,\n * "Order of the\n * checks" and "Keys")\n */'
  expect(headingsIn(text)).toEqual([{ page: 'docs/spec/gateway.md', headings: ['Order of the checks', 'Keys'] }])
})

it('finds them', () => {
  const found = files.flatMap((file) => (file.startsWith('docs/') ? [] : referencesIn(file, read(file))))
  expect(found.length).toBeGreaterThan(300)
  expect(new Set(found.map(({ page }) => page))).toEqual(new Set(pages.keys()))
})

const SHOP = 'test/groups/shop/x.test.ts'

it.each([
  ['recorder facts, 6.4', facts('recorder'), ['6.4'], []],
  ['recorder facts, sections 1.2\n  // and 3', facts('recorder'), ['1.2', '3'], []],
  ['Payment facts, section 1', facts('payment'), ['1'], []],
  ['notes facts 2: codes', facts('notes'), ['2'], []],
  ['facts 6.9, 9.3', facts('shop'), ['6.9', '9.3'], []],
  ['facts (2)', facts('shop'), ['2'], []],
  ['Facts, sections 2 to 4', facts('shop'), ['2', '4', '3'], []],
  ['(facts 3, 4; 11, row 2)', facts('shop'), ['3', '4', '11'], ['2']],
  ['unknown keys (11, row 14)', facts('shop'), ['11'], ['14']],
  ['oEmbed, section 7', facts('shop'), ['7'], []],
])('understands %s', (text, page, sections, items) => {
  expect(referencesIn(SHOP, text)).toMatchObject([{ page, sections, items }])
})

it('knows the books from others', () => {
  expect(referencesIn(SHOP, 'HTTP (RFC 9110, section 10.2.3), RFC 6750 section 3')).toEqual([])
})

it.each([
  ['src/app.ts', 'recorder facts, 6.99', `${facts('recorder')} lacks section 6.99`],
  ['test/simulators/recorder/tags.ts', 'facts 11, row 99', `${facts('recorder')} lacks row 99 in section 11`],
  ['src/app.ts', 'facts 4', 'which book is meant cannot be told'],
])('in %s says where %s points: %s', (file, text, fault) => {
  expect(referencesIn(file, `\n\n/** ${text} */`).map((found) => [found.line, ...getFaults(found)])).toEqual([
    [3, fault],
  ])
})
