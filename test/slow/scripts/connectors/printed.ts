import { execFile } from 'node:child_process'
import { access, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { ROOT } from '../../../../scripts/support/build.ts'

const run = promisify(execFile)

/** Prints all connectors into a folder. */
export const printConnectors = (folder: string) =>
  run(process.execPath, [join(ROOT, 'scripts/connectors.ts'), '--out', folder])

/**
 * The folder with all connectors. The first test that asks for it prints them, for all tests of this run: they may be in
 * other processes.
 */
export async function printedConnectors(): Promise<string> {
  const folder = join(dirname(process.env.BUILT_WORKER ?? ''), 'connectors')
  const done = join(folder, 'done')
  const isFirst = await mkdir(folder).then(
    () => true,
    () => false,
  )
  if (!isFirst) return awaitFile(done, folder)
  try {
    await printConnectors(folder)
  } catch (error) {
    await rm(folder, { recursive: true })
    throw error
  }
  await writeFile(done, '')
  return folder
}

async function awaitFile(file: string, folder: string): Promise<string> {
  for (;;) {
    if (await exists(file)) return folder
    if (!(await exists(folder))) throw new Error('the connectors could not be printed')
    await setTimeout(50)
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
