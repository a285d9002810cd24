import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../support/build.ts'
import { fail } from '../support/fail.ts'

/** Creates `.dev.vars` from `.dev.vars.example`, with new keys. Never overwrites a file. Returns what it created. */
export async function putLocalFile(folder = process.env.LATCHKEY_LOCAL || ROOT): Promise<string> {
  const fresh: Readonly<Record<string, string>> = {
    API_KEY: randomBytes(32).toString('hex'),
    ADMIN_KEY: randomBytes(32).toString('hex'),
    CREDENTIALS_KEY: randomBytes(32).toString('base64'),
  }
  const example = await readFile(join(ROOT, '.dev.vars.example'), 'utf8')
  const text = example.replace(/^([A-Z_]+)=$/gm, (line, name: string) =>
    fresh[name] ? `${name}=${fresh[name]}` : line,
  )
  try {
    await writeFile(join(folder, '.dev.vars'), text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    fail('.dev.vars is there already, and stays as it is')
  }
  return '.dev.vars is created with new keys. Fill in the accounts that you have, and remove the # before them.'
}
