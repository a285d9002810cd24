import { execFile } from 'node:child_process'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './build.ts'

const run = promisify(execFile)

/** A separate package, which keeps `npm install` of the project small. */
const FOLDER = join(ROOT, 'test/tools')
export const TOOL_MODULES = join(FOLDER, 'node_modules')

/** Installs the packages of test/tools, unless those of its lockfile are already installed. */
export async function installTools(): Promise<void> {
  const lockfile = join(FOLDER, 'package-lock.json')
  const copy = join(TOOL_MODULES, '.installed-lock.json')
  const [wanted, installed] = await Promise.all([readFile(lockfile), readFile(copy).catch(() => undefined)])
  if (installed?.equals(wanted)) return
  console.log('Installing the packages of test/tools')
  const isWindows = process.platform === 'win32'
  await run(isWindows ? 'npm.cmd' : 'npm', ['install'], { cwd: FOLDER, shell: isWindows })
  await copyFile(lockfile, copy)
}
