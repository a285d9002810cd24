import { readFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type BuildOptions, build } from 'esbuild'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url).href)

/** How Wrangler bundles with wrangler.toml; test/node/scripts/bundle.test.ts compares both. */
const OPTIONS = {
  absWorkingDir: ROOT,
  entryPoints: { index: 'src/index.ts' },
  bundle: true,
  format: 'esm',
  target: 'es2024',
  conditions: ['workerd', 'worker', 'browser'],
  external: ['cloudflare:*'],
  define: { 'navigator.userAgent': '"Cloudflare-Workers"', 'process.env.NODE_ENV': '"production"' },
  logLevel: 'silent',
} as const satisfies BuildOptions

/**
 * The code of the Worker that `npm run deploy` uploads: one module, minified. A test run builds it once and sets BUILT_WORKER
 * to the file. Rejects with the bundler's error message.
 */
export async function buildWorker(): Promise<string> {
  if (process.env.BUILT_WORKER) return readFile(process.env.BUILT_WORKER, 'utf8')
  return bundle({ minify: true })
}

/** Writes the same code into a folder as `index.js`, with its source map. */
export async function putWorker(folder: string): Promise<void> {
  await generated()
  await build({ ...OPTIONS, minify: true, sourcemap: true, outdir: folder })
}

/** The Worker for a debugger: not minified, with an inline source map to the files of this project. */
export const buildForDebugger = (): Promise<string> =>
  bundle({ sourcemap: 'inline', outdir: ROOT, sourceRoot: pathToFileURL(ROOT).href })

async function bundle(options: BuildOptions): Promise<string> {
  await generated()
  const { outputFiles: [file] = [] } = await build({ ...OPTIONS, ...options, write: false })
  if (!file) throw new Error('the bundler wrote no file')
  return file.text
}

/** The sources that the bundler reads are generated first. */
const generated = async () => (await import('./generate.ts')).generate()
