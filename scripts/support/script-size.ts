import { relative, sep } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { OutputChunk } from 'rolldown'
import { ROOT } from './build.ts'
import { bundleChunks, reachable } from './bundle.ts'

export interface ScriptSize {
  /** Bytes, minified and gzipped, of the code that runs at the start of the Worker. */
  atStart: number
  /** The same for all code, including what is loaded with `import()`. */
  whole: number
  /** Bytes before minification, by folder or package, largest first. */
  parts: readonly [name: string, bytes: number][]
}

/** The size of the Worker's script, in the chunks that `npm run bundle` joins. */
export async function scriptSize(): Promise<ScriptSize> {
  const chunks = await bundleChunks({ minify: true })
  const atStart = reachable(chunks, 'index.js')
  const bytes = (some: Iterable<OutputChunk>) => gzipSync(Array.from(some, ({ code }) => code).join('')).byteLength
  return { atStart: bytes(atStart), whole: bytes(chunks), parts: partsOf(chunks) }
}

function partsOf(chunks: readonly OutputChunk[]): [string, number][] {
  const parts = new Map<string, number>()
  for (const [path, { renderedLength }] of chunks.flatMap(({ modules }) => Object.entries(modules))) {
    const name = relative(ROOT, path).split(sep).slice(0, 3).join('/')
    parts.set(name, (parts.get(name) ?? 0) + renderedLength)
  }
  return [...parts].sort(([, a], [, b]) => b - a)
}
