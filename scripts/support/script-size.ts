import { gzipSync } from 'node:zlib'
import { build, type Metafile } from 'esbuild'
import { ROOT } from './build.ts'
import { WORKER } from './bundle.ts'

export interface ScriptSize {
  /** Bytes, minified and gzipped, of the code that runs at the start of the Worker. */
  atStart: number
  /** The same for all code, including what is loaded with `import()`. */
  whole: number
}

/**
 * The size of the Worker's script. It is built in chunks, to find what is loaded on demand. `npm run bundle` joins
 * them.
 */
export async function scriptSize(): Promise<ScriptSize> {
  const { outputFiles, metafile } = await build({
    ...WORKER,
    minify: true,
    splitting: true,
    outdir: 'out',
    write: false,
    metafile: true,
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
