import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ROOT } from './build.ts'

/** Beside no static file, since a folder that is watched is not to see a file that is half written. */
const DRAFTS = join(ROOT, 'node_modules/.cache/latchkey')

/** Writes files into public/. */
export const putIntoPublic = (files: Iterable<readonly [file: string, text: string]>): Promise<void> =>
  putInto('public', files)

/** Writes files into a folder. What is the same is not written, so that nobody who watches the file starts anew. */
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
