import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** Where `listen` stopped. */
export interface ListenState {
  gateway: string
  target: string
  /** Signs the deliveries. */
  secret: string
  /** The `next_after` of the last page that was forwarded completely. */
  after: string
  /** The ids of the next page that were forwarded already. */
  forwarded: readonly string[]
}

/** The file of a gateway and a target, in the folder of this user for the state of programs. */
export function getStateFile(gateway: string, target: string, env = process.env): string {
  const folder =
    process.platform === 'win32'
      ? (env.LOCALAPPDATA ?? join(homedir(), 'AppData/Local'))
      : env.XDG_STATE_HOME || join(homedir(), '.local/state')
  const digest = createHash('sha256').update(`${gateway}\n${target}`).digest('hex')
  return join(folder, 'latchkey', `listen-${digest.slice(0, 16)}.json`)
}

/** Undefined before the first start. Throws when the file is not readable, because a new secret would go unnoticed. */
export async function readState(file: string): Promise<ListenState | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${file} is damaged. Delete it to start with a new secret.`)
  }
}

/** Replaces the file at once, so that a kill leaves the old or the new one. Only this user can read it. */
export async function writeState(file: string, state: ListenState): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const next = `${file}.${process.pid}`
  await writeFile(next, JSON.stringify(state), { mode: 0o600 })
  await rename(next, file)
}
