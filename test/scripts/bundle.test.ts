import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { buildWorker } from '../../scripts/support/build.ts'

/** The whole Worker, minified and gzipped; half of it is the MCP package, which is loaded on demand, and zod. */
const MOST_BYTES = 184 * 1024

it('`wrangler deploy --dry-run` builds a Worker that keeps to the size limit', { timeout: 60_000 }, async () => {
  const worker = await buildWorker()
  expect(worker).toContain('recorder_list_files')
  expect(gzipSync(worker).byteLength).toBeLessThanOrEqual(MOST_BYTES)
})

it('has one router: what Hono would choose from is left out', { timeout: 60_000 }, async () => {
  const worker = await buildWorker()
  expect(worker).toContain('TrieRouter')
  expect(worker).not.toMatch(/RegExpRouter|SmartRouter/)
})
