import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BuildOptions, build, type Plugin, transform } from 'esbuild'
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
 * esbuild puts each module that is loaded on demand into an arrow function. V8 parses the arrow functions of a module completely
 * when it loads the module, and a `function` when it is first called: a start of the Worker then takes a fifth less CPU. Lines do
 * not change between the two passes, so the source map stays right.
 */
export async function bundleWorker(): Promise<Bundle> {
  const bundled = await bundle({ outfile: WORKER_FILE, minifyIdentifiers: true, minifySyntax: true })
  const code = bundled
    .replace(/^(var (?:\S+, )*\S+ = \S+\()\(\) => \{$/gm, '$1function() {')
    // esbuild leaves other characters in regular expressions. With one of them, V8 stores the whole code in two bytes per character.
    .replace(/(?<!\\)[^\0-\x7f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return transform(code, { minify: true, format: 'esm', target: WORKER.target, sourcemap: 'external' })
}

/** Bundles the Worker for a debugger: not minified, with an inline source map to the files of this project. */
export const bundleForDebugger = (): Promise<string> =>
  bundle({ outfile: 'index.js', sourceRoot: pathToFileURL(ROOT).href })

/** One pass of esbuild, which keeps the lines of each module. The source map is inline. */
async function bundle(options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({ ...WORKER, ...options, sourcemap: 'inline', write: false })
  return outputFiles?.[0]?.text ?? ''
}

/** Bundles the Worker into a folder of its own, as `index.js` with its source map. Deletes what was in the folder. */
export async function putWorker(folder = join(ROOT, dirname(WORKER_FILE))): Promise<void> {
  const { code, map } = await bundleWorker()
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'index.js'), `${code}//# sourceMappingURL=index.js.map\n`)
  await writeFile(join(folder, 'index.js.map'), map)
}
