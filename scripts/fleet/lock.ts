import { existsSync, readFileSync, rmSync } from 'node:fs'
import { link, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { FleetError, parseJson } from './world.ts'

const holder = z.object({ pid: z.number(), host: z.string(), at: z.string() })

/**
 * Takes the lock of a fleet, a file next to fleet.json, and returns how to release it. A lock that a process of this
 * machine left behind is taken over. Throws FleetError that names the holder.
 */
export async function takeLock(
  fleetPath: string,
  { force, warn }: { force: boolean; warn: (line: string) => void },
): Promise<() => void> {
  const path = `${fleetPath}.lock`
  const own = JSON.stringify({ pid: process.pid, host: hostname(), at: new Date().toISOString() })
  const create = () =>
    writeFile(path, own, { flag: 'wx' }).then(
      () => true,
      ({ code }: NodeJS.ErrnoException) => {
        if (code === 'EEXIST') return false
        throw new FleetError(`${path} cannot be written`)
      },
    )
  if (!(await create())) {
    const content = await readFile(path, 'utf8').catch(() => '')
    const { data } = holder.safeParse(parseJson(content))
    const isLeft = data?.host === hostname() && !isAlive(data.pid)
    const who = data ? `a run of process ${data.pid} on ${data.host} holds the fleet since ${data.at}` : undefined
    const statement = `${who ?? 'another run holds the fleet'} (${path})`
    if (!isLeft && !force) throw new FleetError(`${statement}. If it does not run any more, add --force-unlock`)
    warn(`${statement}${isLeft ? ', and has ended' : ''}: taken over`)
    // Removes what was read. A lock that has replaced it since goes back to its place.
    const aside = `${path}.${process.pid}`
    await rename(path, aside).catch(() => {})
    if ((await readFile(aside, 'utf8').catch(() => content)) !== content) await link(aside, path).catch(() => {})
    await rm(aside, { force: true })
    if (!(await create())) throw new FleetError(`${path}: another run took it at this moment`)
  }
  return atEnd(() => {
    if (existsSync(path) && readFileSync(path, 'utf8') === own) rmSync(path, { force: true })
  })
}

/** Returns what does this now. It is done when the process exits at the latest. */
function atEnd(act: () => void): () => void {
  const once = () => {
    process.off('exit', once)
    act()
  }
  process.on('exit', once)
  return once
}

/** Whether a process of this machine is running. One of another user cannot be signalled, but is running. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const PREFIX = `latchkey-fleet-${hostname().replaceAll(/[^\w]/g, '')}-`

/**
 * A folder that only this user can read, until the command ends. It is removed in every case: at the end of the
 * command, on a signal that can be caught, or by the next fleet command on this machine.
 */
export async function privateFolder(): Promise<{ path: string; remove: () => void }> {
  const folders = (await readdir(tmpdir())).filter((folder) => folder.startsWith(PREFIX))
  const left = folders.filter((folder) => !isAlive(Number(folder.slice(PREFIX.length).split('-')[0])))
  // Another user's folder cannot be removed.
  await Promise.all(left.map((folder) => rm(join(tmpdir(), folder), { recursive: true, force: true }).catch(() => {})))
  const path = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
  return { path, remove: atEnd(() => rmSync(path, { recursive: true, force: true })) }
}
