import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url).href)

/**
 * The code of the Worker that `npm run deploy` uploads: one module, minified. A test run builds it once and sets BUILT_WORKER
 * to the file. Rejects with the bundler's error message.
 */
export async function buildWorker(): Promise<string> {
  if (process.env.BUILT_WORKER) return readFile(process.env.BUILT_WORKER, 'utf8')
  const { bundleWorker } = await generated()
  return (await bundleWorker()).code
}

/** The Worker for a debugger: not minified, with an inline source map to the files of this project. */
export async function buildForDebugger(): Promise<string> {
  const { bundleForDebugger } = await generated()
  return bundleForDebugger()
}

/** The bundler, after the sources that it reads are generated. */
async function generated() {
  const [{ generate }, bundler] = await Promise.all([import('./generate.ts'), import('./bundle.ts')])
  await generate()
  return bundler
}
