import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BROWSER_SESSIONS } from '../../src/base/browser-session.ts'
import { READ_RECORDER_ROWS } from '../../src/base/recorder-rows.ts'
import { ROOT } from './build.ts'

/**
 * Packs the extension for browsers: its files as they are, the list of what it reads, and the version. A version of an
 * extension is of numbers only.
 */
export async function packExtension(folder: string, version: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await cp(join(ROOT, 'src/connectors/browser'), folder, { recursive: true })
  await writeFile(join(folder, 'sessions.js'), `export const SESSIONS = ${JSON.stringify(BROWSER_SESSIONS, null, 2)}\n`)
  await writeFile(join(folder, 'rows.js'), `${READ_RECORDER_ROWS}\n`)
  const path = join(folder, 'manifest.json')
  const { manifest_version, ...manifest } = JSON.parse(await readFile(path, 'utf8'))
  const whole = { manifest_version, version: version.replace(/-.*/, ''), ...manifest }
  await writeFile(path, `${JSON.stringify(whole, null, 2)}\n`)
}
