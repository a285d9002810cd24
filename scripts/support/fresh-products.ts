import { join } from 'node:path'
import { build } from 'esbuild'
import { ROOT } from './build.ts'
import type { simulatedProducts } from './products.ts'

type Products = typeof import('./products.ts')

/**
 * The simulated products from the current files. An imported module does not change, so they are bundled and imported
 * again. Rejects with the location of a compile error.
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
