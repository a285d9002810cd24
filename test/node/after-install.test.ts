import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

/** scripts/after-install.mjs, whose changes have no effect on another version of miniflare. */
const MINIFLARE = createRequire(import.meta.url).resolve('miniflare')
const readOf = (path: string) => readFile(join(dirname(MINIFLARE), path), 'utf8')

it('miniflare enlarges the buffer of its configuration by 1 MB at a time', async () => {
  expect(await readOf('index.js')).toMatch(/^var MIN_SINGLE_SEGMENT_GROWTH = 1048576;$/m)
})

it('miniflare has a store of e-mails without zod', async () => {
  const store = await readOf('workers/email/email-store.worker.js')
  expect(store).toContain('export class EmailStore')
  expect(store).not.toContain('zod')
})
