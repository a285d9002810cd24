import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { ROOT } from '../../scripts/support/build.ts'

/**
 * docs/storage.md compared with the code. Each access to STORE and to a Durable Object's storage is traced to the
 * literal with the record's name. One that cannot be traced fails as well: put its name into a constant.
 */
const page = readFileSync(`${ROOT}docs/storage.md`, 'utf8')

const sources = new Map<string, string>()
for await (const file of glob('src/**/*.ts', { cwd: ROOT, exclude: ['**/node_modules/**'] })) {
  const code = readFileSync(`${ROOT}${file}`, 'utf8')
  sources.set(file.replaceAll('\\', '/'), code.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/gm, ''))
}

const LOOK = /\b(?:STORE|[sS]torage(?:\.kv)?)\s*\.(?:get|put|delete|list)(?:<[^>()]*>)?\(\s*(?:await\s+)?([^,)]*)/g

/** Accesses to encrypted records go through one module, which prefixes every name with the id of the data key. */
const STORE_MODULE = 'src/upstream/store.ts'
const PREFIXED_LOOK = /\b(?:readRecord|writeRecord)\(\s*(?:this\.#)?settings,\s*([^,)]*)/g

/** The name of a record, with `<>` for each variable part. */
function nameIn(expression: string, file: string, depth = 0): string {
  const [, template] = /`([^`]*)`/.exec(expression) ?? []
  if (template !== undefined) return template.replaceAll(/\$\{[^}]*\}/g, '<>')
  const [, text] = /'([^']*)'/.exec(expression) ?? []
  if (text !== undefined) return text.endsWith('/') ? `${text}<>` : text
  const [, word = ''] = /(?:prefix: )?(\w+)/.exec(expression) ?? []
  const definition = depth < 4 && toDefinition(word, file)
  if (!definition) throw new Error(`${file}: cannot tell which record \`${expression}\` is`)
  return nameIn(definition.replace(/^\(.*?=>/s, ''), file, depth + 1)
}

/** The line after `const <word> =`; of another file only where that gives it away. */
function toDefinition(word: string, file: string): string | undefined {
  for (const [other, code] of [[file, sources.get(file) ?? ''] as const, ...sources]) {
    const before = other === file ? '' : 'export '
    const [, line] = new RegExp(`\\b${before}const ${word} =\\s*(?:await |async )*(.*(?:=>\\n.*)?)`).exec(code) ?? []
    if (line) return line
  }
  return undefined
}

/** In a loop over a listing, the listing has shown the name. */
const isListed = (expression: string, code: string) => code.includes(`for (const ${expression} of`)

const looks = [...sources].flatMap(([file, code]) => [
  ...[...code.matchAll(file === STORE_MODULE ? /(?!)/g : LOOK)].flatMap(([, expression = '']) =>
    isListed(expression, code) ? [] : [{ file, name: nameIn(expression, file) }],
  ),
  ...[...code.matchAll(file === STORE_MODULE ? /(?!)/g : PREFIXED_LOOK)].map(([, expression = '']) => ({
    file,
    name: `<>/${nameIn(expression, file)}`,
  })),
  ...[...code.matchAll(/CREATE TABLE (\w+)/g)].map(([, name = '']) => ({ file, name })),
])

/** The rows of the tables whose last column says what happens without the record. */
const COLUMNS = '| Record | What, and its format | Retention | Limit | Encrypted | If lost |'
const records = page
  .split(COLUMNS)
  .slice(1)
  .flatMap((text) =>
    [...(text.split('\n\n')[0] ?? '').matchAll(/^\| `(.+?)` \|(.*)\|$/gm)].map(([, name = '', cells = '']) => ({
      name: name.replaceAll(/<[^>]*>/g, '<>'),
      cells: cells.split('|').map((cell) => cell.trim()),
    })),
  )

it('names every record that the code stores, and no other', () => {
  expect(looks.length).toBeGreaterThan(10)
  expect(records.map(({ name }) => name).sort()).toEqual([...new Set(looks.map(({ name }) => name))].sort())
})

it('has one module for the encrypted records of STORE, and one each that reads and writes the wraps of the data key', () => {
  const looking = [...sources].filter(([, code]) => /[.{,]\s*STORE\b/.test(code)).map(([file]) => file)
  const [reader, writer] = ['src/upstream/data-key.ts', 'src/objects/access/data-keys.ts']
  expect(looking.sort()).toEqual(['src/base/env.ts', writer, reader, STORE_MODULE].sort())
  expect(sources.get(reader)).not.toMatch(/STORE\.(put|delete)/)
})

it('has one writer of the copies of keys', () => {
  const writers = [...sources].filter(([, code]) => /\b(?:write|delete)Record\([^)]*keyCopy/.test(code))
  expect(writers.map(([file]) => file)).toEqual(['src/objects/access/keys.ts'])
})

it('says the same about each', () => {
  const columns = COLUMNS.split('|').length - 3
  const incomplete = records.filter(({ cells }) => cells.length !== columns || cells.includes(''))
  expect(incomplete).toEqual([])
})

it('has a section for each binding with storage', () => {
  const config = readFileSync(`${ROOT}wrangler.toml`, 'utf8')
  const tables = config.split(/^(?=\[)/m).filter((table) => /^\[\[(kv_namespaces|durable_objects)/.test(table))
  const bindings = tables.map((table) => /^(?:binding|name) = "(\w+)"/m.exec(table)?.[1])
  const headings = [...page.matchAll(/^## ([A-Z_]+)$/gm)].map(([, name]) => name)
  expect(headings.sort()).toEqual(bindings.sort())
})

it('names every cache that outlives a request, and no other', () => {
  const caches = [...sources.values()].flatMap((code) => [...code.matchAll(/const (\w+) = perIsolateCache\(/g)])
  const [, table = ''] = page.split('## Per-isolate caches')
  const rows = [...table.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)].flatMap(
    ([, names = '']) => names.match(/\w+/g) ?? [],
  )
  expect(rows.sort()).toEqual([...new Set(caches.map(([, name]) => name))].sort())
  expect(caches).toHaveLength([...sources.values()].join('\n').split('= perIsolateCache(').length - 1)
})
