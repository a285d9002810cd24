import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../scripts/support/build.ts'

/** Words that readers had to read twice, each with the plain one (docs/glossary.md). */
const UNUSUAL: [pattern: RegExp, plain: string][] = [
  [/\b(?:told|tells)\b/i, 'return, report, notify, say'],
  [/\banew\b/i, 'again'],
  [/\bstands? (?:in|at|under|beside|behind|for|below|above|out)\b/i, 'is in, is listed under'],
  [/\bthose (?:that|which|who)\b/i, 'name the thing: callers who, types that'],
  [/\b(?:of|by) which\b/i, 'start a new sentence'],
  [/\bwhoever\b/i, 'anyone who, the person who'],
  [/\bmeanwhile\b/i, 'while paused, until then'],
  [/\b(?:is|are) over\b/i, 'ended, expired'],
  [/\bkept\b/i, 'stored'],
  [/\bsealed\b/i, 'encrypted'],
  [/\btak(?:e|es|en) back\b/i, 'revoke'],
  [/\ball the same\b/i, 'anyway'],
  [/\bbesides\b/i, 'also, except'],
  [/\bin place of\b/i, 'instead of'],
  [/\balone\b/i, 'only'],
  [/\bbegin(?:s|ning)?\b/i, 'start'],
  [/\bbears?\b/i, 'have, allow'],
  [/\bcapitals?\b/i, 'case-insensitive, upper case'],
  [/\bleads? to\b/i, 'opens, points to'],
  [/\bgoes on\b/i, 'continue'],
  [/\bbecomes? of\b/i, 'the result'],
  [/\bin silence\b/i, 'silently'],
  [/\bmends?\b/i, 'fix'],
  [/\blooked? for\b/i, 'search'],
  [/\bfaults?\b/i, 'error, validation error'],
]

/** The most common of them in comments, where some of the words above have their usual meaning. */
const UNUSUAL_IN_COMMENTS: [pattern: RegExp, plain: string][] = [
  [/\b(?:is|are|was|be) told\b/i, 'is reported, is returned, gets'],
  [/\banew\b/i, 'again'],
  [/\bstands? (?:in|at|under|beside|behind|for|below|above|out)\b/i, 'is in, is listed under'],
  [/\bby which\b/i, 'start a new sentence'],
  [/\bwhoever\b/i, 'anyone who, the person who'],
  [/\bmeanwhile\b/i, 'in the meantime'],
  [/\b(?:is|are) over\b/i, 'ended, expired'],
  [/\bis kept\b|\bkept (?:at|under|beside|anew)\b/i, 'is stored'],
  [/\b(?:un)?sealed\b/i, 'encrypted'],
  [/\btak(?:e|es|en) back\b/i, 'revoke'],
  [/\ball the same\b/i, 'anyway'],
  [/\bin place of\b/i, 'instead of'],
  [/\bgoes on\b/i, 'continues'],
  [/\bbecomes? of\b/i, 'the result'],
  [/\bmends?\b/i, 'fix'],
]

/** Pages for readers, with the facts of products and the changelog. */
const PAGES = ['*.md', 'docs/*.md', 'docs/products/*.md', 'docs/guides/en/*.md']
const LEFT_OUT = ['docs/glossary.md']

/** Comments, patterns and literals, in source order. */
const TOKEN =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|(?<=[(,=:?&|!]\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/|'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`/g

/** The texts of a source file with their line numbers: literals of several words, no comments. */
const parseTexts = (source: string) =>
  [...source.matchAll(TOKEN)].flatMap((token) => {
    const text = (token[1] ?? token[2] ?? token[3])?.replaceAll(/\$\{[^}]*\}|`[^`]*`/g, '')
    if (text === undefined || !/[A-Za-z]{2,} [A-Za-z]/.test(text)) return []
    return [{ line: source.slice(0, token.index).split('\n').length, text }]
  })

/** The lines of a source file's comments. */
const parseComments = (source: string) =>
  [...source.matchAll(TOKEN)].flatMap((token) => {
    if (!/^\/[/*]/.test(token[0])) return []
    const first = source.slice(0, token.index).split('\n').length
    return token[0].split('\n').map((text, index) => ({ line: first + index, text: text.replaceAll(/`[^`]*`/g, '') }))
  })

const parseProse = (page: string) =>
  page
    .replaceAll(/^```[\s\S]*?^ *```/gm, (code) => code.replaceAll(/[^\n]/g, ''))
    .replaceAll(/`[^`\n]*`/g, '``')
    .split('\n')
    .map((text, index) => ({ line: index + 1, text: /^ {4,}/.test(text) ? '' : text }))

const unusualIn = (file: string, texts: { line: number; text: string }[], words = UNUSUAL) =>
  texts.flatMap(({ line, text }) =>
    words.flatMap(([pattern, plain]) => {
      const found = pattern.exec(text)
      return found ? [`${file}:${line}: "${found[0]}": ${plain}`] : []
    }),
  )

const read = async (patterns: string[]) => {
  const files: { file: string; text: string }[] = []
  for await (const path of glob(patterns, { cwd: ROOT, exclude: ['**/node_modules'] })) {
    files.push({ file: path.replaceAll('\\', '/'), text: readFileSync(join(ROOT, path), 'utf8') })
  }
  return files.toSorted((a, b) => a.file.localeCompare(b.file))
}

it('texts of the gateway and of its app use plain words', async () => {
  const sources = (await read(['src/**/*.{ts,tsx}'])).filter(({ file }) => !file.startsWith('src/client/generated/'))
  expect(sources.length).toBeGreaterThan(500)
  expect(sources.flatMap(({ file, text }) => unusualIn(file, parseTexts(text)))).toEqual([])
})

it('comments use plain words', async () => {
  const sources = (await read(['src/**/*.{ts,tsx}', 'scripts/**/*.ts', 'test/**/*.{ts,tsx}'])).filter(
    ({ file }) => !/^test\/slow\/tools\/|^src\/client\/generated\//.test(file),
  )
  expect(sources.length).toBeGreaterThan(1500)
  const hits = sources.flatMap(({ file, text }) => unusualIn(file, parseComments(text), UNUSUAL_IN_COMMENTS))
  expect(hits).toEqual([])
})

it('pages for readers use plain words', async () => {
  const pages = (await read(PAGES)).filter(({ file }) => !LEFT_OUT.includes(file))
  expect(pages.length).toBeGreaterThan(20)
  expect(pages.flatMap(({ file, text }) => unusualIn(file, parseProse(text)))).toEqual([])
})

it('descriptions of bindings, which the Deploy button shows, use plain words', () => {
  const { cloudflare } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    cloudflare: { bindings: Record<string, { description: string }> }
  }
  const texts = Object.values(cloudflare.bindings).map(({ description }) => ({ line: 1, text: description }))
  expect(unusualIn('package.json', texts)).toEqual([])
})
