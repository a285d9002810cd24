import { execFile } from 'node:child_process'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './build.ts'

const run = promisify(execFile)

/** A separate package, which keeps `npm install` of the project small. */
export const TOOLS = join(ROOT, 'test/tools')
export const TOOL_MODULES = join(TOOLS, 'node_modules')

const LOCKFILE = join(TOOLS, 'package-lock.json')
/** A copy of the lockfile that was installed. */
const INSTALLED = join(TOOL_MODULES, '.installed-lock.json')

/** Installs the tools unless those of the lockfile are already installed. */
export async function installTools(): Promise<void> {
  const [wanted, installed] = await Promise.all([readFile(LOCKFILE), readFile(INSTALLED).catch(() => undefined)])
  if (installed?.equals(wanted)) return
  console.log('Installing the tools of test/tools')
  await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['install'], {
    cwd: TOOLS,
    shell: process.platform === 'win32',
  })
  await copyFile(LOCKFILE, INSTALLED)
}
