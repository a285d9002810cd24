import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildWorker } from '../../scripts/support/build.ts'
import './build.ts'

/** Builds the Worker before the tests that run it, in this or another process. */
export default async function buildOnce({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-live-'))
  const worker = join(folder, 'index.js')
  await writeFile(worker, await buildWorker())
  provide('worker', worker)
  process.env.BUILT_WORKER = worker
  return () => rm(folder, { recursive: true })
}
