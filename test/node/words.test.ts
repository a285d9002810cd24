import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../scripts/support/build.ts'

/** Words that readers had to read twice, each with the plain one (docs/glossary.md). */
const UNUSUAL: [pattern: RegExp, plain: string][] = [
  [/\banew\b/i, 'again'],
  [/\btak(?:e|es|en) back\b/i, 'revoke'],
  [/\ball the same\b/i, 'anyway'],
  [/\bin place of\b/i, 'instead of'],
  [/\bbecomes? of\b/i, 'the result'],
  [/\bmends?\b/i, 'fix'],
  // One word for one thing. "주간 제품 회의" is the title of a recording.
  [/제품(?! 회의)/, '서비스'],
  [/고객용 링크/, '연결 요청 링크'],
]

/** Pages for readers, the descriptions that the Deploy button shows, and the texts of the gateway and of its app. */
const FILES = [
  '*.md',
  'docs/*.md',
  'docs/{ko,products}/*.md',
  'docs/guides/*/*.md',
  'package.json',
  'src/**/*.{md,ts,tsx}',
]
const LEFT_OUT = ['docs/glossary.md']

const unusualIn = (file: string, text: string) =>
  text.split('\n').flatMap((line, index) =>
    UNUSUAL.flatMap(([pattern, plain]) => {
      const found = pattern.exec(line)
      return found ? [`${file}:${index + 1}: "${found[0]}": ${plain}`] : []
    }),
  )

it('messages and pages use plain words', async () => {
  const unusual: string[] = []
  for await (const path of glob(FILES, { cwd: ROOT, exclude: ['**/node_modules', '**/generated', ...LEFT_OUT] }))
    unusual.push(...unusualIn(path, readFileSync(join(ROOT, path), 'utf8')))
  expect(unusual).toEqual([])
  expect(unusualIn('a.md', 'x\nThe key is made anew')).toEqual(['a.md:2: "anew": again'])
})
