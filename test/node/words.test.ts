import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSync } from 'vite'
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

/** Every name in `src` that code chooses, with a file that has it. */
const names = new Map<string, string>()
/** Strings count for the names of the glossary: headers and settings are strings in places. */
const strings = new Set<string>()

const NAME_NODES: ReadonlySet<unknown> = new Set(['Identifier', 'JSXIdentifier', 'PrivateIdentifier'])

const visit = (node: unknown, file: string): void => {
  if (Array.isArray(node)) {
    for (const child of node) visit(child, file)
    return
  }
  if (typeof node !== 'object' || node === null) return
  const { type, name, value } = node as { type?: unknown; name?: unknown; value?: unknown }
  if (NAME_NODES.has(type) && typeof name === 'string') names.set(name, file)
  if (type === 'Literal' && typeof value === 'string') strings.add(value)
  for (const child of Object.values(node)) visit(child, file)
}

for await (const path of glob('src/**/*.{ts,tsx}', { cwd: ROOT, exclude: ['**/node_modules', '**/generated'] })) {
  const { program, errors } = parseSync(path, readFileSync(join(ROOT, path), 'utf8'))
  expect(errors).toEqual([])
  visit(program, path)
}

const glossary = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8')
const HEADING = '## Words that no name has'
const [terms = '', forbidden = ''] = glossary.split(HEADING)

const inCode = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

/** Names with the forbidden words of a row, and the names that may have them. */
const rows = forbidden.split('\n').flatMap((line) => {
  const [, words = ''] = line.split(' | ').length < 2 ? [] : line.split(/^\| | \| /)
  const [barred = '', allowed = ''] = words.split('other than')
  const found = inCode(barred)
  return found.length === 0 ? [] : [{ barred: found, allowed: inCode(allowed) }]
})

/** `handOver`, `HAND_OVER` and `#handOverAt` have the words hand and over, one after the other. */
const toWords = (name: string): string =>
  ` ${name
    .replace(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2')
    .replaceAll('_', ' ')
    .toLowerCase()} `

/** Fields of HTTP and columns of tables are lower case with underscores. They stay as the contract has them. */
const isOfContract = (name: string) => /^[a-z\d]+(_[a-z\d]+)+$/.test(name)

const has = (name: string, word: string) => toWords(name).includes(toWords(word))

const forbiddenIn = (given: Iterable<readonly [name: string, file: string]>): string[] =>
  [...given].flatMap(([name, file]) =>
    rows.flatMap(({ barred, allowed }) => {
      const word = isOfContract(name) || allowed.includes(name) ? undefined : barred.find((each) => has(name, each))
      return word === undefined ? [] : [`${file}: ${name} has the word ${word}`]
    }),
  )

/** A command, a path or a part of a contract: the glossary mentions them, and they are no names in code. */
const isName = (text: string) => /^[A-Za-z][\w-]*$/.test(text)

it('every code name of the glossary exists', () => {
  const known = inCode(terms).filter(isName)
  expect(known.length).toBeGreaterThan(30)
  const allowed = rows.flatMap((row) => row.allowed)
  expect([...known, ...allowed].filter((name) => !names.has(name) && !strings.has(name))).toEqual([])
})

it('no name in the code has a word that the glossary forbids', () => {
  expect(rows.length).toBeGreaterThan(3)
  expect(forbiddenIn(names)).toEqual([])
  const [word = ''] = rows[0]?.barred ?? []
  const made = [`${word}s`, `${word}Of`, `get_${word}`, `GET_${word.toUpperCase()}`]
  expect(forbiddenIn(made.map((name) => [name, 'a.ts']))).toEqual([
    `a.ts: ${word}Of has the word ${word}`,
    `a.ts: GET_${word.toUpperCase()} has the word ${word}`,
  ])
})
