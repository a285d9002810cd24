import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../scripts/support/build.ts'
import { getLayer, getModule } from './layers.ts'

/**
 * Imports go down the layers, never up and never in a circle, those of types as well. Groups never import each other
 * (docs/architecture.md). The error names the imports.
 */
const IMPORT = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g

const imports: { file: string; target: string }[] = []
for await (const file of glob('src/**/*.{ts,tsx}', { cwd: ROOT, exclude: ['**/node_modules/**'] })) {
  const code = readFileSync(join(ROOT, file), 'utf8')
  for (const [, path = ''] of code.matchAll(IMPORT)) {
    const target = normalize(join(dirname(file), path))
    // The recorded examples are data for what is generated.
    if (target === 'package.json' || target.startsWith('test/examples/')) continue
    // An object is declared once, by its class, and callers below know it by the type of its binding.
    if (file === 'src/base/env.ts' && target.startsWith('src/objects/')) continue
    imports.push({ file, target })
  }
}

const getGroup = (file: string) => /^src\/groups\/([^/]+)\//.exec(file)?.[1]

it('knows the layer of every file', () => {
  expect(imports.length).toBeGreaterThan(500)
  expect(imports.flatMap(({ file, target }) => [file, target]).filter((file) => getLayer(file) < 0)).toEqual([])
})

it('no import leads up', () => {
  const up = imports.filter(({ file, target }) => getLayer(target) < getLayer(file))
  expect(up.map(({ file, target }) => `${file} imports ${target}, which is in a higher layer`)).toEqual([])
})

it('no module imports one of its layer', () => {
  const across = imports.filter(({ file, target }) => {
    // The tools, the forms and the client are made of the documents.
    const isDocument = target.startsWith('src/openapi/')
    const isAcross = !isDocument && getLayer(file) === getLayer(target) && getModule(file) !== getModule(target)
    return (
      isAcross ||
      (getGroup(target) !== undefined && getGroup(file) !== undefined && getGroup(file) !== getGroup(target))
    )
  })
  expect(across.map(({ file, target }) => `${file} imports ${target}, which is in the same layer`)).toEqual([])
})

it('no imports form a circle', () => {
  // The generated types of the client and the client's own types describe each other.
  const others = imports.filter(({ target }) => !target.startsWith('src/client/generated/'))
  const targets = Map.groupBy(others, ({ file }) => file)
  const done = new Set<string>()
  const circles: string[] = []
  const follow = (file: string, way: readonly string[]) => {
    const at = way.indexOf(file)
    if (at >= 0) return void circles.push([...way.slice(at), file].join(' imports '))
    if (done.has(file)) return
    for (const { target } of targets.get(file) ?? []) follow(target, [...way, file])
    done.add(file)
  }
  for (const file of targets.keys()) follow(file, [])
  expect(circles).toEqual([])
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
  'src/pages/docs/guides.tsx',
  'src/pages/docs/request.ts',
  'src/pages/docs/snippets/languages.ts',
  'src/pages/programs/code.ts',
])
