import { execFile } from 'node:child_process'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './build.ts'

const run = promisify(execFile)

/** Separate packages, which keep `npm install` of the project small. */
const PACKAGES = ['test/tools', 'test/connectors']
export const TOOL_MODULES = join(ROOT, 'test/tools/node_modules')

/** Installs the packages of the long tests, unless those of their lockfiles are already installed. */
export async function installTools(): Promise<void> {
  await Promise.all(PACKAGES.map(install))
}

async function install(folder: string): Promise<void> {
  const lockfile = join(ROOT, folder, 'package-lock.json')
  const copy = join(ROOT, folder, 'node_modules/.installed-lock.json')
  const [wanted, installed] = await Promise.all([readFile(lockfile), readFile(copy).catch(() => undefined)])
  if (installed?.equals(wanted)) return
  console.log(`Installing the packages of ${folder}`)
  const isWindows = process.platform === 'win32'
  await run(isWindows ? 'npm.cmd' : 'npm', ['install'], { cwd: join(ROOT, folder), shell: isWindows })
  await copyFile(lockfile, copy)
}
