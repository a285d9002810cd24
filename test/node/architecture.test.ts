import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../scripts/support/build.ts'
import { getLayer, LAYERS } from './layers.ts'

/**
 * docs/architecture.md compared with the code: it begins with ten files, its layers are those of the import check, and
 * its walks follow them downwards.
 */
const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')

/** Each walk is a list of files, numbered from 1. */
const [, section = ''] = page.split('## Five walks')
const topics = section.split(/\n### /).slice(1)
const walks = section.split(/\n(?=1\. `)/).slice(1)
const parseSteps = (walk: string) => [...walk.matchAll(/^\d+\. `(src\/[^`]+\.ts)`: /gm)].map(([, file = '']) => file)

const parseImports = (file: string): string[] =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)].map(
    ([, path = '']) => normalize(join(dirname(file), path)).replaceAll('\\', '/'),
  )

it('begins with the ten files that explain the others, a line for each', () => {
  const [, heart = ''] = page.split(/\n## .+\n/)
  expect(/\n## (.+)\n/.exec(page)?.[1]).toBe('The heart')
  const steps = parseSteps(heart)
  expect(steps).toHaveLength(10)
  expect(new Set(steps).size).toBe(10)
  expect(heart.match(/^\d+\. .+$/gm)).toEqual(heart.match(/^\d+\. `src\/[^`]+\.ts`: .+\.$/gm))
  expect(steps.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})

it('has the layers of the import check', () => {
  const rows = [...page.matchAll(/^\| (\d+) \| (.+?) \|/gm)].map(([, , rooms = '']) => [
    ...rooms.matchAll(/`([^`]+)`/g),
  ])
  expect(rows.map((modules) => modules.map(([, module]) => module))).toEqual(LAYERS)
})

it('walks through the files of five topics, in several parts where the way is long', () => {
  expect(walks.map((walk) => parseSteps(walk).length)).toEqual(walks.map((walk) => walk.match(/^\d+\. /gm)?.length))
  expect(topics).toHaveLength(5)
  expect(walks).toHaveLength(10)
})

it('names the functions that its files have', () => {
  const steps = [...section.matchAll(/^\d+\. `(src\/[^`]+\.ts)`: ([\s\S]*?)(?=\n\d+\. |\n\n)/gm)]
  const named = steps.flatMap(([, file = '', text = '']) =>
    [...text.matchAll(/`([a-z][A-Za-z]+)`/g)].map(([, name = '']) => ({ file, name })),
  )
  expect(named.length).toBeGreaterThan(5)
  const missing = named.filter(({ file, name }) => !readFileSync(join(ROOT, file), 'utf8').includes(name))
  expect(missing).toEqual([])
})

it.each(walks.map((walk) => [parseSteps(walk)[0], walk] as const))('the walk from %s leads down', (_first, walk) => {
  const steps = parseSteps(walk)
  expect(steps.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  const up = steps.filter((file, step) => step > 0 && getLayer(file) < getLayer(steps[step - 1] ?? ''))
  expect(up).toEqual([])
})

it.each(walks.map((walk) => [parseSteps(walk)[0], walk] as const))(
  'each file from %s on leads to the next',
  (_, walk) => {
    const steps = parseSteps(walk)
    const reached = new Set(steps.slice(0, 1))
    for (const file of steps) {
      if (reached.has(file)) for (const target of parseImports(file)) reached.add(target)
    }
    expect(steps.filter((file) => !reached.has(file))).toEqual([])
  },
)

it('names nothing that does not exist', () => {
  const named = [...page.matchAll(/`((?:src|test)\/[^`<]+?)`/g)].map(([, path = '']) => path)
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})
