import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../scripts/support/build.ts'

/** Prints the descriptions before the runtime of the tests reads the static files. */
export default async function generateOnce(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/generate.ts')])
}
