import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runIfChanged } from '../../../scripts/support/if-changed.ts'

let root: string
let runs: number
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'latchkey-if-changed-'))
  runs = 0
  await mkdir(join(root, 'src/generated'), { recursive: true })
  await writeFile(join(root, 'src/a.ts'), 'a')
  await step()
  expect(runs).toBe(1)
})
afterEach(() => rm(root, { recursive: true }))

const step = (during = async () => {}) =>
  runIfChanged({ root, inputs: ['src', 'lock'], outputs: ['src/generated'], record: 'cache/record' }, async () => {
    runs += 1
    await writeFile(join(root, 'src/generated/out.js'), 'out')
    await during()
  })

it('runs once while nothing changes', async () => {
  await step()
  expect(runs).toBe(1)
})

it.each<[what: string, change: () => Promise<void>]>([
  ['an input is saved, with the same size', () => saveLater('src/a.ts', 'b')],
  ['an input is added', () => writeFile(join(root, 'src/b.ts'), 'b')],
  ['an input that was missing exists', () => writeFile(join(root, 'lock'), '')],
  ['an input is deleted', () => rm(join(root, 'src/a.ts'))],
  ['an output is edited', () => writeFile(join(root, 'src/generated/out.js'), 'edited')],
  ['an output is deleted', () => rm(join(root, 'src/generated/out.js'))],
])('runs again when %s', async (_, change) => {
  await change()
  await step()
  expect(runs).toBe(2)
  await step()
  expect(runs).toBe(2)
})

it('runs again after an input was saved during a run', async () => {
  await writeFile(join(root, 'src/a.ts'), 'aa')
  await step(() => writeFile(join(root, 'src/a.ts'), 'aaa'))
  await step()
  expect(runs).toBe(3)
})

async function saveLater(path: string, text: string): Promise<void> {
  const file = join(root, path)
  await writeFile(file, text)
  const later = new Date(Date.now() + 2_000)
  await utimes(file, later, later)
}
