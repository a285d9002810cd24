import { copyFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './build.ts'

/** The file with the text of the licence, if the owner has chosen one. */
export const findLicence = async (): Promise<string | undefined> =>
  (await readdir(ROOT)).find((file) => /^licen[cs]e(\.(md|txt))?$/i.test(file))

/** Copies it into the folder of a package. */
export async function copyLicence(folder: string): Promise<void> {
  const file = await findLicence()
  if (file) await copyFile(join(ROOT, file), join(folder, 'LICENSE'))
}
