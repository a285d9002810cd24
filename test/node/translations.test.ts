import { existsSync, readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../scripts/support/build.ts'

/** Korean pages have the headings, the tables and the code of the English ones. */
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const pages: [korean: string, english: string][] = [['README.ko.md', 'README.md']]
for await (const path of glob('docs/{ko,guides/ko}/*.md', { cwd: ROOT })) {
  const english = path.includes('guides') ? `docs/guides/en/${basename(path)}` : `docs/${basename(path)}`
  // The list of Korean pages is its own.
  if (english !== 'docs/README.md') pages.push([path.replaceAll('\\', '/'), english])
}

const FENCED = /^ *```[\s\S]*?^ *```/gm
const parseCode = (page: string) => [...page.matchAll(FENCED)].map(([code]) => code)
const parseIndented = (page: string) =>
  page
    .replaceAll(FENCED, '')
    .split('\n')
    .filter((line) => /^ {4,}\S/.test(line))
    // What follows # in a command is a remark.
    .map((line) => line.replace(/ +# .*$/, '').trim())
const parseHeadings = (page: string) =>
  page
    .replaceAll(FENCED, '')
    .split('\n')
    .flatMap((line) => /^#+(?= )/.exec(line) ?? [])

/** The number of cells of each row: a row that only one language has is found. */
const parseTables = (page: string) =>
  page
    .replaceAll(FENCED, '')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.replaceAll('\\|', '').split('|').length)

it.each(pages)('%s has the headings, the tables and the code of %s', (korean, english) => {
  expect(existsSync(join(ROOT, english))).toBe(true)
  const [translated, original] = [read(korean), read(english)]
  expect(parseHeadings(translated)).toEqual(parseHeadings(original))
  // The README lists the pages that its language has.
  if (english !== 'README.md') expect(parseTables(translated)).toEqual(parseTables(original))
  expect(parseCode(translated)).toEqual(parseCode(original))
  expect(parseIndented(translated)).toEqual(parseIndented(original))
})

it('translates what owners need', () => {
  expect(pages.length).toBeGreaterThan(3)
})
