import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'

it('miniflare enlarges the buffer of its configuration by 1 MB at a time (scripts/after-install.mjs)', async () => {
  const code = await readFile(createRequire(import.meta.url).resolve('miniflare'), 'utf8')
  expect(code).toMatch(/^var MIN_SINGLE_SEGMENT_GROWTH = 1048576;$/m)
})
