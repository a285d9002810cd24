import { join } from 'node:path'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import { ROOT } from '../../../scripts/support/build.ts'
import { putPages } from '../../../scripts/support/build-pages.ts'
import { COMPATIBILITY, PAGES } from '../../../scripts/support/workerd.ts'

/** The project's static files as the platform serves them, in front of a fake management API. */
export async function startSite() {
  const pages = await putPages()
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, 'test/support/admin/worker.ts')],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  })
  const manifest = {
    mainModule: 'index.js',
    modules: { 'index.js': { type: 'esm' as const, contents: outputFiles[0]?.text ?? '' } },
  }
  const runtime = new Miniflare({
    host: '127.0.0.1',
    port: 0,
    cf: false,
    telemetry: { enabled: false },
    workers: [
      { config: { name: 'stand-in', ...COMPATIBILITY, manifest, env: { ASSETS: { type: 'assets' } }, assets: PAGES } },
    ],
  })
  const { origin } = await runtime.ready
  const stage = (method: 'PUT' | 'PATCH') => async (part: object) => {
    await fetch(`${origin}/api/stage`, { method, body: JSON.stringify(part) })
  }
  return { origin, pages, reset: stage('PUT'), change: stage('PATCH'), stop: () => runtime.dispose() }
}

export type Site = Awaited<ReturnType<typeof startSite>>
