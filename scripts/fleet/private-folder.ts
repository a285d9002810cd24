import { rmSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './process-alive.ts'

const PREFIX = `latchkey-fleet-${hostname().replaceAll(/[^\w]/g, '')}-`

/**
 * A folder that only this user can read, until the command ends. It is removed in every case: at the end of the
 * command, on a signal that can be caught, or by the next fleet command on this machine.
 */
export async function privateFolder(): Promise<{ path: string; remove: () => void }> {
  await removeLeft()
  const path = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
  const remove = () => {
    process.off('exit', remove)
    rmSync(path, { recursive: true, force: true })
  }
  process.on('exit', remove)
  return { path, remove }
}

/** Removes what a killed process left behind. */
async function removeLeft(): Promise<void> {
  const folders = (await readdir(tmpdir())).filter((folder) => folder.startsWith(PREFIX))
  const left = folders.filter((folder) => !isAlive(Number(folder.slice(PREFIX.length).split('-')[0])))
  // Another user's folder cannot be removed.
  await Promise.all(left.map((folder) => rm(join(tmpdir(), folder), { recursive: true, force: true }).catch(() => {})))
}
