import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '../../../scripts/support/build.ts'
import { KEY_PICTURES } from '../../../scripts/support/pictures.ts'
import { RIGHT, START, WRONG } from './client-samples.ts'
import { compile, createProject, type Project } from './project.ts'

let project: Project
beforeAll(async () => {
  project = await createProject()
}, 60_000)
afterAll(() => project?.remove())

it('the package contains one module, the command, its declarations and its manifest', () => {
  const [modules, declarations] = ['.js', '.d.ts'].map((end) => project.files.filter((path) => path.endsWith(end)))
  expect(modules).toEqual(['index.js', 'latchkey.js'])
  expect(declarations).toContain('generated/openapi.d.ts')
  expect(project.files).toHaveLength(
    2 + (declarations?.length ?? 0) + ['README.md', 'README.ko.md', 'package.json', ...KEY_PICTURES].length,
  )
})

it('a declaration leads only to others of the package, by the extension that a strict resolver wants', async () => {
  const packed = new Set(project.files)
  for (const file of project.files.filter((path) => path.endsWith('.d.ts'))) {
    const text = await readFile(join(project.folder, 'node_modules/latchkey-client', file), 'utf8')
    const targets = [...text.matchAll(/(?:from\s+|import\s*\(?\s*)['"]([^'"]+)['"]/g)].map(([, path = '']) => path)
    const own = targets.filter((path) => !path.startsWith('openapi-'))
    const reached = own.map((path) => join(file, '..', path.replace(/\.js$/, '.d.ts')).replaceAll('\\', '/'))
    expect(own.filter((path) => !/^\.\.?\/.*\.js$/.test(path))).toEqual([])
    expect(reached.filter((path) => !packed.has(path))).toEqual([])
  }
})

it('compiles in a separate project, where errors do not, with little work', { timeout: 60_000 }, async () => {
  const { wrong, instantiations } = await compile(project, [START, ...RIGHT, ...WRONG].join('\n'), '7', 'Node')
  expect(wrong).toEqual(WRONG)
  // What inference costs grows with every call.
  expect(instantiations).toBeLessThan(1_000_000)
})

it("a field's comment has its description, its default and an example", async () => {
  const types = await readFile(join(project.folder, 'node_modules/latchkey-client/generated/openapi.d.ts'), 'utf8')
  expect(types).toMatch(/@description Length in milliseconds \*\/\n +duration: number \| null;/)
  expect(types).toMatch(/@description How many recordings\n[^/]*\*\/\n +limit\?: number;/)
})

it('contains the version of the gateway, and needs only openapi-fetch and its types', async () => {
  const read = async (path: string) => JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>
  const manifest = await read(join(project.folder, 'node_modules/latchkey-client/package.json'))
  expect(manifest.version).toBe((await read(join(ROOT, 'package.json'))).version)
  expect(Object.keys(manifest).filter((key) => /dependencies|scripts/i.test(key))).toEqual(['dependencies'])
  expect(Object.keys(Object(manifest.dependencies))).toEqual(['openapi-fetch', 'openapi-typescript-helpers'])
})
