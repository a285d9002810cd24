import { chmod, rename, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { withName } from './customer.ts'
import { runProgram } from './run-program.ts'
import type { Alarms } from './schema.ts'

export interface SecretPlace {
  alarms: Alarms
  /** The folder of fleet.json. */
  folder: string
  /** The customer's name. */
  name: string
  env: NodeJS.ProcessEnv
  signal: AbortSignal
}

/**
 * Passes the secret of a subscription to a file that only its owner can read, or to a program. The error contains no
 * secret.
 */
export async function keepAlarmSecret(
  secret: string,
  { alarms, folder, name, env, signal }: SecretPlace,
): Promise<void> {
  const { secret: place } = alarms
  if ('command' in place) {
    const command = place.command.map((word) => withName(word, name))
    await runProgram(command, { folder, env, signal, input: `${secret}\n` })
    return
  }
  const path = resolve(folder, withName(place.file, name))
  const draft = `${path}.${process.pid}`
  try {
    await writeFile(draft, `${secret}\n`, { mode: 0o600, flag: 'wx' })
    await chmod(draft, 0o600)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown reason'
    throw new Error(`the secret of the alarms cannot be written to ${place.file} (${code})`)
  }
}
