import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ROOT } from './build.ts'

/** Outside of the folders with static files, so that a watched folder never contains an incomplete file. */
const DRAFTS = join(ROOT, 'node_modules/.cache/latchkey')

type PublicFile = readonly [file: string, content: string | Uint8Array]

export const putIntoPublic = (files: Iterable<PublicFile>): Promise<void> => putInto('public', files)

/** Writes files into a folder. Unchanged files are not written, so that watchers do not restart. */
export async function putInto(folder: string, files: Iterable<PublicFile>, root = ROOT): Promise<void> {
  await mkdir(DRAFTS, { recursive: true })
  for (const [file, content] of files) {
    const path = join(root, folder, file)
    if ((await readFile(path).catch(() => undefined))?.equals(Buffer.from(content))) continue
    const draft = join(DRAFTS, `${process.pid}-${file.replaceAll('/', '-')}`)
    await writeFile(draft, content)
    await mkdir(dirname(path), { recursive: true })
    await rename(draft, path)
  }
}
