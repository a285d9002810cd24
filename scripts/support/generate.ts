import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './build.ts'

/**
 * Runs `npm run generate` in a separate process, because it imports the gateway's code, which is written for another
 * runtime and has other types.
 */
export async function generate(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/generate.ts')])
}
