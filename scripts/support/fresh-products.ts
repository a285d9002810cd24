import { join } from 'node:path'
import { build } from 'esbuild'
import { ROOT } from './build.ts'
import type { simulatedProducts } from './products.ts'

type Products = typeof import('./products.ts')

/**
 * The simulated products as their files are now: a module that is imported stays as it was, so it is bundled and imported
 * anew. Rejects with the place of what does not compile.
 */
export async function freshProducts(): Promise<ReturnType<typeof simulatedProducts>> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, 'scripts/support/products.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
  })
  const code = Buffer.from(outputFiles[0]?.contents ?? '').toString('base64')
  const module = (await import(`data:text/javascript;base64,${code}`)) as Products
  return module.simulatedProducts()
}
