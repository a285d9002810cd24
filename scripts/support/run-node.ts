import { execFile } from 'node:child_process'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './build.ts'

const run = promisify(execFile)

/** The output of a program for Node, started in the folder of the project. Rejects with what it said when it fails. */
export async function runNode(args: readonly string[]): Promise<string> {
  return (await run(process.execPath, args, { cwd: ROOT, maxBuffer: 2 ** 26 })).stdout
}

/** The output of npm: the one that runs this script, without a shell. */
export function runNpm(args: readonly string[]): Promise<string> {
  const { npm_execpath: npm = '' } = process.env
  if (basename(npm) === 'npm-cli.js') return runNode([npm, ...args])
  return run('npm', args, { cwd: ROOT, shell: process.platform === 'win32' }).then(({ stdout }) => stdout)
}
