import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './build.ts'

/**
 * Runs `npm run generate`, in a process of its own: what it prints is read from the gateway's code, which is written for
 * another runtime and has types of its own.
 */
export async function generate(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/generate.ts')])
}
