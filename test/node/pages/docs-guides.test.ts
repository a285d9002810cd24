import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../../scripts/support/build.ts'
import { GUIDES, guideFiles, readGuides } from '../../../scripts/support/guides.ts'
import { readPrinted } from './docs-reference.ts'

/** The guides of the reference page, in both languages, on the page and as files. */
const read = (file: string) => readFile(join(ROOT, file), 'utf8')

it.each(['en', 'ko'])('the page has the generated ones, in their order: %s', async (language) => {
  const texts = await read(`src/pages/docs/text/${language}.ts`)
  expect(/guides: \{ (.*?) \}/.exec(texts)?.[1]?.split(', ')).toEqual([...GUIDES])
})

it('both languages name the same statuses, headers and paths', async () => {
  const files = new Map(await guideFiles())
  expect(files.get('docs/errors.md')).toContain('## invalid_input')
  for (const name of GUIDES) {
    const [english, korean] = ['en', 'ko'].map((language) => files.get(`docs/guides/${language}/${name}.md`) ?? '')
    const codes = (text = '') => [...new Set(text.match(/`[^`\n]+`/g))].toSorted()
    expect(codes(korean)).toEqual(codes(english))
    expect(english?.startsWith('# ')).toBe(true)
  }
})

it('name paths that exist', async () => {
  const { operations } = await readPrinted()
  const paths = new Set(operations.map(({ path }) => path.replace(/^\/api\/v\d/, '')))
  const named = (await readGuides()).flatMap(({ text }) => [
    ...[...text.matchAll(/`(\/[a-z-]+\/[a-z/-]+)`/g)].map(([, path = '']) => path),
    ...[...text.matchAll(/\/api\/v1(\/[a-z/-]+)/g)].map(([, path = '']) => path),
  ])
  expect(named.length).toBeGreaterThan(8)
  expect(named.filter((path) => !paths.has(path))).toEqual([])
})
