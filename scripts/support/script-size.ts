import { gzipSync } from 'node:zlib'
import type { OutputChunk } from 'rolldown'
import { bundleChunks } from './bundle.ts'

export interface ScriptSize {
  /** Bytes, minified and gzipped, of the code that runs at the start of the Worker. */
  atStart: number
  /** The same for all code, including what is loaded with `import()`. */
  whole: number
}

/** The size of the Worker's script, in the chunks that `npm run bundle` joins. */
export async function scriptSize(): Promise<ScriptSize> {
  const chunks = await bundleChunks({ minify: true })
  const atStart = reachable(chunks, 'index.js')
  const bytes = (some: Iterable<OutputChunk>) => gzipSync(Array.from(some, ({ code }) => code).join('')).byteLength
  return { atStart: bytes(atStart), whole: bytes(chunks) }
}

/** The chunks that are loaded together with one, as opposed to those behind an `import()`. */
function reachable(chunks: readonly OutputChunk[], name: string, found = new Set<OutputChunk>()): Set<OutputChunk> {
  const chunk = chunks.find(({ fileName }) => fileName === name)
  if (!chunk || found.has(chunk)) return found
  found.add(chunk)
  for (const imported of chunk.imports) reachable(chunks, imported, found)
  return found
}
