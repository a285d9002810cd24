import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ROOT } from '../../scripts/support/build.ts'

/** docs/settings.md has every setting that the code reads, and every reason that the log may contain. */
const read = (file: string) => readFileSync(`${ROOT}${file}`, 'utf8')
const page = read('docs/settings.md')

const rowsUnder = (heading: string) => {
  const [, section = ''] = page.split(`\n## ${heading}\n`)
  const [text = ''] = section.split('\n## ')
  return text.split('\n').filter((line) => line.startsWith('| `'))
}
const splitWords = (rows: readonly string[]) =>
  rows.flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, word = '']) => word))

it('names every setting, and no other', () => {
  const code = read('src/base/env.ts') + read('src/base/secret-names.ts')
  const secrets = [...code.matchAll(/^ {2}\| '([A-Z_]+)'$/gm)]
  const others = [...code.matchAll(/^ {2}([A-Z_]+)\??: /gm)]
  const names = [...secrets, ...others].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(30)
  const told = splitWords(rowsUnder('Settings'))
  expect(told.sort()).toEqual(names.sort())
})

it('names every reason of the log', () => {
  const [, type = ''] = /export type Reason =([\s\S]*?)\n\n/.exec(read('src/base/errors.ts')) ?? []
  const reasons = [...type.matchAll(/^ {2}\| ['`](.*)['`]$/gm)].flatMap(([, word = '']) => {
    const [, start = '', list] = /^([^$]*)\$\{(.*)\}$/.exec(word) ?? [word, word]
    if (list === undefined) return [word]
    const ways = [...list.matchAll(/'([^']+)'/g)].map(([, way]) => `${start}${way}`)
    return ways.length > 0 ? ways : [start]
  })
  expect(reasons).toContain('refused limit')
  const told = splitWords(rowsUnder('The log'))
  expect(reasons.filter((reason) => !told.some((word) => word === reason || word.startsWith(`${reason}`)))).toEqual([])
})
