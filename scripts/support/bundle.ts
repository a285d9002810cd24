import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { minify } from 'rolldown/utils'
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
 * Removes from the bundle the code of zod and the OAuth package that the gateway does not use, the schemas of responses, and the
 * descriptions of fields: the generated documents contain them. The replacements and scripts/support/oauth-package.ts say more.
 */
const REPLACED = new Map([
  ['@cloudflare/workers-oauth-provider', 'src/base/generated/oauth-provider.js'],
  ['./about.ts', 'src/base/no-about.ts'],
  ['./answers.ts', 'src/base/no-answers.cjs'],
  ['../core/json-schema-processors.js', 'src/base/no-json-schema.ts'],
  ['../core/to-json-schema.js', 'src/base/no-json-schema.ts'],
])

const replaced: Plugin = {
  name: 'replaced',
  setup: ({ onResolve }) =>
    onResolve({ filter: /./ }, ({ path }) => {
      const other = REPLACED.get(path)
      return other === undefined ? undefined : { path: join(ROOT, other) }
    }),
}

/** How esbuild reads the Worker's modules. */
export const WORKER = {
  absWorkingDir: ROOT,
  entryPoints: ['src/index.ts'],
  bundle: true,
  format: 'esm',
  target: 'es2024',
  conditions: ['workerd', 'worker', 'browser'],
  external: ['cloudflare:*'],
  legalComments: 'none',
  // Modules are strict. With the option `strict` of tsconfig.json, esbuild would add "use strict" to each of them.
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true, useDefineForClassFields: true } },
  plugins: [replaced],
} satisfies BuildOptions

/**
 * Bundles the Worker, minified. The generated sources must exist (`npm run generate`).
 *
 * esbuild leaves out what is not used, and Oxc, which Vite bundles with, writes the rest in fewer bytes than esbuild does.
 *
 * esbuild puts each module that is loaded on demand into an arrow function. V8 parses the arrow functions of a module completely
 * when it loads the module, and a `function` when it is first called: a start of the Worker then takes a fifth less CPU. Lines do
 * not change between the two passes, so the source map stays right.
 */
export async function bundleWorker(): Promise<Bundle> {
  const options = { outfile: WORKER_FILE, minifyIdentifiers: true, minifySyntax: true, sourcemap: 'external' } as const
  const bundled = await bundle(options)
  const wrapped = bundled.code.replace(/^(var (?:\S+, )*\S+ = \S+\()\(\) => \{$/gm, '$1function() {')
  const minified = await minify('index.js', wrapped, {
    module: true,
    sourcemap: true,
    inputMap: JSON.parse(bundled.map),
  })
  if (minified.errors.length > 0) throw new Error(minified.errors.map(({ message }) => message).join('\n'))
  // With another character, V8 stores the whole code in two bytes per character.
  const code = minified.code.replace(/[^\0-\x7f]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return { code, map: JSON.stringify(minified.map) }
}

/** Bundles the Worker for a debugger: not minified, with an inline source map to the files of this project. */
export const bundleForDebugger = async (): Promise<string> =>
  (await bundle({ outfile: 'index.js', sourcemap: 'inline', sourceRoot: pathToFileURL(ROOT).href })).code

/** One pass of esbuild, which keeps the lines of each module. */
async function bundle(options: BuildOptions): Promise<Bundle> {
  const { outputFiles = [] } = await build({ ...WORKER, ...options, write: false })
  const textOf = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? ''
  return { code: textOf('.js'), map: textOf('.map') }
}

/** Bundles the Worker into a folder of its own, as `index.js` with its source map. Deletes what was in the folder. */
export async function putWorker(folder = join(ROOT, dirname(WORKER_FILE))): Promise<void> {
  const { code, map } = await bundleWorker()
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'index.js'), `${code}//# sourceMappingURL=index.js.map\n`)
  await writeFile(join(folder, 'index.js.map'), map)
}
