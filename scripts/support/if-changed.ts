import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface Step {
  /** The folder that the paths start from. */
  root: string
  /** The files and folders that the step reads. */
  inputs: readonly string[]
  /** The files that it writes. They may be inside of an input. */
  outputs: readonly string[]
  /** The file that records the last run. */
  record: string
}

/**
 * Runs a step unless all files that it reads and writes are the same as after its last run: the same paths, sizes and
 * times of change.
 */
export async function runIfChanged({ root, inputs, outputs, record }: Step, run: () => Promise<void>): Promise<void> {
  const describe = async () => ({
    read: await digest(root, inputs, outputs),
    written: await digest(root, outputs, []),
  })
  const before = await describe()
  const file = join(root, record)
  if ((await readFile(file, 'utf8').catch(() => '')) === JSON.stringify(before)) return
  await run()
  const after = await describe()
  // A file that was saved during the run may have been read before.
  if (after.read !== before.read) return
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify(after))
}

async function digest(root: string, paths: readonly string[], excluded: readonly string[]): Promise<string> {
  const files = (await Promise.all(paths.map((path) => listFiles(root, path, excluded)))).flat()
  return createHash('sha256').update(files.sort().join('\n')).digest('hex')
}

async function listFiles(root: string, path: string, excluded: readonly string[]): Promise<string[]> {
  if (excluded.includes(path) || path.endsWith('/node_modules')) return []
  const found = await stat(join(root, path)).catch(() => undefined)
  if (!found?.isDirectory()) return found ? [`${path} ${found.size} ${found.mtimeMs}`] : []
  const names = await readdir(join(root, path))
  return (await Promise.all(names.map((name) => listFiles(root, `${path}/${name}`, excluded)))).flat()
}
