import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../scripts/support/build.ts'
import { toId } from '../../scripts/support/guides.ts'

/** The pages of the repository: their links, their pictures, and how large they may be. */
const KB = 1000

const listFiles = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file && existsSync(join(ROOT, file)))

const pages = listFiles('*.md').map((file) => {
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

const all = pages.flatMap(({ file, links }) =>
  links.map((link) => {
    const [path = '', place] = link.split('#')
    return { file, link, target: path ? resolve(file, path) : file, place }
  }),
)

it('every link leads to a file, and to a heading of it', () => {
  expect(all.length).toBeGreaterThan(150)
  const isThere = ({ target, place }: (typeof all)[number]) =>
    existsSync(join(ROOT, target)) &&
    (!place || pages.some((page) => page.file === target && page.places.has(decodeURIComponent(place))))
  expect(all.filter((link) => !isThere(link)).map(({ file, link }) => `${file}: ${link}`)).toEqual([])
})

it('every picture is on a page, and all together are small', () => {
  const pictures = listFiles('docs/pictures')
  expect(pictures.filter((picture) => !all.some(({ target }) => target === picture))).toEqual([])
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
