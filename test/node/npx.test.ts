import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ROOT } from '../../scripts/support/build.ts'

/**
 * What pages and messages tell people to run. `npx` downloads a package that is not installed, so a name that the owner of
 * this project has not published could be anybody's program.
 */

interface Manifest {
  bin?: string | Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}
const readManifest = (path: string): Manifest => JSON.parse(readFileSync(`${ROOT}${path}`, 'utf8'))

const { dependencies, devDependencies } = readManifest('package.json')
const installed = Object.keys({ ...dependencies, ...devDependencies })
/** The commands that `npm install` of the project installs. */
const commands = new Set(
  installed.flatMap((name) => {
    const { bin = {} } = readManifest(`node_modules/${name}/package.json`)
    return typeof bin === 'string' ? [name] : Object.keys(bin)
  }),
)
/** Packages that are built here, and installed from their folder. */
const OWN = ['latchkey-client']
const BUILT = ['latchkey', 'latchkey-client', 'n8n-nodes-latchkey', 'zapier-latchkey']

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md', 'src', 'scripts'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(md|tsx?|mjs|json)$/.test(file) && file !== 'CHANGELOG.md')

/** Each line of a file that calls a tool, from its first argument on. */
const calls = (tool: RegExp) =>
  files.flatMap((file) =>
    readFileSync(`${ROOT}${file}`, 'utf8')
      .split('\n')
      .flatMap((line) => [...line.matchAll(tool)].map(([, rest = '']) => ({ file, words: rest.trim().split(/\s+/) }))),
  )

it('runs by npx only what the project installs, or an own package by its name', () => {
  const found = calls(/\bnpx ([^`'\\]+)/g)
  expect(found.length).toBeGreaterThan(15)
  const isKnown = ([first = '', second = '']: string[]) =>
    first === '-p' || first === '--package' ? [...installed, ...OWN].includes(second) : commands.has(first)
  expect(found.filter(({ words }) => !isKnown(words))).toEqual([])
})

it('installs an own package only from its folder', () => {
  const found = calls(/\bnpm (?:install|i|add|exec) ([^`'\\]+)/g)
  expect(found.length).toBeGreaterThan(5)
  expect(found.filter(({ words }) => words.some((word) => BUILT.includes(word.replace(/@[\d^~].*$/, ''))))).toEqual([])
})

it.each(['docs/events.md', 'docs/ko/events.md', 'src/client/README.md', 'src/client/README.ko.md'])(
  '%s installs the package before the command, and says what else npx runs',
  (file) => {
    const text = readFileSync(`${ROOT}${file}`, 'utf8')
    expect(text).toMatch(/`latchkey`(?:\s+or|나)\s+`latchkey-client`/)
    expect(text.indexOf('/dist/client')).toBeGreaterThan(0)
    expect(text.indexOf('/dist/client')).toBeLessThan(text.indexOf('npx -p latchkey-client latchkey'))
  },
)

it('no page says whether a package is published, because a release changes that', () => {
  const claim = /(?:not|nor|neither|never|yet)\b[^.]{0,60}\bpublished|published on npm|게시되어 있|게시되지 않/i
  const pages = files
    .filter((file) => file.endsWith('.md'))
    .map((file) => ({ file, text: readFileSync(`${ROOT}${file}`, 'utf8') }))
    .filter(({ text }) => BUILT.some((name) => name !== 'latchkey' && text.includes(name)))
  expect(pages.length).toBeGreaterThan(5)
  expect(pages.filter(({ text }) => claim.test(text)).map(({ file }) => file)).toEqual([])
})
