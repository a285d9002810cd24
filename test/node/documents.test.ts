import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { ROOT } from '../../scripts/support/build.ts'
import { toId } from '../../scripts/support/guides.ts'

/** Everything that the documents link to exists: files, sections and npm scripts. Pages and pictures are not too large. */
const pages: { file: string; text: string }[] = []
for await (const path of glob(['*.md', 'docs/**/*.md'], { cwd: ROOT })) {
  const file = path.replaceAll('\\', '/')
  pages.push({ file, text: readFileSync(join(ROOT, file), 'utf8') })
}

const KB = 1000

const listFiles = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file && existsSync(join(ROOT, file)))

const linked = listFiles('*.md').map((file) => {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const prose = text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
  const links = [...prose.matchAll(/\]\((?!https?:|mailto:|\/)([^)\s]+)\)/g)].map(([, link = '']) => link)
  const places = [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => toId(heading.replaceAll('`', '')))
  return { file, links, places: new Set(places) }
})

/** The READMEs of packages have their pictures in the package (scripts/support/pictures.ts). */
const resolve = (file: string, path: string) =>
  file.startsWith('src/') && path.startsWith('pictures/')
    ? `docs/${path}`
    : posix.join(posix.dirname(file), decodeURIComponent(path))

const links = linked.flatMap(({ file, links }) =>
  links.map((link) => {
    const [path = '', place] = link.split('#')
    return { file, link, target: path ? resolve(file, path) : file, place }
  }),
)

it('every link leads to a file, and to a heading of it', () => {
  expect(links.length).toBeGreaterThan(150)
  const isThere = ({ target, place }: (typeof links)[number]) =>
    existsSync(join(ROOT, target)) &&
    (!place || linked.some((page) => page.file === target && page.places.has(decodeURIComponent(place))))
  expect(links.filter((link) => !isThere(link)).map(({ file, link }) => `${file}: ${link}`)).toEqual([])
})

it('every picture is on a page, and all together are small', () => {
  const pictures = listFiles('docs/pictures')
  expect(pictures.filter((picture) => !links.some(({ target }) => target === picture))).toEqual([])
  const sizes = pictures.map((picture) => statSync(join(ROOT, picture)).size)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(400 * KB)
})

it.each([
  ['README.md', 8],
  ['README.ko.md', 8],
  ['docs/agents.md', 9],
])('%s has at most %i KB', (file, most) => {
  expect(statSync(join(ROOT, file)).size).toBeLessThanOrEqual(most * KB)
})

it('every file of code that is named exists', () => {
  const named = pages.flatMap(({ file, text }) =>
    [...text.matchAll(/`((?:src|test|scripts)\/[\w./-]+\.\w+)`/g)].map(([, path = '']) => ({ file, path })),
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ path }) => !existsSync(join(ROOT, path)))).toEqual([])
})

it('every section that is named next to a link is a heading of that page', () => {
  const named = pages.flatMap(({ file, text }) =>
    [...text.matchAll(/\[[^\]]*\]\((?!https?:)([^)#\s]+\.md)\),\s+"([^"]+)"/g)].map(([, target = '', section]) => ({
      from: file,
      to: join(ROOT, dirname(file), target),
      section,
    })),
  )
  expect(named.length).toBeGreaterThan(3)
  const lost = named.filter(({ to, section }) => !new RegExp(`^#+ ${section}$`, 'm').test(readFileSync(to, 'utf8')))
  expect(lost).toEqual([])
})

it('every named npm script exists', () => {
  const scripts = Object.keys(packageJson.scripts)
  const missing = pages.flatMap(({ file, text }) =>
    [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test))/g)]
      .filter(([, run, own]) => !scripts.includes(run ?? own ?? ''))
      .map(([command]) => `${file}: ${command}`),
  )
  expect(missing).toEqual([])
})

it('CONTRIBUTING says what each npm script is for', () => {
  const { text = '' } = pages.find(({ file }) => file === 'CONTRIBUTING.md') ?? {}
  const [, table = ''] = text.split('\n## npm scripts\n')
  const told = table
    .split('\n')
    .flatMap((line) => [...(/^\| (.*?) \|/.exec(line)?.[1] ?? '').matchAll(/`([^`]+)`/g)])
    .map(([, name]) => name)
  expect(Object.keys(packageJson.scripts).filter((name) => !told.includes(name))).toEqual([])
})

it('no command of the README needs a shell that Windows lacks, outside of what says so', () => {
  const { text = '' } = pages.find(({ file }) => file === 'README.md') ?? {}
  const plain = text.replaceAll(/```[\s\S]*?```/g, '').split('\n')
  const commands = plain.filter((line) => line.startsWith('    '))
  expect(commands.length).toBeGreaterThan(3)
  expect(commands.filter((line) => /'|\$\(|^ {4}[A-Z_]+=|\\$/.test(line))).toEqual([])
})
