import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { printConnectors, printedConnectors } from './printed.ts'

const filesOf = async (folder: string) => {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  return names
    .filter((one) => one.isFile() && !/node_modules|__pycache__|mypy_cache/.test(one.parentPath))
    .map((one) => relative(folder, join(one.parentPath, one.name)))
    .sort()
}

it('prints the same again', async () => {
  const first = await printedConnectors()
  const second = await mkdtemp(join(tmpdir(), 'latchkey-printed-'))
  try {
    await printConnectors(second)
    for (const name of await readdir(second)) {
      const files = await filesOf(join(second, name))
      expect(files.length, name).toBeGreaterThan(15)
      expect(await filesOf(join(first, name))).toEqual(files)
      for (const file of files)
        expect(await readFile(join(second, name, file)), file).toEqual(await readFile(join(first, name, file)))
    }
  } finally {
    await rm(second, { recursive: true })
  }
})
