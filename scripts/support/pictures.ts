import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './build.ts'

/** How a key is made in the management app. test/slow/pages/pictures.test.ts takes them. */
export const KEY_PICTURES: readonly string[] = ['key-en-light-768.png', 'key-ko-light-768.png']

/** Copies pictures of docs/pictures into the folder `pictures` of a package, for its README. */
export async function copyPictures(names: readonly string[], folder: string): Promise<void> {
  for (const name of names) await cp(join(ROOT, 'docs/pictures', name), join(folder, 'pictures', name))
}
