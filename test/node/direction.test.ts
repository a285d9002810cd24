import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../scripts/support/build.ts'
import { parseFloor, parseRoom } from './floors.ts'

/**
 * Imports go down the layers, never up and never in a cycle. Those of types alone may go up. Groups never import each
 * other, nor types of each other (docs/architecture.md). The error names the imports.
 */
const IMPORT = /(?:((?:import|export)\s+type\s[^'"=;]*?from|typeof\s+import)|from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g

const imports: { file: string; target: string; isOfTypes: boolean }[] = []
for await (const file of glob('src/**/*.ts', { cwd: ROOT, exclude: ['**/node_modules/**'] })) {
  const code = readFileSync(join(ROOT, file), 'utf8')
  for (const [, typed, path = ''] of code.matchAll(IMPORT)) {
    const target = normalize(join(dirname(file), path))
    // The recorded examples are data for what is generated.
    if (target === 'package.json' || target.startsWith('test/examples/')) continue
    imports.push({ file, target, isOfTypes: typed !== undefined })
  }
}
const values = imports.filter(({ isOfTypes }) => !isOfTypes)

const getGroup = (file: string) => /^src\/groups\/([^/]+)\//.exec(file)?.[1]

it('knows the floor of every file', () => {
  expect(imports.length).toBeGreaterThan(500)
  expect(imports.flatMap(({ file, target }) => [file, target]).filter((file) => parseFloor(file) < 0)).toEqual([])
})

it('no import leads up', () => {
  const up = values.filter(({ file, target }) => parseFloor(target) < parseFloor(file))
  expect(up.map(({ file, target }) => `${file} imports ${target}, which stands above it`)).toEqual([])
})

it('no room imports one beside it', () => {
  const across = imports.filter(({ file, target }) => {
    // The tools, the forms and the client are made of the documents.
    const isDocument = target.startsWith('src/openapi/')
    const beside = !isDocument && parseFloor(file) === parseFloor(target) && parseRoom(file) !== parseRoom(target)
    return (
      beside || (getGroup(target) !== undefined && getGroup(file) !== undefined && getGroup(file) !== getGroup(target))
    )
  })
  expect(across.map(({ file, target }) => `${file} imports ${target}, which stands beside it`)).toEqual([])
})

it('no imports form a cycle', () => {
  // The generated types of the client and the client's own types describe each other.
  const others = values.filter(({ target }) => !target.startsWith('src/client/generated/'))
  const targets = Map.groupBy(others, ({ file }) => file)
  const done = new Set<string>()
  const cycles: string[] = []
  const follow = (file: string, way: readonly string[]) => {
    const at = way.indexOf(file)
    if (at >= 0) return void cycles.push([...way.slice(at), file].join(' imports '))
    if (done.has(file)) return
    for (const { target } of targets.get(file) ?? []) follow(target, [...way, file])
    done.add(file)
  }
  for (const file of targets.keys()) follow(file, [])
  expect(cycles).toEqual([])
})

it('only upstream/client.ts calls out', () => {
  const callers = imports
    .map(({ file }) => file)
    .filter((file) => /(?<![.\w]|async )fetch\(/.test(readFileSync(join(ROOT, file), 'utf8')))
  expect([...new Set(callers)].filter((file) => !ALLOWED.has(file))).toEqual([])
})

/**
 * Uses of the runtime's own `fetch`: the platform, the client and the pages, which run elsewhere, and those in a string.
 */
const ALLOWED: ReadonlySet<string> = new Set([
  'src/base/platform.ts',
  'src/client/command/call.ts',
  'src/client/command/listen.ts',
  'src/client/command/keys.ts',
  'src/client/client.ts',
  'src/pages/api/call.ts',
  'src/pages/api/tables.ts',
  'src/pages/docs/document.ts',
  'src/pages/docs/request.ts',
  'src/pages/docs/snippets/languages.ts',
  'src/pages/programs/code.ts',
])
