import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Metafile, type Plugin } from 'esbuild'
import { ROOT } from './build.ts'

export interface ScriptSize {
  /** Bytes, minified and gzipped, of the code that runs at the start of the Worker. */
  atStart: number
  /** The same for all code, including what is loaded with `import()`. */
  whole: number
}

/**
 * The size of the Worker's script. It is built in chunks, to find what is loaded on demand. `wrangler deploy` joins
 * them.
 */
export async function scriptSize(): Promise<ScriptSize> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['src/index.ts'],
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    outdir: 'out',
    write: false,
    metafile: true,
    external: ['cloudflare:workers'],
    plugins: [alias()],
  })
  const start = reachable(metafile, 'out/index.js')
  const bytes = (isCounted: (name: string) => boolean) =>
    gzipSync(
      outputFiles
        .filter(({ path }) => isCounted(path.slice(ROOT.length)))
        .map(({ text }) => text)
        .join(''),
    ).byteLength
  return { atStart: bytes((name) => start.has(name)), whole: bytes(() => true) }
}

/** The chunks that are loaded together with one, as opposed to those behind an `import()`. */
function reachable({ outputs }: Metafile, name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  for (const { path, kind } of outputs[name]?.imports ?? [])
    if (kind === 'import-statement') reachable({ inputs: {}, outputs }, path, found)
  return found
}

/** Applies wrangler.toml's `[alias]`. */
function alias(): Plugin {
  const [, table = ''] = readFileSync(join(ROOT, 'wrangler.toml'), 'utf8').split('[alias]\n')
  const aliases = new Map([...table.matchAll(/^"(.+)" = "(.+)"$/gm)].map(([, from = '', to = '']) => [from, to]))
  return {
    name: 'alias',
    setup: ({ onResolve }) =>
      onResolve({ filter: /./ }, ({ path }) => {
        const to = aliases.get(path)
        return to === undefined ? undefined : { path: join(ROOT, to) }
      }),
  }
}
