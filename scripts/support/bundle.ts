import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type OutputChunk, type OutputOptions, type Plugin, type RolldownBuild, rolldown } from 'rolldown'
import { parseSync } from 'rolldown/utils'
import { ROOT } from './build.ts'

/** The Worker as one module. */
export interface Bundle {
  code: string
  /** The source map, in JSON. Its paths start from the folder of WORKER_FILE. */
  map: string
}

/** `main` of wrangler.toml. Wrangler also uploads other modules of this folder. */
const WORKER_FILE = 'dist/worker/index.js'

/**
 * Removes from the bundle the code of zod that the gateway does not use, the schemas of responses, and the descriptions of fields:
 * the generated documents contain them. The replacements say more.
 */
const REPLACED = new Map([
  ['./about.ts', 'src/base/no-about.ts'],
  ['./answers.ts', 'src/base/no-answers.cjs'],
  ['../core/json-schema-processors.js', 'src/base/no-json-schema.ts'],
  ['../core/to-json-schema.js', 'src/base/no-json-schema.ts'],
])

const replaced: Plugin = {
  name: 'replaced',
  resolveId(path) {
    const other = REPLACED.get(path)
    return other === undefined ? undefined : join(ROOT, other)
  },
}

/** What the runtime provides. */
const RUNTIME = { external: /^cloudflare:/, platform: 'neutral' } as const

/** Opens the Worker's sources. The generated ones must exist (`npm run generate`). */
const openWorker = () =>
  rolldown({
    ...RUNTIME,
    cwd: ROOT,
    input: 'src/index.ts',
    resolve: { conditionNames: ['workerd', 'worker', 'browser'], mainFields: ['module', 'main'] },
    transform: { target: 'es2024' },
    plugins: [replaced],
    // The stand-ins of REPLACED lack what no request needs.
    checks: { importIsUndefined: false },
  })

/** Bundles the Worker into chunks. `index.js` and the chunks that it imports run at the start. `import()` loads the others. */
export async function bundleChunks({ minify = false } = {}): Promise<OutputChunk[]> {
  const names = { entryFileNames: 'index.js', chunkFileNames: '[name]-[hash].js' }
  return generate(await openWorker(), { ...names, dir: join(ROOT, dirname(WORKER_FILE)), sourcemap: 'hidden', minify })
}

/**
 * Bundles the Worker as one minified module, in which each chunk is a function. This takes fewer bytes and less CPU than a function
 * for each source file, which a bundler writes without chunks. A chunk that is loaded on demand contains its functions.
 *
 * V8 parses a module completely when it loads it, except for a `function`, which it parses when it is called. It does not skip the
 * arrow functions that a bundler writes, so they become a `function`.
 */
export async function bundleWorker(): Promise<Bundle> {
  const toPath = (fileName: string) => join(ROOT, dirname(WORKER_FILE), fileName)
  const list = await bundleChunks()
  const atStart = reachable(list, 'index.js')
  const inCircle = list.find((chunk) => chunk.imports.some((name) => reachable(list, name).has(chunk)))
  if (inCircle)
    throw new Error(`${inCircle.fileName} imports itself through others: it would be used before it is evaluated`)
  const chunks = new Map(list.map((chunk) => [toPath(chunk.fileName), chunk]))
  const joined = await rolldown({
    ...RUNTIME,
    input: 'index.js',
    plugins: [
      {
        name: 'chunks',
        resolveId: (name) => (chunks.has(toPath(name)) ? toPath(name) : undefined),
        load: (path) => {
          const chunk = chunks.get(path)
          return chunk && { code: atStart.has(chunk) ? chunk.code : enclose(chunk), map: chunk.map }
        },
      },
    ],
  })
  const [{ code, map }] = await generate(joined, {
    file: join(ROOT, WORKER_FILE),
    codeSplitting: false,
    sourcemap: 'hidden',
    comments: false,
    minify: true,
    plugins: [
      {
        name: 'functions',
        // Lines do not change, so the source map stays right.
        renderChunk: (code) => ({
          code: code.replace(/^(var .* = __esmMin\()\(\) => \{$/gm, '$1function() {'),
          map: null,
        }),
      },
    ],
  })
  return { code: toAscii(code), map: map?.toString() ?? '' }
}

/**
 * Encloses the code of a chunk in a function, and assigns what it exports to variables outside. V8 then creates the functions of a
 * chunk when the chunk is evaluated: it creates a function at the top of a module at the start. No line moves, so the source map
 * stays right. Throws for a chunk that exports a variable, whose later values would be lost.
 */
function enclose({ fileName, code }: OutputChunk): string {
  const { body } = parseSync(fileName, code).program
  const exporting = body.at(-1)
  if (exporting?.type !== 'ExportNamedDeclaration') throw new Error(`${fileName} does not end with its exports`)
  const text = ({ start, end }: { start: number; end: number }) => code.slice(start, end)
  const names = exporting.specifiers.map(({ local, exported }, index) => ({
    inside: text(local),
    outside: `exported${index}`,
    exported: text(exported),
  }))
  const variables = body.flatMap((statement) =>
    statement.type === 'VariableDeclaration' && statement.kind === 'let'
      ? statement.declarations.map(({ id }) => text(id))
      : [],
  )
  const lost = names.find(({ inside }) => variables.includes(inside))
  if (lost) throw new Error(`${fileName} exports the variable ${lost.inside}`)
  const afterImports = body.findLast(({ type }) => type === 'ImportDeclaration')?.end ?? 0
  const list = names.map(({ outside, exported }) => `${outside} as ${exported}`)
  return [
    code.slice(0, afterImports),
    `let ${names.map(({ outside }) => outside)}; export { ${list} }; (() => {`,
    code.slice(afterImports, exporting.start),
    ...names.map(({ inside, outside }) => `${outside} = ${inside};`),
    '})();',
    code.slice(exporting.end),
  ].join('')
}

/** With another character, V8 stores the whole code in two bytes per character. */
const toAscii = (code: string) =>
  code.replace(/[^\0-\x7f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Bundles the Worker for a debugger: not minified, with an inline source map to the files of this project. */
export async function bundleForDebugger(): Promise<string> {
  const [chunk] = await generate(await openWorker(), {
    file: join(ROOT, 'index.js'),
    codeSplitting: false,
    sourcemap: 'inline',
    sourcemapPathTransform: (source) => pathToFileURL(join(ROOT, source)).href,
  })
  return chunk.code
}

/** The chunks that are loaded together with one, as opposed to those behind an `import()`. */
export function reachable(
  chunks: readonly OutputChunk[],
  name: string,
  found = new Set<OutputChunk>(),
): Set<OutputChunk> {
  const chunk = chunks.find(({ fileName }) => fileName === name)
  if (!chunk || found.has(chunk)) return found
  found.add(chunk)
  for (const imported of chunk.imports) reachable(chunks, imported, found)
  return found
}

async function generate(bundle: RolldownBuild, options: OutputOptions): Promise<[OutputChunk, ...OutputChunk[]]> {
  try {
    const {
      output: [entry, ...others],
    } = await bundle.generate(options)
    return [entry, ...others.filter((one) => one.type === 'chunk')]
  } finally {
    await bundle.close()
  }
}

/** Bundles the Worker into a folder of its own, as `index.js` with its source map. Deletes what was in the folder. */
export async function putWorker(folder = join(ROOT, dirname(WORKER_FILE))): Promise<void> {
  const { code, map } = await bundleWorker()
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'index.js'), `${code}//# sourceMappingURL=index.js.map\n`)
  await writeFile(join(folder, 'index.js.map'), map)
}
