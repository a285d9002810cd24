import { existsSync, readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { ROOT } from '../../scripts/support/build.ts'

/** Everything that the documents link to exists: files, sections and npm scripts. */
const pages: { file: string; text: string }[] = []
for await (const path of glob(['*.md', 'docs/**/*.md'], { cwd: ROOT })) {
  const file = path.replaceAll('\\', '/')
  pages.push({ file, text: readFileSync(join(ROOT, file), 'utf8') })
}

it('every link leads to a file', () => {
  expect(pages.length).toBeGreaterThan(10)
  const nowhere = pages.flatMap(({ file, text }) =>
    [...text.matchAll(/\]\((?!https?:)([^)#\s]+)[^)]*\)/g)]
      .filter(([, target = '']) => !existsSync(join(ROOT, dirname(file), target)))
      .map(([link]) => `${file}: ${link}`),
  )
  expect(nowhere).toEqual([])
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
  expect(commands.length).toBeGreaterThan(5)
  expect(commands.filter((line) => /'|\$\(|^ {4}[A-Z_]+=|\\$/.test(line))).toEqual([])
})
