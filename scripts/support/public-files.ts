import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ROOT } from './build.ts'

/** Outside of the folders with static files, so that a watched folder never contains an incomplete file. */
const DRAFTS = join(ROOT, 'node_modules/.cache/latchkey')

/** Writes files into public/. */
export const putIntoPublic = (files: Iterable<readonly [file: string, text: string]>): Promise<void> =>
  putInto('public', files)

/** Writes files into a folder. Unchanged files are not written, so that watchers do not restart. */
export async function putInto(
  folder: string,
  files: Iterable<readonly [file: string, text: string]>,
  root = ROOT,
): Promise<void> {
  await mkdir(DRAFTS, { recursive: true })
  for (const [file, text] of files) {
    const path = join(root, folder, file)
    if ((await readFile(path, 'utf8').catch(() => undefined)) === text) continue
    const draft = join(DRAFTS, `${process.pid}-${file.replaceAll('/', '-')}`)
    await writeFile(draft, text)
    await mkdir(dirname(path), { recursive: true })
    await rename(draft, path)
  }
}
